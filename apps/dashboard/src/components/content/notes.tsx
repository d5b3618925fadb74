// Notes of teammates.
import { Group, Text } from '@mantine/core'
import { cut } from '@parlance/contract/lib/text'
import type { ReactNode } from 'react'
import { RelativeTime } from './time.tsx'
import classes from './notes.module.css'

const BEGINNING_CHARS = 80

/** Names a note in a question. */
export const beginningOf = (text: string): string =>
  text.length > BEGINNING_CHARS ? `${cut(text, BEGINNING_CHARS)}…` : text

export function NoteList({ children }: { children: ReactNode }) {
  return <ul className={classes.notes}>{children}</ul>
}

export function NoteCard({ tone, children }: { tone?: 'yellow'; children: ReactNode }) {
  return (
    <li className={classes.note} data-tone={tone}>
      {children}
    </li>
  )
}

interface NoteProps {
  note: { readonly by: { readonly name: string }; readonly at: string }
  /** Shown after the time. */
  state?: string
  actions?: ReactNode
  children: ReactNode
}

export function NoteBody({ note: { by, at }, state, actions, children }: NoteProps) {
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Text size="xs" c="dimmed" className="truncate">
          {by.name} · <RelativeTime at={at} />
          {state && ` · ${state}`}
        </Text>
        {actions}
      </Group>
      <Text size="sm" className={classes.text} dir="auto">
        {children}
      </Text>
    </>
  )
}
