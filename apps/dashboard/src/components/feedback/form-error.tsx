import { Alert } from '@mantine/core'
import { errorText } from '../../lib/errors.ts'

/** Why a form was refused; nothing where it was not. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      {errorText(error)}
    </Alert>
  )
}
