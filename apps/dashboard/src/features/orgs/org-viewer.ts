// Who is viewing an organization: workspace members, the agency admin, or an admin of the organization.
import { MAX_AGENTS } from '@parlance/contract/orgs/schemas'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/workspace-scope.tsx'

/** Whether it is their own: they may change its name, tags and people, but not the agency's settings. */
export function useIsOwnOrg(): boolean {
  const { client } = useScope()
  return client !== undefined && !client.client.isAdmin
}

/** Agents by id and title: of the workspace, or those a client user may open. */
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
  // Unreadable agents don't block choosing.
  return client?.agents ?? listed.data ?? (listed.isError ? [] : undefined)
}
