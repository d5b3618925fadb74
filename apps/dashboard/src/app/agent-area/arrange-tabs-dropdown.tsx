import { Popover } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Beside } from '../../components/overlay/popover-anchor.tsx'
import ArrangeList from './arrange-tabs-list.tsx'
import type { AreaTabs } from './use-tabs.ts'

interface Props {
  button: HTMLElement | null
  opened: boolean
  onChange: (opened: boolean) => void
  tabs: AreaTabs
}

export default function ArrangeOpened({ button, opened, onChange, tabs }: Props) {
  const { t } = useTranslation()
  // Opened one step after it came, as it gives the focus back to where that was before.
  const drawn = useMounted()
  return (
    <Popover opened={opened && drawn} onChange={onChange} position="bottom-end" returnFocus width={280}>
      <Popover.Target>
        <Beside element={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('area.arrange.open')} p="sm">
        <ArrangeList {...tabs} />
      </Popover.Dropdown>
    </Popover>
  )
}
