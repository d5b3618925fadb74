import { Button, Group, Menu, Select, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { errorText } from '../../lib/errors.ts'
import { useOrgChoices } from '../../lib/use-org-choices.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './analytics.module.css'
import { Bars } from './bars.tsx'
import { BusyHours } from './busy-hours.tsx'
import { ChartCard } from './chart-card.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { DayTable } from './day-table.tsx'
import { duration, mergeByName, number, percent } from './names.ts'
import type { Period } from './range.ts'
import { StatTile } from './stat-tile.tsx'
import {
  ALL_AGENTS,
  OUTCOME_CSV,
  type Outcomes,
  THIS_AGENT,
  useChosenAgents,
  useOutcomes,
  useOutcomesCsv,
} from './use-outcomes.ts'

const OutcomeChart = lazy(() => import('./outcome-chart.tsx'))
const HEIGHT = 240

export default function OutcomesSection({ agentId, period }: { agentId: string; period: Period }) {
  const { t } = useTranslation()
  const { of, choose } = useChosenAgents()
  const { data: answer, error, isPlaceholderData, refetch } = useOutcomes(agentId, of, period)
  const data = answer?.data
  return (
    <section
      className={classes.report}
      aria-label={t('outcomes.title')}
      aria-busy={isPlaceholderData}
      data-old={isPlaceholderData || undefined}
    >
      <Group justify="space-between" gap="sm" align="flex-end">
        <Title order={2}>{t('outcomes.title')}</Title>
        <Group gap="xs">
          <Choice of={of} onChange={choose} />
          <Export agentId={agentId} of={of} period={period} />
        </Group>
      </Group>
      {error && !data && <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ChartSkeleton height={HEIGHT} />}
      {data && <Figures data={data} />}
    </section>
  )
}

function Choice({ of, onChange }: { of: string; onChange: (of: string) => void }) {
  const { t } = useTranslation()
  const { client } = useScope()
  const { choices, count, onSearch } = useOrgChoices(
    of,
    [
      { value: THIS_AGENT, label: t('outcomes.of.agent') },
      { value: ALL_AGENTS, label: t(client ? 'outcomes.of.theirs' : 'outcomes.of.all') },
    ],
    !client,
  )
  return (
    <Select
      size="xs"
      aria-label={t('outcomes.of.label')}
      allowDeselect={false}
      searchable={count > 7}
      data={choices}
      value={of}
      onSearchChange={onSearch}
      onChange={(next) => next && onChange(next)}
    />
  )
}

function Export({ agentId, of, period }: { agentId: string; of: string; period: Period }) {
  const { t } = useTranslation()
  const csv = useOutcomesCsv(agentId, of, period)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={csv.isPending}
          leftSection={<IconDownload size={14} stroke={1.5} />}
        >
          {t('outcomes.csv.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {OUTCOME_CSV.map((table) => (
          <Menu.Item key={table} onClick={() => csv.mutate(table)}>
            {t(`outcomes.csv.${table}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole)

function Figures({ data }: { data: Outcomes }) {
  const { t } = useTranslation()
  const { firstResponse, handoffs, resolution, satisfaction } = data
  const share = shareOf(data.answered, data.conversations)
  const before = shareOf(data.previous.answered, data.previous.conversations)
  return (
    <>
      <dl className={`${classes.tiles} ${classes.four}`} aria-label={t('outcomes.figures')}>
        <StatTile
          short
          label={t('outcomes.withoutPeople')}
          value={share === null ? '–' : percent(share)}
          note={
            before === null
              ? t('outcomes.conversations', { count: data.conversations })
              : t('outcomes.before', { value: percent(before) })
          }
        />
        <StatTile
          short
          label={t('outcomes.firstResponse')}
          value={firstResponse.median === null ? '–' : duration(firstResponse.median)}
          note={
            firstResponse.p90 === null
              ? t('outcomes.noReplies')
              : t('outcomes.p90', { value: duration(firstResponse.p90) })
          }
        />
        <StatTile
          short
          label={t('outcomes.resolution')}
          value={resolution.median === null ? '–' : duration(resolution.median)}
          note={
            resolution.p90 === null ? t('outcomes.noReplies') : t('outcomes.p90', { value: duration(resolution.p90) })
          }
        />
        <StatTile
          short
          label={t('outcomes.satisfaction')}
          value={
            satisfaction.average === null
              ? '–'
              : t('analytics.outOf', { average: number(Math.round(satisfaction.average * 10) / 10) })
          }
          note={t('analytics.rated', { count: satisfaction.count })}
        />
      </dl>
      <Days data={data} />
      <div className={classes.pair}>
        {data.mayReadQuestions && (
          <>
            <Bars
              title={t('outcomes.asked')}
              counted={t('outcomes.times')}
              empty={t('outcomes.askedEmpty')}
              rows={data.asked.map(({ question, count }) => ({ label: question, count }))}
            />
            <Bars
              title={t('outcomes.unanswered')}
              counted={t('outcomes.times')}
              empty={t('outcomes.unansweredEmpty')}
              rows={data.unanswered.map(({ question, count }) => ({ label: question, count }))}
            />
          </>
        )}
        <Bars
          title={t('outcomes.reasons')}
          counted={t('outcomes.times')}
          empty={t('outcomes.reasonsEmpty')}
          note={
            handoffs.count > 0 ? t('outcomes.answeredOf', { answered: handoffs.answered, total: handoffs.count }) : ''
          }
          rows={mergeByName(
            handoffs.reasons.map(({ reason, step, count }) => ({
              label: step ? t('outcomes.reason.step', { step }) : t(`outcomes.reason.${reason}`),
              count,
            })),
          )}
        />
        <Bars
          title={t('outcomes.ratings')}
          counted={t('outcomes.times')}
          empty={t('outcomes.ratingsEmpty')}
          rows={
            satisfaction.count === 0
              ? []
              : satisfaction.scores
                  .map((count, index) => ({ label: t('outcomes.stars', { score: index + 1 }), count }))
                  .toReversed()
          }
        />
      </div>
      <BusyHours hours={data.hours} timeZone={data.timeZone} />
    </>
  )
}

function Days({ data }: { data: Outcomes }) {
  const { t } = useTranslation()
  return (
    <ChartCard
      title={t('outcomes.byDay')}
      order={3}
      isEmpty={data.conversations === 0}
      asTable={t('outcomes.asTable')}
      height={HEIGHT}
      chart={<OutcomeChart days={data.days} height={HEIGHT} />}
      table={
        <DayTable
          days={data.days}
          columns={[t('outcomes.agentAlone'), t('outcomes.withPeople')]}
          figuresOf={(day) => [day.withoutPeople, day.conversations - day.withoutPeople]}
        />
      }
    />
  )
}
