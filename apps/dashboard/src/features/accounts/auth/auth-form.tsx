// Shared by the sign-in forms: error, fields, one button, and links below.
import { Alert, Button, Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '../password-field.tsx'
import { rememberEmail } from './last-email.ts'

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Why the last attempt was refused. */
  error?: ReactNode
  submit: string
  pending: boolean
  children: ReactNode
  /** Shown below the button. */
  after?: ReactNode
}

export function AuthForm({ onSubmit, error, submit, pending, children, after }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {children}
        <Button type="submit" loading={pending} fullWidth>
          {submit}
        </Button>
        {after}
      </Stack>
    </form>
  )
}

/** The e-mail field; what is typed is passed on to the other forms. */
export function EmailField({ onChange, ...props }: TextInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('accounts.email')}
      type="email"
      autoComplete="username"
      {...props}
      onChange={(event) => {
        rememberEmail(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}

export function useChecks() {
  const { t } = useTranslation()
  return {
    email: (value: string) => (isEmail(value) ? null : t('accounts.invalidEmail')),
    newPassword: (value: string) => (value.length >= PASSWORD_MIN ? null : t('accounts.signUp.passwordShort')),
    password: (value: string) => (value ? null : t('accounts.signIn.passwordRequired')),
  }
}

/** A first check; the server decides. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())
