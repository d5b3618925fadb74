// Forms that change sign-in methods ask for the password, if the account has one.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../lib/session/session.ts'
import { PasswordField } from '../password-field.tsx'

/** `useForm` props of the field `password`. */
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

/** Validates the field `password` of a `useForm`. */
export function usePasswordRule(hasPassword: boolean): (text: string) => string | null {
  const { t } = useTranslation()
  return (text) => (hasPassword && !text ? t('account.passwordRequired') : null)
}

/** An authenticator code or a recovery code. */
export function CurrentCode({ input }: Pick<Props, 'input'>) {
  const { t } = useTranslation()
  return (
    <TextInput label={t('account.twoFactor.codeOrRecovery')} autoComplete="one-time-code" maxLength={40} {...input} />
  )
}

/** The call's input; omitted for accounts without a password. */
export const passwordInput = (password: string) => (password ? { password } : {})
