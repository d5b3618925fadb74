// Everything of one agent: its bar, its tabs, the page of a tab and the test panel beside it.
import { Skeleton, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { REGIONS } from '@parlance/core/kit/regions'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { regionalApi } from '../api.ts'
import { errorText, hasCode } from '../errors.ts'
import { DraftBar } from '../features/agents/draft/draft-bar.tsx'
import { agentQuery, DraftProvider, useDraft } from '../features/agents/draft/draft.tsx'
import { DeployButton } from '../features/agents/deploy/deploy-button.tsx'
import { greetingOf } from '../features/agents/greeting.ts'
import { AgentSwitcher } from '../features/agents/switcher.tsx'
import { useGo, useSearchParam } from '../link.tsx'
import { paths } from '../paths.ts'
import { useScope } from '../scope.tsx'
import { Delayed } from '../ui/delayed.tsx'
import { Failure } from '../ui/failure.tsx'
import { notify } from '../ui/notify.ts'
import classes from './agent-area.module.css'
import { AgentTabs } from './agent-tabs.tsx'
import { TestToggle } from './test-toggle.tsx'
import { TopBar } from './top-bar.tsx'

const TestPanel = lazy(() => import('../features/conversations/test-panel/test-panel.tsx'))

export function AgentArea() {
  const { api, region } = useScope()
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })
  const agent = useQuery(agentQuery(api, agentId))
  const missing = hasCode(agent.error, 'NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT')
  if (missing) return <Elsewhere agentId={agentId} />
  if (agent.error && !agent.data) {
    return (
      <main id="content" className={classes.failed}>
        <Failure text={errorText(agent.error)} onRetry={() => void agent.refetch()} />
      </main>
    )
  }
  if (!agent.data) return <AreaSkeleton />
  return (
    <DraftProvider key={`${region}/${agentId}`} agentId={agentId}>
      <Area />
    </DraftProvider>
  )
}

function Area() {
  const { t } = useTranslation()
  const { config, agentId, flush } = useDraft()
  const [testing, setTesting] = useSearchParam('showDebugger')
  const open = testing === 'true'
  useDocumentTitle(t('shell.agentTitle', { title: config.title }))
  const [closed, setClosed] = useState(false)
  const close = () => {
    setClosed(true)
    setTesting(undefined)
  }
  return (
    <>
      <TopBar>
        <AgentSwitcher agentId={agentId} title={config.title} />
        <div className={classes.space} />
        <DraftBar>
          <DeployButton />
        </DraftBar>
      </TopBar>
      <div className={classes.body}>
        <div className={classes.column}>
          <div className={classes.tabsRow}>
            <AgentTabs agentId={agentId} testing={open} />
            {!open && <TestToggle focused={closed} onOpen={() => setTesting('true')} />}
          </div>
          <main id="content" className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        {open && (
          <aside className={classes.panel} data-testid="test-panel">
            <Suspense fallback={null}>
              <TestPanel agentId={agentId} greeting={greetingOf(config)} beforeSend={flush} onClose={close} />
            </Suspense>
          </aside>
        )}
      </div>
    </>
  )
}

function AreaSkeleton() {
  const { t } = useTranslation()
  return (
    <Delayed after={100}>
      <Stack component="output" p="lg" gap="md" aria-label={t('common.loading')}>
        <Skeleton height={36} width={220} />
        <Skeleton height={32} width={420} />
        <Skeleton height={280} radius="lg" />
      </Stack>
    </Delayed>
  )
}

/** Not in this region under this account: in the other region, somebody else's, or nowhere. */
function Elsewhere({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const go = useGo()
  const router = useRouter()
  const place = useQuery({
    queryKey: ['agent-elsewhere', region, agentId],
    queryFn: () => findElsewhere(region, agentId),
    retry: false,
    staleTime: 0,
  }).data
  useEffect(() => {
    if (!place) return
    if (place === 'nowhere') return void go(paths.notFound(), { replace: true })
    if (place === 'foreign') {
      notify.error(t('shell.foreignAgent'))
      return void go(paths.widgets(region), { replace: true })
    }
    const { pathname, searchStr } = router.state.location
    const rest = pathname.slice(paths.region(region).to.length)
    void router.navigate({ href: `${paths.region(place).to}${rest}${searchStr}`, replace: true })
  }, [place, go, router, region, t])
  return <AreaSkeleton />
}

async function findElsewhere(region: string, agentId: string) {
  const reads = async (call: Promise<unknown>) =>
    call.then(
      () => true,
      () => false,
    )
  for (const other of REGIONS) {
    if (other !== region && (await reads(regionalApi(other).agents.get.call({ agentId })))) return other
  }
  for (const any of REGIONS) {
    if (await reads(regionalApi(any).agents.publicGet.call({ agentId }))) return 'foreign'
  }
  return 'nowhere'
}
