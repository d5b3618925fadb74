import { useDebouncedValue } from '@mantine/hooks'
import { LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

const PAUSE_MS = 500

/** What clients get of an agency's CSS, checked after a pause in typing. */
export function useCssCheck(css: string) {
  const { api, workspace } = useScope()
  const [settled] = useDebouncedValue(css, PAUSE_MS)
  const check = useQuery({
    ...api.agents.cssCheck.queryOptions({ input: { uid: workspace.uid, css: settled } }),
    enabled: settled.trim() !== '' && settled.length <= LONGEST_CSS,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  const isEmpty = css.trim() === ''
  return {
    css: isEmpty ? '' : (check.data?.css ?? ''),
    problems: isEmpty ? [] : (check.data?.problems ?? []),
    isWaiting: settled !== css || check.isPlaceholderData,
  }
}
