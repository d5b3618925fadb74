import { ActionIcon, Button, Collapse, Group, Text, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useNewAgent } from '../features/agents/new-agent/new-agent.tsx'
import { AppLink } from '../link.tsx'
import { paths } from '../paths.ts'
import { useScope } from '../scope.tsx'
import { Logo } from '../ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CreditsLeft } from './credits-left.tsx'
import { NAV, type NavGroup, type NavLink } from './nav-entries.ts'
import { toggleFolded, toggleGroup, type NavMemory } from './nav-memory.ts'
import classes from './side-nav.module.css'
import { ThemeChoice } from './theme-choice.tsx'

interface Props {
  memory: NavMemory
  onChange: (memory: NavMemory) => void
  /** Given on phones, where the navigation is a drawer. */
  onClose?: () => void
}

export function SideNav({ memory, onChange, onClose }: Props) {
  const { t } = useTranslation()
  const { folded } = memory
  return (
    <nav className={classes.nav} aria-label={t('shell.navigation')} data-folded={folded || undefined}>
      <Head folded={folded} onToggle={onClose ?? (() => onChange(toggleFolded(memory)))} phone={Boolean(onClose)} />
      <NewAgentButton folded={folded} />
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
        <CreditsLeft folded={folded} />
        <ThemeChoice folded={folded} />
        <AccountMenu folded={folded} />
      </div>
    </nav>
  )
}

function Head({ folded, onToggle, phone }: { folded: boolean; onToggle: () => void; phone: boolean }) {
  const { t } = useTranslation()
  const { workspace, region } = useScope()
  const label = phone ? t('shell.closeMenu') : folded ? t('shell.expand') : t('shell.collapse')
  const ToggleIcon = phone ? IconX : folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={classes.head}>
      {!folded && (
        <Group gap={8} wrap="nowrap" miw={0} flex={1}>
          <Logo size={26} />
          <div className={classes.workspace}>
            <Text size="sm" fw={600} className="truncate" title={workspace.workspaceName}>
              {workspace.workspaceName}
            </Text>
            <Text size="xs" c="dimmed" className="truncate" title={t(`common.region.${region}`)}>
              {t(`common.region.${region}`)}
            </Text>
          </div>
        </Group>
      )}
      <Tooltip label={label} position="right" disabled={phone}>
        <ActionIcon size="md" aria-label={label} onClick={onToggle}>
          <ToggleIcon size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

function NewAgentButton({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const openNewAgent = useNewAgent()
  const inAgent = useRouterState({ select: (state) => /\/agents\/[^/]+/.test(state.location.pathname) })
  const variant = inAgent ? 'light' : 'filled'
  if (folded) {
    return (
      <Tooltip label={t('shell.newAgent')} position="right">
        <ActionIcon
          variant={variant}
          color="iris"
          className={classes.newFolded}
          aria-label={t('shell.newAgent')}
          onClick={openNewAgent}
        >
          <IconPlus size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Button
      variant={variant}
      className={classes.new}
      leftSection={<IconPlus size={16} stroke={1.5} />}
      onClick={openNewAgent}
    >
      {t('shell.newAgent')}
    </Button>
  )
}

function Hint({ label, folded, children }: { label: string; folded: boolean; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
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
  // Folded, there is no room for groups: their entries stand in the row themselves.
  if (folded) return children
  return (
    <li>
      <UnstyledButton className={classes.entry} onClick={onToggle} aria-expanded={open}>
        <group.icon size={18} stroke={1.5} aria-hidden />
        <span className="truncate">{label}</span>
        <IconChevronDown size={16} stroke={1.5} className={classes.chevron} data-open={open || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={open} transitionDuration={120}>
        <ul className={classes.list}>{children}</ul>
      </Collapse>
    </li>
  )
}
