// Every page by its address. Pages load when first needed; links preload them on hover.
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
import { loadNamespaces } from '../i18n/i18n.ts'
import { PAGE_NAMESPACES } from '../i18n/page-namespaces.ts'
import { agencyHost } from '../lib/agency-host.ts'
import { regionalApi } from '../lib/api.ts'
import { DEFAULT_TAB, paths } from '../lib/paths.ts'
import { parseSearch, stringifySearch, type Search } from '../lib/query-string.ts'
import {
  clientSessionQuery,
  isClientTab,
  leaveClientTab,
  rememberedAgency,
  tellEnd,
  tellEndThere,
} from '../lib/session/client-session.ts'
import { sessionQuery } from '../lib/session/session.ts'
import { chosenWorkspace, workspaceToOpen } from './layout/chosen-workspace.ts'
import { Crash } from './error-page.tsx'
import { Root } from './root.tsx'

interface RouterContext {
  queryClient: QueryClient
}

type PageName = keyof typeof PAGE_NAMESPACES
type LoadPage = () => Promise<Record<string, unknown>>

/** A page with the texts it shows. */
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

/** Workspace users do not sign in on the host of an agency. */
const account = async (client: QueryClient) => (agencyHost ? null : client.ensureQueryData(sessionQuery))

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    if (agencyHost) {
      const session = await context.queryClient.ensureQueryData(clientSessionQuery(agencyHost.region)).catch(() => null)
      if (session) throw to(paths.region(agencyHost.region))
      return
    }
    const signedIn = await account(context.queryClient)
    throw to(signedIn ? paths.agents(signedIn.region) : paths.login())
  },
  // Reached on the host of an agency only.
  component: lazyPage(() => import('../features/client/client-sign-in.tsx'), 'ClientSignInPage'),
})

const page = (path: string, load: LoadPage, name: PageName) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPage(load, name) })

/** Pages for people who are not signed in; the others are led to where they wanted to go. */
const guestPage = (path: string, load: LoadPage, name: PageName) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ context, search }) => {
      // Who they are is unknown while the server cannot be reached; the form itself will say so.
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
  // The address by which the crawler names itself.
  page('/bot', () => import('../features/crawler/bot-page.tsx'), 'BotPage'),
  page('/meta-login', () => import('../features/agents/channels/meta-login-page.tsx'), 'MetaLoginPage'),
  page('/sandbox/mail', () => import('../features/platform/sandbox-mail.tsx'), 'SandboxMailPage'),
  createRoute({ getParentRoute: () => root, path: '/404', component: NotFound }),
  // An agent as anybody may meet it, signed in or not.
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

/** The link of an invitation: whoever has to sign up or in does that first. */
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

/** Whether the first steps of the own workspace come first; not for whoever is in one of somebody else. */
function areStepsAhead(region: Region, items: readonly WorkspaceSummary[]): boolean {
  const opened = workspaceToOpen(items, chosenWorkspace(region))
  return opened?.role === 'owner' && items.some(({ role, showOnboarding }) => role === 'owner' && showOnboarding)
}

/** The page that somebody came for, for when their first steps are done; where these lead anyway needs no word. */
const wantedAfter = (region: Region, href: string): Search =>
  href === paths.agents(region).to || href === paths.region(region).to ? {} : { redirect: href }

/** The first steps, for as long as they are ahead; what they made is shown once more after a reload. */
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
  component: lazyPage(() => import('../features/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
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
/** Known before anything of the area is loaded. */
let isClientArea = false
function AppFrame() {
  return isClientArea ? <ClientShell /> : <AppShell />
}
/** The shell of client users draws their pages itself: what is made for owners is not loaded for them. */
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
  beforeLoad: async ({ context, params, location }) => {
    if (!isRegion(params.region)) throw notFound()
    const signedIn = await account(context.queryClient)
    const agencyId = agencyHost?.agencyId ?? rememberedAgency(params.region)
    // Whoever never signed in as a client user here is not asked about.
    const mayBeClient = isClientTab() || (!signedIn && agencyId !== undefined)
    // A session that could not be read is none that has ended: the page says so and can be loaded again.
    const session = mayBeClient ? await context.queryClient.ensureQueryData(clientSessionQuery(params.region)) : null
    isClientArea = session !== null
    if (isClientArea) return
    leaveClientTab()
    if (mayBeClient && !signedIn) {
      const tell = agencyId === undefined ? tellEnd : tellEndThere
      tell(context.queryClient, params.region)
    }
    if (agencyHost) throw to(paths.root())
    if (!signedIn) throw to(agencyId ? paths.clientSignIn(params.region, agencyId) : paths.login(location.href))
    const list = regionalApi(params.region).workspaces.list.queryOptions()
    const { items } = await context.queryClient.ensureQueryData(list)
    if (areStepsAhead(params.region, items))
      throw to(paths.onboarding(params.region, wantedAfter(params.region, location.href)))
    // Nothing of this person lives in that region: the same page in their own one.
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

/** A tab of an agency's own, beside an agent or by itself; the shell of client users draws it. */
const customTab = <Parent extends typeof app | typeof agent>(parent: () => Parent) =>
  createRoute({
    getParentRoute: parent as () => typeof app,
    path: 'c/$',
    beforeLoad: ({ params }) => {
      if (!isClientArea && isRegion(params.region)) throw to(paths.agents(params.region))
    },
  })

/** Pages of client users by their own address, `?selected_agent_id=` naming the agent; their shell leads on to it. */
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
  plainPage('meta-pages', () => import('../features/agents/channels/meta-pages-page.tsx'), 'MetaPagesPage'),
  plainPage(
    'whatsapp-numbers',
    () => import('../features/agents/channels/whatsapp-numbers-page.tsx'),
    'WhatsappNumbersPage',
  ),
  plainPage('twilio-numbers', () => import('../features/agents/channels/twilio-numbers-page.tsx'), 'TwilioNumbersPage'),
  plainPage('whitelabel/agency', () => import('../features/agency/agency-page.tsx'), 'AgencyPage'),
  plainPage('whitelabel/clients', () => import('../features/orgs/orgs-page.tsx'), 'OrgsPage'),
  plainPage('credentials', () => import('../features/workspaces/credentials-page.tsx'), 'CredentialsPage'),
  plainPage('workspace', () => import('../features/workspaces/settings/workspace-page.tsx'), 'WorkspacePage'),
  plainPage('account', () => import('../features/accounts/account-page.tsx'), 'AccountPage'),
  plainPage('account/billing', () => import('../features/billing/billing-page.tsx'), 'BillingPage'),
]

/** Widget settings have addresses of their own beside those of agents. */
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
  // Of client users alone; their shell draws it.
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
  // Where an agent has steps, its tools are a page below them.
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
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Crash,
  })
}
