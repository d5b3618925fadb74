import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** Titles of the agents of the workspace by id; one that is gone, or beyond the 200 changed last, is not in it. */
export function useAgentTitles(): ReadonlyMap<string, string> {
  const { api, workspace } = useScope()
  const summaries = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } }))
  const items = summaries.data?.items
  return useMemo(() => new Map(items?.map(({ ID, title }) => [ID, title] as const)), [items])
}
