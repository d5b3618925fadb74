// Routes of all pages. Pages load when needed; links preload them on hover.
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { prefetchInbox } from '../features/conversations/inbox/workspace-conversations.ts'
import { loadNamespaces } from '../i18n/i18n.ts'
import { PAGE_NAMESPACES } from '../i18n/page-namespaces.ts'
import { agencyHost } from '../lib/agency/host.ts'
import { regionalApi } from '../lib/api.ts'
import { DEFAULT_TAB, paths } from '../lib/paths.ts'
import { preloadPage } from '../lib/preload-page.ts'
import { parseSearch, stringifySearch, type Search } from '../lib/query-string.ts'
import {
  clientSessionQuery,
  enterClientTab,
  isClientTab,
  leaveClientTab,
  rememberedAgency,
  tellEnd,
  tellEndThere,
} from '../lib/session/client-session.ts'
import { sessionQuery } from '../lib/session/session.ts'
import { chooseNamedWorkspace, chosenWorkspace, shownWorkspace, workspaceToOpen } from './layout/chosen-workspace.ts'
import { Crash } from './error-page.tsx'
import { Root } from './root.tsx'

interface RouterContext {
  queryClient: QueryClient
  preload: (address: string) => void
}

type PageName = keyof typeof PAGE_NAMESPACES
type LoadPage = () => Promise<Record<string, unknown>>

/** A lazy page with its texts. */
const lazyPage = (load: LoadPage, name: PageName) =>
  lazyRouteComponent(
    (async () => {
      const [module] = await Promise.all([load(), loadNamespaces(PAGE_NAMESPACES[name])])
      return module
    }) as never,
    name as never,
  )

const NotFound = lazyPage(() => import('./not-found.tsx'), 'NotFound')

const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Crash,
})

const to = (target: { to: string; search?: Search }) =>
  redirect({ to: target.to, search: (target.search ?? {}) as never, replace: true })

/** Workspace users don't sign in on an agency's host. */
const account = async (client: QueryClient) => (agencyHost ? null : client.ensureQueryData(sessionQuery))

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    if (agencyHost) {
      const session = await context.queryClient.ensureQueryData(clientSessionQuery(agencyHost.region))
      if (session) throw to(paths.region(agencyHost.region))
      return
    }
    const signedIn = await account(context.queryClient)
    throw to(signedIn ? paths.agents(signedIn.region) : paths.login())
  },
  // Only on an agency's host.
  component: lazyPage(() => import('../features/client/client-sign-in.tsx'), 'ClientSignInPage'),
})

const page = (path: string, load: LoadPage, name: PageName) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPage(load, name) })

/** Pages for signed-out users; others are redirected to where they wanted to go. */
const guestPage = (path: string, load: LoadPage, name: PageName) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ context, search }) => {
      // Unknown while the server is unreachable; the form will report that.
      const signedIn = await account(context.queryClient).catch(() => null)
      if (!signedIn) return
      const wanted = safeReturnPath((search as Search)['redirect'])
      throw wanted ? redirect({ href: wanted, replace: true }) : to(paths.agents(signedIn.region))
    },
    component: lazyPage(load, name),
  })

const publicPages = [
  guestPage('/login', () => import('../features/accounts/auth/login.tsx'), 'LoginPage'),
  guestPage('/sign-up', () => import('../features/accounts/auth/sign-up.tsx'), 'SignUpPage'),
  page('/login/callback', () => import('../features/accounts/auth/callback.tsx'), 'CallbackPage'),
  page('/forgot-password', () => import('../features/accounts/auth/forgot-password.tsx'), 'ForgotPasswordPage'),
  page('/reset-password', () => import('../features/accounts/auth/reset-password.tsx'), 'ResetPasswordPage'),
  page('/verify-email', () => import('../features/accounts/auth/verify-email.tsx'), 'VerifyEmailPage'),
  // The crawler's user agent links here.
  page('/bot', () => import('../features/crawler/bot-page.tsx'), 'BotPage'),
  page('/meta-login', () => import('../features/agents/channels/meta-pages/meta-login-page.tsx'), 'MetaLoginPage'),
  page('/sandbox/mail', () => import('../features/platform/sandbox-mail.tsx'), 'SandboxMailPage'),
  createRoute({ getParentRoute: () => root, path: '/404', component: NotFound }),
  // An agent's public pages.
  page('/prototype', () => import('../features/agents/demo/prototype-page.tsx'), 'PrototypePage'),
  page('/share', () => import('../features/agents/share/share-page.tsx'), 'SharePage'),
  page('/app/$region/prototype', () => import('../features/agents/demo/prototype-page.tsx'), 'PrototypePage'),
  page(
    '/$region/prototype/$agentId',
    () => import('../features/agents/demo/prototype-page.tsx'),
    'PublicPrototypePage',
  ),
  page('/app/$region/sign-in/$agencyId', () => import('../features/client/client-sign-in.tsx'), 'ClientSignInPage'),
  page(
    '/app/$region/sign-in/$agencyId/password',
    () => import('../features/client/client-sign-in.tsx'),
    'ClientSignInPage',
  ),
  page('/app/$region/agency-preview', () => import('./pages/agency-preview-page.tsx'), 'AgencyPreviewPage'),
  page('/app/$region/demo/$agentId/$page', () => import('../features/agents/demo/demo-page.tsx'), 'DemoPage'),
  page('/app/$region/agents/$agentId/share', () => import('../features/agents/share/share-page.tsx'), 'SharePage'),
]

