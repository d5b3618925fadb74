// Every tool of the workspace's library at once, for screens that choose among them.
import type { Tool } from '@parlance/contract/tools/schemas'
import { useQuery } from '@tanstack/react-query'
import { useScope } from './workspace-scope.tsx'

export type LibraryTool = Tool & { lastModified: number; usedBy: number }

const PAGE = 100

/** A library holds at most 500 tools, so that all of it are five pages. Refreshed with every list of it. */
export function useWholeLibrary(enabled: boolean) {
  const { api, workspace } = useScope()
  const { uid } = workspace
  return useQuery({
    queryKey: [...api.tools.list.key(), 'whole', uid],
    queryFn: async () => {
      const all: LibraryTool[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await api.tools.list.call({ uid, limit: PAGE, ...(cursor ? { cursor } : {}) })
        all.push(...page.items)
        cursor = page.nextCursor
      }
      return all
    },
    enabled,
  })
}
