// A contact's conversations as one thread: earlier ones load above when the reader scrolls to them.
import { Divider, Loader } from '@mantine/core'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { submissionsByItem } from '@parlance/contract/items/submissions'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { dateAndTime } from '../../../../components/content/locale.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useSearchParam } from '../../../../lib/link.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { anonymousName } from '../../visitor-name.tsx'
import { ReplyBox } from '../reply/reply-box.tsx'
import { TranscriptMessage } from './transcript-message.tsx'
import { useTranscript } from './use-transcript.ts'

interface Session {
  readonly id: string
  readonly startedAt: string
  readonly lastMessageAt: string
}

interface Thread {
  readonly isOne: boolean
  readonly earlier: readonly Session[]
  /** The newest conversation's id when another one is open. */
  readonly newest: string | undefined
}
const ALONE: Thread = { isOne: false, earlier: [], newest: undefined }

/**
 * Continues to the newest conversation, unless a message of this one is sought; replies go to the newest either way.
 */
export function useThread(conversation: Conversation | undefined, isSought: boolean): Thread {
  const { api } = useScope()
  const { agentId = '', id: conversationId = '', lastMessageAt = '' } = conversation ?? {}
  const details = useQuery(
    api.conversations.details.queryOptions({
      input: { agentId, conversationId },
      enabled: conversation !== undefined,
    }),
  ).data?.data
  const [, choose] = useSearchParam('conversation')
  const isOne = details?.isOneThread === true
  const others = details?.earlier ?? []
  const newest = isOne ? others.find((one) => one.lastMessageAt > lastMessageAt)?.id : undefined
  useEffect(() => {
    if (newest !== undefined && !isSought) choose(newest)
  }, [newest, isSought, choose])
  if (!isOne) return ALONE
  return { isOne, newest, earlier: others.filter((one) => one.lastMessageAt <= lastMessageAt) }
}

export function SessionDivider({ at }: { at: string }) {
  const { t } = useTranslation()
  return <Divider my="md" label={t('conversations.contact.session', { time: dateAndTime(new Date(at)) })} />
}

interface EarlierProps {
  agentId: string
  earlier: readonly Session[]
  scroller: RefObject<HTMLDivElement | null>
  /** Called when another one is shown. */
  onShown: () => void
}

/** Loads the next one this many pixels early. */
const AHEAD = '300px 0px 0px 0px'

export function EarlierSessions({ agentId, earlier, scroller, onShown }: EarlierProps) {
  const [wanted, setWanted] = useState(0)
  const [ready, setReady] = useState(0)
  const topRef = useRef<HTMLDivElement>(null)
  const isMore = wanted < earlier.length && ready === wanted
  const next = useEffectEvent(() => {
    const box = scroller.current
    // Scroll anchoring does not work at the very top.
    if (box?.scrollTop === 0) box.scrollBy(0, 1)
    setWanted(wanted + 1)
  })
  useEffect(() => {
    const top = topRef.current
    if (!top || !isMore) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) next()
      },
      { root: scroller.current, rootMargin: AHEAD },
    )
    watch.observe(top)
    return () => watch.disconnect()
  }, [isMore, scroller])
  return (
    <>
      <div ref={topRef} />
      {earlier
        .slice(0, wanted)
        .toReversed()
        .map((session, at, all) => (
          <EarlierSession
            key={session.id}
            agentId={agentId}
            session={session}
            onReady={() => {
              setReady((count) => Math.max(count, all.length - at))
              onShown()
            }}
          />
        ))}
    </>
  )
}

function EarlierSession({ agentId, session, onReady }: { agentId: string; session: Session; onReady: () => void }) {
  const { t } = useTranslation()
  // Loaded completely: the reader scrolls through all of it.
  const transcript = useTranscript(agentId, session.id, 1)
  const pages = transcript.data?.pages ?? []
  const conversation = pages[0]?.conversation
  const isRead = transcript.isError || (conversation !== undefined && !transcript.hasNextPage)
  const told = useEffectEvent(onReady)
  useEffect(() => {
    if (isRead) told()
  }, [isRead])
  const messages = pages.toReversed().flatMap((page) => page.messages)
  const sent = submissionsByItem(messages)
  return (
    <section>
      <SessionDivider at={session.startedAt} />
      {transcript.isPending && (
        <Loader size="sm" mx="auto" display="block" aria-label={t('conversations.contact.loadingSession')} />
      )}
      {transcript.error && (
        <ErrorMessage text={errorText(transcript.error)} onRetry={() => void transcript.refetch()} />
      )}
      {conversation &&
        messages.map((message, at) => (
          <TranscriptMessage
            key={message.id}
            conversation={conversation}
            message={message}
            first={messages[at - 1]?.from !== message.from}
            visitor={conversation.signed?.name || anonymousName(conversation)}
            sent={sent}
          />
        ))}
    </section>
  )
}

/** The reply box of the newest conversation when another one is on screen. */
export function NewestReplyBox({ agentId, conversationId }: { agentId: string; conversationId: string }) {
  const { api } = useScope()
  const newest = useQuery(api.conversations.get.queryOptions({ input: { agentId, conversationId, limit: 1 } }))
  const conversation = newest.data?.conversation
  return conversation ? <ReplyBox key={conversation.id} conversation={conversation} /> : null
}
