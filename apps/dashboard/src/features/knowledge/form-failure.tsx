import { Alert } from '@mantine/core'
import { errorText } from '../../lib/errors.ts'

/** Why a form could not be sent, above its fields. */
export function FormFailure({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      {errorText(error)}
    </Alert>
  )
}
