import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLink, IconUnlink } from '@tabler/icons-react'
import type { Provider, Security } from '@parlance/contract/accounts/security-api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { DialogForm } from '../../../components/overlay/dialog.tsx'
import { CurrentPassword, passwordInput, usePasswordRule } from './current-password.tsx'
import { redirectToProvider } from '../auth/provider-redirect.ts'
import { hasOneSignInMethod, securityQuery } from './security-query.ts'
import classes from './security.module.css'

export function ProvidersSection({ security, locked }: { security: Security; locked: boolean }) {
  const { t } = useTranslation()
  const [connecting, setConnecting] = useState<Provider>()
  return (
    <Section title={t('account.providers.title')}>
      <ul className={classes.list} aria-label={t('account.providers.title')}>
        {security.providers.map((provider) => (
          <One
            key={provider.id}
            provider={provider}
            locked={locked}
            isLastWay={hasOneSignInMethod(security)}
            onConnect={() => setConnecting(provider)}
          />
        ))}
      </ul>
      {connecting && (
        <Connect provider={connecting} hasPassword={security.hasPassword} onClose={() => setConnecting(undefined)} />
      )}
    </Section>
  )
}

interface OneProps {
  provider: Security['providers'][number]
  locked: boolean
  isLastWay: boolean
  onConnect: () => void
}

function One({ provider: { id, name, connected }, locked, isLastWay, onConnect }: OneProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const disconnect = useMutation(
    globalApi.accounts.disconnectProvider.mutationOptions({
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: securityQuery.queryKey })
        notify.success(t('account.providers.disconnected', { name }))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    if (isLastWay) return notify.error(t('account.lastWay'))
    const yes = await confirm({
      title: t('account.providers.disconnectTitle', { name }),
      body: t('account.providers.disconnectBody'),
      confirm: t('account.providers.disconnect'),
      danger: true,
    })
    if (yes) disconnect.mutate({ providerId: id })
  }
  return (
    <li className={classes.row}>
      <span className={classes.mark} data-on={connected || undefined} aria-hidden>
        {connected ? <IconLink size={20} stroke={1.5} /> : <IconUnlink size={20} stroke={1.5} />}
      </span>
      <div className={classes.about}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t(connected ? 'account.providers.connected' : 'account.providers.notConnected')}
        </Text>
      </div>
      {connected ? (
        <Button
          variant="default"
          size="xs"
          loading={disconnect.isPending}
          aria-label={t('account.providers.disconnectNamed', { name })}
          onClick={() => void ask()}
        >
          {t('account.providers.disconnect')}
        </Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          disabled={locked}
          aria-label={t('account.providers.connectNamed', { name })}
          onClick={onConnect}
        >
          {t('account.providers.connect')}
        </Button>
      )}
    </li>
  )
}

function Connect({
  provider,
  hasPassword,
  onClose,
}: {
  provider: Provider
  hasPassword: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: usePasswordRule(hasPassword) },
  })
  const start = useMutation(
    globalApi.accounts.startProvider.mutationOptions({
      onSuccess: ({ url }) => redirectToProvider(url, undefined),
      onError: (error) => {
        if (hasCode(error, 'INVALID_CREDENTIALS')) form.setFieldError('password', errorText(error))
      },
    }),
  )
  return (
    <DialogForm
      title={t('account.providers.connectTitle', { name: provider.name })}
      error={hasCode(start.error, 'INVALID_CREDENTIALS') ? null : start.error}
      submit={t('account.providers.goOn')}
      pending={start.isPending}
      onSubmit={form.onSubmit(({ password }) =>
        start.mutate({ providerId: provider.id, purpose: 'connect', ...passwordInput(password) }),
      )}
      onClose={onClose}
    >
      <CurrentPassword hasPassword={hasPassword} input={form.getInputProps('password')} />
    </DialogForm>
  )
}
