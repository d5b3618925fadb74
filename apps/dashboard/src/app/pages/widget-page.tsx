// Settings of one widget on one page: `?vg_id=` names it; without it, a new unsaved widget.
import { Button, Tabs } from '@mantine/core'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useEffect, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useDeniedReason } from '../../lib/permissions.ts'
import { DraftProvider, useDraft } from '../../features/agents/draft/draft.tsx'
import { isSaved } from '../../features/agents/draft/draft-state.ts'
import { ReadOnlyDraft } from '../../features/agents/draft/read-only-draft.tsx'
import { NewDraftProvider } from '../../features/agents/draft/new-draft.tsx'
import { WidgetBar } from '../../features/agents/widget/widget-bar.tsx'
import widget from '../../features/agents/widget/widget.module.css'
import { AppLink, useSearchParam, useSearchValues } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { Search } from '../../lib/query-string.ts'
import { Delayed } from '../../components/feedback/delayed.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { useScrollRow } from '../../components/lists/scroll-row.ts'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import classes from '../agent-area/agent-area.module.css'
import { AgentGate } from '../agent-area/agent-gate.tsx'
import { PublishGuard } from '../agent-area/publish-guard.tsx'
import { TopBar } from '../layout/top-bar.tsx'

const TestPanel = lazy(() => import('../agent-area/test-panel.tsx'))
const SourcesView = lazy(() =>
  import('../../features/knowledge/sources-view.tsx').then((module) => ({ default: module.SourcesView })),
)

const TABS = ['overview', 'sources', 'theme', 'settings', 'channels'] as const
type Tab = (typeof TABS)[number]
const CONTENT: Record<Tab, ComponentType> = {
  overview: lazy(() => import('../../features/agents/widget/overview-tab.tsx')),
  sources: Sources,
  theme: lazy(() => import('../../features/agents/widget/theme-tab.tsx')),
  settings: lazy(() => import('../../features/agents/widget/settings-tab.tsx')),
  channels: lazy(() =>
    import('../../features/agents/channels/channels-page.tsx').then((module) => ({ default: module.ChannelsPage })),
  ),
}

/** Tabs that show the draft itself. */
const DRAFTED: ReadonlySet<Tab> = new Set(['overview', 'theme', 'settings'])

export function WidgetPage() {
  const { vg_id: agentId } = useSearchValues()
  const platform = useRouterState({
    select: ({ location }): AgentConfig['agentPlatform'] => (location.pathname.endsWith('/agents/vf') ? 'vf' : 'vg'),
  })
  const refusal = useDeniedReason('editor')
  if (agentId) return <Existing key={agentId} agentId={agentId} />
  if (refusal) return <AccessDenied why={refusal} />
  return (
    <NewDraftProvider key={platform} platform={platform}>
      <Widget />
    </NewDraftProvider>
  )
}

function Existing({ agentId }: { agentId: string }) {
  const { region } = useScope()
  const here: readonly string[] = [paths.widget(region).to, paths.vfWidget(region).to]
  return (
    <AgentGate agentId={agentId} waiting={<Waiting />}>
      <DraftProvider
        agentId={agentId}
        stays={({ pathname, search }) => here.includes(pathname) && (search as Search)['vg_id'] === agentId}
      >
        <PublishGuard>
          <Loaded />
          <Widget />
        </PublishGuard>
      </DraftProvider>
    </AgentGate>
  )
}

/** An unsaved widget can't be viewed. */
function AccessDenied({ why }: { why: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  usePageTitle(t('widget.new'))
  return (
    <>
      <TopBar phoneOnly>{null}</TopBar>
      <main id="content" className={widget.frame} tabIndex={-1}>
        <EmptyState
          order={1}
          drawing={<PagesDrawing />}
          title={t('widget.new')}
          text={why}
          action={
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
              renderRoot={(props) => <AppLink target={paths.agents(region)} {...props} />}
            >
              {t('widget.back')}
            </Button>
          }
        />
      </main>
    </>
  )
}

/** Announces once that the widget has loaded. */
function Loaded() {
  const { t } = useTranslation()
  useEffect(() => void notify.success(t('widget.loaded'), { id: 'widget-loaded' }), [t])
  return null
}

function Widget() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agent, config } = useDraft()
  const [wanted, setTab] = useSearchParam('tab')
  const [debugging, setDebugging] = useSearchParam('showDebugger')
  const saved = isSaved(agent)
  const title = config.title || t('widget.new')
  usePageTitle(title)
  const tabs = TABS.filter((tab) => tab !== 'sources' || config.agentPlatform === 'vg')
  const shown = tabs.find((tab) => tab === wanted && (saved || tab !== 'channels')) ?? 'overview'
  const row = useScrollRow<HTMLDivElement>(shown)
  const mayTest = useCan('editor')
  const testing = saved && mayTest && debugging === 'true'
  return (
    <>
      <TopBar>
        <Button
          className={widget.button}
          variant="subtle"
          color="gray"
          px={8}
          aria-label={t('widget.back')}
          renderRoot={(props) => <AppLink target={paths.agents(region)} {...props} />}
        >
          <IconArrowLeft size={18} stroke={1.5} aria-hidden />
        </Button>
        <span className={`${widget.title} truncate`}>{title}</span>
        <WidgetBar testing={testing} onTest={() => setDebugging(testing ? undefined : 'true')} />
      </TopBar>
      <div className={classes.body}>
        <main id="content" className={widget.frame} tabIndex={-1}>
          <Tabs className={widget.frame} value={shown} onChange={(tab) => setTab(tab ?? undefined)}>
            <Tabs.List
              ref={row}
              className={`${widget.tabs} scroll-row`}
              data-toasts="below"
              aria-label={t('widget.label')}
            >
              {tabs.map((tab) => (
                <Tabs.Tab key={tab} value={tab} disabled={tab === 'channels' && !saved}>
                  {tab === 'channels' && !saved ? t('widget.saveToEnable') : t(`widget.tabs.${tab}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <div className={classes.main}>
              {tabs.map((tab) => (
                <Tabs.Panel key={tab} value={tab}>
                  <Suspense fallback={<RowSkeletons />}>{tab === shown && <Shown tab={tab} />}</Suspense>
                </Tabs.Panel>
              ))}
            </div>
          </Tabs>
        </main>
        {testing && <Testing onClose={() => setDebugging(undefined)} />}
      </div>
    </>
  )
}

function Shown({ tab }: { tab: Tab }) {
  const Content = CONTENT[tab]
  const Frame = DRAFTED.has(tab) ? ReadOnlyDraft : Fragment
  return (
    <Frame>
      <Content />
    </Frame>
  )
}

function Sources() {
  const { t } = useTranslation()
  const { agent, agentId } = useDraft()
  return (
    <Page title={t('widget.tabs.sources')}>
      {isSaved(agent) ? (
        <Suspense fallback={<RowSkeletons />}>
          <SourcesView agentId={agentId} />
        </Suspense>
      ) : (
        <EmptyState drawing={<PagesDrawing />} title={t('widget.noSources')} text={t('widget.noSourcesText')} />
      )}
    </Page>
  )
}

function Testing({ onClose }: { onClose: () => void }) {
  return (
    <aside className={classes.panel} data-testid="test-panel">
      <Suspense fallback={null}>
        <TestPanel onClose={onClose} />
      </Suspense>
    </aside>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <Delayed after={100}>
      <output aria-label={t('common.loading')}>
        <RowSkeletons />
      </output>
    </Delayed>
  )
}
