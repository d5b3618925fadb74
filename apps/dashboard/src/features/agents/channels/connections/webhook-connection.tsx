// Connects a custom channel: both addresses, a shared secret, and the other side's capabilities.
import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { CopyButton } from '../../../../components/inputs/copy-button.tsx'
import { agencyHost } from '../../../../lib/agency/host.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useConnection, useRefreshChannels } from './use-connections.ts'

const ABILITIES = ['buttons', 'pictures', 'markdown'] as const
type Ability = (typeof ABILITIES)[number]
/** In the format of Standard Webhooks: 32 random bytes. */
const newSecret = () => `whsec_${btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(32))))}`
const DOCS = 'https://www.standardwebhooks.com'

/** On an agency's host, the same address there. */
function inboundOf(url: string): string {
  const { pathname, search } = new URL(url)
  return agencyHost ? location.origin + pathname + search : url
}

/** Disconnecting resets the form, which makes another secret. */
export default function WebhookConnection() {
  const isConnected = useConnection('webhook') !== undefined
  return <WebhookForm key={String(isConnected)} />
}

function WebhookForm() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const connection = useConnection('webhook')
  const settings = connection?.settings
  const inbound = settings?.webhookUrl && inboundOf(settings.webhookUrl)
  const [name, setName] = useState(connection?.name ?? '')
  const [url, setUrl] = useState(settings?.url ?? '')
  const [secret, setSecret] = useState(connection ? '' : newSecret)
  const [ticked, setTicked] = useState<readonly Ability[]>(ABILITIES.filter((one) => settings?.[one] === 'yes'))
  const [fault, setFault] = useState('')
  const connect = useMutation({
    mutationFn: () =>
      api.channels.connect.call({
        agentId,
        channel: 'webhook',
        fields: { name, url, secret, ...Object.fromEntries(ticked.map((one) => [one, 'yes'])) },
      }),
    async onSuccess() {
      setSecret('')
      notify.success(t('channels.webhookChannel.saved'))
      await refresh()
    },
    onError: (error: Error) => setFault(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || url.trim() === '') return setFault(t('channels.fillOut'))
    setFault('')
    connect.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {inbound && (
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput label={t('channels.webhookChannel.inbound')} value={inbound} readOnly flex={1} dir="ltr" />
            <CopyButton value={inbound} label={t('channels.webhookChannel.copyInbound')} />
          </Group>
        )}
        <TextInput
          label={t('channels.webhookChannel.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={60}
        />
        <TextInput
          label={t('channels.webhookChannel.url')}
          description={t('channels.webhookChannel.urlHint')}
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          maxLength={2000}
          inputMode="url"
          dir="ltr"
        />
        <Editing>
          {secret === '' ? (
            <div>
              <Button variant="default" size="xs" onClick={() => setSecret(newSecret())}>
                {t('channels.webhookChannel.newSecret')}
              </Button>
            </div>
          ) : (
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label={t('channels.webhookChannel.secret')}
                description={t('channels.webhookChannel.secretHint')}
                value={secret}
                onChange={(event) => setSecret(event.currentTarget.value)}
                maxLength={120}
                autoComplete="off"
                flex={1}
                dir="ltr"
              />
              <CopyButton value={secret} label={t('channels.webhookChannel.copySecret')} />
            </Group>
          )}
        </Editing>
        <Checkbox.Group
          label={t('channels.webhookChannel.shows')}
          value={[...ticked]}
          onChange={(value) => setTicked(ABILITIES.filter((one) => value.includes(one)))}
        >
          <Stack gap={6} mt={4}>
            {ABILITIES.map((one) => (
              <Checkbox key={one} value={one} label={t(`channels.webhookChannel.abilities.${one}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="sm" c="dimmed">
          {t('channels.webhookChannel.signed')}{' '}
          <Anchor href={DOCS} target="_blank" rel="noopener" underline="always">
            Standard Webhooks
          </Anchor>
        </Text>
        {fault !== '' && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
        <Editing>
          <div>
            <Button type="submit" loading={connect.isPending}>
              {connection
                ? t('channels.webhookChannel.save')
                : t('channels.connect', { name: t('area.channelNames.webhook') })}
            </Button>
          </div>
        </Editing>
      </Stack>
    </form>
  )
}
