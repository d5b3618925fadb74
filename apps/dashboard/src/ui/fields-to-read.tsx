// Fields as they stand, for whoever may only look: legible, and none of them takes anything.
import { Alert } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './fields-to-read.module.css'

interface Props {
  /** Said above the fields; '' leaves them as they are. */
  why: string
  children: ReactNode
}

export function FieldsToRead({ why, children }: Props) {
  if (!why) return children
  return (
    <>
      <Alert color="gray" mb="md" icon={<IconEye stroke={1.5} />}>
        {why}
      </Alert>
      <fieldset disabled className={classes.fields}>
        {children}
      </fieldset>
    </>
  )
}
