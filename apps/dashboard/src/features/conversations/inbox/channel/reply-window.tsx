// The deadline for replies on a channel, and what is possible afterwards.
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure, useInterval } from '@mantine/hooks'
import { channelLabel } from '@parlance/contract/channels/list'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { msg } from '@parlance/i18n/messages'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { dateAndTime } from '../../../../components/content/locale.ts'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { useDelivery } from './use-delivery.ts'

const SendTemplate = lazy(() => import('./send-template.tsx'))
const MINUTE_MS = 60_000

/** Undefined when replies have no deadline. */
export function useReplyWindow(conversation: Conversation): { until: Date; isOver: boolean } | undefined {
  const until = useDelivery(conversation)?.repliesUntil
  const [now, setNow] = useState(Date.now)
  const { start, stop } = useInterval(() => setNow(Date.now()), MINUTE_MS)
  useEffect(() => {
    start()
    return stop
  }, [start, stop])
  if (!until) return undefined
  const end = new Date(until)
  return { until: end, isOver: end.getTime() <= now }
}

export function ReplyWindow({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const ending = useReplyWindow(conversation)
  const delivery = useDelivery(conversation)
  const [isOpen, dialog] = useDisclosure()
  const channel = channelLabel(conversation.channel)
  if (delivery && (delivery.isBlocked || delivery.isConnected === false))
    return (
      <AlertBox kind="warning">
        <Text size="sm">
          {delivery.isBlocked
            ? t('conversations.delivery.optedOut', { channel })
            : translateMessage(msg('reply_not_connected', { channel }))}
        </Text>
      </AlertBox>
    )
  if (!ending) return null
  const isWhatsapp = conversation.channel === 'whatsapp'
  if (!ending.isOver)
    return (
      <Text size="xs" c="dimmed">
        {t('conversations.delivery.until', { time: dateAndTime(ending.until) })}
      </Text>
    )
  return (
    <AlertBox kind="warning">
      <Text size="sm">{t(`conversations.delivery.${isWhatsapp ? 'overTemplate' : 'over'}`, { channel })}</Text>
      {isWhatsapp && (
        <Group mt="xs">
          <Button size="xs" onClick={dialog.open}>
            {t('conversations.delivery.template')}
          </Button>
        </Group>
      )}
      <Suspense fallback={null}>
        {isOpen && <SendTemplate conversation={conversation} onClose={dialog.close} />}
      </Suspense>
    </AlertBox>
  )
}
