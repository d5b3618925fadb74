import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { FIRST_CRAWL } from '@parlance/contract/onboarding/schemas'
import { isRunning } from '@parlance/contract/crawler/run'
import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useGo } from '../../lib/link.tsx'
import { DemoModelNotice } from '../../components/model-key/demo-model-notice.tsx'
import { ScopeContext } from '../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import classes from './onboarding.module.css'
import { StepHead } from './step-head.tsx'
import { agentPage, type Steps } from './use-steps.ts'

const LIVE_MS = 1000

export function MadeStep({ steps: { api, uid, region, wanted, workspace } }: { steps: Steps }) {
  const { t } = useTranslation()
  const go = useGo()
  const router = useRouter()
  const state = useQuery(api.onboarding.get.queryOptions({ input: { uid } }))
  const agents = useQuery(api.agents.summaries.queryOptions({ input: { uid } }))
  const made = state.data?.data
  const models = useQuery(api.workspaces.models.queryOptions({ input: { uid } }))
  const demo = models.data?.default.answers?.paidBy === 'sandbox'
  const name = agents.data?.items.find(({ ID }) => ID === made?.agentId)?.title
  return (
    <div className={classes.step}>
      <StepHead
        title={name ? t('onboarding.made.title', { name }) : t('onboarding.made.untitled')}
        text={t(made?.crawlId ? 'onboarding.made.text' : 'onboarding.made.textPlain')}
      />
      {state.error && <ErrorMessage text={errorText(state.error)} onRetry={() => void state.refetch()} />}
      {made?.note && (
        <Alert color="yellow" icon={<IconInfoCircle stroke={1.5} />}>
          {translateMessage({ ...made.noteMessage, message: made.note })}
        </Alert>
      )}
      {made?.crawlId && <Reading api={api} uid={uid} crawlId={made.crawlId} />}
      {demo && workspace && (
        <ScopeContext value={{ region, api, workspace }}>
          <DemoModelNotice />
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

function Reading({ api, uid, crawlId }: Pick<Steps, 'api' | 'uid'> & { crawlId: string }) {
  const { t } = useTranslation()
  const query = useQuery(
    api.crawler.get.queryOptions({
      input: { uid, crawlId },
      refetchInterval: ({ state }) => (state.data && isRunning(state.data.data) ? LIVE_MS : false),
    }),
  )
  if (query.error)
    return (
      <ErrorMessage text={hasCode(query.error, 'NOT_FOUND') ? t('onboarding.made.gone') : errorText(query.error)} />
    )
  const crawl = query.data?.data
  if (!crawl) return null
  const { name: site, pagesRead, pagesFailed, pagesSkipped, pagesFound, status, reason } = crawl
  const running = isRunning(crawl)
  const most = Math.max(1, Math.min(FIRST_CRAWL.maxPages, pagesFound))
  const waiting = Math.max(0, pagesFound - pagesRead - pagesFailed - pagesSkipped)
  const key = running ? 'reading' : status === 'completed' ? 'done' : 'failed'
  return (
    <section className={classes.preview} aria-label={t(`onboarding.made.${key}`, { site })}>
      <Text fw={500}>{t(`onboarding.made.${key}`, { site })}</Text>
      <Progress
        value={running ? Math.min(95, (pagesRead / most) * 100) : 100}
        color={key === 'failed' ? 'yellow' : undefined}
        animated={running}
        aria-label={t('onboarding.made.progress')}
      />
      <Group gap="md" className={classes.numbers} aria-live="polite">
        <span>{t('onboarding.made.read', { count: pagesRead })}</span>
        {running && waiting > 0 && <span>{t('onboarding.made.waiting', { count: waiting })}</span>}
        {pagesFailed > 0 && <span>{t('onboarding.made.missed', { count: pagesFailed })}</span>}
      </Group>
      {reason && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
    </section>
  )
}
