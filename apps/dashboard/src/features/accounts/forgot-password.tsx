import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { AppLink } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { useFocusFirst } from '../../ui/focus-first.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { isEmail } from './email.ts'

export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const request = useMutation(globalApi.accounts.requestPasswordReset.mutationOptions())
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (value) => (isEmail(value) ? null : t('accounts.invalidEmail')) },
  })
  if (request.isSuccess) {
    return (
      <AuthLayout
        title={t('accounts.forgot.sent')}
        text={t('accounts.forgot.sentText', { email: request.variables.email })}
      >
        <AppLink target={paths.login()} className={classes.link}>
          {t('accounts.back')}
        </AppLink>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('accounts.forgot.title')} text={t('accounts.forgot.text')}>
      <form onSubmit={form.onSubmit((values) => request.mutate(values))} noValidate>
        <Stack gap="md">
          {request.error && (
            <Alert color="red" role="alert">
              {errorText(request.error)}
            </Alert>
          )}
          <TextInput
            label={t('accounts.email')}
            type="email"
            autoComplete="username"
            ref={first}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={request.isPending} fullWidth>
            {t('accounts.forgot.submit')}
          </Button>
          <Text ta="center">
            <AppLink target={paths.login()} className={classes.link}>
              {t('accounts.back')}
            </AppLink>
          </Text>
        </Stack>
      </form>
    </AuthLayout>
  )
}
