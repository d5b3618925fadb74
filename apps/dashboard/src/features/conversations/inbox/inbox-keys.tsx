// Keyboard shortcuts of the inbox; `?` lists them.
import { Group, Kbd, Stack, Text } from '@mantine/core'
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigateTo } from '../../../lib/link.tsx'
import { useConversationTarget } from '../conversation-target.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'

const KEYS = {
  next: 'J',
  previous: 'K',
  takeOver: 'T',
  assign: 'A',
  snooze: 'S',
  resolve: 'C',
  write: 'R',
  note: 'N',
  suggest: 'G',
  search: '/',
  sheet: '?',
} as const
type Name = keyof typeof KEYS

interface Props {
  items: readonly { readonly id: string; readonly agentId: string }[]
  chosen: string
}

/** The control of a `data-key` on screen. */
const control = (name: Name) => document.querySelector<HTMLElement>(`[data-key="${name}"]`)

const isLatin = (key: string) => /^[ -~]/.test(key)

/**
 * Matches the letter, or its position on a keyboard with another script. Ignored while typing (the library checks that)
 * and in dialogs.
 */
export function useInboxHotkeys(actions: Partial<Record<Name, () => unknown>>): void {
  const act = (name: Name) => {
    if (!document.querySelector('[aria-modal="true"]')) void actions[name]?.()
  }
  const names = Object.keys(actions) as Name[]
  useHotkeys([
    ...names.map((name): HotkeyItem => [name === 'sheet' ? 'shift+?' : KEYS[name], () => act(name)]),
    ...names.map((name): HotkeyItem => [
      name === 'sheet' ? 'shift+/' : KEYS[name],
      (event) => {
        if (isLatin(event.key)) return
        // The newly focused field would receive the letter.
        event.preventDefault()
        act(name)
      },
      { usePhysicalKeys: true, preventDefault: false },
    ]),
  ])
}

/**
 * Replies and notes share a field where both exist. Focuses it at once: the next letter may be text and must not
 * trigger a shortcut.
 */
function write(kind: 'reply' | 'note'): void {
  const box = control('write')
  flushSync(() => box?.querySelector<HTMLElement>(`input[type="radio"][value="${kind}"]`)?.click())
  box?.querySelector('textarea')?.focus()
}

export function InboxKeys({ items, chosen }: Props) {
  const { t } = useTranslation()
  const go = useNavigateTo()
  const targetOf = useConversationTarget()
  const [opened, setOpened] = useState(false)
  const step = (by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === chosen)
    const next = items[at < 0 ? 0 : at + by]
    if (next) void go(targetOf(next))
  }
  useInboxHotkeys({
    next: () => step(1),
    previous: () => step(-1),
    takeOver: () => control('takeOver')?.click(),
    write: () => write('reply'),
    note: () => write('note'),
    suggest: () => control('suggest')?.click(),
    search: () => control('search')?.querySelector('input')?.focus(),
    sheet: () => setOpened(true),
  })
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title={t('conversations.inbox.keys.title')}>
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
    </Dialog>
  )
}
