// Switches between the slot's panels; loaded when a second one opens.
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SlotEntry } from './active-panel.ts'

interface Props {
  entries: readonly SlotEntry[]
  /** Id of the visible panel. */
  front: string
  onShow: (id: string) => void
}

export default function SideSlotSwitch({ entries, front, onShow }: Props) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('area.slot.label')}
      data={entries.toSorted((one, other) => one.order - other.order).map(({ id, label }) => ({ value: id, label }))}
      value={front}
      onChange={onShow}
    />
  )
}
