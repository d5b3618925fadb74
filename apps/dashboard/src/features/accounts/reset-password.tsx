import { Alert, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { AppLink, useGo } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { linkToken } from '../../url-secrets.ts'
import { useFocusFirst } from '../../ui/focus-first.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { PASSWORD_MIN, PasswordField } from './password-field.tsx'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const go = useGo()
  const client = useQueryClient()
  const reset = useMutation(
    globalApi.accounts.resetPassword.mutationOptions({
      onSuccess: () => {
        client.clear()
        notify.success(t('accounts.reset.done'))
        return go(paths.login(), { replace: true })
      },
    }),
  )
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value.length >= PASSWORD_MIN ? null : t('accounts.signUp.passwordShort')) },
  })
  if (!linkToken()) {
    return (
      <AuthLayout title={t('accounts.reset.title')} text={t('accounts.reset.noToken')}>
        <AppLink target={paths.forgotPassword()} className={classes.link}>
          {t('accounts.reset.again')}
        </AppLink>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('accounts.reset.title')}>
      <form onSubmit={form.onSubmit(({ password }) => reset.mutate({ token: linkToken(), password }))} noValidate>
        <Stack gap="md">
          {reset.error && (
            <Alert color="red" role="alert">
              {errorText(reset.error)}{' '}
              <AppLink target={paths.forgotPassword()} className={classes.link}>
                {t('accounts.reset.again')}
              </AppLink>
            </Alert>
          )}
          <PasswordField
            label={t('accounts.newPassword')}
            autoComplete="new-password"
            ref={first}
            length={form.values.password.length}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={reset.isPending} fullWidth>
            {t('accounts.reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  )
}
