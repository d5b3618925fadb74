import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Account } from '@parlance/contract/accounts/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { setSession, useAccount } from '../../../lib/session/session.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { FormError } from '../../../components/feedback/form-error.tsx'
import { UnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useChecks } from '../auth/auth-form.tsx'
import classes from '../auth/auth.module.css'
import { EmailField } from './email-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { PhotoField } from './photo-section.tsx'
import { PasswordField } from '../password-field.tsx'

export function ProfileTab() {
  const account = useAccount()
  const passwords = usePasswords()
  if (!account) return null
  return (
    <>
      <Profile account={account} passwords={passwords} />
      <LanguageSection account={account} />
      <Password email={account.email} form={passwords} />
    </>
  )
}

function usePasswords() {
  const checks = useChecks()
  return useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: checks.password, newPassword: checks.newPassword },
  })
}
type Passwords = ReturnType<typeof usePasswords>

function Profile({ account, passwords }: { account: Account; passwords: Passwords }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({ initialValues: { name: account.name } })
  const save = useMutation(
    globalApi.accounts.update.mutationOptions({
      onSuccess: ({ account: saved }) => {
        setSession(client, saved)
        form.setInitialValues({ name: saved.name })
        form.reset()
        if (!passwords.isDirty()) return void notify.success(t('accounts.own.saved'))
        // Marks the typed password, which this does not save.
        passwords.validate()
        notify.info(t('accounts.own.savedWithoutPassword'))
      },
    }),
  )
  return (
    <Section title={t('accounts.own.profile')}>
      {/* One guard for both forms asks one question. */}
      <UnsavedGuard dirty={form.isDirty() || passwords.isDirty()} />
      <PhotoField account={account} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <FormError error={save.error} />
          <TextInput
            label={t('accounts.signUp.name')}
            autoComplete="name"
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <div>
            <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
              {t('common.save')}
            </Button>
          </div>
        </Stack>
      </form>
      <EmailField email={account.email} verified={account.emailVerified} />
    </Section>
  )
}

function Password({ email, form }: { email: string; form: Passwords }) {
  const { t } = useTranslation()
  const change = useMutation(
    globalApi.accounts.changePassword.mutationOptions({
      onSuccess: () => {
        form.reset()
        notify.success(t('accounts.own.passwordDone'))
      },
      onError: (error) => {
        if (hasCode(error, 'INVALID_CREDENTIALS')) form.setFieldError('currentPassword', errorText(error))
      },
    }),
  )
  return (
    <Section title={t('accounts.password')} description={t('accounts.own.passwordText')}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="md">
          <FormError error={hasCode(change.error, 'INVALID_CREDENTIALS') ? null : change.error} />
          {/* Tells a password manager whose password this is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={t('accounts.own.currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            label={t('accounts.newPassword')}
            autoComplete="new-password"
            length={form.values.newPassword.length}
            {...form.getInputProps('newPassword')}
          />
          <div>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t('accounts.own.changePassword')}
            </Button>
          </div>
          <Text size="sm">
            <AppLink target={paths.forgotPassword()} className={classes.link}>
              {t('accounts.signIn.forgot')}
            </AppLink>
          </Text>
        </Stack>
      </form>
    </Section>
  )
}
