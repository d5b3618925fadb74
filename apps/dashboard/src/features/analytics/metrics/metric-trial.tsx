// The trial before enabling a metric: its cost, answers for recent conversations, and the switch.
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { number } from '../names.ts'
import { JudgementList } from './judgement-list.tsx'
import { type Judgement, type Metric, useChanged } from './use-metrics.ts'

export default function MetricTrial({
  agentId,
  metric,
  onClose,
}: {
  agentId: string
  metric: Metric
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useChanged()
  const name = { agentId, metricId: metric.id }
  const cost = useQuery(api.metrics.trial.queryOptions({ input: name, staleTime: 0 }))
  const [tried, setTried] = useState<readonly Judgement[]>()
  const trial = useMutation({
    mutationFn: () => api.metrics.tryOut.call(name),
    onSuccess: ({ items }) => {
      setTried(items)
      return changed()
    },
  })
  const enable = useMutation({
    mutationFn: () => api.metrics.update.call({ ...name, enabled: true }),
    async onSuccess() {
      await changed()
      notify.success(t('metrics.switchedOn'))
      onClose()
    },
  })
  const none = cost.data?.conversations === 0
  const failed = cost.error ?? trial.error ?? enable.error
  return (
    <Dialog
      onClose={onClose}
      title={t('metrics.trial.title', { name: metric.name })}

      size="lg"
    >
      <Stack>
        {cost.isPending && <Skeleton height={24} />}
        {cost.data && !tried && (
          <Text>
            {none
              ? t('metrics.trial.none')
              : t('metrics.trial.cost', { count: cost.data.conversations, credits: number(cost.data.credits) })}
          </Text>
        )}
        {tried && <JudgementList agentId={agentId} metric={metric} items={tried} />}
        {failed && <Alert color="red">{errorText(failed)}</Alert>}
        <Group justify="flex-end">
          {!tried && !none && (
            <Button variant="default" loading={trial.isPending} disabled={!cost.data} onClick={() => trial.mutate()}>
              {t('metrics.trial.run')}
            </Button>
          )}
          <Button
            loading={enable.isPending}
            disabled={!tried && !none && metric.judged === 0}
            onClick={() => enable.mutate()}
          >
            {t('metrics.switchOn')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
