// The client dashboard: the agency's header, the current agent and its allowed pages.
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Region } from '@parlance/contract/lib/regions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { useScrollRow } from '../../components/lists/scroll-row.ts'
import { ClientHome } from '../../features/client/client-home.tsx'
import {
  type ClientPage,
  inOrder,
  isAgentPage,
  isRefusedPage,
  pagesOf,
  startOf,
} from '../../features/client/client-tabs.ts'
import classes from '../../features/client/client.module.css'
import { useClientSession } from '../../features/client/use-client.ts'
import { LiveProvider } from '../../features/conversations/live.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { clientApi } from '../../lib/api.ts'
import { clientSessionQuery, tellEnd, tellEndThere } from '../../lib/session/client-session.ts'
import { chooseOrg, chosenOrg, takeEntered } from '../../lib/session/client-tab.ts'
import { AppLink, useNavigateTo, useSearchValues } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { ScopeContext, type Scope, useScope } from '../../lib/workspace-scope.tsx'
import { AgencyBar } from './agency-bar.tsx'
import { useHiddenPages } from './hidden-pages.ts'

// Includes only the home page; others, and what opens on a press, load with their texts when needed.
const InboxPage = lazyWithTexts(() => import('../../features/conversations/inbox/inbox-page.tsx'), 'InboxPage')
const RecentChats = lazyWithTexts(
  () => import('../../features/conversations/inbox/details/recent-chats.tsx'),
  'SessionsPage',
)
const CampaignsPage = lazyWithTexts(() => import('../../features/campaigns/campaigns-page.tsx'), 'CampaignsPage')
const LeadsPage = lazyWithTexts(() => import('../../features/leads/leads-page.tsx'), 'LeadsPage')
const MetricsPage = lazyWithTexts(() => import('../../features/analytics/metrics/client-metrics.tsx'), 'ClientMetrics')
const AnalyticsView = lazyWithTexts(() => import('../../features/analytics/analytics-view.tsx'), 'AnalyticsView')
const AgentPage = lazy(() => import('./agent-page.tsx'))
const NewAgentButton = lazyWithTexts(() => import('./new-agent-button.tsx'), 'ClientNewAgent')
const CustomTabPage = lazy(() => import('./custom-tab.tsx'))
export const HeaderControls = lazy(() => import('./client-header.tsx'))
const AgencyLogo = lazy(() => import('./agency-logo.tsx'))
const ClosedModal = lazy(() => import('./client-closed.tsx'))

/** Client users see a foreign workspace: as viewers, without its credits. */
export const workspaceOf = ({ workspaceId, agency }: ClientSession): WorkspaceSummary => ({
  uid: workspaceId,
  workspaceName: agency.name,
  workspacePhotoURL: agency.squarePhotoURL,
  email: '',
  loadTokens: 0,
  hasEverPaid: true,
  showOnboarding: false,
  role: 'viewer',
  personal: false,
})

export function ClientShell() {
  const { t } = useTranslation()
  const region = useParams({ strict: false, select: (params: { region?: string }) => params.region }) as Region
  const [orgId, setOrg] = useState(chosenOrg)
  const { data: session, error } = useQuery({ ...clientSessionQuery(region, orgId), refetchInterval: 30_000 })
  const client = useQueryClient()
  const known = useKnown(session)
  const api = clientApi(region)
  const scope = useMemo(
    (): Scope | undefined => known && { region, api, workspace: workspaceOf(known), client: known },
    [region, api, known],
  )
  const isGone = session === null
  const agencyId = known?.agency.ID
  useEffect(() => {
    if (!isGone || !agencyId) return
    tellEnd(client, region)
    const leave = setTimeout(() => {
      tellEndThere(client, region)
      location.assign(paths.clientSignIn(region, agencyId).to)
    }, 1500)
    return () => clearTimeout(leave)
  }, [isGone, agencyId, region, client])
  useEffect(() => {
    if (error) notify.error(t('client.refreshFailed'), { id: 'client-refresh' })
  }, [error, t])
  const isKnown = known !== undefined
  useEffect(() => {
    if (isKnown && takeEntered()) notify.success(t('client.signIn.done'))
  }, [isKnown, t])
  if (!scope) return null
  return (
    <ScopeContext value={scope}>
      <LiveProvider>
        <Frame
          onOrg={(chosen) =>
            void mayLeaveForms().then((mayLeave) => {
              if (!mayLeave) return
              chooseOrg(chosen)
              setOrg(chosen)
            })
          }
        />
      </LiveProvider>
    </ScopeContext>
  )
}

