// The agent area: its bar, tabs, the current tab's page and the test panel.
import { Skeleton, Stack } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { firstTab, layoutOf } from '@parlance/contract/agents/tabs'
import { Navigate, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftProvider, useDraft } from '../../features/agents/draft/draft.tsx'
import { Deploy } from '../../features/agents/deploy/deploy.tsx'
import { SideSlot, SideSlotContent, SideSlotProvider, useSideSlotEntry } from '../../components/layout/side-slot.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { AgentSwitcher } from '../../features/agents/switcher.tsx'
import { VersionHistory } from '../../features/agents/versions/version-history.tsx'
import { useSearchParam } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { Delayed } from '../../components/feedback/delayed.tsx'
import { useMetaDescription } from '../../lib/meta-description.ts'
import { useCan } from '../../lib/permissions.ts'
import classes from './agent-area.module.css'
import { AgentGate } from './agent-gate.tsx'
import { AgentTabs } from './agent-tabs.tsx'
import { PublishGuard } from './publish-guard.tsx'
import { ArrangeTabs } from './arrange-tabs.tsx'
import { TabSearch } from './tab-search.tsx'
import { TestToggle } from './test-toggle.tsx'
import { TopBar } from '../layout/top-bar.tsx'
import { useKept, useTabs } from './use-tabs.ts'
import { WorkspaceMenu } from '../navigation/workspace-menu.tsx'

const ViewSwitch = lazy(() => import('./view-switch.tsx'))
const ViewOnly = lazy(() => import('../banners/view-only.tsx'))
const UpgradePlan = lazy(() => import('../navigation/upgrade-plan.tsx'))
const Testing = lazyWithTexts(() => import('./test-panel.tsx'), 'TestPanel')

export function AgentArea() {
  const { region } = useScope()
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })
  return (
    <AgentGate agentId={agentId} waiting={<AreaSkeleton />}>
      <DraftProvider key={`${region}/${agentId}`} agentId={agentId}>
        <PublishGuard>
          <SideSlotProvider name={`side-panel/${agentId}`}>
            <Area />
          </SideSlotProvider>
        </PublishGuard>
      </DraftProvider>
    </AgentGate>
  )
}

function Area() {
  const { t } = useTranslation()
  const { config, agentId } = useDraft()
  const { region } = useScope()
  const tabs = useTabs()
  const { entries, current } = tabs
  const [testing, setTesting] = useSearchParam('showDebugger')
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const mayTest = useCan('editor')
  const open = mayTest && testing === 'true'
  const slot = useSideSlotEntry({ id: 'test', label: t('area.slot.test'), order: 2, open })
  useDocumentTitle(t('shell.agentTitle', { title: config.title }))
  useMetaDescription(config.description)
  const [closed, setClosed] = useState(false)
  const close = () => {
    setClosed(true)
    setTesting(undefined)
  }
  const openTest = () => {
    slot.show('test')
    setTesting('true')
  }
  const shown = entries.find((entry) => entry.path === current)
  // Below the steps, tools keep their own page's width.
  const tools = useRouterState({ select: ({ location }) => location.pathname.endsWith('/nodes/tools') })
  const instead = firstTab(entries)
  const kept = useKept()
  if (!shown && current && instead) {
    // This agent lacks the tab, for example after a settings change. Tools may be below the steps instead.
    const steps = current === 'tools' && entries.some(({ path }) => path === 'nodes')
    // The tab belongs to Voiceflow agents; others have the same page in their settings.
    const integrations = current === 'integrations' && entries.some(({ path }) => path === 'settings')
    const target = steps
      ? paths.stepTools(region, agentId)
      : integrations
        ? paths.settings(region, agentId, 'integrations')
        : paths.part(region, agentId, instead)
    return <Navigate to={target.to} search={{ ...target.search, ...kept } as never} replace />
  }
  return (
    <>
      <AreaBar />
      {/* The canvas gives way to a panel on every screen but a phone's; pages lie below it where there is little room. */}
      <div
        className={classes.body}
        data-layout={layoutOf({ phone, workspaceUser: true })}
        data-beside={current === 'prompt' || undefined}
      >
        <div className={classes.column}>
          <div className={classes.tabsRow}>
            <AgentTabs agentId={agentId} entries={entries} current={current} />
            <div className={classes.tools}>
              {(current === 'nodes' || current === 'prompt') && (
                <Suspense fallback={null}>
                  <ViewSwitch entries={entries} current={current} />
                </Suspense>
              )}
              <TabSearch agentId={agentId} entries={entries} />
              <ArrangeTabs {...tabs} />
              {!open && mayTest && <TestToggle focused={closed} onOpen={openTest} />}
            </div>
          </div>
          <main id="content" className={classes.main} tabIndex={-1} data-full={shown?.fullWidth || tools || undefined}>
            <Outlet />
          </main>
        </div>
        {/* On a phone the canvas draws the details of a step itself. */}
        <SideSlot className={classes.panel} hidden={phone && slot.front === 'details'} />
        {open && (
          <SideSlotContent id="test" data-testid="test-panel">
            <Suspense fallback={null}>
              <Testing onClose={close} />
            </Suspense>
          </SideSlotContent>
        )}
        <VersionHistory />
      </div>
    </>
  )
}

function AreaBar() {
  const { agent, config, agentId } = useDraft()
  const mayEdit = useCan('editor')
  return (
    <TopBar>
      <WorkspaceMenu look="bar" />
      <AgentSwitcher agentId={agentId} title={config.title || agent.title} />
      {!mayEdit && (
        <Suspense fallback={null}>
          <ViewOnly />
        </Suspense>
      )}
      <div className={classes.space} />
      <Deploy />
      <Suspense fallback={null}>
        <UpgradePlan />
      </Suspense>
    </TopBar>
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
