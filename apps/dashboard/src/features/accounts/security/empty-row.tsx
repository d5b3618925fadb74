import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './security.module.css'

export function EmptyRow({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <div className={classes.row} data-quiet>
      <span className={classes.mark} aria-hidden>
        {icon}
      </span>
      <Text size="sm" className={classes.about}>
        {text}
      </Text>
    </div>
  )
}
