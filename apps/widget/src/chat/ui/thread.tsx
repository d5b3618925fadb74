// The list of messages: greeting, history, the answer being written; keeps the reader's place while it grows at either end.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { fill } from '../../i18n.ts'
import type { Engine } from '../engine.ts'
import type { Entry, Session, Turn } from '../state.ts'
import { useGreeting } from './greeting.ts'
import { DownIcon } from './icons.tsx'
import { useLook } from './look.ts'
import { Avatar, Message, Typing } from './message.tsx'

/** Pixels from the end within which new text keeps the list at the end. */
const NEAR = 80

/** The answer so far, drawn by the same component under the same key as when it is complete. */
const asEntry = ({ turnId, answer }: Turn): Entry => ({
  id: answer.messageId,
  turnId,
  seq: undefined,
  from: 'agent',
  text: answer.text,
  sources: answer.sources,
  status: 'streaming',
  note: '',
  reason: '',
  at: '',
})
const keyOf = (entry: Entry) => (entry.from === 'agent' && entry.turnId !== '' ? `answer:${entry.turnId}` : entry.id)

/** The visitor's message that a retry under this entry sends again; undefined when nothing is to be retried. */
function retryOf(entries: readonly Entry[], index: number): string | undefined {
  const entry = entries[index]
  if (!entry || entry.note === '' || entry.note === 'stopped' || entry.note === 'interrupted') return undefined
  if (entry.from === 'user') return entry.id
  const isLast = entries.slice(index + 1).every((later) => later.from !== 'user')
  return isLast ? entries.slice(0, index).findLast((before) => before.from === 'user')?.id : undefined
}

function useRows(session: Session, engine: Engine) {
  const { entries } = session
  const idle = !session.turn && !session.unavailable
  return useMemo(
    () =>
      entries.map((entry, index) => {
        const retry = idle ? retryOf(entries, index) : undefined
        const onRetry = retry === undefined ? undefined : () => engine.dispatch({ type: 'retry', id: retry })
        return (
          <Message key={keyOf(entry)} entry={entry} first={entries[index - 1]?.from !== entry.from} onRetry={onRetry} />
        )
      }),
    [entries, idle, engine],
  )
}

/** Keeps the end in view while the reader is there, and the reader's line in view when older messages arrive above. */
function useScroll(session: Session, grown: unknown) {
  const { agent, reducedMotion } = useLook()
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const height = useRef(0)
  const oldest = useRef<string>(undefined)
  const [away, setAway] = useState(false)
  const toEnd = (smooth: boolean) => {
    const behavior = smooth && agent.scrollAnimation && !reducedMotion ? 'smooth' : 'auto'
    list.current?.scrollTo({ top: list.current.scrollHeight, behavior })
  }
  const lastOwn = session.entries.findLast((entry) => entry.from === 'user')?.id
  const sentOwn = useRef(lastOwn)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const first = session.entries[0]?.id
    const grewAbove = oldest.current !== undefined && first !== oldest.current && session.entries.length > 1
    if (lastOwn !== sentOwn.current && !grewAbove) {
      toEnd(height.current > 0)
      atEnd.current = true
    } else if (atEnd.current) toEnd(false)
    else if (grewAbove) box.scrollTop += box.scrollHeight - height.current
    sentOwn.current = lastOwn
    oldest.current = first
    height.current = box.scrollHeight
  }, [session.entries, session.turn?.answer.text, session.turn === undefined, grown])
  const onScroll = (onTop: () => void) => () => {
    const box = list.current
    if (!box) return
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    setAway(!atEnd.current)
    if (box.scrollTop < NEAR && !atEnd.current) onTop()
  }
  return { list, away, toEnd, onScroll }
}

export function Thread({ session, engine }: { session: Session; engine: Engine }) {
  const { name, language } = useLook()
  const { texts } = language
  const greeting = useGreeting(session)
  const rows = useRows(session, engine)
  const { list, away, toEnd, onScroll } = useScroll(session, greeting)
  const { turn } = session
  const last = session.entries.at(-1)
  const answering = turn !== undefined && turn.answer.text === ''
  const who = fill(texts.typing, { name })
  return (
    <div class="thread">
      <div
        class="list"
        ref={list}
        role="log"
        aria-live="polite"
        aria-busy={turn !== undefined}
        aria-label={texts.messages}
        tabIndex={0}
        onScroll={onScroll(() => engine.dispatch({ type: 'older' }))}
      >
        {session.loadingOlder && <p class="hint">{texts.older}</p>}
        {greeting.shown.map((entry, index) => (
          <Message key={entry.id} entry={entry} first={index === 0} />
        ))}
        {rows}
        {turn && !answering && (
          <Message key={`answer:${turn.turnId}`} entry={asEntry(turn)} first={last?.from !== 'agent'} />
        )}
        {(answering || greeting.typing) && (
          <div class="row theirs first" key="typing">
            <Avatar />
            <div class="body">
              <Typing who={who} />
            </div>
          </div>
        )}
      </div>
      {away && (
        <button type="button" class="to-end" onClick={() => toEnd(true)}>
          <DownIcon />
          {texts.newMessages}
        </button>
      )}
    </div>
  )
}
