// Why a listed page or number stopped working, and the link to connect it again.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Translatable, translateMessage } from '../../../i18n/translate-message.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import type { ForeignChannel } from './channels.ts'

interface Props {
  agentId: string
  channel: ForeignChannel
  error: Translatable
}

export function FailingChannel({ agentId, channel, error }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <Text size="sm" c="red">
      {translateMessage(error)} {t('channels.reconnect')}{' '}
      <Anchor
        inherit
        renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'channels', { channel })} {...props} />}
      >
        {t('channels.connectAgain')}
      </Anchor>
    </Text>
  )
}
