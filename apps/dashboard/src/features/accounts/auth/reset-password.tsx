import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink, useNavigateTo } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { forgetLinkToken, linkToken } from '../../../lib/url-secrets.ts'
import { useFocusFirst } from '../../../components/overlay/focus-first.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { AuthForm, useChecks } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { PasswordField } from '../password-field.tsx'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const go = useNavigateTo()
  const client = useQueryClient()
  const reset = useMutation(
    globalApi.accounts.resetPassword.mutationOptions({
      onSuccess: async () => {
        client.clear()
        notify.success(t('accounts.reset.done'))
        await go(paths.login(), { replace: true })
        forgetLinkToken()
      },
    }),
  )
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: useChecks().newPassword },
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
      <AuthForm
        onSubmit={form.onSubmit(({ password }) => reset.mutate({ token: linkToken(), password }))}
        error={
          reset.error && (
            <>
              {errorText(reset.error)}{' '}
              <AppLink target={paths.forgotPassword()} className={classes.link}>
                {t('accounts.reset.again')}
              </AppLink>
            </>
          )
        }
        submit={t('accounts.reset.submit')}
        pending={reset.isPending}
      >
        <PasswordField
          label={t('accounts.newPassword')}
          autoComplete="new-password"
          ref={first}
          length={form.values.password.length}
          {...form.getInputProps('password')}
        />
      </AuthForm>
    </AuthLayout>
  )
}