/** The last known session, also while it can't be reloaded. */
function useKnown(session: ClientSession | null | undefined) {
  const [known, setKnown] = useState(session ?? undefined)
  if (session && session !== known) setKnown(session)
  return known
}

function Frame({ onOrg }: { onOrg: (orgId: string) => void }) {
  const session = useClientSession()
  const { api, region } = useScope()
  const client = useQueryClient()
  const go = useNavigateTo()
  const { selected_agent_id: asked, billing } = useSearchValues()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  // Route parameters change later than the address: together they would name another agent's page.
  const agentId = /^\/app\/[a-z]+\/agents\/([^/]+)/.exec(pathname)?.[1]
  const named = pathname.split('/').at(-1) ?? ''
  const customHref = /^\/app\/[a-z]+(?:\/agents\/[^/]+)?\/c(\/.+?)\/?$/.exec(pathname)?.[1]
  const fitting = session.agents.filter((one) => pagesOf(session, one).length > 0)
  // Custom tabs need none of the pages.
  const agents = customHref === undefined && fitting.length > 0 ? fitting : session.agents
  const agent = agents.find(({ ID }) => ID === agentId)
  const opened = agent ?? agents.find(({ ID }) => ID === asked) ?? agents[0]
  const { allowed, shown: chosen, toggle } = useHiddenPages(pagesOf(session, opened))
  const page = customHref === undefined ? allowed.find((one) => one === named) : undefined
  const isDisabled = session.disabledMessage !== null
  const hasCampaigns = useHasCampaigns(agent?.ID, !isDisabled && allowed.includes('campaigns'))
  // Shown only if there are any.
  const shown = chosen.filter((one) => one !== 'campaigns' || hasCampaigns)
  const tabs = useQuery(api.agencies.listTabs.queryOptions({ input: {}, staleTime: 30_000, enabled: !isDisabled }))
  const [custom] = tabs.data?.items ?? []
  const start = startOf(shown) ?? startOf(chosen) ?? (custom && `c${custom.href}`)
  const wanted = opened?.ID
  // An existing page without permission: says so instead of redirecting silently.
  const isRefused = start !== undefined && customHref === undefined && isRefusedPage(named, session.client.canAccess)
  useEffect(() => {
    // After the session has ended every page redirects to sign-in; redirecting back would loop.
    const isGone = client.getQueryData(clientSessionQuery(region).queryKey) === null
    if (wanted && start && !isRefused && !isGone && customHref === undefined && (!agent || !page))
      void go(paths.part(region, wanted, page ?? start, billing ? { billing } : undefined), { replace: true })
  }, [wanted, start, agent, page, isRefused, customHref, region, client, go, billing])
  const tabsAgent = agent?.ID ?? (customHref === undefined ? undefined : wanted)
  const isVertical = session.org?.dashboardLayout === 'vertical'
  const isEmpty = session.agents.length === 0 || (allowed.length === 0 && !custom && !tabs.isPending)
  const isClosed = isDisabled || isEmpty || isRefused
  return (
    <div className={classes.shell}>
      {!isDisabled && <AgencyBar isAside={isVertical && agent !== undefined} />}
      <header className={classes.header}>
        <AgencyName />
        {/* People without access see no questions, because every answer would be refused. */}
        {!isDisabled && (
          <Suspense fallback={<span className={classes.controls} />}>
            <HeaderControls
              agents={agents}
              agentId={agent?.ID}
              page={page ?? start}
              pages={allowed}
              shown={shown}
              onTogglePage={toggle}
              onOrg={onOrg}
            />
          </Suspense>
        )}
      </header>
      <div className={isVertical ? classes.side : classes.stack}>
        {tabsAgent && !isDisabled && (
          <Tabs
            agentId={tabsAgent}
            customHref={customHref}
            pages={allowed.filter((one) => shown.includes(one) || one === page)}
            current={page}
          />
        )}
        <main id="content" className={classes.main} tabIndex={-1}>
          {customHref !== undefined && !isDisabled && (
            <Suspense fallback={null}>
              <CustomTabPage key={customHref} href={customHref} />
            </Suspense>
          )}
          {agent && page && !isDisabled && <PageOf agentId={agent.ID} title={agent.title} page={page} />}
        </main>
      </div>
      <Suspense fallback={null}>
        {isClosed && (
          <ClosedModal
            why={isDisabled ? 'disabled' : isEmpty ? 'empty' : 'noAccess'}
            back={wanted && start ? paths.part(region, wanted, start) : undefined}
            onOrg={onOrg}
          />
        )}
      </Suspense>
    </div>
  )
}

