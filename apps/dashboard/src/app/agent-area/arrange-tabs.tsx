import { ActionIcon } from '@mantine/core'
import { IconLayoutList } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../../components/overlay/tooltip.tsx'
import type { AreaTabs } from './use-tabs.ts'

const load = () => import('./arrange-tabs-dropdown.tsx')
const ArrangeOpened = lazy(load)
const fetch = () => void load().catch(() => undefined)

/** Opens the list of the parts, to order them and to put some away. */
export function ArrangeTabs(tabs: AreaTabs) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  const [button, setButton] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip label={t('area.arrange.open')} disabled={opened}>
        <ActionIcon
          ref={setButton}
          aria-label={t('area.arrange.open')}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onPointerEnter={fetch}
          onFocus={fetch}
          onClick={() => {
            setAsked(true)
            setOpened(!opened)
          }}
        >
          <IconLayoutList size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      {asked && (
        <Suspense fallback={null}>
          <ArrangeOpened button={button} opened={opened} onChange={setOpened} tabs={tabs} />
        </Suspense>
      )}
    </>
  )
}
