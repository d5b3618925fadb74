import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconLayoutList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaTabs } from './use-tabs.ts'

const ArrangeList = lazy(() => import('./arrange-list.tsx'))

/** Opens the list of the parts, to order them and to put some away. */
export function ArrangeTabs(tabs: AreaTabs) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" returnFocus width={280}>
      <Popover.Target>
        <Tooltip label={t('area.arrange.open')} disabled={opened}>
          <ActionIcon
            aria-label={t('area.arrange.open')}
            aria-haspopup="dialog"
            onClick={() => setOpened((before) => !before)}
          >
            <IconLayoutList size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('area.arrange.open')} p="sm">
        <Suspense fallback={null}>
          <ArrangeList {...tabs} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
