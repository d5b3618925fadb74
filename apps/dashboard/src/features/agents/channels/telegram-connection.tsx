// Connecting a bot of Telegram by its token, and taking it off again.
import { Anchor, Badge, Button, Code, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { errorText } from '../../../lib/errors.ts'
import { statusQuery } from '../../../lib/session/session.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'

/** What the agent is connected to; undefined until it is known. */
export function useConnections() {
  const { api } = useScope()
  const { agentId } = useDraft()
  return useQuery(api.channels.list.queryOptions({ input: { agentId } })).data?.items
}

export function TelegramConnection() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const queries = useQueryClient()
  const [token, setToken] = useState('')
  const [fault, setFault] = useState('')
  const connection = useConnections()?.find(({ channel }) => channel === 'telegram')
  const sandboxed = useQuery(statusQuery).data?.services.find(({ id }) => id === 'telegram')?.mode === 'sandbox'
  const input = { agentId, channel: 'telegram' } as const
  const refresh = () => queries.invalidateQueries({ queryKey: api.channels.key() })
  const connect = useMutation({
    mutationFn: () => api.channels.connect.call({ ...input, fields: { token } }),
    async onSuccess() {
      setToken('')
      notify.success(t('area.channels.telegramSaved'))
      await refresh()
    },
    onError: (error: Error) => setFault(errorText(error)),
  })
  const disconnect = useMutation({
    mutationFn: () => api.channels.disconnect.call(input),
    async onSuccess() {
      notify.success(t('area.channels.disconnected', { name: 'Telegram' }))
      await refresh()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() === '') return setFault(t('area.channels.telegramToken'))
    setFault('')
    connect.mutate()
  }
  return (
    <Stack gap="md">
      {connection && (
        <Stack gap="xs">
          <Group gap="xs">
            <Badge color={connection.status === 'active' ? 'green' : 'red'}>
              {t(connection.status === 'active' ? 'area.channels.active' : 'area.channels.failing')}
            </Badge>
            <Text size="sm">{connection.name}</Text>
          </Group>
          <Text size="sm" c="dimmed">
            {t('area.channels.webhook')} <Code>{connection.settings.webhookUrl}</Code>
          </Text>
          {connection.status === 'failing' && <AlertBox kind="danger">{connection.lastError}</AlertBox>}
        </Stack>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordInput
            label={t('area.channels.botToken')}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={fault || undefined}
            maxLength={200}
            autoComplete="off"
          />
          <Group>
            <Button type="submit" loading={connect.isPending}>
              {t('area.channels.connect', { name: 'Telegram' })}
            </Button>
            {connection && (
              <Button variant="default" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
                {t('area.channels.disconnect')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {sandboxed && (
        <Text size="sm" c="dimmed">
          {t('area.channels.telegramSandbox')}{' '}
          <Anchor href="/sandbox/telegram" target="_blank" rel="noopener">
            {t('area.channels.telegramSimulator')}
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}
