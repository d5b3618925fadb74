// Entries of the workspace menu; loaded on hover.
import { Menu, Text } from '@mantine/core'
import type { Region } from '@parlance/contract/lib/regions'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { IconCheck, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { shortName } from '../../features/agents/short-name.ts'
import { regionalApi } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { dateAndTime } from '../../components/content/locale.ts'
import { chooseWorkspace } from '../layout/chosen-workspace.ts'
import { useNewWorkspace } from '../layout/new-workspace.tsx'
import { inRegion } from '../layout/region-href.ts'
import { useOtherRegion } from '../layout/use-other-region.ts'
import classes from './side-nav.module.css'
import { useSwitchWorkspace } from '../layout/use-switch-workspace.ts'

export default function WorkspaceEntries() {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const items = useQuery(api.workspaces.list.queryOptions()).data?.items ?? []
  const change = useSwitchWorkspace()
  const other = useOtherRegion()
  const openNew = useNewWorkspace()
  const refusal = useDeniedReason('admin')
  return (
    <>
      <Menu.Item
        leftSection={<IconSettings size={16} stroke={1.5} />}
        renderRoot={(props) => <AppLink target={paths.workspace(region)} {...props} />}
      >
        {t('shell.workspace.settings')}
      </Menu.Item>
      {refusal ? (
        <Menu.Item aria-disabled closeMenuOnClick={false} c="dimmed">
          {t('shell.workspace.newUser')}
          <Text span display="block" size="xs">
            {refusal}
          </Text>
        </Menu.Item>
      ) : (
        <Menu.Item renderRoot={(props) => <AppLink target={paths.workspace(region, 'members', true)} {...props} />}>
          {t('shell.workspace.newUser')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <div className={classes.workspaces}>
        <Menu.Label>{other ? t(`common.region.${region}`) : t('shell.workspace.yours')}</Menu.Label>
        <Entries items={items} shown={workspace.uid} onChoose={(uid) => void change(uid)} />
        {other && <Overseas region={other} />}
      </div>
      <Menu.Divider />
      <Menu.Item onClick={openNew}>{t('shell.workspace.newWorkspace')}</Menu.Item>
    </>
  )
}

interface EntriesProps {
  items: readonly WorkspaceSummary[]
  /** The current workspace. */
  shown?: string
  onChoose: (uid: string) => void
}

/** Own workspaces, then those open to support, with the end of access. */
function Entries({ items, shown, onChoose }: EntriesProps) {
  const { t } = useTranslation()
  const open = items.filter(({ supportUntil }) => supportUntil !== undefined)
  const entry = ({ uid, workspaceName, supportUntil }: WorkspaceSummary) => (
    <Menu.Item
      key={uid}
      title={workspaceName}
      aria-current={uid === shown || undefined}
      rightSection={uid === shown && <IconCheck size={16} stroke={1.5} aria-hidden />}
      onClick={() => onChoose(uid)}
    >
      {shortName(workspaceName)}
      {supportUntil !== undefined && (
        <Text span display="block" size="xs" c="dimmed">
          {t('shell.support.ends', { until: dateAndTime(supportUntil) })}
        </Text>
      )}
    </Menu.Item>
  )
  return (
    <>
      {items.filter(({ supportUntil }) => supportUntil === undefined).map(entry)}
      {open.length > 0 && <Menu.Label>{t('shell.support.label')}</Menu.Label>}
      {open.map(entry)}
    </>
  )
}

/** Workspaces in the other region. Choosing one reloads the page, since regions share no data. */
function Overseas({ region }: { region: Region }) {
  const { t } = useTranslation()
  const list = useQuery(regionalApi(region).workspaces.list.queryOptions())
  const show = (uid: string) => {
    chooseWorkspace(region, uid)
    location.assign(inRegion(region, location))
  }
  return (
    <>
      <Menu.Label>{t(`common.region.${region}`)}</Menu.Label>
      {list.error && (
        <Text size="xs" c="red" px="sm" pb="xs" role="alert">
          {errorText(list.error)}
        </Text>
      )}
      <Entries items={list.data?.items ?? []} onChoose={show} />
    </>
  )
}
