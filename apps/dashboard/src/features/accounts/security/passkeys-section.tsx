import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import type { Security } from '@parlance/contract/accounts/security-api'
import { clientOf } from '@parlance/contract/analytics/clients'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { DialogForm } from '../../../components/overlay/dialog.tsx'
import { EmptyRow } from './empty-row.tsx'
import { CurrentPassword, passwordInput, usePasswordRule } from './current-password.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { makePasskey, passkeysWork } from '../passkey-browser.ts'
import { hasOneSignInMethod, securityQuery } from './security-query.ts'
import classes from './security.module.css'

export function PasskeysSection({ security, locked }: { security: Security; locked: boolean }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  return (
    <Section title={t('account.passkeys.title')} description={t('account.passkeys.text')}>
      {security.passkeys.length === 0 ? (
        <EmptyRow icon={<IconFingerprint size={20} stroke={1.5} />} text={t('account.passkeys.none')} />
      ) : (
        <ul className={classes.list} aria-label={t('account.passkeys.title')}>
          {security.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLastWay={hasOneSignInMethod(security)} />
          ))}
        </ul>
      )}
      {passkeysWork() ? (
        <div>
          <Button variant="default" disabled={locked} onClick={() => setAdding(true)}>
            {t('account.passkeys.add')}
          </Button>
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {t('account.passkeys.unsupported')}
        </Text>
      )}
      {adding && <Add hasPassword={security.hasPassword} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function Add({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: useDeviceName(), password: '' },
    validate: {
      name: (text) => (text.trim() ? null : t('account.passkeys.nameRequired')),
      password: usePasswordRule(hasPassword),
    },
  })
  const add = useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const { options } = await globalApi.accounts.passkeyOptions.call(passwordInput(password))
      return globalApi.accounts.addPasskey.call({ name, response: await makePasskey(options) })
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: securityQuery.queryKey })
      notify.success(t('account.passkeys.done'))
      onClose()
    },
    onError: (error) => {
      if (hasCode(error, 'INVALID_CREDENTIALS')) form.setFieldError('password', errorText(error))
    },
  })
  return (
    <DialogForm
      title={t('account.passkeys.addTitle')}
      error={hasCode(add.error, 'INVALID_CREDENTIALS') ? null : add.error}
      submit={t('account.passkeys.add')}
      pending={add.isPending}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={t('account.passkeys.name')} maxLength={60} autoComplete="off" {...form.getInputProps('name')} />
      <CurrentPassword hasPassword={hasPassword} input={form.getInputProps('password')} />
    </DialogForm>
  )
}

/** «Chrome on macOS», as a suggestion. */
function useDeviceName(): string {
  const { t } = useTranslation()
  const { browser, platform } = clientOf({ agent: navigator.userAgent, brands: '', platform: '' })
  if (browser === 'other' || platform === 'other') return t('account.passkeys.thisDevice')
  return t('account.sessions.on', {
    browser: t(`account.browsers.${browser}`),
    platform: t(`account.platforms.${platform}`),
  })
}
