// What the menu of the workspace offers; loaded when somebody goes near it.
import { Text } from '@mantine/core'
import { IconBuilding, IconCheck, IconSettings, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../can.ts'
import { shortName } from '../features/agents/short-name.ts'
import { AppLink } from '../link.tsx'
import { paths } from '../paths.ts'
import { useScope } from '../scope.tsx'
import { Menu } from '../ui/menu.tsx'
import { useNewWorkspace } from './new-workspace.tsx'
import classes from './side-nav.module.css'
import { useSwitchWorkspace } from './use-switch-workspace.ts'

export default function WorkspaceEntries() {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const items = useQuery(api.workspaces.list.queryOptions()).data?.items ?? []
  const change = useSwitchWorkspace()
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
        <Menu.Item aria-disabled closeMenuOnClick={false} c="dimmed" leftSection={<IconUsers size={16} stroke={1.5} />}>
          {t('shell.workspace.newUser')}
          <Text span display="block" size="xs">
            {refusal}
          </Text>
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconUsers size={16} stroke={1.5} />}
          renderRoot={(props) => <AppLink target={paths.workspace(region, 'members', true)} {...props} />}
        >
          {t('shell.workspace.newUser')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{t('shell.workspace.yours')}</Menu.Label>
      <div className={classes.workspaces}>
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
      </div>
      <Menu.Divider />
      <Menu.Item leftSection={<IconBuilding size={16} stroke={1.5} />} onClick={openNew}>
        {t('shell.workspace.newWorkspace')}
      </Menu.Item>
    </>
  )
}
