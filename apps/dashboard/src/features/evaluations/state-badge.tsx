import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Copy } from './parts.ts'

export const stateOf = (passed: boolean | undefined) => (passed === undefined ? 'none' : passed ? 'passed' : 'failed')
const COLOURS = { passed: 'green', failed: 'red', none: 'gray' } as const

/** A test's state on the current version of this copy. */
export function StateBadge({ copy, passed }: { copy: Copy; passed: boolean | undefined }) {
  const { t } = useTranslation()
  const state = stateOf(passed)
  const words = { copy: t(`evaluations.copy.${copy}`), state: t(`evaluations.state.${state}`) }
  return (
    <Badge color={COLOURS[state]} variant="light">
      {t('evaluations.stateOn', words)}
    </Badge>
  )
}
