import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconLayoutList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaTabs } from './use-tabs.ts'

const load = () => import('./arrange-tabs-list.tsx')
const ArrangeList = lazy(load)
const preload = () => void load().catch(() => undefined)

/** Opens the list that orders and hides tabs. */
export function ArrangeTabs(tabs: AreaTabs) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const label = t('area.arrange.open')
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" returnFocus width={280}>
      <Tooltip label={label} disabled={opened}>
        <Popover.Target>
          <ActionIcon aria-label={label} onPointerEnter={preload} onFocus={preload} onClick={() => setOpened(!opened)}>
            <IconLayoutList size={18} stroke={1.5} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label={label} p="sm">
        <Suspense fallback={null}>
          <ArrangeList {...tabs} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
