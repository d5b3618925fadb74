// Lists of the Tools page: a heading with actions, and rows.
import { ActionIcon, Badge, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Editing } from '../../../components/feedback/read-only.tsx'
import classes from './tools.module.css'

interface SectionProps {
  title: string
  text?: string | undefined
  actions: ReactNode
  /** Shown without rows. */
  empty: string
  rows: readonly ReactNode[]
}

export function ListSection({ title, text, actions, empty, rows }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <div>
          <Title order={2}>{title}</Title>
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        <div className={classes.actions}>{actions}</div>
      </div>
      {rows.length === 0 ? (
        <Text className={classes.empty} size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={title}>
          {rows}
        </ul>
      )}
    </section>
  )
}

interface RowProps {
  name: string
  /** Before the name: a method or transport. */
  kind?: string | undefined
  description: string
  address: string
  badges: readonly { text: string; colour: 'gray' | 'yellow' | 'red' }[]
  /** Opens the entry; without it the name is plain text. */
  open?: { label: string; go: () => void } | undefined
  /** They change the row, so they are hidden in read-only parts. */
  buttons: readonly { label: string; icon: Icon; act: () => void; disabled?: boolean }[]
}

export function ListRow({ name, kind, description, address, badges, open, buttons }: RowProps) {
  return (
    <li className={classes.row}>
      {kind && (
        <Badge color="gray" className={classes.kind}>
          {kind}
        </Badge>
      )}
      <div className={classes.words}>
        {open ? (
          <UnstyledButton className={`${classes.name} truncate`} aria-label={open.label} onClick={open.go}>
            {name}
          </UnstyledButton>
        ) : (
          <Text fw={600} className="truncate">
            {name}
          </Text>
        )}
        {description && (
          <Text size="sm" c="dimmed" className="truncate" title={description}>
            {description}
          </Text>
        )}
        {address && (
          <Text size="xs" c="dimmed" className="truncate" title={address}>
            {address}
          </Text>
        )}
      </div>
      <div className={classes.badges}>
        {badges.map(({ text, colour }) => (
          <Badge key={text} color={colour}>
            {text}
          </Badge>
        ))}
      </div>
      <Editing>
        <div className={classes.buttons}>
          {buttons.map(({ label, icon: ButtonIcon, act, disabled }) => (
            <Tooltip key={label} label={label}>
              <ActionIcon size="md" aria-label={label} disabled={disabled ?? false} onClick={act}>
                <ButtonIcon size={16} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          ))}
        </div>
      </Editing>
    </li>
  )
}
