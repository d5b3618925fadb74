// The agent's e-mail address, assigned on request.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { CopyButton } from '../../../../components/inputs/copy-button.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useConnection, useRefreshChannels } from './use-connections.ts'

export default function EmailConnection() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const connection = useConnection('email')
  const connect = useMutation({
    mutationFn: () => api.channels.connect.call({ agentId, channel: 'email', fields: {} }),
    async onSuccess() {
      notify.success(t('channels.emailSaved'))
      await refresh()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  if (!connection)
    return (
      <Editing>
        <div>
          <Button loading={connect.isPending} onClick={() => connect.mutate()}>
            {t('channels.connect', { name: t('area.channelNames.email') })}
          </Button>
        </div>
      </Editing>
    )
  const address = connection.settings.address ?? connection.name
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput label={t('channels.emailAddress')} value={address} readOnly flex={1} dir="ltr" />
        <CopyButton value={address} label={t('channels.emailCopy')} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('channels.emailHint')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('channels.emailSender')}
      </Text>
    </Stack>
  )
}
