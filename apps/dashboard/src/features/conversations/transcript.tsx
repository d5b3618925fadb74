// One conversation, newest at the bottom, following along while it goes on.
import { ActionIcon, Badge, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import { useDocumentVisibility, useElementSize } from '@mantine/hooks'
import type { Conversation, Message as MessageData } from '@parlance/contract/conversations/schemas'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import { plainText } from '@parlance/contract/items/plain'
import { placeOf, sentFrom } from '@parlance/contract/items/submissions'
import { IconArrowLeft, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { Message } from '../../components/chat/message.tsx'
import { dateAndTime, dateWriter } from '../../components/content/locale.ts'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { ToEnd, useFollowEnd } from './follow-end.tsx'
import follow from './follow-end.module.css'
import classes from './inbox.module.css'
import { useAnswering } from './live.tsx'
import { MessageLeft, ConversationStatus } from './conversation-status.tsx'
import { anonymousName, VisitorName } from './visitor-name.tsx'
import { ConversationMenu, TakeOver } from './conversation-actions.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { ReplyBox } from './reply-box.tsx'
import { Why } from './trace/trace-toggle.tsx'

interface Props {
  agentId: string
  conversationId: string
  /** Sequence number of the message a search led to. */
  sought?: number | undefined
  onClose: () => void
}

/** Pixels from which the details stand beside the messages; a narrower place shows them in a drawer. */
const DETAILS_FROM = 760
/** Messages of a page; more where one far back is sought. */
const [PAGE, LARGE_PAGE] = [50, 200]

function useTranscript(agentId: string, conversationId: string, sought: number | undefined) {
  const { api } = useScope()
  const limit = sought ? LARGE_PAGE : PAGE
  const transcript = useInfiniteQuery(
    api.conversations.get.infiniteOptions({
      input: (before: number | undefined) => ({ agentId, conversationId, limit, ...(before ? { before } : {}) }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (last) => last.before ?? undefined,
      staleTime: 0,
    }),
  )
  const { hasNextPage, isFetching, isError, fetchNextPage } = transcript
  const oldest = transcript.data?.pages.at(-1)?.messages[0]?.seq ?? 0
  const isFurther = sought !== undefined && oldest > sought && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isFurther) void fetchNextPage()
  }, [isFurther, oldest, fetchNextPage])
  return transcript
}

export function Transcript({ agentId, conversationId, sought, onClose }: Props) {
  const { t } = useTranslation()
  const transcript = useTranscript(agentId, conversationId, sought)
  const answering = useAnswering(conversationId) ?? false
  const { ref, width } = useElementSize()
  const isWide = width >= DETAILS_FROM
  const [wantsDetails, setDetailed] = useState<boolean>()
  const isDetailed = wantsDetails ?? isWide
  const pages = transcript.data?.pages ?? []
  const conversation = pages[0]?.conversation
  const messages = pages.toReversed().flatMap((page) => page.messages)
  const newest = messages.at(-1)
  const sent = sentFrom(messages)
  const { scroller, away, moved, toEnd } = useFollowEnd({
    content: `${newest?.id}/${newest && plainText(newest.items).length}/${answering}`,
    growing: answering,
  })
  useStandAt(
    scroller,
    messages.some(({ seq }) => seq === sought),
  )
  useSeen(conversation)
  if (transcript.isPending) return <RowSkeletons />
  if (transcript.error && !conversation) {
    const gone = hasCode(transcript.error, 'NOT_FOUND')
    return (
      <div className={classes.nothing}>
        <ErrorMessage
          text={gone ? t('conversations.gone') : errorText(transcript.error)}
          onRetry={gone ? onClose : () => void transcript.refetch()}
        />
      </div>
    )
  }
  if (!conversation) return null
  const waiting = answering && newest?.from === 'user'
  return (
    <div ref={ref} className={classes.conversation} data-details={(isDetailed && isWide) || undefined}>
      <article className={classes.transcript} aria-label={conversation.title || t('conversations.newConversation')}>
        <Head
          conversation={conversation}
          isDetailed={isDetailed}
          onDetails={() => setDetailed(!isDetailed)}
          onClose={onClose}
        />
        <MessageLeft conversation={conversation} />
        <div className={follow.frame}>
          <div
            ref={scroller}
            className={classes.log}
            role="log"
            aria-label={t('conversations.transcript')}
            aria-busy={answering}
            // Scrolls, so the keyboard must be able to reach it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            onScroll={moved}
          >
            {transcript.hasNextPage && (
              <Button
                variant="default"
                size="xs"
                className={classes.older}
                loading={transcript.isFetchingNextPage}
                onClick={() => void transcript.fetchNextPage()}
              >
                {t('conversations.older')}
              </Button>
            )}
            {messages.map((message, at) => (
              <Said
                key={message.id}
                agentId={agentId}
                message={message}
                first={messages[at - 1]?.from !== message.from}
                visitor={conversation.signed?.name || anonymousName(conversation)}
                sent={sent}
                sought={message.seq === sought}
              />
            ))}
            {waiting && <Message from="agent" name={t('conversations.from.agent')} items={[]} growing />}
          </div>
          <ToEnd away={away} onClick={toEnd} />
        </div>
        <ReplyBox key={conversation.id} conversation={conversation} />
      </article>
      {isDetailed && isWide && <DetailsPanel conversation={conversation} />}
      {isDetailed && !isWide && (
        <SideDrawer title={t('conversations.inbox.details')} onClose={() => setDetailed(false)} size={340}>
          <DetailsPanel conversation={conversation} />
        </SideDrawer>
      )}
    </div>
  )
}

