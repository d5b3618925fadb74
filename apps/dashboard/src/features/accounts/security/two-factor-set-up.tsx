// Sets up the second factor: password, QR code, first code. Takes effect only after the last step.
import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { CodeBox } from '../../../components/inputs/copy-button.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { DialogForm } from '../../../components/overlay/dialog.tsx'
import { CurrentPassword, passwordInput, usePasswordRule } from './current-password.tsx'
import { QrCode } from './qr-code.tsx'
import { securityQuery } from './security-query.ts'

interface Props {
  hasPassword: boolean
  /** Called with the recovery codes. */
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}
interface Secret {
  key: string
  qr: readonly string[]
}

/** Grouped for typing: `ABCD EFGH IJ`. */
const inFours = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? ''

export function TwoFactorSetUp({ hasPassword, onDone, onClose }: Props) {
  const [secret, setSecret] = useState<Secret>()
  return secret ? (
    <Confirm secret={secret} onDone={onDone} onClose={onClose} />
  ) : (
    <Begin hasPassword={hasPassword} onSecret={setSecret} onClose={onClose} />
  )
}

function Begin({
  hasPassword,
  onSecret,
  onClose,
}: {
  hasPassword: boolean
  onSecret: (secret: Secret) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: usePasswordRule(hasPassword) },
  })
  const start = useMutation(
    globalApi.accounts.startTwoFactor.mutationOptions({
      onSuccess: onSecret,
      onError: (error) => {
        if (hasCode(error, 'INVALID_CREDENTIALS')) form.setFieldError('password', errorText(error))
      },
    }),
  )
  return (
    <DialogForm
      title={t('account.twoFactor.setUpTitle')}
      text={t('account.twoFactor.text')}
      error={hasCode(start.error, 'INVALID_CREDENTIALS') ? null : start.error}
      submit={t('account.twoFactor.next')}
      pending={start.isPending}
      onSubmit={form.onSubmit(({ password }) => start.mutate(passwordInput(password)))}
      onClose={onClose}
    >
      <CurrentPassword hasPassword={hasPassword} input={form.getInputProps('password')} />
    </DialogForm>
  )
}

function Confirm({ secret, onDone, onClose }: Omit<Props, 'hasPassword'> & { secret: Secret }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (text.trim() ? null : t('account.codeRequired')) },
  })
  const confirm = useMutation(
    globalApi.accounts.confirmTwoFactor.mutationOptions({
      onSuccess: ({ recoveryCodes }) => {
        void client.invalidateQueries({ queryKey: securityQuery.queryKey })
        notify.success(t('account.twoFactor.done'))
        onDone(recoveryCodes)
      },
      onError: (error) => {
        if (hasCode(error, 'INVALID_TOKEN')) form.setFieldError('code', t('account.twoFactor.wrongCode'))
      },
    }),
  )
  return (
    <DialogForm
      title={t('account.twoFactor.setUpTitle')}
      text={t('account.twoFactor.scan')}
      error={hasCode(confirm.error, 'INVALID_TOKEN') ? null : confirm.error}
      submit={t('account.twoFactor.confirm')}
      pending={confirm.isPending}
      onSubmit={form.onSubmit((values) => confirm.mutate(values))}
      onClose={onClose}
    >
      <QrCode rows={secret.qr} label={t('account.twoFactor.qr')} />
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t('account.twoFactor.cannotScan')}
        </Text>
        <CodeBox
          value={secret.key}
          display={inFours(secret.key)}
          name={t('account.twoFactor.key')}
          copyLabel={t('account.twoFactor.copyKey')}
        />
      </Stack>
      <TextInput
        label={t('account.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        data-autofocus
        {...form.getInputProps('code')}
      />
    </DialogForm>
  )
}
