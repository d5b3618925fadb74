import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The server's minimum length. */
export const PASSWORD_MIN = 8

interface Props extends PasswordInputProps {
  length?: number
}

export function PasswordField({ length, ...props }: Props) {
  const { t } = useTranslation()
  const description = () => {
    // The error is enough.
    if (length === undefined || props.error) return undefined
    if (length === 0) return t('accounts.signUp.passwordHint')
    if (length >= PASSWORD_MIN) return t('accounts.signUp.passwordOk')
    return t('accounts.signUp.passwordLeft', { count: PASSWORD_MIN - length })
  }
  return (
    <PasswordInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={description()}
      visibilityToggleButtonProps={{ 'aria-label': t('accounts.show'), tabIndex: 0, 'aria-hidden': false }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
