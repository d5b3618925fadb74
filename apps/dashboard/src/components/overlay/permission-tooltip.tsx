// Explains to users without permission why a control is disabled.
import { Tooltip } from '@mantine/core'
import { cloneElement, type ReactElement } from 'react'

interface Props {
  /** '' with permission. */
  why: string
  children: ReactElement<{ disabled?: boolean | undefined }>
}

export function PermissionTooltip({ why, children }: Props) {
  return (
    <Tooltip label={why} disabled={!why}>
      {why ? cloneElement(children, { disabled: true }) : children}
    </Tooltip>
  )
}
