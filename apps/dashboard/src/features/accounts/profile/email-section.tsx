import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '@parlance/contract/lib/mailbox'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { DialogForm } from '../../../components/overlay/dialog.tsx'
import { CurrentPassword, passwordInput, usePasswordRule } from '../security/current-password.tsx'
import { securityQuery } from '../security/security-query.ts'

export function EmailField({ email, verified }: { email: string; verified: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Group align="flex-end" gap="sm">
        <TextInput label={t('accounts.email')} readOnly variant="filled" value={email} flex={1} miw={240} />
        <Button variant="default" disabled={!verified} onClick={() => setOpen(true)}>
          {t('accountData.email.change')}
        </Button>
      </Group>
      {open && <ChangeEmail onClose={() => setOpen(false)} />}
    </>
  )
}

function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const hasPassword = useQuery(securityQuery).data?.hasPassword ?? true
  const form = useForm({
    initialValues: { newEmail: '', password: '' },
    validate: {
      newEmail: (text) => (isEmail(text) ? null : t('accounts.invalidEmail')),
      password: usePasswordRule(hasPassword),
    },
  })
  const change = useMutation(
    globalApi.accounts.changeEmail.mutationOptions({
      onSuccess: (_, { newEmail }) => {
        notify.success(t('accountData.email.sent', { email: newEmail }))
        onClose()
      },
      onError: (error) => {
        if (hasCode(error, 'INVALID_CREDENTIALS')) form.setFieldError('password', errorText(error))
        if (hasCode(error, 'EMAIL_TAKEN', 'INVALID_INPUT')) form.setFieldError('newEmail', errorText(error))
      },
    }),
  )
  return (
    <DialogForm
      title={t('accountData.email.title')}
      text={t('accountData.email.text')}
      error={hasCode(change.error, 'INVALID_CREDENTIALS', 'EMAIL_TAKEN', 'INVALID_INPUT') ? null : change.error}
      submit={t('accountData.email.submit')}
      pending={change.isPending}
      onSubmit={form.onSubmit(({ newEmail, password }) => change.mutate({ newEmail, ...passwordInput(password) }))}
      onClose={onClose}
    >
      <TextInput
        label={t('accountData.email.field')}
        type="email"
        autoComplete="email"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('newEmail')}
      />
      <CurrentPassword hasPassword={hasPassword} input={form.getInputProps('password')} />
    </DialogForm>
  )
}
