// The agent's overview: whether it is live and where, today's numbers, and to-dos.
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import type { AgentOverview } from '@parlance/contract/analytics/api'
import { IconBulb, IconCode, IconMessageReply, IconWorldSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure, Figures } from '../../../components/content/figure.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths, type Target } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { isPublished } from '../draft/draft-state.ts'
import { useDraft } from '../draft/draft.tsx'
import classes from './agent-home.module.css'
import { Checklist } from './checklist.tsx'
import { HomeSkeletons } from './home-skeleton.tsx'
import { livenessOf } from './liveness.ts'
import { LiveStatus } from './live-status.tsx'

const DeployDialog = lazy(() => import('../deploy/deploy-dialog.tsx'))
/** Shows a first visitor while the page is open. */
const POLL_MS = 15_000

export default function AgentHome() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const builds = useCan('editor')
  const [adding, setAdding] = useState(false)
  const overview = useQuery(
    api.analytics.overview.queryOptions({ input: { agentId }, staleTime: 0, refetchInterval: POLL_MS }),
  )
  const data = overview.data?.data
  const add = () => setAdding(true)
  if (overview.error && !data)
    return (
      <div className={classes.band}>
        <div className={classes.home}>
          <ErrorMessage
            text={`${t('home.failed')} ${errorText(overview.error)}`}
            onRetry={() => void overview.refetch()}
          />
        </div>
      </div>
    )
  return (
    <section className={classes.band} aria-label={t('home.title')} aria-busy={!data}>
      <div className={classes.home}>
        {data ? (
          <>
            <Head overview={data} onAdd={add} />
            <Numbers overview={data} />
            {builds && <Checklist overview={data} onAdd={add} />}
          </>
        ) : (
          <HomeSkeletons agentId={agentId} />
        )}
      </div>
      <Suspense fallback={null}>{adding && <DeployDialog onClose={() => setAdding(false)} />}</Suspense>
    </section>
  )
}

function Head({ overview, onAdd }: { overview: AgentOverview; onAdd: () => void }) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { sites } = overview
  const liveness = livenessOf(overview)
  const hint =
    liveness === 'none'
      ? t(builds ? 'home.notLiveHint' : 'home.notLiveLook')
      : liveness === 'quiet'
        ? t('home.quietHint')
        : sites > 1
          ? t('home.more', { count: sites - 1 })
          : ''
  return (
    <Group justify="space-between" gap="sm" className={classes.head}>
      <div className={classes.words}>
        <Group gap="sm">
          <Title order={2}>{t('home.title')}</Title>
          {liveness === 'live' && <Badge color="green">{t('home.live')}</Badge>}
        </Group>
        <Text size="sm" mt={4}>
          <LiveStatus of={overview} />
          {hint && (
            <Text span inherit c="dimmed">
              {' '}
              {hint}
            </Text>
          )}
        </Text>
      </div>
      <Next overview={overview} onAdd={onAdd} />
    </Group>
  )
}

/** The next step, if any. */
function Next({ overview, onAdd }: { overview: AgentOverview; onAdd: () => void }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const builds = useCan('editor')
  const { agentId, state, config } = useDraft()
  const { waiting, gaps } = overview
  const liveness = livenessOf(overview)
  const link = (label: string, target: Target, icon: ReactNode) => (
    <Button variant="default" leftSection={icon} renderRoot={(props) => <AppLink target={target} {...props} />}>
      {label}
    </Button>
  )
  if (waiting > 0)
    return link(
      t('home.next.waiting', { count: waiting }),
      paths.agent(region, agentId, 'convos'),
      <IconMessageReply size={18} stroke={1.5} />,
    )
  if (liveness !== 'live')
    return (
      builds && (
        <Button
          // With changes to publish, publishing is the main action.
          variant={liveness === 'none' && isPublished(state) ? 'filled' : 'default'}
          leftSection={
            liveness === 'none' ? <IconCode size={18} stroke={1.5} /> : <IconWorldSearch size={18} stroke={1.5} />
          }
          onClick={onAdd}
        >
          {t(liveness === 'none' ? 'home.add' : 'home.check')}
        </Button>
      )
    )
  if (gaps === 0 || !builds || config.agentPlatform !== 'vg') return null
  return link(
    t('home.next.gaps', { count: gaps }),
    paths.agent(region, agentId, 'kb', { view: 'gaps' }),
    <IconBulb size={18} stroke={1.5} />,
  )
}

function Numbers({ overview }: { overview: AgentOverview }) {
  const { t, i18n } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const { conversationsToday, waiting, answered, gaps } = overview
  const number = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  const share = answered?.toLocaleString(numberLocale(i18n.language), { style: 'percent', maximumFractionDigits: 0 })
  const chats = paths.agent(region, agentId, 'convos')
  return (
    <Figures label={t('home.figures')}>
      <Figure label={t('home.today')} target={chats}>
        {number(conversationsToday)}
      </Figure>
      <Figure label={t('home.waiting')} target={chats} urgent={waiting > 0}>
        {number(waiting)}
      </Figure>
      <Figure
        label={t('home.answered')}
        note={t('home.answeredHint')}
        target={paths.agent(region, agentId, 'analytics')}
      >
        {share ?? t('home.none')}
      </Figure>
      {config.agentPlatform === 'vg' && (
        <Figure label={t('home.gaps')} target={paths.agent(region, agentId, 'kb', { view: 'gaps' })}>
          {number(gaps)}
        </Figure>
      )}
    </Figures>
  )
}
