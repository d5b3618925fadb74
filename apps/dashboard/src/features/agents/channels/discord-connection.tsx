// Connecting a channel of a server at Discord: the bot hears it, its webhook answers.
import { Anchor, Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
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
  const [fault, setFault] = useState('')
  const connect = useMutation({
    mutationFn: () =>
      api.channels.connect.call({ agentId, channel: 'discord', fields: { channelId, webhookUrl, answers } }),
    async onSuccess() {
      setWebhookUrl('')
      notify.success(t('area.channels.discordSaved'))
      await refresh()
    },
    onError: (error: Error) => setFault(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (channelId.trim() === '' || webhookUrl.trim() === '') return setFault(t('area.channels.fillOut'))
    setFault('')
    connect.mutate()
  }
  return (
    <Stack gap="md">
      <div>
        {here?.inviteUrl && !here.sandbox && (
          <Anchor size="sm" href={here.inviteUrl} target="_blank" rel="noopener">
            {t('area.channels.discordInvite')}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {t(here?.sandbox ? 'area.channels.discordSandbox' : 'area.channels.discordManage')}
        </Text>
      </div>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('area.channels.discordChannelId')}
            value={channelId}
            onChange={(event) => setChannelId(event.currentTarget.value)}
            error={fault !== '' && channelId.trim() === ''}
            maxLength={30}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            label={t('area.channels.discordWebhookUrl')}
            description={connection && t('area.channels.discordAgain')}
            placeholder={connection?.settings.webhookUrl ?? 'https://discord.com/api/webhooks/…'}
            value={webhookUrl}
            onChange={(event) => setWebhookUrl(event.currentTarget.value)}
            error={fault || undefined}
            maxLength={300}
            autoComplete="off"
          />
          <Radio.Group label={t('area.channels.discordAnswers')} value={answers} onChange={setAnswers}>
            <Stack gap={4} mt={4}>
              <Radio value="all" label={t('area.channels.discordAll')} />
              <Radio value="mentions" label={t('area.channels.discordMentions')} />
            </Stack>
          </Radio.Group>
          <div>
            <Button type="submit" loading={connect.isPending}>
              {connection ? t('area.channels.discordUpdate') : t('area.channels.connect', { name: 'Discord' })}
            </Button>
          </div>
        </Stack>
      </form>
      {connection?.settings.appOwned === 'no' && (
        <Text size="sm" c="dimmed">
          {t('area.channels.discordNumbers')}
        </Text>
      )}
    </Stack>
  )
}