/** Invitation links: signed-out users sign up or in first. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  beforeLoad: async ({ context }) => {
    const { followedInvitation, invitationQuery, signInTarget } =
      await import('../features/accounts/auth/invitation.ts')
    const token = followedInvitation()
    const [signedIn, found] = await Promise.all([
      account(context.queryClient).catch(() => null),
      token ? context.queryClient.ensureQueryData(invitationQuery(token)).catch(() => undefined) : undefined,
    ])
    if (found && !signedIn) throw to(signInTarget(found))
  },
  component: lazyPage(() => import('./pages/invitation-page.tsx'), 'InvitationPage'),
})

/** Whether the own workspace's first steps are pending; not for members of another workspace. */
function areStepsAhead(region: Region, items: readonly WorkspaceSummary[]): boolean {
  const opened = workspaceToOpen(items, chosenWorkspace(region))
  return opened?.role === 'owner' && items.some(({ role, showOnboarding }) => role === 'owner' && showOnboarding)
}

/** The page wanted before the first steps; omitted when they lead there anyway. */
const wantedAfter = (region: Region, href: string): Search =>
  href === paths.agents(region).to || href === paths.region(region).to ? {} : { redirect: href }

/** The first steps while pending; shows their result again after a reload. */
const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: async ({ context, search, location }) => {
    const signedIn = await account(context.queryClient)
    if (!signedIn) throw to(paths.login(location.href))
    const { region: named, step, redirect: wanted } = search as Search
    const region = isRegion(named) ? named : signedIn.region
    const { items } = await context.queryClient.ensureQueryData(regionalApi(region).workspaces.list.queryOptions())
    const own = items.find(({ personal, role }) => personal && role === 'owner')
    if (!own) throw to(paths.agents(signedIn.region))
    const back = safeReturnPath(wanted)
    if (own.showOnboarding && step === 'made') throw to(paths.onboarding(region, { redirect: back ?? '' }))
    if (own.showOnboarding || step === 'made') return
    throw back ? redirect({ href: back, replace: true }) : to(paths.agents(region))
  },
  component: lazyPage(() => import('./pages/onboarding-page.tsx'), 'OnboardingPage'),
})

const appHome = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: () => {
    throw to(paths.root())
  },
})

const AppShell = lazyPage(() => import('./layout/app-shell.tsx'), 'AppShell')
const ClientShell = lazyPage(() => import('./client/client-shell.tsx'), 'ClientShell')
/** Decided before the area loads. */
let isClientArea = false
function AppFrame() {
  return isClientArea ? <ClientShell /> : <AppShell />
}
/** The client shell renders its pages itself and does not load the owner's. */
function ownersPage(load: LoadPage, name: PageName) {
  const Page = lazyPage(load, name)
  const Owners = () => <Page />
  Owners.preload = () => (isClientArea ? undefined : Page.preload?.())
  return Owners
}
AppFrame.preload = () => (isClientArea ? ClientShell : AppShell).preload?.()

