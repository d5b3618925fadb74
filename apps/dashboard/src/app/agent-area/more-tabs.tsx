// The tabs that the row has no room for.
import { Button, Menu } from '@mantine/core'
import type { TabEntry } from '@parlance/contract/agents/tabs'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './agent-area.module.css'
import { useKept, useTabName } from './use-tabs.ts'

export default function MoreTabs({ agentId, entries }: { agentId: string; entries: readonly TabEntry[] }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const name = useTabName()
  const kept = useKept()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.moreTabs}
          variant="subtle"
          color="gray"
          size="xs"
          rightSection={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        >
          {t('area.moreTabs')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => {
          const target = paths.part(region, agentId, entry.path, kept)
          return (
            <Menu.Item key={entry.path} renderRoot={(props) => <AppLink target={target} {...props} />}>
              {name(entry)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
