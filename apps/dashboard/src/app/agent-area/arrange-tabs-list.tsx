// The tabs' visibility and order, stored in this browser.
import { ActionIcon, Button, Checkbox, FocusTrap, Group, Text } from '@mantine/core'
import { moveTab, NO_MEMORY, toggleTab, type TabEntry } from '@parlance/contract/agents/tabs'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './agent-area.module.css'
import { useTabName, type AreaTabs } from './use-tabs.ts'

export default function ArrangeList({ entries, memory, remember }: AreaTabs) {
  const { t } = useTranslation()
  const shown = entries.filter((entry) => !entry.hidden).length
  const untouched = memory.hidden.length === 0 && memory.order.length === 0
  return (
    // The trap starts with the list, which may mount after its box.
    <FocusTrap>
      <div>
        <Text size="xs" c="dimmed" mb="xs">
          {t('area.arrange.hint')}
        </Text>
        <ul className={classes.arrange}>
          {entries.map((entry, index) => (
            <Row
              key={entry.path}
              entry={entry}
              only={shown === 1 && !entry.hidden}
              first={index === 0}
              last={index === entries.length - 1}
              onToggle={() => remember(toggleTab(memory, entry.path, entries))}
              onMove={(by) => remember(moveTab(memory, entry.path, by, entries))}
            />
          ))}
        </ul>
        <Button variant="default" size="xs" fullWidth mt="xs" disabled={untouched} onClick={() => remember(NO_MEMORY)}>
          {t('area.arrange.reset')}
        </Button>
      </div>
    </FocusTrap>
  )
}

interface RowProps {
  entry: TabEntry
  /** The last visible tab, which has to stay. */
  only: boolean
  first: boolean
  last: boolean
  onToggle: () => void
  onMove: (by: -1 | 1) => void
}

function Row({ entry, only, first, last, onToggle, onMove }: RowProps) {
  const { t } = useTranslation()
  const part = useTabName()(entry)
  return (
    <Group component="li" gap={4} wrap="nowrap">
      <Checkbox
        flex={1}
        size="sm"
        label={part}
        aria-label={t('area.arrange.show', { part })}
        title={only ? t('area.arrange.last') : undefined}
        checked={!entry.hidden}
        disabled={only}
        onChange={onToggle}
      />
      <ActionIcon
        size="md"
        disabled={first}
        aria-label={t('area.arrange.earlier', { part })}
        onClick={() => onMove(-1)}
      >
        <IconChevronUp size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon size="md" disabled={last} aria-label={t('area.arrange.later', { part })} onClick={() => onMove(1)}>
        <IconChevronDown size={16} stroke={1.5} />
      </ActionIcon>
    </Group>
  )
}