const app = createRoute({
  getParentRoute: () => root,
  path: '/app/$region',
  beforeLoad: async ({ context, params, location, preload }) => {
    if (!isRegion(params.region)) throw notFound()
    // Mails to an agency's clients name it.
    const { workspace: named, agency: linked, ...search } = location.search as Search
    const agencyId = agencyHost?.agencyId ?? linked ?? rememberedAgency(params.region)
    const withoutNames = () => to({ to: location.pathname, search })
    const api = regionalApi(params.region)
    const list = api.workspaces.list.queryOptions()
    const shown = context.queryClient.getQueryData(sessionQuery.queryKey) ? '' : shownWorkspace(params.region)
    const accountRead = account(context.queryClient)
    if (!isClientTab() && agencyId === undefined) {
      // After a reload, the page's data is read while its code loads.
      if (shown) void context.queryClient.prefetchQuery(list)
      if (shown && location.pathname === paths.inbox(params.region).to)
        void prefetchInbox(context.queryClient, api, shown, location.search as Search)
      // Requests go out before the many scripts.
      setTimeout(() => context.preload(location.pathname))
    }
    const signedIn = await accountRead
    // Asks only browsers that have signed in as a client user.
    const mayBeClient = isClientTab() || linked !== undefined || (!signedIn && agencyId !== undefined)
    // An unreadable session has not ended: the page says so and can be reloaded.
    const session = mayBeClient ? await context.queryClient.ensureQueryData(clientSessionQuery(params.region)) : null
    isClientArea = session !== null
    if (isClientArea) {
      if (linked === undefined) return
      enterClientTab(params.region)
      throw withoutNames()
    }
    leaveClientTab()
    if (mayBeClient && !signedIn) {
      const tell = agencyId === undefined ? tellEnd : tellEndThere
      tell(context.queryClient, params.region)
    }
    // Its sign-in page uses a token in the address.
    if (agencyHost) throw to({ ...paths.root(), search })
    if (!signedIn) throw to(agencyId ? paths.clientSignIn(params.region, agencyId) : paths.login(location.href))
    const { items } = await context.queryClient.ensureQueryData(list)
    if (named !== undefined && !preload) chooseNamedWorkspace(params.region, items, named)
    if (named !== undefined || linked !== undefined) throw withoutNames()
    if (areStepsAhead(params.region, items))
      throw to(paths.onboarding(params.region, wantedAfter(params.region, location.href)))
    // The user has nothing in that region: redirects to the same page in their own.
    if (items.length === 0 && signedIn.region !== params.region) {
      const rest = location.href.slice(paths.region(params.region).to.length)
      throw redirect({ href: paths.region(signedIn.region).to + rest, replace: true })
    }
  },
  component: AppFrame,
})
const appIndex = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: ({ params }) => {
    if (!isClientArea && isRegion(params.region)) throw to(paths.agents(params.region))
  },
})

/** A custom tab of an agency, within an agent or alone; the client shell renders it. */
const customTab = <Parent extends typeof app | typeof agent>(parent: () => Parent) =>
  createRoute({
    getParentRoute: parent as () => typeof app,
    path: 'c/$',
    beforeLoad: ({ params }) => {
      if (!isClientArea && isRegion(params.region)) throw to(paths.agents(params.region))
    },
  })

/** Client pages by their own address with `?selected_agent_id=`; the shell redirects to the agent. */
const clientSections = ['home', 'leads', 'convos', 'settings', 'analytics'].map((path) =>
  createRoute({
    getParentRoute: () => app,
    path,
    beforeLoad: ({ params }) => {
      if (!isClientArea && isRegion(params.region)) throw to(paths.agents(params.region))
    },
  }),
)

const plain = createRoute({
  getParentRoute: () => app,
  id: 'plain',
  component: ownersPage(() => import('./layout/plain-frame.tsx'), 'PlainFrame'),
})
const plainPage = (path: string, load: LoadPage, name: PageName) =>
  createRoute({ getParentRoute: () => plain, path, component: ownersPage(load, name) })
const plainPages = [
  plainPage('agents', () => import('../features/agents/list/agents-page.tsx'), 'AgentsPage'),
  plainPage('widgets', () => import('../features/agents/list/agents-page.tsx'), 'AgentsPage'),
  plainPage('automations', () => import('../features/crawler/crawler-page.tsx'), 'CrawlerPage'),
  plainPage('events', () => import('../features/events/events-page.tsx'), 'EventsPage'),
  plainPage('inbox', () => import('../features/conversations/inbox/inbox-page.tsx'), 'WorkspaceInboxPage'),
  plainPage('sessions', () => import('../features/conversations/sessions-page.tsx'), 'SessionsPage'),
  plainPage('integrations', () => import('../features/tools/functions-page.tsx'), 'FunctionsPage'),
  plainPage('meta-pages', () => import('../features/agents/channels/meta-pages/meta-pages-page.tsx'), 'MetaPagesPage'),
  plainPage(
    'whatsapp-numbers',
    () => import('../features/agents/channels/whatsapp/whatsapp-numbers-page.tsx'),
    'WhatsappNumbersPage',
  ),
  plainPage(
    'twilio-numbers',
    () => import('../features/agents/channels/twilio/twilio-numbers-page.tsx'),
    'TwilioNumbersPage',
  ),
  plainPage('whitelabel/agency', () => import('../features/agency/agency-page.tsx'), 'AgencyPage'),
  plainPage('whitelabel/clients', () => import('../features/orgs/orgs-page.tsx'), 'OrgsPage'),
  plainPage('credentials', () => import('../features/workspaces/credentials-page.tsx'), 'CredentialsPage'),
  plainPage('workspace', () => import('../features/workspaces/settings/workspace-page.tsx'), 'WorkspacePage'),
  plainPage('account', () => import('../features/accounts/account-page.tsx'), 'AccountPage'),
  plainPage('account/billing', () => import('../features/billing/billing-page.tsx'), 'BillingPage'),
]

