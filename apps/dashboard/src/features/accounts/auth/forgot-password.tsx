import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink, useSearchValues } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { useFocusFirst } from '../../../components/overlay/focus-first.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { AuthForm, EmailField, useChecks } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { lastEmail } from './last-email.ts'

/** Also for signed-in users, who may have forgotten their password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const request = useMutation(globalApi.accounts.requestPasswordReset.mutationOptions())
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: lastEmail() },
    validate: { email: useChecks().email },
  })
  if (request.isSuccess) {
    return (
      <AuthLayout
        title={t('accounts.forgot.sent')}
        text={t('accounts.forgot.sentText', { email: request.variables.email })}
      >
        <WayBack />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('accounts.forgot.title')} text={t('accounts.forgot.text')}>
      <AuthForm
        onSubmit={form.onSubmit((values) => request.mutate(values))}
        error={request.error && errorText(request.error)}
        submit={t('accounts.forgot.submit')}
        pending={request.isPending}
        after={
          <Text ta="center">
            <WayBack />
          </Text>
        }
      >
        <EmailField ref={first} key={form.key('email')} {...form.getInputProps('email')} />
      </AuthForm>
    </AuthLayout>
  )
}

function WayBack() {
  const { t } = useTranslation()
  const signedIn = useAccount() !== null
  const back = useSearchValues()['redirect']
  return (
    <AppLink target={signedIn ? paths.root() : paths.login(back)} className={classes.link}>
      {signedIn ? t('accounts.inbox.backToApp') : t('accounts.back')}
    </AppLink>
  )
}
