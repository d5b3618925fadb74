// Shared state of connected channels: status, last error with advice, disconnecting.
import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../../components/content/time.tsx'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import type { ForeignChannel } from '../channels.ts'
import { useConnection, useRefreshChannels } from './use-connections.ts'

/** Empty while not connected. */
export function ConnectedState({ channel }: { channel: ForeignChannel }) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const connection = useConnection(channel)
  const name = t(`area.channelNames.${channel}`)
  const pageId = connection?.settings.pageId
  const disconnect = useMutation({
    // A page is one connection for both of its channels.
    mutationFn: () =>
      pageId === undefined
        ? api.channels.disconnect.call({ agentId, channel })
        : api.channels.removeMetaPage.call({ agentId, pageId }),
    async onSuccess() {
      notify.success(t('channels.disconnected', { name }))
      await refresh()
    },
    onError: (error: Error) => notify.error(pageId === undefined ? errorText(error) : t('channels.pages.removeFailed')),
  })
  if (!connection) return null
  const { status, settings, lastError, lastErrorMessage, connectedAt } = connection
  const ask = async () => {
    const question = {
      title: t('channels.disconnectTitle', { name }),
      body: t(pageId === undefined ? 'channels.disconnectText' : 'channels.pages.removeText', {
        name: settings.pageName ?? connection.name,
      }),
      confirm: t('channels.disconnect'),
    }
    if (await confirm(question)) disconnect.mutate()
  }
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge color={status === 'active' ? 'green' : 'red'}>
          {t(status === 'active' ? 'channels.active' : 'channels.failing')}
        </Badge>
        <Text size="sm">{connection.name}</Text>
        <Text size="sm" c="dimmed">
          {t('channels.since')} <RelativeTime at={connectedAt} />
        </Text>
      </Group>
      {settings.webhookUrl && channel !== 'webhook' && !client && (
        <Text size="sm" c="dimmed">
          {t('channels.webhookAt')} <Code style={{ overflowWrap: 'anywhere' }}>{settings.webhookUrl}</Code>
        </Text>
      )}
      {lastError !== '' && (
        <AlertBox kind={status === 'failing' ? 'danger' : 'warning'}>
          {translateMessage({ ...lastErrorMessage, message: lastError })}
          {status === 'failing' && <Text size="sm">{t('channels.reconnect')}</Text>}
        </AlertBox>
      )}
      <Editing>
        <div>
          <Button variant="default" size="xs" loading={disconnect.isPending} onClick={() => void ask()}>
            {t('channels.disconnect')}
          </Button>
        </div>
      </Editing>
    </Stack>
  )
}
