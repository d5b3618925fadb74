// The workspace's shared tools and the calls of the tool editor.
import type { Tool } from '@parlance/contract/tools/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useScope } from './workspace-scope.tsx'
import { useMemo } from 'react'
import { errorText } from './errors.ts'
import type { ToolCalls } from '../components/tool-editor/calls.ts'

export type LibraryTool = Tool & { lastModified: number; usedBy: number }

const PAGE = 100

/** Loads all shared tools: at most 500, five pages. */
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

const spoken = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    throw new Error(errorText(error), { cause: error })
  }
}

export function useToolCalls(): ToolCalls {
  const { api, workspace } = useScope()
  const { uid } = workspace
  const client = useQueryClient()
  const stored = useQuery(api.tools.secrets.queryOptions({ input: { uid } })).data?.items
  return useMemo(
    () => ({
      secrets: stored?.map(({ name }) => name) ?? [],
      saveSecret: async (name, value) => {
        await spoken(api.tools.saveSecret.call({ uid, name, value }))
        await client.invalidateQueries({ queryKey: api.tools.secrets.key() })
      },
      test: async (call) => (await spoken(api.tools.test.call({ uid, ...call }))).data,
      read: (format, text) => spoken(api.tools.import.call({ uid, format, text })),
    }),
    [api, client, stored, uid],
  )
}
