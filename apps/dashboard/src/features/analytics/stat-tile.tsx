import { ActionIcon, Paper, Text, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './analytics.module.css'

interface Props {
  label: string
  value: string
  note?: string | undefined
  /** Explains the figure. */
  hint?: string | undefined
  /** Change since the previous period. */
  change?: ReactNode
  /** A sparkline at the bottom. */
  line?: ReactNode
  /** Without extra height. */
  short?: boolean
}

export function StatTile({ label, value, note, hint, change, line, short }: Props) {
  return (
    <Paper withBorder radius="lg" className={classes.tile} data-short={short || undefined}>
      <dt>
        <Text size="sm" c="dimmed" component="span">
          {label}
        </Text>
        {hint && (
          <Tooltip label={hint}>
            <ActionIcon size={24} ms={4} aria-label={hint}>
              <IconInfoCircle size={15} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
      </dt>
      <dd>
        <span className={classes.value}>{value}</span>
        {change}
        {note && (
          <Text size="xs" c="dimmed" component="span" className={classes.note}>
            {note}
          </Text>
        )}
        {line}
      </dd>
    </Paper>
  )
}
