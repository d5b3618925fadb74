import { Button, Text } from '@mantine/core'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconHelp, type Icon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
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
  const delivery = useDelivery(conversation)
  const found = delivery?.messages.find(({ seq }) => seq === message.seq)
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
        {error !== '' && (state === 'failed' || state === 'queued') && (
          <span dir="auto">: {translateMessage({ ...errorMessage, message: error })}</span>
        )}
      </span>
      {state === 'failed' && !delivery?.isBlocked && isOpen(delivery?.repliesUntil) && (
        <SendAgain conversation={conversation} seq={message.seq} />
      )}
    </Text>
  )
}

const isOpen = (until: string | null | undefined) => !until || Date.parse(until) > Date.now()

function SendAgain({
  conversation: { agentId, id: conversationId },
  seq,
}: {
  conversation: Conversation
  seq: number
}) {
  const { t } = useTranslation()
  const { api } = useScope()
  const queries = useQueryClient()
  const of = { agentId, conversationId }
  const send = useMutation({
    mutationFn: () => api.channels.resend.call({ ...of, seq }),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.channels.delivery.key({ input: of }) }),
    onError: (error: Error) => notify.error(errorText(error)),
  })
  return (
    <Button variant="subtle" size="compact-xs" loading={send.isPending} onClick={() => send.mutate()}>
      {t('conversations.delivery.sendAgain')}
    </Button>
  )
}
