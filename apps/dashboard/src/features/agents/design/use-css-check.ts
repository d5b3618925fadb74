// The server's check of the owner's CSS.
import { useDebouncedValue } from '@mantine/hooks'
import { LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

const PAUSE_MS = 500

/** Debounced; keeps the last result while the next one is pending. */
export function useCssCheck(css: string) {
  const { api, workspace } = useScope()
  const [settled] = useDebouncedValue(css, PAUSE_MS)
  const enabled = settled.trim() !== '' && settled.length <= LONGEST_CSS
  const check = useQuery({
    ...api.agents.cssCheck.queryOptions({ input: { uid: workspace.uid, css: settled } }),
    enabled,
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const waiting = settled !== css || check.isPlaceholderData
  return enabled ? { ...check.data, waiting } : { waiting: false }
}
