// A message or event of a conversation.
import { Text } from '@mantine/core'
import { isMessagingChannel } from '@parlance/contract/channels/list'
import type { Conversation, Message as MessageData } from '@parlance/contract/conversations/schemas'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import { plainText } from '@parlance/contract/items/plain'
import { itemKey } from '@parlance/contract/items/submissions'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '../../../../components/chat/message.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { timeOrDate } from '../../format-time.ts'
import classes from '../../conversations.module.css'
import { Why } from '../../trace/trace-toggle.tsx'
import { DeliveryState } from '../channel/delivery-state.tsx'
import { useShownItems } from './translations.tsx'

const Reactions = lazy(() => import('../channel/reactions.tsx'))

/** An event between messages. */
const Notice = ({ text, at }: { text: string; at: string }) => (
  <Text size="xs" c="dimmed" ta="center" title={timeOrDate(at)} className={classes.notice}>
    {text}
  </Text>
)

interface TranscriptMessageProps {
  conversation: Conversation
  message: MessageData
  /** First of several messages by the same author. */
  first: boolean
  visitor: string
  /** The visitor's messages by the item they came from. */
  sent: ReadonlyMap<string, MessageData>
  sought?: boolean
  /** When the visitor saw it, if shown (ISO time). */
  seenAt?: string | undefined
}

export function TranscriptMessage({
  conversation,
  message,
  first,
  visitor,
  sent,
  sought = false,
  seenAt,
}: TranscriptMessageProps) {
  const { t } = useTranslation()
  const { client } = useScope()
  const { items, switcher } = useShownItems(conversation, message)
  const text = plainText(message.items)
  const kind = message.from === 'system' ? noticeKind(message.id) : undefined
  if (kind)
    return <Notice text={t(`conversations.notices.${kind}`, { name: message.by?.name ?? '' })} at={message.at} />
  const ended = message.status === 'complete' ? undefined : t(`conversations.status.${message.status}`)
  return (
    <Message
      from={message.from}
      name={`${message.from === 'human' && message.by ? message.by.name : t(`conversations.from.${message.from}`)} · ${timeOrDate(message.at)}`}
      first={first}
      visitor={visitor}
      person={message.by?.name}
      items={items}
      sources={message.sources}
      growing={message.status === 'streaming'}
      use={(index) => ({ sent: sent.get(itemKey(message.id, index))?.submission, actions: undefined })}
      sought={sought}
    >
      {switcher}
      {message.submission && (
        <Text size="xs" c="dimmed" mt={4}>
          {t(message.submission.values ? 'items.filledIn' : 'items.pressed')}
        </Text>
      )}
      {message.editedAt !== undefined && (
        <Text size="xs" c="dimmed" mt={4} title={timeOrDate(message.editedAt)}>
          {t('conversations.edited')}
        </Text>
      )}
      {ended && text !== '' && (
        <Text size="xs" c="dimmed" mt={6}>
          {ended}
        </Text>
      )}
      {(message.status === 'failed' || message.status === 'interrupted') && text === '' && (
        <Text size="sm" c="dimmed">
          {ended}
        </Text>
      )}
      <DeliveryState conversation={conversation} message={message} />
      {isMessagingChannel(conversation.channel) && (
        <Suspense fallback={null}>
          <Reactions conversation={conversation} message={message} />
        </Suspense>
      )}
      {seenAt !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('conversations.contact.seen', { time: timeOrDate(seenAt) })}
        </Text>
      )}
      {!client && <Why agentId={conversation.agentId} message={message} />}
    </Message>
  )
}
