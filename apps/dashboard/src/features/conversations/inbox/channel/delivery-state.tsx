import { Text } from '@mantine/core'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconHelp, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { useDelivery } from './use-delivery.ts'
import classes from './channel.module.css'

const ICONS: Record<string, Icon> = {
  queued: IconClock,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  unknown: IconHelp,
  failed: IconAlertTriangle,
}

export function DeliveryState({ conversation, message }: { conversation: Conversation; message: Message }) {
  const { t } = useTranslation()
  const found = useDelivery(conversation)?.messages.find(({ seq }) => seq === message.seq)
  if (!found || message.from === 'user') return null
  const { state, error, errorMessage } = found
  const StateIcon = ICONS[state] ?? IconCheck
  return (
    <Text
      component="div"
      size="xs"
      mt={4}
      className={classes.state}
      data-state={state}
      c={state === 'failed' ? 'red' : 'dimmed'}
    >
      <StateIcon size={14} stroke={1.75} aria-hidden />
      <span>
        {t(`conversations.delivery.${state}`)}
        {error !== '' && state === 'failed' && (
          <span dir="auto">: {translateMessage({ ...errorMessage, message: error })}</span>
        )}
      </span>
    </Text>
  )
}
