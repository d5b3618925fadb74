// Connects a Discord server's channel: the bot listens, its webhook answers.
import { Anchor, Button, Radio, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useChannels, useConnection, useRefreshChannels } from './use-connections.ts'

export default function DiscordConnection() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const connection = useConnection('discord')
  const here = useChannels()?.available.find(({ channel }) => channel === 'discord')
  const [channelId, setChannelId] = useState(connection?.settings.channelId ?? '')
  const [webhookUrl, setWebhookUrl] = useState('')
  const [answers, setAnswers] = useState(connection?.settings.answers ?? 'all')
  const [threads, setThreads] = useState(connection?.settings.threads !== 'no')
  const [fault, setFault] = useState('')
  const connect = useMutation({
    mutationFn: () =>
      api.channels.connect.call({
        agentId,
        channel: 'discord',
        fields: { channelId, webhookUrl, answers, threads: threads ? 'yes' : 'no' },
      }),
    async onSuccess() {
      setWebhookUrl('')
      notify.success(t('channels.discordSaved'))
      await refresh()
    },
    onError: (error: Error) => setFault(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (channelId.trim() === '' || webhookUrl.trim() === '') return setFault(t('channels.fillOut'))
    setFault('')
    connect.mutate()
  }
  return (
    <Stack gap="md">
      <div>
        {here?.inviteUrl && !here.sandbox && (
          <Anchor size="sm" href={here.inviteUrl} target="_blank" rel="noopener">
            {t('channels.discordInvite')}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {t(here?.sandbox ? 'channels.discordSandbox' : 'channels.discordManage')}
        </Text>
      </div>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('channels.discordChannelId')}
            value={channelId}
            onChange={(event) => setChannelId(event.currentTarget.value)}
            error={fault !== '' && channelId.trim() === ''}
            maxLength={30}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            label={t('channels.discordWebhookUrl')}
            description={connection && t('channels.discordAgain')}
            placeholder={connection?.settings.webhookUrl ?? 'https://discord.com/api/webhooks/…'}
            value={webhookUrl}
            onChange={(event) => setWebhookUrl(event.currentTarget.value)}
            error={fault || undefined}
            maxLength={300}
            autoComplete="off"
          />
          <Radio.Group label={t('channels.discordAnswers')} value={answers} onChange={setAnswers}>
            <Stack gap={4} mt={4}>
              <Radio value="all" label={t('channels.discordAll')} />
              <Radio value="mentions" label={t('channels.discordMentions')} />
            </Stack>
          </Radio.Group>
          <Switch
            label={t('channels.discordThreads')}
            description={t('channels.discordThreadsText')}
            checked={threads}
            onChange={(event) => setThreads(event.currentTarget.checked)}
          />
          <Editing>
            <div>
              <Button type="submit" loading={connect.isPending}>
                {connection ? t('channels.discordUpdate') : t('channels.connect', { name: 'Discord' })}
              </Button>
            </div>
          </Editing>
        </Stack>
      </form>
      {connection?.settings.appOwned === 'no' && (
        <Text size="sm" c="dimmed">
          {t('channels.discordNumbers')}
        </Text>
      )}
    </Stack>
  )
}
