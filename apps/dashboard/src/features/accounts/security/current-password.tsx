// Forms that change how people sign in ask for the password, where the account has one.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../lib/session/session.ts'
import { PasswordField } from '../password-field.tsx'

/** Of `useForm`: what it needs to know of the field `password`. */
interface Props {
  hasPassword: boolean
  input: object
}

export function CurrentPassword({ hasPassword, input }: Props) {
  const { t } = useTranslation()
  const account = useAccount()
  if (!hasPassword) return null
  return (
    <>
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={account?.email ?? ''} readOnly hidden />
      <PasswordField
        label={t('account.password')}
        description={t('account.passwordHint')}
        autoComplete="current-password"
        data-autofocus
        {...input}
      />
    </>
  )
}

/** Of `useForm`, for the field `password`. */
export function usePasswordRule(hasPassword: boolean): (text: string) => string | null {
  const { t } = useTranslation()
  return (text) => (hasPassword && !text ? t('account.passwordRequired') : null)
}

/** A code of the authenticator app, or a recovery code. */
export function CurrentCode({ input }: Pick<Props, 'input'>) {
  const { t } = useTranslation()
  return (
    <TextInput label={t('account.twoFactor.codeOrRecovery')} autoComplete="one-time-code" maxLength={40} {...input} />
  )
}

/** As the call takes it: left out by accounts without one. */
export const passwordInput = (password: string) => (password ? { password } : {})
