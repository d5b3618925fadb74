// What visitors would get of an owner's CSS, as the server says.
import { useDebouncedValue } from '@mantine/hooks'
import { LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

const PAUSE_MS = 500

/** What becomes of CSS once typing pauses; while the next answer is on its way the last one stays. */
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
