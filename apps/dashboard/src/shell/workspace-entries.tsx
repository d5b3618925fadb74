// What the menu of the workspace offers; loaded when somebody goes near it.
import { Text } from '@mantine/core'
import type { Region } from '@parlance/core/kit/regions'
import { IconCheck, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../can.ts'
import { shortName } from '../features/agents/short-name.ts'
import { regionalApi } from '../api.ts'
import { errorText } from '../errors.ts'
import { AppLink } from '../link.tsx'
import { paths } from '../paths.ts'
import { useScope } from '../scope.tsx'
import { Menu } from '../ui/menu.tsx'
import { chooseWorkspace } from './chosen-workspace.ts'
import { useNewWorkspace } from './new-workspace.tsx'
import { inRegion } from './region-href.ts'
import classes from './side-nav.module.css'
import { useOtherRegion } from './use-other-region.ts'
import { useSwitchWorkspace } from './use-switch-workspace.ts'

export default function WorkspaceEntries() {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const items = useQuery(api.workspaces.list.queryOptions()).data?.items ?? []
  const change = useSwitchWorkspace()
  const other = useOtherRegion()
  const openNew = useNewWorkspace()
  const refusal = useRefusal('admin')
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
        {items.map(({ uid, workspaceName }) => (
          <Menu.Item
            key={uid}
            title={workspaceName}
            aria-current={uid === workspace.uid || undefined}
            rightSection={uid === workspace.uid && <IconCheck size={16} stroke={1.5} aria-hidden />}
            onClick={() => void change(uid)}
          >
            {shortName(workspaceName)}
          </Menu.Item>
        ))}
        {other && <Overseas region={other} />}
      </div>
      <Menu.Divider />
      <Menu.Item onClick={openNew}>{t('shell.workspace.newWorkspace')}</Menu.Item>
    </>
  )
}

/** Those in the other region. What was read here is not shown there, so choosing one begins the page anew. */
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
      {list.data?.items.map(({ uid, workspaceName }) => (
        <Menu.Item key={uid} title={workspaceName} onClick={() => show(uid)}>
          {shortName(workspaceName)}
        </Menu.Item>
      ))}
    </>
  )
}
