// The server's side of the editor of tools, for every screen that shows it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorText } from './errors.ts'
import { useScope } from './workspace-scope.tsx'
import type { ToolCalls } from '../components/tool-editor/calls.ts'

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
