// One conversation, newest at the bottom, following new messages.
import { ActionIcon, Anchor, Badge, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import { useDocumentVisibility, useElementSize } from '@mantine/hooks'
import type { Conversation, Message as MessageData } from '@parlance/contract/conversations/schemas'
import { seenReply } from '@parlance/contract/conversations/seen-reply'
import { plainText } from '@parlance/contract/items/plain'
import { submissionsByItem } from '@parlance/contract/items/submissions'
import { IconArrowLeft, IconLayoutSidebarRight } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { Message } from '../../components/chat/message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { ToEnd, useStickToEnd } from './stick-to-end.tsx'
import stickToEnd from './stick-to-end.module.css'
import classes from './conversations.module.css'
import { useAnswering } from './live.tsx'
import { MessageLeft, ConversationStatus } from './conversation-status.tsx'
import { useVisitorTyping } from './typing.ts'
import { anonymousName, VisitorName } from './visitor-name.tsx'
import { ConversationMenu, Resolve, TakeOver } from './inbox/conversation-actions.tsx'
import { DetailsPanel } from './inbox/details/details-panel.tsx'
import { ReplyBox } from './inbox/reply/reply-box.tsx'
import { TranscriptMessage } from './inbox/thread/transcript-message.tsx'
import { EarlierSessions, NewestReplyBox, SessionDivider, useThread } from './inbox/thread/thread.tsx'
import { TranslateConversation } from './inbox/thread/translations.tsx'
import { useTranscript } from './inbox/thread/use-transcript.ts'
import { VisitorPresence } from './visitor-presence.tsx'

interface Props {
  agentId: string
  conversationId: string
  /** Sequence number of a search result. */
  sought?: number | undefined
  onClose: () => void
}

const CallsOfConversation = lazy(() => import('./calls/calls-of-conversation.tsx'))
/** Channels whose conversations may have calls. */
const CALLED: ReadonlySet<Conversation['channel']> = new Set(['voice', 'test', 'web-chat'])

/** From this width in pixels, details are shown next to the messages; otherwise in a drawer. */
const DETAILS_FROM = 760
export function Transcript({ agentId, conversationId, sought, onClose }: Props) {
  const { t } = useTranslation()
  const transcript = useTranscript(agentId, conversationId, sought)
  const answering = useAnswering(conversationId) ?? false
  const typing = useVisitorTyping(conversationId)
  const { ref, width } = useElementSize()
  const isWide = width >= DETAILS_FROM
  const [wantsDetails, setDetailed] = useState<boolean>()
  const isDetailed = wantsDetails ?? isWide
  const pages = transcript.data?.pages ?? []
  const conversation = pages[0]?.conversation
  const messages = pages.toReversed().flatMap((page) => page.messages)
  const newest = messages.at(-1)
  const sent = submissionsByItem(messages)
  const seen = conversation && seenReply(messages, conversation.readSeq)
  const thread = useThread(conversation, sought !== undefined)
  const [earlierShown, setEarlierShown] = useState(0)
  const { scroller, away, moved, toEnd } = useStickToEnd({
    content: `${newest?.id}/${newest && plainText(newest.items).length}/${answering}/${typing}/${earlierShown}`,
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
          messages={messages}
          isDetailed={isDetailed}
          onDetails={() => setDetailed(!isDetailed)}
          onClose={onClose}
        />
        <MessageLeft conversation={conversation} />
        {CALLED.has(conversation.channel) && (
          <Suspense>
            <CallsOfConversation
              agentId={agentId}
              conversationId={conversation.id}
              isTaken={conversation.state === 'human-chatting'}
            />
          </Suspense>
        )}
        <div className={stickToEnd.frame}>
          <div
            ref={scroller}
            className={classes.log}
            role="log"
            aria-label={t('conversations.transcript')}
            aria-busy={answering}
            // Scrollable, so the keyboard must reach it.
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
            {thread.isOne && !transcript.hasNextPage && (
              <>
                <EarlierSessions
                  agentId={agentId}
                  earlier={thread.earlier}
                  scroller={scroller}
                  onShown={() => setEarlierShown((count) => count + 1)}
                />
                {thread.earlier.length > 0 && <SessionDivider at={conversation.startedAt} />}
              </>
            )}
            {messages.map((message, at) => (
              <TranscriptMessage
                key={message.id}
                conversation={conversation}
                message={message}
                first={messages[at - 1]?.from !== message.from}
                visitor={conversation.signed?.name || anonymousName(conversation)}
                sent={sent}
                sought={message.seq === sought}
                seenAt={message.id === seen ? conversation.inbox?.readAt : undefined}
              />
            ))}
            {typing && (
              <Message
                from="user"
                name={t('conversations.replies.visitorTypes')}
                visitor={conversation.signed?.name || anonymousName(conversation)}
                items={[]}
                growing
              />
            )}
            {waiting && <Message from="agent" name={t('conversations.from.agent')} items={[]} growing />}
          </div>
          <ToEnd away={away} onClick={toEnd} />
        </div>
        {thread.newest ? (
          <NewestReplyBox agentId={agentId} conversationId={thread.newest} />
        ) : (
          <ReplyBox key={conversation.id} conversation={conversation} />
        )}
      </article>
      {isDetailed && isWide && <DetailsPanel conversation={conversation} />}
      {isDetailed && !isWide && (
        <SideDrawer title={t('conversations.inbox.details')} onClose={() => setDetailed(false)} size={340}>
          <DetailsPanel conversation={conversation} inDrawer />
        </SideDrawer>
      )}
    </div>
  )
}

/** Marks shown messages as seen, once for all teammates. */
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

/** Scrolls the sought message to the centre and focuses it. */
function useStandAt(scroller: RefObject<HTMLDivElement | null>, isThere: boolean) {
  useLayoutEffect(() => {
    const message = isThere ? scroller.current?.querySelector<HTMLElement>('[data-sought]') : undefined
    message?.scrollIntoView({ block: 'center' })
    message?.focus({ preventScroll: true })
  }, [scroller, isThere])
}

interface HeadProps {
  conversation: Conversation
  messages: readonly MessageData[]
  isDetailed: boolean
  onDetails: () => void
  onClose: () => void
}

function Head({ conversation, messages, isDetailed, onDetails, onClose }: HeadProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back} aria-label={t('conversations.back')} onClick={onClose}>
        <IconArrowLeft size={20} stroke={1.5} />
      </ActionIcon>
      <div className={classes.headWords}>
        <Title order={2} size="h3" title={conversation.title}>
          <VisitorName conversation={conversation} />
        </Title>
        <Group gap="4px 8px" className={classes.headFacts}>
          <Badge size="sm" color={conversation.channel === 'web-chat' ? 'iris' : 'gray'}>
            {t(`conversations.channel.${conversation.channel}`)}
          </Badge>
          {conversation.signed?.email && (
            <Anchor href={`mailto:${conversation.signed.email}`} size="xs" className="truncate">
              {conversation.signed.email}
            </Anchor>
          )}
          <ConversationStatus conversation={conversation} />
          {conversation.inbox?.presence ? (
            <Text size="xs" c="dimmed" component="span" className="truncate">
              <VisitorPresence conversation={conversation} full />
            </Text>
          ) : (
            conversation.pageUrl && (
              <Text size="xs" c="dimmed" className="truncate" visibleFrom="sm" title={conversation.pageUrl}>
                {conversation.pageUrl}
              </Text>
            )
          )}
        </Group>
      </div>
      <div className={classes.headActions}>
        <TakeOver conversation={conversation} />
        <div className={classes.headTools}>
          <Resolve conversation={conversation} />
          <TranslateConversation conversation={conversation} messages={messages} />
          <Tooltip label={t('conversations.inbox.details')}>
            <ActionIcon aria-label={t('conversations.inbox.details')} aria-pressed={isDetailed} onClick={onDetails}>
              <IconLayoutSidebarRight size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
          <ConversationMenu conversation={conversation} onClose={onClose} />
        </div>
      </div>
    </header>
  )
}
