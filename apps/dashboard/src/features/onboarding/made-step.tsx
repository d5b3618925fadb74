import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import type { Crawl } from '@parlance/contract/crawler/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import { FIRST_CRAWL, type Onboarding } from '@parlance/contract/onboarding/schemas'
import { isRunning } from '@parlance/contract/crawler/run'
import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText, hasCode } from '../../lib/errors.ts'
import { AppLink, useNavigateTo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { DemoModelNotice } from '../../components/model-key/demo-model-notice.tsx'
import { ScopeContext } from '../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import classes from './onboarding.module.css'
import { StepHead } from './step-head.tsx'
import { agentPage, type Steps } from './use-steps.ts'

const LIVE_MS = 1000

export function MadeStep({ steps: { api, uid, region, wanted, workspace } }: { steps: Steps }) {
  const { t } = useTranslation()
  const go = useNavigateTo()
  const router = useRouter()
  const state = useQuery(api.onboarding.get.queryOptions({ input: { uid } }))
  const agents = useQuery(api.agents.summaries.queryOptions({ input: { uid } }))
  const made = state.data?.data
  const models = useQuery(api.workspaces.models.queryOptions({ input: { uid } }))
  const demo = models.data?.default.answers?.paidBy === 'sandbox'
  const crawl = useQuery(
    api.crawler.get.queryOptions({
      input: { uid, crawlId: made?.crawlId ?? '' },
      enabled: Boolean(made?.crawlId),
      refetchInterval: (query) => (query.state.data && isRunning(query.state.data.data) ? LIVE_MS : false),
    }),
  )
  const outcome = outcomeOf(made, crawl.data?.data)
  const name = agents.data?.items.find(({ ID }) => ID === made?.agentId)?.title
  return (
    <div className={classes.step}>
      <StepHead
        title={
          outcome === 'nothing'
            ? t('onboarding.made.nothingRead')
            : name
              ? t('onboarding.made.title', { name })
              : t('onboarding.made.untitled')
        }
        text={t(TEXTS[outcome])}
      />
      {state.error && <ErrorMessage text={errorText(state.error)} onRetry={() => void state.refetch()} />}
      {made?.note && (
        <Alert color="yellow" icon={<IconInfoCircle stroke={1.5} />}>
          {translateMessage({ ...made.noteMessage, message: made.note })}
        </Alert>
      )}
      {made?.crawlId && <Reading crawl={crawl.data?.data} error={crawl.error} />}
      {outcome === 'nothing' && made && <OtherSources region={region} agentId={made.agentId} />}
      {demo && workspace && (
        <ScopeContext value={{ region, api, workspace }}>
          <DemoModelNotice {...(made?.agentId ? { agentId: made.agentId } : {})} />
        </ScopeContext>
      )}
      <div className={classes.foot}>
        {wanted ? (
          <Button variant="default" onClick={() => void router.navigate({ href: wanted, replace: true })}>
            {t('onboarding.made.wanted')}
          </Button>
        ) : (
          <span />
        )}
        <Button
          disabled={!made}
          rightSection={<IconArrowRight size={18} stroke={1.5} aria-hidden />}
          onClick={() => void go(agentPage(region, made?.agentId ?? ''), { replace: true })}
        >
          {t('onboarding.made.talk')}
        </Button>
      </div>
    </div>
  )
}

/** What the agent has learned from the website so far. */
type Outcome = 'plain' | 'reading' | 'read' | 'nothing'
const TEXTS = {
  plain: 'onboarding.made.textPlain',
  reading: 'onboarding.made.textReading',
  read: 'onboarding.made.text',
  nothing: 'onboarding.made.textNothing',
} as const satisfies Record<Outcome, string>

function outcomeOf(made: Onboarding | undefined, crawl: Crawl | undefined): Outcome {
  if (made?.note) return 'nothing'
  if (!made?.crawlId) return 'plain'
  if (crawl && crawl.pagesRead > 0) return 'read'
  return crawl && !isRunning(crawl) ? 'nothing' : 'reading'
}

/** Alternatives when the website yielded nothing. */
function OtherSources({ region, agentId }: { region: Region; agentId: string }) {
  const { t } = useTranslation()
  const add = (kind: 'urls' | 'text') => paths.agent(region, agentId, 'kb', { add: kind })
  return (
    <Group gap="xs">
      <Button variant="default" renderRoot={(props) => <AppLink target={add('urls')} {...props} />}>
        {t('onboarding.made.otherAddress')}
      </Button>
      <Button variant="default" renderRoot={(props) => <AppLink target={add('text')} {...props} />}>
        {t('onboarding.made.pasteText')}
      </Button>
    </Group>
  )
}

function Reading({ crawl, error }: { crawl: Crawl | undefined; error: Error | null }) {
  const { t } = useTranslation()
  if (error) return <ErrorMessage text={hasCode(error, 'NOT_FOUND') ? t('onboarding.made.gone') : errorText(error)} />
  if (!crawl) return null
  const { name: site, pagesRead, pagesFailed, pagesSkipped, pagesFound, status, reason, reasonMessage } = crawl
  const running = isRunning(crawl)
  const hasBegun = running || pagesRead > 0
  const most = Math.max(1, Math.min(FIRST_CRAWL.maxPages, pagesFound))
  const waiting = Math.min(most - pagesRead, pagesFound - pagesRead - pagesFailed - pagesSkipped)
  const bounded = !running && pagesRead >= FIRST_CRAWL.maxPages && pagesFound > pagesRead
  const key = running ? 'reading' : status === 'completed' && pagesRead > 0 ? 'done' : 'failed'
  return (
    <section className={classes.preview} aria-label={t(`onboarding.made.${key}`, { site })}>
      <Text fw={500}>{t(`onboarding.made.${key}`, { site })}</Text>
      {hasBegun && (
        <Progress
          value={key === 'done' ? 100 : Math.min(95, (pagesRead / most) * 100)}
          color={key === 'failed' ? 'yellow' : undefined}
          animated={running}
          aria-label={t('onboarding.made.progress')}
        />
      )}
      {(hasBegun || pagesFailed > 0) && (
        <Group gap="md" className={classes.numbers} aria-live="polite">
          {hasBegun && <span>{t('onboarding.made.read', { count: pagesRead })}</span>}
          {running && waiting > 0 && <span>{t('onboarding.made.waiting', { count: waiting })}</span>}
          {pagesFailed > 0 && <span>{t('onboarding.made.missed', { count: pagesFailed })}</span>}
        </Group>
      )}
      {bounded && (
        <Text size="sm" c="dimmed">
          {t('onboarding.made.bounded', { count: pagesRead })}
        </Text>
      )}
      {reason && <Text size="sm">{translateMessage({ ...reasonMessage, message: reason })}</Text>}
    </section>
  )
}
