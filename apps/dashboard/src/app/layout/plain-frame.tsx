import { Group, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useScope } from '../../lib/workspace-scope.tsx'
import { Logo } from '../../components/layout/logo.tsx'
import classes from './app-shell.module.css'
import { TopBar } from './top-bar.tsx'

/** Pages outside an agent, with a menu bar on phones. */
export function PlainFrame() {
  const { workspace } = useScope()
  return (
    <>
      <TopBar phoneOnly>
        <Group gap={8} wrap="nowrap" miw={0}>
          <Logo size={24} />
          <Text fw={600} size="sm" className="truncate">
            {workspace.workspaceName}
          </Text>
        </Group>
      </TopBar>
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
