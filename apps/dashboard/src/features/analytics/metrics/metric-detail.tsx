// One metric: trend, agreement with people, and judged conversations.
import { Anchor, Button, Group, Select, Skeleton, Text, Title } from '@mantine/core'
import { UNCLEAR, valuesOf } from '@parlance/contract/metrics/schemas'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { Page } from '../../../components/layout/page.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { PermissionTooltip } from '../../../components/overlay/permission-tooltip.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import classes from '../analytics.module.css'
import { number } from '../names.ts'
import { chosenOf, localDay, type Period } from '../range.ts'
import { RangePicker } from '../range-picker.tsx'
import { JudgementList } from './judgement-list.tsx'
import { MetricFigures } from './metric-figures.tsx'
import { MetricState } from './metric-state.tsx'
import {
  type Metric,
  type MetricReport,
  useAnswerName,
  useChanged,
  useJudgements,
  useMetricCsv,
  useReport,
} from './use-metrics.ts'

const MetricDrawer = lazy(() => import('./metric-drawer.tsx'))
const MetricTrial = lazy(() => import('./metric-trial.tsx'))
const HEIGHT = 220

interface Props {
  agentId: string
  metric: Metric
  onBack: () => void
}

export function MetricDetail({ agentId, metric, onBack }: Props) {
  const { t } = useTranslation()
  const [today] = useState(() => localDay())
  const [range, setRange] = useSearchParam('range')
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  const chosen = chosenOf({ range, from, to }, today)
  const [open, setOpen] = useState<'edit' | 'trial'>()
  const { data: answer, error, refetch } = useReport(agentId, metric.id, chosen.period)
  const data = answer?.data
  const close = () => setOpen(undefined)
  return (
    <Page
      title={metric.name}
      description={
        <span dir="auto" className={classes.name}>
          {metric.question}
        </span>
      }
      actions={<Actions agentId={agentId} metric={metric} onOpen={setOpen} onGone={onBack} />}
    >
      <Group mb="md" gap="md">
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          <IconArrowLeft size={14} stroke={1.5} className={classes.back} aria-hidden /> {t('metrics.all')}
        </Anchor>
        <MetricState metric={metric} />
        <Text size="sm" c="dimmed">
          {t('metrics.spent', { spent: number(metric.spent), cap: number(metric.monthlyCap) })}
        </Text>
      </Group>
      <RangePicker chosen={chosen} onRange={setRange} onFrom={setFrom} onTo={setTo} />
      {error && !data && <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} radius="lg" />}
      {data && (
        <div className={classes.report}>
          <MetricFigures metric={metric} data={data} />
          <Answers agentId={agentId} metric={metric} period={chosen.period} counts={data.counts} />
        </div>
      )}
      <Suspense fallback={null}>
        {open === 'edit' && <MetricDrawer agentId={agentId} metric={metric} onClose={close} onSaved={close} />}
        {open === 'trial' && <MetricTrial agentId={agentId} metric={metric} onClose={close} />}
      </Suspense>
    </Page>
  )
}

interface ActionsProps {
  agentId: string
  metric: Metric
  onOpen: (what: 'edit' | 'trial') => void
  onGone: () => void
}

function Actions({ agentId, metric, onOpen, onGone }: ActionsProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useChanged()
  const refusal = useDeniedReason('editor')
  const name = { agentId, metricId: metric.id }
  const failed = (error: Error) => notify.error(errorText(error))
  const disable = useMutation({
    mutationFn: () => api.metrics.update.call({ ...name, enabled: false }),
    onSuccess: changed,
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: () => api.metrics.delete.call(name),
    async onSuccess() {
      onGone()
      await changed()
    },
    onError: failed,
  })
  const askToRemove = async () => {
    const sure = await confirm({
      title: t('metrics.deleteTitle', { name: metric.name }),
      body: t('metrics.deleteText', { count: metric.judged }),
      confirm: t('common.delete'),
      danger: true,
    })
    if (sure) remove.mutate()
  }
  return (
    <>
      <PermissionTooltip why={refusal}>
        <Button variant="default" loading={remove.isPending} onClick={() => void askToRemove()}>
          {t('common.delete')}
        </Button>
      </PermissionTooltip>
      <PermissionTooltip why={refusal}>
        <Button variant="default" onClick={() => onOpen('edit')}>
          {t('metrics.edit')}
        </Button>
      </PermissionTooltip>
      <PermissionTooltip why={refusal}>
        {metric.enabled ? (
          <Button variant="default" loading={disable.isPending} onClick={() => disable.mutate()}>
            {t('metrics.switchOff')}
          </Button>
        ) : (
          <Button onClick={() => onOpen('trial')}>{t('metrics.tryAndSwitchOn')}</Button>
        )}
      </PermissionTooltip>
    </>
  )
}

interface AnswersProps {
  agentId: string
  metric: Metric
  period: Period
  counts: MetricReport['counts']
}

function Answers({ agentId, metric, period, counts }: AnswersProps) {
  const { t } = useTranslation()
  const nameOf = useAnswerName()
  const [value, setValue] = useState('')
  const list = useJudgements(agentId, metric.id, period, value)
  const csv = useMetricCsv(agentId, metric.id, period)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const values = [...valuesOf(metric), UNCLEAR].filter((one) => (counts[one] ?? 0) > 0)
  return (
    <section aria-label={t('metrics.judgements')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {t('metrics.judgements')}
        </Title>
        <Group gap="xs">
          <Select
            size="xs"
            clearable
            aria-label={t('metrics.filter')}
            placeholder={t('metrics.filter')}
            data={values.map((one) => ({ value: one, label: nameOf(one, metric.kind) }))}
            value={value || null}
            onChange={(next) => setValue(next ?? '')}
          />
          <Button
            size="xs"
            variant="default"
            loading={csv.isPending}
            leftSection={<IconDownload size={14} stroke={1.5} />}
            onClick={() => csv.mutate()}
          >
            {t('metrics.csv')}
          </Button>
        </Group>
      </Group>
      {list.error && items.length === 0 && (
        <ErrorMessage text={errorText(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('metrics.noJudgements')}
        </Text>
      )}
      <JudgementList agentId={agentId} metric={metric} items={items} />
      {list.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('common.loadMore')}
          </Button>
        </Group>
      )}
    </section>
  )
}
