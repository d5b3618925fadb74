import { IconChevronDown } from '@tabler/icons-react'
import classes from './chevron.module.css'

/** The arrow of a control that expands what follows. */
export function Chevron({ open, size = 14 }: { open: boolean; size?: number }) {
  return (
    <IconChevronDown size={size} stroke={1.5} aria-hidden className={classes.chevron} data-open={open || undefined} />
  )
}