/** What is on screen is seen, once, by all who look after the agent. */
function useSeen(conversation: Conversation | undefined) {
  const { api } = useScope()
  const { id: conversationId = '', agentId = '', messageCount = 0, inbox } = conversation ?? {}
  const isUnseen = inbox !== undefined && inbox.seenSeq < messageCount
  const isVisible = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isUnseen || !isVisible) return
    api.conversations.markSeen.call({ agentId, conversationId, seq: messageCount }).catch(() => undefined)
  }, [api, agentId, conversationId, messageCount, isUnseen, isVisible])
}

/** Brings the message that is sought into the middle, once it is there, with the focus. */
function useStandAt(scroller: RefObject<HTMLDivElement | null>, isThere: boolean) {
  useLayoutEffect(() => {
    const message = isThere ? scroller.current?.querySelector<HTMLElement>('[data-sought]') : undefined
    message?.scrollIntoView({ block: 'center' })
    message?.focus({ preventScroll: true })
  }, [scroller, isThere])
}

interface HeadProps {
  conversation: Conversation
  isDetailed: boolean
  onDetails: () => void
  onClose: () => void
}

function Head({ conversation, isDetailed, onDetails, onClose }: HeadProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back} aria-label={t('conversations.back')} onClick={onClose}>
        <IconArrowLeft size={20} stroke={1.5} />
      </ActionIcon>
      <div className={classes.headWords}>
        <Title order={2} size="h3" className="truncate">
          {conversation.title || t('conversations.newConversation')}
        </Title>
        <Group gap={8}>
          <Badge size="sm" color={conversation.channel === 'web-chat' ? 'iris' : 'gray'}>
            {t(`conversations.channel.${conversation.channel}`)}
          </Badge>
          <Text size="xs" c="dimmed" component="span">
            <VisitorName conversation={conversation} full />
          </Text>
          <ConversationStatus conversation={conversation} />
          {conversation.pageUrl && (
            <Text size="xs" c="dimmed" className="truncate" visibleFrom="sm" title={conversation.pageUrl}>
              {conversation.pageUrl}
            </Text>
          )}
        </Group>
      </div>
      <div className={classes.headActions}>
        <TakeOver conversation={conversation} />
        <Tooltip label={t('conversations.inbox.details')}>
          <ActionIcon aria-label={t('conversations.inbox.details')} aria-pressed={isDetailed} onClick={onDetails}>
            <IconLayoutSidebarRight size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <ConversationMenu conversation={conversation} onClose={onClose} />
      </div>
    </header>
  )
}

const clockTime = dateWriter({ hour: '2-digit', minute: '2-digit' })
/** Of another day with its date. */
function timeOf(at: string): string {
  const date = new Date(at)
  return date.toDateString() === new Date().toDateString() ? clockTime(date) : dateAndTime(date)
}

/** What happened, between what was said. */
const Notice = ({ text, at }: { text: string; at: string }) => (
  <Text size="xs" c="dimmed" ta="center" title={timeOf(at)} className={classes.notice}>
    {text}
  </Text>
)

interface SaidProps {
  agentId: string
  message: MessageData
  /** The one before is by somebody else. */
  first: boolean
  /** Name of the visitor. */
  visitor: string
  /** The visitor's messages by the item they came from. */
  sent: ReadonlyMap<string, MessageData>
  sought: boolean
}

function Said({ agentId, message, first, visitor, sent, sought }: SaidProps) {
  const { t } = useTranslation()
  const { client } = useScope()
  const text = plainText(message.items)
  const kind = message.from === 'system' ? noticeKind(message.id) : undefined
  if (kind)
    return <Notice text={t(`conversations.notices.${kind}`, { name: message.by?.name ?? '' })} at={message.at} />
  const ended = message.status === 'complete' ? undefined : t(`conversations.status.${message.status}`)
  return (
    <Message
      from={message.from}
      name={`${message.from === 'human' && message.by ? message.by.name : t(`conversations.from.${message.from}`)} · ${timeOf(message.at)}`}
      first={first}
      visitor={visitor}
      items={message.items}
      sources={message.sources}
      growing={message.status === 'streaming'}
      use={(index) => ({ sent: sent.get(placeOf(message.id, index))?.submission, actions: undefined })}
      sought={sought}
    >
      {message.submission && (
        <Text size="xs" c="dimmed" mt={4}>
          {t(message.submission.values ? 'items.filledIn' : 'items.pressed')}
        </Text>
      )}
      {ended && text !== '' && (
        <Text size="xs" c="dimmed" mt={6}>
          {ended}
        </Text>
      )}
      {message.status === 'failed' && text === '' && (
        <Text size="sm" c="dimmed">
          {ended}
        </Text>
      )}
      {!client && <Why agentId={agentId} message={message} />}
    </Message>
  )
}
