// The passkeys of one's own account.
import { ActionIcon, Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import type { Passkey, Security } from '@parlance/core/accounts/security.api'
import { clientOf } from '@parlance/core/analytics/clients'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../api.ts'
import { errorText, hasCode } from '../../errors.ts'
import { askFirst } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { DialogForm } from './dialog-form.tsx'
import { OwnPassword, passwordGiven } from './own-password.tsx'
import { makePasskey, passkeysWork } from './passkey-browser.ts'
import { securityQuery } from './security-query.ts'
import classes from './security.module.css'

export function PasskeysSection({ security, locked }: { security: Security; locked: boolean }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  return (
    <Section title={t('account.passkeys.title')} description={t('account.passkeys.text')}>
      {security.passkeys.length === 0 ? (
        <Text size="sm">{t('account.passkeys.none')}</Text>
      ) : (
        <ul className={classes.list} aria-label={t('account.passkeys.title')}>
          {security.passkeys.map((passkey) => (
            <One key={passkey.id} passkey={passkey} />
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

function One({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id, name, createdAt, lastUsedAt, synced } = passkey
  const remove = useMutation(
    globalApi.accounts.removePasskey.mutationOptions({
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: securityQuery.queryKey })
        notify.success(t('account.passkeys.removed'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    const yes = await askFirst({
      title: t('account.passkeys.removeTitle', { name }),
      body: t('account.passkeys.removeBody'),
      confirm: t('account.passkeys.removeYes'),
      danger: true,
    })
    if (yes) remove.mutate({ passkeyId: id })
  }
  const label = t('account.passkeys.remove', { name })
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {synced && (
            <Badge variant="light" color="gray">
              {t('account.passkeys.synced')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('account.passkeys.added')} <RelativeTime at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              {t('account.passkeys.used')} <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            t('account.passkeys.never')
          )}
        </Text>
      </div>
      <Tooltip label={label}>
        <ActionIcon color="red" loading={remove.isPending} aria-label={label} onClick={() => void ask()}>
          <IconTrash size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

function Add({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: useDeviceName(), password: '' },
    validate: {
      name: (text) => (text.trim() ? null : t('account.passkeys.nameRequired')),
      password: (text) => (hasPassword && !text ? t('account.passwordRequired') : null),
    },
  })
  const add = useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const { options } = await globalApi.accounts.passkeyOptions.call(passwordGiven(password))
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
      text={t('account.passkeys.addText')}
      error={hasCode(add.error, 'INVALID_CREDENTIALS') ? null : add.error}
      submit={t('account.passkeys.add')}
      pending={add.isPending}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={t('account.passkeys.name')}
        description={t('account.passkeys.nameHint')}
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <OwnPassword hasPassword={hasPassword} input={form.getInputProps('password')} />
    </DialogForm>
  )
}

/** «Chrome on macOS», as a first proposal. */
function useDeviceName(): string {
  const { t } = useTranslation()
  const { browser, platform } = clientOf({ agent: navigator.userAgent, brands: '', platform: '' })
  if (browser === 'other' || platform === 'other') return t('account.passkeys.thisDevice')
  return t('account.sessions.on', {
    browser: t(`account.browsers.${browser}`),
    platform: t(`account.platforms.${platform}`),
  })
}
