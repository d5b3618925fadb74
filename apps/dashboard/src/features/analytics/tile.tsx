// One key figure with what it is measured by.
import { ActionIcon, Paper, Text, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import classes from './analytics.module.css'

interface Props {
  label: string
  value: string
  note: string
  /** What the figure means, for those who ask. */
  hint?: string
}

export function Tile({ label, value, note, hint }: Props) {
  return (
    <Paper withBorder radius="lg" className={`${classes.tile} ${classes.short}`}>
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
        <Text size="xs" c="dimmed" component="span" className={classes.note}>
          {note}
        </Text>
      </dd>
    </Paper>
  )
}
