// The workspace on screen and the way to the others; on phones its name stands in the navigation.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconBuilding, IconCheck, IconChevronDown, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shortName } from '../features/agents/short-name.ts'
import { AppLink, useGo } from '../link.tsx'
import { paths } from '../paths.ts'
import { useScope } from '../scope.tsx'
import { useChosenWorkspace } from './chosen-workspace.ts'
import classes from './top-bar.module.css'

export function WorkspaceSwitcher() {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const items = useQuery(api.workspaces.list.queryOptions()).data?.items ?? []
  const [, choose] = useChosenWorkspace(region)
  const go = useGo()
  // The agent on screen belongs to the workspace that is left, so its list comes first.
  const change = async (uid: string) => {
    if (uid === workspace.uid) return
    await go(paths.agents(region))
    choose(uid)
  }
  return (
    <Menu position="bottom-start" width={240} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.workspace} title={workspace.workspaceName}>
          <IconBuilding size={16} stroke={1.5} aria-hidden />
          <span className="visually-hidden">{`${t('area.workspace.label')}: `}</span>
          <span className="truncate">{shortName(workspace.workspaceName)}</span>
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('area.workspace.yours')}</Menu.Label>
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
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKey size={16} stroke={1.5} />}
          renderRoot={(props) => <AppLink target={paths.credentials(region)} {...props} />}
        >
          {t('shell.nav.credentials')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
