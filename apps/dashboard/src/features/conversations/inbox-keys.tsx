// The keyboard of the inbox: from one conversation to the next, and into what is written; `?` lists it.
import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../lib/link.tsx'
import { useConversationTarget } from './conversation-target.ts'

const KEYS = { next: 'J', previous: 'K', takeOver: 'T', write: 'R', sheet: '?' } as const
type Name = keyof typeof KEYS

interface Props {
  items: readonly { readonly id: string; readonly agentId: string }[]
  /** Id of the one that is open. */
  chosen: string
}

/** What `data-key` names, where it is on screen. */
const control = (name: Name) => document.querySelector<HTMLElement>(`[data-key="${name}"]`)

export function InboxKeys({ items, chosen }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const targetOf = useConversationTarget()
  const [opened, setOpened] = useState(false)
  const step = (by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === chosen)
    const next = items[at < 0 ? 0 : at + by]
    if (next) void go(targetOf(next))
  }
  useHotkeys([
    [KEYS.next, () => step(1)],
    [KEYS.previous, () => step(-1)],
    [KEYS.takeOver, () => control('takeOver')?.click()],
    [KEYS.write, () => control('write')?.querySelector('textarea')?.focus()],
    ['shift+?', () => setOpened(true)],
  ])
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={t('conversations.inbox.keys.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack component="dl" gap="xs" m={0}>
        {(Object.keys(KEYS) as Name[]).map((name) => (
          <Group key={name} justify="space-between">
            <Text component="dt" size="sm">
              {t(`conversations.inbox.keys.${name}`)}
            </Text>
            <Text component="dd" m={0}>
              <Kbd>{KEYS[name]}</Kbd>
            </Text>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
