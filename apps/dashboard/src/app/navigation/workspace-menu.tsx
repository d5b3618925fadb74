// The current workspace and its menu: in an agent's bar and in the navigation.
import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconBuilding, IconChevronDown, IconSelector } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { shortName } from '../../features/agents/short-name.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { Avatar } from '../../components/layout/avatar.tsx'
import { MenuLoader } from '../../components/overlay/menu-loader.tsx'
import nav from './side-nav.module.css'
import bar from '../layout/top-bar.module.css'

const entries = () => import('./workspace-menu-items.tsx')
const WorkspaceEntries = lazy(entries)
const load = () => void entries()

type Look = 'bar' | 'nav' | 'folded'
const CLASSES: Record<Look, string | undefined> = { bar: bar['workspace'], nav: nav['workspace'], folded: nav['mark'] }

export function WorkspaceMenu({ look }: { look: Look }) {
  const { t } = useTranslation()
  const { workspace } = useScope()
  const { workspaceName } = workspace
  return (
    <Menu position={look === 'folded' ? 'right-start' : 'bottom-start'} width={248} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={CLASSES[look]} title={workspaceName} onPointerEnter={load} onFocus={load}>
          <span className="visually-hidden">{`${t('shell.workspace.label')}: ${look === 'folded' ? workspaceName : ''}`}</span>
          {look === 'bar' ? <BarFace /> : <NavFace folded={look === 'folded'} />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={<MenuLoader />}>
          <WorkspaceEntries />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}

function BarFace() {
  const { workspace } = useScope()
  return (
    <>
      <IconBuilding size={16} stroke={1.5} aria-hidden />
      <span className="truncate">{shortName(workspace.workspaceName)}</span>
      <IconChevronDown size={14} stroke={1.5} aria-hidden />
    </>
  )
}

function NavFace({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const { region, workspace } = useScope()
  return (
    <>
      <Avatar name={workspace.workspaceName} photo={workspace.workspacePhotoURL} size={28} square />
      {!folded && (
        <>
          <span className={nav['names']}>
            <Text span size="sm" fw={600} className="truncate">
              {workspace.workspaceName}
            </Text>
            {/* It may take two lines: half of a region's name would tell nothing. */}
            <Text span size="xs" c="dimmed" display="block">
              {t(`common.region.${region}`)}
            </Text>
          </span>
          <IconSelector size={16} stroke={1.5} aria-hidden />
        </>
      )}
    </>
  )
}
