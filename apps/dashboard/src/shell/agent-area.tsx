// Everything of one agent: its bar, its tabs, the page of a tab and the test panel beside it.
import { Button, Skeleton, Stack } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { firstTab, layoutOf, type TabEntry } from '@parlance/core/agents/tabs'
import { IconPrompt, IconSchema } from '@tabler/icons-react'
import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftProvider, useDraft } from '../features/agents/draft/draft.tsx'
import { Deploy } from '../features/agents/deploy/deploy.tsx'
import { greetingOf } from '../features/agents/greeting.ts'
import { AgentSwitcher } from '../features/agents/switcher.tsx'
import { VersionHistory } from '../features/agents/versions/version-history.tsx'
import { AppLink, useSearchParam } from '../link.tsx'
import { paths } from '../paths.ts'
import { useScope } from '../scope.tsx'
import { Delayed } from '../ui/delayed.tsx'
import { useMetaDescription } from '../ui/meta-description.ts'
import classes from './agent-area.module.css'
import { AgentGate } from './agent-gate.tsx'
import { AgentTabs } from './agent-tabs.tsx'
import { PublishGuard } from './publish-guard.tsx'
import { ArrangeTabs } from './arrange-tabs.tsx'
import { TabSearch } from './tab-search.tsx'
import { TestToggle } from './test-toggle.tsx'
import { TopBar } from './top-bar.tsx'
import { useKept, useTabs } from './use-tabs.ts'
import { ViewOnly } from './view-only.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

const UpgradePlan = lazy(() => import('./upgrade-plan.tsx'))
const TestPanel = lazy(() => import('../features/conversations/test-panel/test-panel.tsx'))

export function AgentArea() {
  const { region } = useScope()
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })
  return (
    <AgentGate agentId={agentId} waiting={<AreaSkeleton />}>
      <DraftProvider key={`${region}/${agentId}`} agentId={agentId}>
        <PublishGuard>
          <Area />
        </PublishGuard>
      </DraftProvider>
    </AgentGate>
  )
}

function Area() {
  const { t } = useTranslation()
  const { agent, config, agentId } = useDraft()
  const { region } = useScope()
  const tabs = useTabs()
  const { entries, current } = tabs
  const [testing, setTesting] = useSearchParam('showDebugger')
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const open = testing === 'true'
  useDocumentTitle(t('shell.agentTitle', { title: config.title }))
  useMetaDescription(config.description)
  const [closed, setClosed] = useState(false)
  const close = () => {
    setClosed(true)
    setTesting(undefined)
  }
  const shown = entries.find((entry) => entry.path === current)
  const instead = firstTab(entries)
  const kept = useKept()
  if (!shown && current && instead) {
    // A part that an agent of this kind does not have, as after a change of its settings. Tools then stand below the steps.
    const steps = current === 'tools' && entries.some(({ path }) => path === 'nodes')
    const target = steps ? paths.stepTools(region, agentId) : paths.part(region, agentId, instead)
    return <Navigate to={target.to} search={kept as never} replace />
  }
  return (
    <>
      <TopBar>
        <WorkspaceMenu look="bar" />
        <AgentSwitcher agentId={agentId} title={config.title || agent.title} />
        <ViewOnly />
        <div className={classes.space} />
        <Deploy />
        <Suspense fallback={null}>
          <UpgradePlan />
        </Suspense>
      </TopBar>
      <div className={classes.body} data-layout={layoutOf({ phone, workspaceUser: true })}>
        <div className={classes.column}>
          <div className={classes.tabsRow}>
            <AgentTabs agentId={agentId} entries={entries} current={current} />
            <div className={classes.tools}>
              <ViewSwitch entries={entries} current={current} />
              <TabSearch agentId={agentId} entries={entries} />
              <ArrangeTabs {...tabs} />
              {!open && <TestToggle focused={closed} onOpen={() => setTesting('true')} />}
            </div>
          </div>
          <main id="content" className={classes.main} tabIndex={-1} data-full={shown?.fullWidth || undefined}>
            <Outlet />
          </main>
        </div>
        {open && <Testing onClose={close} />}
      </div>
      <VersionHistory />
    </>
  )
}

function Testing({ onClose }: { onClose: () => void }) {
  const { agent, config, agentId, flush } = useDraft()
  return (
    <aside className={classes.panel} data-testid="test-panel">
      <Suspense fallback={null}>
        <TestPanel
          agentId={agentId}
          greeting={greetingOf(config)}
          config={config}
          published={agent}
          beforeSend={flush}
          onClose={onClose}
        />
      </Suspense>
    </aside>
  )
}

/** From the steps as text to the same steps as a drawing, and back. */
function ViewSwitch({ entries, current }: { entries: readonly TabEntry[]; current: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const kept = useKept()
  const other = current === 'nodes' ? 'prompt' : 'nodes'
  if ((current !== 'nodes' && current !== 'prompt') || !entries.some((entry) => entry.path === other)) return null
  const ViewIcon = other === 'prompt' ? IconSchema : IconPrompt
  const label = other === 'prompt' ? t('area.view.canvas') : t('area.view.prompt')
  return (
    <nav aria-label={label}>
      <Button
        size="xs"
        variant="default"
        className={classes.view}
        aria-label={label}
        leftSection={<ViewIcon size={16} stroke={1.5} />}
        renderRoot={(props) => <AppLink target={paths.part(region, agentId, other, kept)} {...props} />}
      >
        <span className={classes.viewName}>{label}</span>
      </Button>
    </nav>
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
