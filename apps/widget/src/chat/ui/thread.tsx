// The message list: greeting, history and the streaming answer.
import { MessageRow, Typing } from '@parlance/chat-ui/message-row.tsx'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fill } from '../../i18n.ts'
import type { ChatController } from '../chat-controller.ts'
import { isWaiting } from '../session/message-queue.ts'
import { marksOf } from '../session/read-state.ts'
import type { Entry, Session, Turn } from '../session/state.ts'
import { submissionsByItem } from '@parlance/contract/items/item-submissions'
import { itemUseOf } from './items/item-use.ts'
import { useGreeting } from './greeting.ts'
import { DownIcon } from './icons.tsx'
import { useAppearance } from './appearance.ts'
import { Avatar, Message, Notice } from './message.tsx'
import { createScroller } from './scroller.ts'
import { StarterQuestions } from './starter-questions.tsx'

/** Renders the partial answer with the same component and key as the complete one. */
const asEntry = ({ turnId, answer }: Turn): Entry => ({
  id: answer.messageId,
  turnId,
  seq: undefined,
  from: 'agent',
  items: answer.items,
  text: answer.text,
  sources: answer.sources,
  status: 'streaming',
  note: '',
  reason: '',
  at: '',
})
const keyOf = (entry: Entry) => (entry.from === 'agent' && entry.turnId !== '' ? `answer:${entry.turnId}` : entry.id)

/** The visitor's message that a retry under this entry would resend, if any. */
function retryOf(entries: readonly Entry[], index: number): string | undefined {
  const entry = entries[index]
  if (!entry || entry.note === '' || entry.note === 'stopped' || entry.note === 'interrupted') return undefined
  if (entry.from === 'user') return entry.id
  const isLast = entries.slice(index + 1).every((later) => later.from !== 'user')
  return isLast ? entries.slice(0, index).findLast((before) => before.from === 'user')?.id : undefined
}

function useRows(session: Session, controller: ChatController) {
  const { entries } = session
  const idle = !session.turn && !session.unavailable && session.status.endedAt === null
  const answering = session.turn !== undefined && session.turn.answer.items.length > 0
  return useMemo(() => {
    const sent = submissionsByItem(entries)
    const marks = marksOf(entries, answering)
    return entries.map((entry, index) => {
      if (entry.hidden) return null
      const retry = idle ? retryOf(entries, index) : undefined
      const onRetry = retry === undefined ? undefined : () => controller.dispatch({ type: 'retry', id: retry })
      const before = entries[index - 1]
      const first = before?.from !== entry.from || (isWaiting(entry) && !isWaiting(before))
      const itemUse = itemUseOf(entry, { sent, ready: idle, controller })
      const onDiscard = isWaiting(entry) ? () => controller.dispatch({ type: 'unqueue', id: entry.id }) : undefined
      if (entry.from === 'system') return <Notice key={entry.id} entry={entry} />
      return (
        <Message key={keyOf(entry)} {...{ entry, first, onRetry, onDiscard, itemUse }} mark={marks.get(entry.id)} />
      )
    })
  }, [entries, idle, answering, controller])
}

function useScroll(session: Session, grown: unknown) {
  const { agent, reducedMotion } = useAppearance()
  const smooth = agent.scrollAnimation && !reducedMotion
  const listRef = useRef<HTMLDivElement>(null)
  const [scroller] = useState(createScroller)
  const [away, setAway] = useState(false)
  const { entries, turn } = session
  const text = turn?.answer.text
  useLayoutEffect(() => (listRef.current ? scroller.attach(listRef.current) : undefined), [scroller])
  useLayoutEffect(() => {
    scroller.drawn(entries[0]?.id, entries.findLast((entry) => entry.from === 'user')?.id, smooth)
  }, [scroller, smooth, entries, text, grown])
  const moved = (onTop: () => void) => () => {
    const now = scroller.moved()
    setAway(now.away)
    if (now.top) onTop()
  }
  return { listRef, away, toEnd: () => scroller.toEnd(smooth), moved }
}

/** History is loading or the visitor is being verified. */
const isFetching = ({ ready, held, consent, entries }: Session) => (!ready || held) && consent === '' && !entries[0]

export function Thread({ session, controller }: { session: Session; controller: ChatController }) {
  const { name, language } = useAppearance()
  const { texts } = language
  const greeting = useGreeting(session)
  // Fixed at the first render: later changes don't affect it.
  const greeted = useMemo(
    () => greeting.shown.map((entry, index) => <Message key={entry.id} entry={entry} first={index === 0} />),
    [greeting.shown],
  )
  const rows = useRows(session, controller)
  const { listRef, away, toEnd, moved } = useScroll(session, greeting.shown)
  const { turn } = session
  // Waiting messages are shown below the streaming answer.
  const said = rows.length - session.entries.filter(isWaiting).length
  const last = session.entries[said - 1]
  // A message that has reached no server gets no answer.
  const lost = turn?.waiting && turn.turnId === ''
  const answering = turn !== undefined && !lost && turn.answer.items.length === 0
  return (
    <div className="thread">
      <div
        className="list"
        ref={listRef}
        role="log"
        aria-live="polite"
        aria-busy={turn !== undefined}
        aria-label={texts.messages}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={moved(() => controller.dispatch({ type: 'older' }))}
      >
        {(session.loadingOlder || isFetching(session)) && <p className="hint">{texts.older}</p>}
        {greeted}
        {/* In one list with the others, so that the bubble stays the same when the answer is complete. */}
        {[
          ...rows.slice(0, said),
          turn && !answering && !lost && (
            <Message key={`answer:${turn.turnId}`} entry={asEntry(turn)} first={last?.from !== 'agent'} />
          ),
          (answering || greeting.typing) && (
            <MessageRow own={false} first avatar={<Avatar />} key="typing">
              <Typing who={fill(texts.typing, { name })} />
            </MessageRow>
          ),
          ...rows.slice(said),
        ]}
        {!greeting.typing && <StarterQuestions session={session} controller={controller} />}
      </div>
      {away && (
        <button type="button" className="to-end" aria-label={texts.latest} title={texts.latest} onClick={toEnd}>
          <DownIcon />
        </button>
      )}
    </div>
  )
}
