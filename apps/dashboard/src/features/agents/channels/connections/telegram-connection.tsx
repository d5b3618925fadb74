import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useChannels, useRefreshChannels } from './use-connections.ts'

export default function TelegramConnection() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const [token, setToken] = useState('')
  const [fault, setFault] = useState('')
  const channels = useChannels()
  const isConnected = channels?.items.some(({ channel }) => channel === 'telegram')
  const isSandbox = channels?.available.some(({ channel, sandbox }) => channel === 'telegram' && sandbox)
  const connect = useMutation({
    mutationFn: () => api.channels.connect.call({ agentId, channel: 'telegram', fields: { token } }),
    async onSuccess() {
      setToken('')
      notify.success(t('channels.telegramSaved'))
      await refresh()
    },
    onError: (error: Error) => setFault(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() === '') return setFault(t('channels.telegramToken'))
    setFault('')
    connect.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={t(isConnected ? 'channels.newBotToken' : 'channels.botToken')}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={fault || undefined}
          maxLength={200}
          autoComplete="off"
        />
        {isSandbox && (
          <Text size="sm" c="dimmed">
            {t('channels.telegramSandbox')}
          </Text>
        )}
        <Editing>
          <div>
            <Button type="submit" variant={isConnected ? 'default' : 'filled'} loading={connect.isPending}>
              {isConnected ? t('channels.telegramReplace') : t('channels.connect', { name: 'Telegram' })}
            </Button>
          </div>
        </Editing>
      </Stack>
    </form>
  )
}
