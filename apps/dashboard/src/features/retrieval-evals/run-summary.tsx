// How many questions are found: now, over time, and during a run.
import { Alert, Button, Group, Paper, Progress, Skeleton, Text } from '@mantine/core'
import type { GoldenRun } from '@parlance/contract/retrieval-evals/schemas'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { dateLocale } from '../../components/content/locale.ts'
import { ShareChart } from '../../components/content/share-chart.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './retrieval-evals.module.css'
import { countChanges, percentOf, shareOf } from './result-changes.ts'
import type { GoldenRuns } from './use-retrieval-evals.ts'

export function RunSummary({ runs }: { runs: GoldenRuns }) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  const { newest, done, loading, running } = runs
  const last = done.at(-1)
  if (loading) return <Skeleton height={168} radius="md" mb="lg" />
  return (
    <Paper withBorder className={classes.summary}>
      <div className={classes.now}>
        {last ? <Now run={last} /> : <Text c="dimmed">{t('goldens.run.never')}</Text>}
        {newest?.status === 'failed' && (
          <Alert color="yellow" mt="xs">
            {t('goldens.run.failed')}
          </Alert>
        )}
        <div aria-live="polite" className={classes.progress}>
          {newest?.status === 'running' && <Going run={newest} />}
        </div>
        <PermissionTooltip why={refusal}>
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} stroke={1.5} />}
            loading={running}
            onClick={runs.start}
          >
            {t('goldens.run.now')}
          </Button>
        </PermissionTooltip>
      </div>
      {done.length > 0 && (
        <div className={classes.history}>
          <History runs={done} />
        </div>
      )}
    </Paper>
  )
}

function Now({ run }: { run: GoldenRun }) {
  const { t } = useTranslation()
  const { up, down, known } = countChanges(run)
  return (
    <div>
      <div className={classes.share}>{t('goldens.run.share', { percent: percentOf(run) })}</div>
      <Text fw={500}>{t('goldens.run.found', { hits: run.hits, total: run.total })}</Text>
      {known && (
        <Group gap={8}>
          {up > 0 && (
            <Text size="sm" className={classes.moved} data-change="up">
              ▲ {t('goldens.run.better', { count: up })}
            </Text>
          )}
          {down > 0 && (
            <Text size="sm" className={classes.moved} data-change="down">
              ▼ {t('goldens.run.worse', { count: down })}
            </Text>
          )}
          {up + down === 0 && (
            <Text size="sm" c="dimmed">
              {t('goldens.run.same')}
            </Text>
          )}
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {t(`goldens.run.cause.${run.cause}`)}, <RelativeTime at={run.ts} />
      </Text>
    </div>
  )
}

function Going({ run }: { run: GoldenRun }) {
  const { t } = useTranslation()
  const done = run.results.length
  return (
    <>
      <Progress
        value={run.total > 0 ? (done / run.total) * 100 : 0}
        size="sm"
        mb={4}
        aria-label={t('goldens.run.progressLabel')}
      />
      <Text size="sm" c="dimmed">
        {t('goldens.run.progress', { done, total: run.total })}
      </Text>
    </>
  )
}

function History({ runs }: { runs: readonly GoldenRun[] }) {
  const { t } = useTranslation()
  const when = (ts: number) =>
    new Date(ts * 1000).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <ShareChart
      label={t('goldens.run.chart')}
      points={runs.map((run) => ({
        key: run.id,
        share: shareOf(run),
        text: t('goldens.run.point', {
          percent: percentOf(run),
          hits: run.hits,
          total: run.total,
          when: when(run.ts),
        }),
      }))}
    />
  )
}
