import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { AppLink, useSearchValues } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { useFocusFirst } from '../../ui/focus-first.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { isEmail } from './email.ts'
import { useEnter } from './enter.ts'
import { PasswordField } from './password-field.tsx'

function useSignIn() {
  const enter = useEnter()
  const client = useQueryClient()
  return useMutation(
    globalApi.accounts.signIn.mutationOptions({
      onSuccess: ({ account }) => {
        client.clear()
        return enter(account)
      },
    }),
  )
}

export function LoginPage() {
  const { t } = useTranslation()
  const first = useFocusFirst()
  const signIn = useSignIn()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (isEmail(value) ? null : t('accounts.invalidEmail')),
      password: (value) => (value ? null : t('accounts.signIn.passwordRequired')),
    },
  })
  return (
    <AuthLayout title={t('accounts.signIn.title')}>
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack gap="md">
          {signIn.error && (
            <Alert color="red" role="alert">
              {errorText(signIn.error)}
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
          <div>
            <PasswordField
              label={t('accounts.password')}
              autoComplete="current-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Group justify="flex-end" mt={6}>
              <AppLink target={paths.forgotPassword()} className={classes.link}>
                {t('accounts.signIn.forgot')}
              </AppLink>
            </Group>
          </div>
          <Button type="submit" loading={signIn.isPending} fullWidth>
            {t('accounts.signIn.submit')}
          </Button>
          <SignUpInstead />
        </Stack>
      </form>
    </AuthLayout>
  )
}

function SignUpInstead() {
  const { t } = useTranslation()
  const search = useSearchValues()
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t('accounts.signIn.noAccount')}{' '}
      <AppLink target={paths.signUp(search['redirect'])} className={classes.link}>
        {t('accounts.signIn.signUp')}
      </AppLink>
    </Text>
  )
}
