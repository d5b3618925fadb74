// The header of the client dashboard.
import {
  ActionIcon,
  Button,
  Menu,
  Select,
  Switch,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import {
  IconBuilding,
  IconCoins,
  IconLogout,
  IconMessageReport,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { Avatar } from '../../components/layout/avatar.tsx'
import type { ClientPage } from '../../features/client/client-tabs.ts'
import classes from '../../features/client/client.module.css'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { useClientSession, useSignOut, useUpdateMe } from '../../features/client/use-client.ts'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { useNavigateTo, useSearchParam } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

const ClientAccountDrawer = lazyWithTexts(
  () => import('../../features/client/client-account-drawer.tsx'),
  'ClientAccountDrawer',
)
const BillingDialog = lazyWithTexts(() => import('../../features/client/billing/billing-dialog.tsx'), 'ClientBilling')
const FeedbackDrawer = lazy(() => import('../../features/client/feedback-drawer.tsx'))
const OrgDrawer = lazyWithTexts(() => import('../../features/orgs/org-drawer.tsx'), 'OrgsPage')
const NotificationBell = lazyWithTexts(
  () => import('../../features/notifications/notification-bell.tsx'),
  'NotificationBell',
)
const NotificationWatch = lazyWithTexts(
  () => import('../../features/notifications/notification-watch.tsx'),
  'NotificationBell',
)

interface Props {
  /** Those that can be chosen. */
  agents: ClientSession['agents']
  agentId: string | undefined
  /** The page, or the path of the custom tab, to open for another agent. */
  page: string | undefined
  /** All allowed pages. */
  pages: readonly ClientPage[]
  /** Pages shown in the row. */
  shown: readonly ClientPage[]
  onTogglePage: (page: ClientPage) => void
  onOrg: (orgId: string) => void
}

export default function ClientHeader({ agents, agentId, page, onOrg, ...pages }: Props) {
  const { t } = useTranslation()
  const session = useClientSession()
  const { region } = useScope()
  const go = useNavigateTo()
  const { org, orgs } = session
  // Agency admins and client users without chats get no notifications.
  const isTold = session.client.ID !== '' && session.client.canAccess.includes('/convos')
  const takesFeedback = session.client.ID !== '' && session.agency.hasEmailDomain
  const [feedbackOpened, feedback] = useDisclosure()
  // In the address, so that the provider's pages can return to it.
  const [billing, setBilling] = useSearchParam('billing')
  const openBilling = () => setBilling('open')
  const pays = org?.allowBilling === true
  // Shows only changing values; the menu has the rest.
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false
  return (
    <>
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
      {agents.length > 1 && (
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
        {pays && !isPhone && <Credits name={org.name} credits={org.loadTokens} onOpen={openBilling} />}
        {session.client.ID && <Status />}
        {takesFeedback && !isPhone && (
          <ActionIcon aria-label={t('client.feedback.title')} onClick={feedback.open}>
            <IconMessageReport size={18} stroke={1.5} />
          </ActionIcon>
        )}
        {!isPhone && <DarkMode />}
        {isTold && (
          <Suspense fallback={<span className={classes.bell} />}>
            <NotificationBell />
            <NotificationWatch />
          </Suspense>
        )}
        <Profile
          {...pages}
          isPhone={isPhone}
          {...(isPhone && takesFeedback && { onFeedback: feedback.open })}
          {...(pays && { onBilling: openBilling })}
        />
      </div>
      <Suspense fallback={null}>
        {feedbackOpened && <FeedbackDrawer onClose={feedback.close} />}
        {pays && billing !== '' && (
          <BillingDialog
            key={org.ID}
            orgId={org.ID}
            hasSubscribed={billing === 'subscribed'}
            onClose={() => setBilling(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The organization's remaining credits. */
function useCreditsText(credits: number): string {
  const { t } = useTranslation()
  return t('client.credits', { count: Math.floor(credits) })
}

/** In the menu on phones. */
function Credits({ name, credits, onOpen }: { name: string; credits: number; onOpen: () => void }) {
  const { t } = useTranslation()
  const text = useCreditsText(credits)
  return (
    <Tooltip label={t('client.creditsHint', { org: name })}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        className={classes.credits}
        leftSection={<IconCoins size={16} stroke={1.5} aria-hidden />}
        onClick={onOpen}
      >
        {text}
      </Button>
    </Tooltip>
  )
}

function Status() {
  const { t } = useTranslation()
  const { client } = useClientSession()
  const update = useUpdateMe()
  const isOnline = client.status === 'online'
  return (
    <Tooltip label={t(isOnline ? 'client.onlineHint' : 'client.offlineHint')} refProp="rootRef">
      <Switch
        size="sm"
        className={classes.status}
        classNames={{ track: classes.statusTrack, labelWrapper: classes.statusText }}
        label={t(isOnline ? 'client.online' : 'client.offline')}
        checked={isOnline}
        onChange={() => {
          // Phones show no tooltip: announces the new status.
          const status = isOnline ? 'offline' : 'online'
          const onSuccess = () => notify.success(t(`client.${status}Hint`))
          update.mutate({ status }, { onSuccess })
        }}
      />
    </Tooltip>
  )
}

function useDarkMode() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  return {
    label: t(isDark ? 'client.light' : 'client.dark'),
    Icon: isDark ? IconSun : IconMoon,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}

function DarkMode() {
  const { label, Icon, toggle } = useDarkMode()
  return (
    <ActionIcon aria-label={label} onClick={toggle}>
      <Icon size={18} stroke={1.5} />
    </ActionIcon>
  )
}

/** Unsubscribes this browser from push messages on sign-out. */
function useLeave() {
  const { api, workspace } = useScope()
  return useSignOut(async () => {
    const { switchOff } = await import('../../features/notifications/browser-push.ts')
    await switchOff({ api, uid: workspace.uid })
  })
}

interface ProfileProps extends Pick<Props, 'pages' | 'shown' | 'onTogglePage'> {
  /** Includes what a phone's header has no room for. */
  isPhone: boolean
  onFeedback?: () => void
  /** For self-paying organizations. */
  onBilling?: () => void
}

function Profile({ pages, shown, onTogglePage, isPhone, onFeedback, onBilling }: ProfileProps) {
  const { t } = useTranslation()
  const { client, org } = useClientSession()
  const [account, accountDrawer] = useDisclosure()
  const [orgOpened, orgDrawer] = useDisclosure()
  const leave = useLeave()
  const dark = useDarkMode()
  const credits = useCreditsText(org?.loadTokens ?? 0)
  const managesOrg = org !== null && (client.isOrgAdmin || client.isAdmin)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="lg" radius="xl" aria-label={t('client.profile')}>
            <Avatar name={client.name || client.email} photo={client.squarePhotoURL} size={32} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label dir="auto">{client.email || t('client.adminAccess')}</Menu.Label>
          {isPhone && onBilling && <Menu.Label>{credits}</Menu.Label>}
          {client.ID && (
            <Menu.Item leftSection={<IconUserCircle size={16} stroke={1.5} />} onClick={accountDrawer.open}>
              {t('client.account.title')}
            </Menu.Item>
          )}
          {managesOrg && (
            <Menu.Item leftSection={<IconBuilding size={16} stroke={1.5} />} onClick={orgDrawer.open}>
              {t('client.org')}
            </Menu.Item>
          )}
          {onBilling && (
            <Menu.Item leftSection={<IconCoins size={16} stroke={1.5} />} onClick={onBilling}>
              {t('client.billing')}
            </Menu.Item>
          )}
          {onFeedback && (
            <Menu.Item leftSection={<IconMessageReport size={16} stroke={1.5} />} onClick={onFeedback}>
              {t('client.feedback.title')}
            </Menu.Item>
          )}
          {isPhone && (
            <Menu.Item leftSection={<dark.Icon size={16} stroke={1.5} />} onClick={dark.toggle}>
              {dark.label}
            </Menu.Item>
          )}
          {pages.length > 1 && (
            <>
              <Menu.Divider />
              <Menu.Label>{t('client.shownPages')}</Menu.Label>
              {pages.map((page) => (
                <Menu.CheckboxItem
                  key={page}
                  checked={shown.includes(page)}
                  closeMenuOnClick={false}
                  disabled={shown.length === 1 && shown.includes(page)}
                  onChange={() => onTogglePage(page)}
                >
                  {t(`client.tab.${page}`)}
                </Menu.CheckboxItem>
              ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => void leave()}>
            {t('client.logOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {account && <ClientAccountDrawer session={client} onClose={accountDrawer.close} />}
        {orgOpened && org && <OrgDrawer orgId={org.ID} onClose={orgDrawer.close} />}
      </Suspense>
    </>
  )
}
