// The dashboard of a client user: their agency's header, the agent they look at, and the pages they may open.
import { ActionIcon, Button, Menu, Modal, Select, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Region } from '@parlance/contract/lib/regions'
import { IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LostDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Face } from '../../components/layout/avatar.tsx'
import { ClientHome } from '../../features/client/client-home.tsx'
import { type ClientPage, pagesOf } from '../../features/client/client-tabs.ts'
import classes from '../../features/client/client.module.css'
import { LiveProvider } from '../../features/conversations/live.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { clientApi } from '../../lib/api.ts'
import { clientSessionQuery, leaveClientTab, setClientSession } from '../../lib/client-session.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink, useGo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { ScopeContext, type Scope, useScope } from '../../lib/workspace-scope.tsx'

const InboxPage = lazy(async () => ({
  default: (await import('../../features/conversations/inbox-page.tsx')).InboxPage,
}))
const RecentChats = lazy(() => import('../../features/conversations/recent-chats.tsx'))
const LeadsPage = lazyWithTexts(() => import('../pages/client-leads.tsx'), 'LeadsPage')
const AnalyticsView = lazy(async () => ({
  default: (await import('../../features/analytics/analytics-view.tsx')).AnalyticsView,
}))
const ClientAccountDrawer = lazy(() => import('../../features/client/client-account-drawer.tsx'))

const NotificationBell = lazyWithTexts(
  () => import('../../features/notifications/notification-bell.tsx'),
  'NotificationBell',
)
const NotificationWatch = lazyWithTexts(
  () => import('../../features/notifications/notification-watch.tsx'),
  'NotificationBell',
)

/** Client users look at a workspace that is not theirs: as a viewer, without its credits. */
const workspaceOf = ({ workspaceId, agency }: ClientSession): WorkspaceSummary => ({
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
  const [orgId, setOrg] = useState('')
  const { data: session, error } = useQuery({ ...clientSessionQuery(region, orgId), refetchInterval: 30_000 })
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
    notify.error(t('client.again'))
    const leave = setTimeout(() => location.assign(paths.clientSignIn(region, agencyId).to), 1500)
    return () => clearTimeout(leave)
  }, [isGone, agencyId, region, t])
  useEffect(() => {
    if (error) notify.error(t('client.refreshFailed'), { id: 'client-refresh' })
  }, [error, t])
  if (!scope) return null
  return (
    <ScopeContext value={scope}>
      <LiveProvider>
        <Frame onOrg={setOrg} />
      </LiveProvider>
    </ScopeContext>
  )
}

/** The session as it was known last, also while it could not be read again. */
function useKnown(session: ClientSession | null | undefined) {
  const [known, setKnown] = useState(session ?? undefined)
  if (session && session !== known) setKnown(session)
  return known
}

function useSession(): ClientSession {
  const { client } = useScope()
  if (!client) throw new Error('useSession is for pages of client users')
  return client
}

function Frame({ onOrg }: { onOrg: (orgId: string) => void }) {
  const session = useSession()
  const { region } = useScope()
  const go = useGo()
  const pages = pagesOf(session)
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId })
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const agent = session.agents.find(({ ID }) => ID === agentId)
  const page = pages.find((one) => pathname.endsWith(`/${one}`))
  const first = session.agents[0]?.ID
  const start = pages[0]
  const wanted = agent?.ID ?? first
  useEffect(() => {
    if (wanted && start && (!agent || !page)) void go(paths.part(region, wanted, page ?? start), { replace: true })
  }, [wanted, start, agent, page, region, go])
  const isVertical = session.org?.dashboardLayout === 'vertical'
  const tabs = agent && <Tabs agentId={agent.ID} pages={pages} current={page} />
  return (
    <div className={classes.shell}>
      <Header agentId={agent?.ID} page={page ?? start} onOrg={onOrg} />
      <div className={isVertical ? classes.side : classes.stack}>
        {tabs}
        <main id="content" className={classes.main} tabIndex={-1}>
          {agent && page && session.disabledMessage === null && (
            <PageOf agentId={agent.ID} title={agent.title} page={page} />
          )}
          {(session.agents.length === 0 || pages.length === 0) && <Nothing />}
        </main>
      </div>
      {session.disabledMessage !== null && <Disabled text={session.disabledMessage} />}
    </div>
  )
}

function PageOf({ agentId, title, page }: { agentId: string; title: string; page: ClientPage }) {
  const { t } = useTranslation()
  const session = useSession()
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
      {page === 'convos' && <InboxPage key={agentId} />}
      {page === 'leads' && <LeadsPage key={agentId} />}
      {page === 'analytics' && <AnalyticsView key={agentId} agentId={agentId} />}
    </Suspense>
  )
}

function Tabs({
  agentId,
  pages,
  current,
}: {
  agentId: string
  pages: readonly ClientPage[]
  current?: string | undefined
}) {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <nav className={classes.tabs} aria-label={t('client.pages')}>
      {pages.map((page) => (
        <AppLink
          key={page}
          target={paths.part(region, agentId, page)}
          className={classes.tab}
          aria-current={page === current ? 'page' : undefined}
        >
          {t(`client.tab.${page}`)}
        </AppLink>
      ))}
    </nav>
  )
}

