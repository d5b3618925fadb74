// A control that is there for everybody, and tells those who may not use it why.
import { Tooltip } from '@mantine/core'
import { cloneElement, type ReactElement } from 'react'

interface Props {
  /** '' for whoever may use it. */
  why: string
  /** One button. */
  children: ReactElement<{ disabled?: boolean | undefined }>
}

export function PermissionTooltip({ why, children }: Props) {
  return (
    <Tooltip label={why} disabled={!why}>
      {why ? cloneElement(children, { disabled: true }) : children}
    </Tooltip>
  )
}