/** Widget settings have their own addresses besides those of agents. */
const widgetPage = (path: string) =>
  createRoute({
    getParentRoute: () => app,
    path,
    component: ownersPage(() => import('./pages/widget-page.tsx'), 'WidgetPage'),
  })

const agent = createRoute({
  getParentRoute: () => app,
  path: 'agents/$agentId',
  component: ownersPage(() => import('./agent-area/agent-area.tsx'), 'AgentArea'),
})
const agentIndex = createRoute({
  getParentRoute: () => agent,
  path: '/',
  beforeLoad: ({ params, search }) => {
    if (!isClientArea && isRegion(params.region))
      throw to(paths.agent(params.region, params.agentId, DEFAULT_TAB, search as Search))
  },
})
const tab = (path: string, load: LoadPage, name: PageName) =>
  createRoute({ getParentRoute: () => agent, path, component: ownersPage(load, name) })
const tabs = [
  // For client users only; their shell renders it.
  createRoute({
    getParentRoute: () => agent,
    path: 'home',
    beforeLoad: ({ params }) => {
      if (!isClientArea && isRegion(params.region)) throw to(paths.agent(params.region, params.agentId))
    },
  }),
  tab('overview', () => import('../features/agents/design/design-page.tsx'), 'DesignPage'),
  tab('nodes', () => import('../features/agents/prompt/prompt-page.tsx'), 'PromptPage'),
  tab('prompt', () => import('../features/agents/canvas/canvas-page.tsx'), 'CanvasPage'),
  tab('kb', () => import('./pages/kb-page.tsx'), 'KbPage'),
  tab('tests', () => import('./pages/tests-page.tsx'), 'TestsPage'),
  tab('convos', () => import('../features/conversations/inbox/inbox-page.tsx'), 'InboxPage'),
  tab('leads', () => import('../features/leads/leads-page.tsx'), 'LeadsPage'),
  tab('campaigns', () => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  tab('analytics', () => import('./pages/analytics-page.tsx'), 'AnalyticsPage'),
  tab('metrics', () => import('./pages/metrics-page.tsx'), 'MetricsPage'),
  tab('voice', () => import('../features/agents/voice/voice-page.tsx'), 'VoicePage'),
  tab('channels', () => import('../features/agents/channels/channels-page.tsx'), 'ChannelsPage'),
  tab('channels/voice', () => import('../features/agents/channels/voice-channel-page.tsx'), 'VoiceChannelPage'),
  tab('tools', () => import('../features/agents/tools/tools-page.tsx'), 'ToolsPage'),
  // With steps, the tools are a page below them.
  tab('nodes/tools', () => import('../features/agents/tools/tools-page.tsx'), 'ToolsPage'),
  tab('integrations', () => import('../features/agents/integrations/integrations-page.tsx'), 'IntegrationsPage'),
  tab('settings', () => import('./pages/settings-page.tsx'), 'SettingsPage'),
  tab('settings/copies', () => import('../features/agents/fleet/fleet-page.tsx'), 'FleetPage'),
]

const tree = root.addChildren([
  home,
  ...publicPages,
  invitation,
  onboarding,
  appHome,
  app.addChildren([
    appIndex,
    ...clientSections,
    customTab(() => app),
    plain.addChildren(plainPages),
    widgetPage('agents/widget'),
    widgetPage('agents/vf'),
    agent.addChildren([agentIndex, customTab(() => agent) as never, ...tabs]),
  ]),
])

export function makeRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: tree,
    context: { queryClient, preload: (address: string): void => preloadPage(router, address) },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Crash,
  })
  return router
}
