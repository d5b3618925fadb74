// How long a caller waited for an answer, by stage.
import { Text } from '@mantine/core'
import type { CallLatency } from '@parlance/contract/voice/schemas'
import { useTranslation } from 'react-i18next'
import classes from './call-stages.module.css'

const STAGES = ['endpointing', 'model', 'speech'] as const

export function CallStages({ latency }: { latency: Omit<CallLatency, 'at'> }) {
  const { t } = useTranslation()
  const ms = (value: number | null) => (value === null ? '–' : t('calls.ms', { count: value }))
  return (
    <div className={classes.stages}>
      <div className={classes.bar} aria-hidden>
        {STAGES.map((stage) => (
          <span key={stage} data-stage={stage} style={{ flexGrow: latency[stage] ?? 0 }} />
        ))}
      </div>
      <Text size="xs" c="dimmed">
        {t('calls.stages.total')}: {ms(latency.total)} ·{' '}
        {STAGES.map((stage) => `${t(`calls.stages.${stage}`)} ${ms(latency[stage])}`).join(' · ')}
      </Text>
    </div>
  )
}
