import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useNewAgent } from '../../features/agents/new-agent/new-agent.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { loadWhenIdle } from '../../lib/when-idle.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { Logo } from '../../components/layout/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CreditsLeft } from './credits-left.tsx'
import { NAV, type NavGroup, type NavLink } from './nav-entries.ts'
import { toggleFolded, toggleGroup, type NavMemory } from './nav-memory.ts'
import { MAC, usePalette } from '../command-palette/palette-host.tsx'
import { usePreloadedPages } from '../layout/preload-pages.ts'
import classes from './side-nav.module.css'
import { WorkspaceMenu } from './workspace-menu.tsx'

const NotificationBell = lazyWithTexts(
  loadWhenIdle(() => import('../../features/notifications/notification-bell.tsx')),
  'NotificationBell',
)
const ThemeChoice = lazy(loadWhenIdle(() => import('../layout/theme-choice.tsx')))
const InboxCount = lazy(loadWhenIdle(() => import('./inbox-count.tsx')))
const NavExtras = lazy(loadWhenIdle(() => import('./nav-extras.tsx')))

const LINKS = NAV.flatMap((entry) => ('children' in entry ? entry.children : [entry]))

interface Props {
  memory: NavMemory
  onChange: (memory: NavMemory) => void
  /** Set on phones, where the navigation is a drawer. */
  onClose?: () => void
}

export function SideNav({ memory, onChange, onClose }: Props) {
  const { t } = useTranslation()
  const { folded } = memory
  const { region } = useScope()
  usePreloadedPages([...LINKS.map((link) => link.target(region)), paths.workspace(region)])
  return (
    <nav className={classes.nav} aria-label={t('shell.navigation')} data-folded={folded || undefined}>
      <Head folded={folded} onToggle={onClose ?? (() => onChange(toggleFolded(memory)))} phone={Boolean(onClose)} />
      <NewAgentButton folded={folded} />
      <SearchButton folded={folded} />
      {!onClose && (
        <Suspense fallback={<div className={classes.entry} />}>
          <NotificationBell look={folded ? 'folded' : 'entry'} entryClass={classes.entry} />
        </Suspense>
      )}
      <ul className={classes.list}>
        {NAV.map((entry) =>
          'children' in entry ? (
            <NavGroupEntry
              key={entry.key}
              group={entry}
              folded={folded}
              open={!memory.closed.includes(entry.key)}
              onToggle={() => onChange(toggleGroup(memory, entry.key))}
            />
          ) : (
            <Entry key={entry.key} entry={entry} folded={folded} />
          ),
        )}
      </ul>
      <div className={classes.foot}>
        <Suspense fallback={null}>
          <NavExtras folded={folded} />
        </Suspense>
        <CreditsLeft folded={folded} />
        <Suspense fallback={<div className={classes.theme} />}>
          <ThemeChoice folded={folded} />
        </Suspense>
        <AccountMenu folded={folded} />
      </div>
    </nav>
  )
}

function Head({ folded, onToggle, phone }: { folded: boolean; onToggle: () => void; phone: boolean }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const label = phone ? t('shell.closeMenu') : folded ? t('shell.expand') : t('shell.collapse')
  const ToggleIcon = phone ? IconX : folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <>
      <div className={classes.head}>
        {!folded && (
          <AppLink target={paths.agents(region)} className={classes.brand}>
            <Logo size={24} />
            Parlance
          </AppLink>
        )}
        <Tooltip label={label} position="right" disabled={phone}>
          <ActionIcon size="md" aria-label={label} onClick={onToggle}>
            <ToggleIcon size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <WorkspaceMenu look={folded ? 'folded' : 'nav'} />
    </>
  )
}

/** Opens the palette, like Ctrl/⌘ K. */
function SearchButton({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const open = usePalette()
  const label = t('shell.palette.open')
  const keys = MAC ? '⌘ K' : 'Ctrl K'
  return (
    <Hint label={`${label} (${keys})`} folded={folded}>
      <UnstyledButton
        className={`${classes.entry} ${classes.search}`}
        aria-label={folded ? label : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.5} aria-hidden />
        {!folded && (
          <>
            <span className="truncate">{label}</span>
            <kbd className={classes.keys}>{keys}</kbd>
          </>
        )}
      </UnstyledButton>
    </Hint>
  )
}

function NewAgentButton({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const openNewAgent = useNewAgent()
  const refusal = useDeniedReason('editor')
  const inAgent = useRouterState({ select: (state) => /\/agents\/[^/]+/.test(state.location.pathname) })
  const look = {
    variant: inAgent ? 'light' : 'filled',
    disabled: refusal !== '',
    className: folded ? classes.newFolded : classes.new,
    onClick: openNewAgent,
  }
  return (
    <Tooltip label={refusal || t('shell.newAgent')} position="right" disabled={!folded && !refusal}>
      {folded ? (
        <ActionIcon color="iris" aria-label={t('shell.newAgent')} {...look}>
          <IconPlus size={18} stroke={1.5} />
        </ActionIcon>
      ) : (
        <Button leftSection={<IconPlus size={16} stroke={1.5} />} {...look}>
          {t('shell.newAgent')}
        </Button>
      )}
    </Tooltip>
  )
}

function Hint({ label, folded, children }: { label: string; folded: boolean; children: ReactElement }) {
  if (!folded) return children
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  )
}

function Entry({ entry, folded, child }: { entry: NavLink; folded: boolean; child?: boolean }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const target = entry.target(region)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const alias = entry.key === 'agents' && pathname === paths.widgets(region).to
  const active = alias || pathname === target.to || pathname.startsWith(`${target.to}/`)
  const label = t(`shell.nav.${entry.key}`)
  return (
    <li>
      <Hint label={label} folded={folded}>
        <AppLink
          target={target}
          className={classes.entry}
          data-child={(child && !folded) || undefined}
          data-active={active || undefined}
          aria-current={active ? 'page' : undefined}
          aria-label={folded ? label : undefined}
        >
          <entry.icon size={18} stroke={1.5} aria-hidden />
          {!folded && <span className="truncate">{label}</span>}
          {entry.key === 'inbox' && (
            <Suspense fallback={null}>
              <InboxCount folded={folded} />
            </Suspense>
          )}
        </AppLink>
      </Hint>
    </li>
  )
}

interface GroupProps {
  group: NavGroup
  folded: boolean
  open: boolean
  onToggle: () => void
}

function NavGroupEntry({ group, folded, open, onToggle }: GroupProps) {
  const { t } = useTranslation()
  const label = t(`shell.nav.${group.key}`)
  const children = group.children.map((entry) => <Entry key={entry.key} entry={entry} folded={folded} child />)
  // Folded navigation has no groups, only entries.
  if (folded) return children
  return (
    <li>
      <UnstyledButton className={classes.entry} onClick={onToggle} aria-expanded={open}>
        <group.icon size={18} stroke={1.5} aria-hidden />
        <span className="truncate">{label}</span>
        <IconChevronDown size={16} stroke={1.5} className={classes.chevron} data-open={open || undefined} aria-hidden />
      </UnstyledButton>
      <div className={classes.group} data-open={open || undefined} inert={!open}>
        <ul className={classes.list}>{children}</ul>
      </div>
    </li>
  )
}