function useHasCampaigns(agentId: string | undefined, isAllowed: boolean): boolean {
  const { api } = useScope()
  const input = { agentId: agentId ?? '', limit: 1 }
  const enabled = isAllowed && agentId !== undefined
  const { data } = useQuery(api.campaigns.list.queryOptions({ input, enabled, staleTime: 300_000 }))
  return (data?.items.length ?? 0) > 0
}

export function AgencyName() {
  const { agency } = useClientSession()
  return (
    <div className={classes.agency}>
      <Suspense fallback={<span className={classes.logo} />}>
        <AgencyLogo />
      </Suspense>
      <span className={`${classes.agencyName} truncate`} dir="auto">
        {agency.name}
      </span>
    </div>
  )
}

function PageOf({ agentId, title, page }: { agentId: string; title: string; page: ClientPage }) {
  const { t } = useTranslation()
  const session = useClientSession()
  const { agency } = session
  useEffect(() => {
    document.title = `${title} - Agent`
    return () => {
      document.title = agency.name
    }
  }, [title, agency.name])
  if (page === 'home')
    return (
      <ClientHome agentId={agentId} title={title}>
        {pagesOf(session).includes('convos') && (
          <Suspense fallback={null}>
            <RecentChats key={agentId} agentId={agentId} />
          </Suspense>
        )}
      </ClientHome>
    )
  return (
    <Suspense fallback={<span className="visually-hidden">{t('common.loading')}</span>}>
      {isAgentPage(page) && <AgentPage key={agentId} agentId={agentId} page={page} />}
      {page === 'convos' && <InboxPage key={agentId} />}
      {page === 'leads' && <LeadsPage key={agentId} />}
      {page === 'campaigns' && <CampaignsPage key={agentId} />}
      {page === 'analytics' && <AnalyticsView key={agentId} agentId={agentId} />}
      {page === 'metrics' && <MetricsPage key={agentId} agentId={agentId} />}
    </Suspense>
  )
}

export function Tabs({
  agentId,
  pages,
  current,
  customHref,
}: {
  agentId: string
  pages: readonly ClientPage[]
  current?: string | undefined
  /** The open custom tab. */
  customHref?: string | undefined
}) {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const customs = useQuery(api.agencies.listTabs.queryOptions({ input: {}, staleTime: 30_000 })).data?.items ?? []
  const session = useClientSession()
  const tabs = inOrder(session, [
    ...pages.map((page) => ({ path: `/${page}`, label: t(`client.tab.${page}`), iconUrl: '' })),
    ...customs.map(({ href, ...shown }) => ({ path: `/c${href}`, ...shown })),
  ])
  const open = customHref === undefined ? `/${current ?? ''}` : `/c${customHref}`
  const row = useScrollRow<HTMLElement>(current ?? '')
  return (
    <nav ref={row} className={`${classes.tabs} scroll-row`} aria-label={t('client.pages')}>
      {tabs.map(({ path, label, iconUrl }) => (
        <AppLink
          key={path}
          target={paths.part(region, agentId, path.slice(1))}
          className={classes.tab}
          aria-current={path === open ? 'page' : undefined}
        >
          {iconUrl !== '' && <img className={classes.tabIcon} src={iconUrl} width={16} height={16} alt="" />}
          <span dir="auto">{label}</span>
        </AppLink>
      ))}
      {session.client.allowCreateAgents && (
        <Suspense fallback={null}>
          <NewAgentButton />
        </Suspense>
      )}
    </nav>
  )
}
