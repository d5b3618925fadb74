// Who looks at an organization: the workspace's people, the agency's admin, or an admin of the organization itself.
import { MAX_AGENTS } from '@parlance/contract/orgs/schemas'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/workspace-scope.tsx'

/** Whether it is their own: then they change its name, its tags and its people, and nothing that the agency decides. */
export function useIsOwnOrg(): boolean {
  const { client } = useScope()
  return client !== undefined && !client.client.isAdmin
}

/** Agents by id and title: of the workspace, or those that a client user may open. */
export function useAgentTitles(): readonly { readonly ID: string; readonly title: string }[] | undefined {
  const { api, workspace, client } = useScope()
  const listed = useQuery({
    queryKey: [...api.agents.list.key({ input: { uid: workspace.uid } }), 'titles'],
    queryFn: async () => {
      const titles: { ID: string; title: string }[] = []
      for (let cursor: string | undefined; ;) {
        const page = await api.agents.list.call({ uid: workspace.uid, limit: 100, ...(cursor && { cursor }) })
        titles.push(...page.items.map(({ ID, title }) => ({ ID, title })))
        if (page.nextCursor === null || titles.length >= MAX_AGENTS) return titles
        cursor = page.nextCursor
      }
    },
    enabled: client === undefined,
  })
  // Choosing goes on without those that could not be read.
  return client?.agents ?? listed.data ?? (listed.isError ? [] : undefined)
}
