import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Metric } from './use-metrics.ts'

export function MetricState({ metric }: { metric: Metric }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" color={metric.enabled ? 'green' : 'gray'}>
      {t(metric.enabled ? 'metrics.on' : 'metrics.off')}
    </Badge>
  )
}