interface HeaderProps {
  agentId: string | undefined
  page: ClientPage | undefined
  onOrg: (orgId: string) => void
}

function Header({ agentId, page, onOrg }: HeaderProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { region } = useScope()
  const go = useGo()
  const { agency, agents, org, orgs } = session
  // Whoever came in as the agency's admin is told of nothing, and so is who may not open chats.
  const isTold = session.client.ID !== '' && session.client.canAccess.includes('/convos')
  return (
    <header className={classes.header}>
      <div className={classes.agency}>
        <Face name={agency.name} photo={agency.squarePhotoURL} size={28} square />
        <span className={`${classes.agencyName} truncate`} dir="auto">
          {agency.name}
        </span>
      </div>
      {orgs.length > 1 && (
        <Select
          className={classes.agent}
          aria-label={t('client.org')}
          data={orgs.map(({ ID, name }) => ({ value: ID, label: name }))}
          value={org?.ID ?? null}
          allowDeselect={false}
          searchable
          onChange={(id) => id && onOrg(id)}
        />
      )}
      {agents.length > 0 && (
        <Select
          className={classes.agent}
          aria-label={t('client.agent')}
          data={agents.map(({ ID, title }) => ({ value: ID, label: title }))}
          value={agentId ?? null}
          allowDeselect={false}
          searchable={agents.length > 7}
          onChange={(id) => id && page && void go(paths.part(region, id, page))}
        />
      )}
      <div className={classes.end}>
        {session.client.ID && <Status />}
        <DarkMode />
        {isTold && (
          <Suspense fallback={<span className={classes.bell} />}>
            <NotificationBell />
            <NotificationWatch />
          </Suspense>
        )}
        <Profile />
      </div>
    </header>
  )
}

function useUpdate() {
  const { t } = useTranslation()
  const { region, api } = useScope()
  const client = useQueryClient()
  return useMutation(
    api.clientAccount.updateMe.mutationOptions({
      onSuccess: ({ data }) => {
        setClientSession(client, region, data)
        void client.invalidateQueries({ queryKey: ['client-session', region] })
      },
      onError: (error) => notify.error(`${t('client.saveFailed')} ${errorText(error)}`),
    }),
  )
}

function Status() {
  const { t } = useTranslation()
  const { client } = useSession()
  const update = useUpdate()
  const isOnline = client.status === 'online'
  return (
    <Switch
      size="sm"
      label={t(isOnline ? 'client.online' : 'client.offline')}
      checked={isOnline}
      onChange={() => update.mutate({ status: isOnline ? 'offline' : 'online' })}
    />
  )
}

function DarkMode() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = colorScheme === 'dark'
  return (
    <ActionIcon
      aria-label={t(isDark ? 'client.light' : 'client.dark')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} stroke={1.5} /> : <IconMoon size={18} stroke={1.5} />}
    </ActionIcon>
  )
}

function useSignOut() {
  const { region, api, workspace } = useScope()
  const { agency } = useSession()
  return async () => {
    const { switchOff } = await import('../../features/notifications/browser-push.ts')
    await switchOff({ api, uid: workspace.uid }).catch(() => undefined)
    await api.clientAccount.signOut.call({}).catch(() => undefined)
    leaveClientTab()
    // Nothing of the session is left in memory.
    location.assign(paths.clientSignIn(region, agency.ID).to)
  }
}

function Profile() {
  const { t } = useTranslation()
  const { client } = useSession()
  const [opened, drawer] = useDisclosure()
  const signOut = useSignOut()
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="lg" radius="xl" aria-label={t('client.profile')}>
            <Face name={client.name || client.email} photo={client.squarePhotoURL} size={32} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label dir="auto">{client.email || t('client.adminAccess')}</Menu.Label>
          {client.ID && (
            <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.5} />} onClick={drawer.open}>
              {t('client.account.title')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => void signOut()}>
            {t('client.logOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>{opened && <ClientAccountDrawer session={client} onClose={drawer.close} />}</Suspense>
    </>
  )
}

/** Their agency closed the door: there is nothing to do here but leave. */
function Disabled({ text }: { text: string }) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnClickOutside={false} closeOnEscape={false} centered>
      <Stack>
        <Text className={classes.branding} dir="auto">
          {text || t('client.disabled')}
        </Text>
        <Button onClick={() => void signOut()}>{t('client.logOut')}</Button>
      </Stack>
    </Modal>
  )
}

function Nothing() {
  const { t } = useTranslation()
  const { client, agents, agency } = useSession()
  const title = agents.length > 0 ? t('client.noAccess') : t(client.isAdmin ? 'client.orgEmpty' : 'client.empty')
  return (
    <EmptyState
      order={1}
      drawing={<LostDrawing />}
      title={title}
      text={t('client.contact', { agency: agency.name })}
      {...(agency.supportEmail && {
        action: (
          <Button component="a" href={`mailto:${agency.supportEmail}`}>
            {t('client.contactAction')}
          </Button>
        ),
      })}
    />
  )
}
