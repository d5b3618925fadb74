// Between the messages and the composer, when it is not the agent's turn: waiting for people, talking to them, the end.
import { useEffect, useRef, useState } from 'react'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import { fill } from '../../../i18n.ts'
import { more } from '../../../more-texts.ts'
import { PersonIcon } from '../../ui/icons.tsx'
import { useLook } from '../../ui/look.ts'
import type { Entry, Standing } from '../../session/state.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, faultOf, isRefused } from './calls.ts'
import { Face } from './face.tsx'
import { Fault, Field, submits, useDoing, useEmail } from './field.tsx'
import { opensText } from './opening.ts'
import { Rating } from './rating.tsx'
import './lifecycle.css'

export default function Status(parts: FeatureProps) {
  const { state, handoffAt, human, missed } = parts.session.standing
  if (state === 'ended_chat') return <Ended {...parts} />
  if (state === 'human-chatting') return <Human {...human} />
  if (state === 'requested_chat' && handoffAt) return <Waiting key={handoffAt} {...parts} handoffAt={handoffAt} />
  return missed ? <Missed {...parts} missed={missed} /> : null
}

function Human({ name = '', photoURL }: { name?: string | undefined; photoURL?: string | undefined }) {
  const texts = more()
  const sentence = name !== '' ? fill(texts.nameJoined, { name }) : texts.joined
  return (
    <section className="lc-status" aria-label={texts.joined}>
      <output className="lc-title" dir="auto">
        {name === '' ? <PersonIcon /> : <Face name={name} photo={photoURL} />} {sentence}
      </output>
    </section>
  )
}

/** Seconds until a moment, second by second; 0 once it is over. A clock that is wrong never makes the wait longer. */
function useCountdown(from: string, seconds: number): number {
  const [end] = useState(() => Math.min(Date.parse(from), Date.now()) + seconds * 1000)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const over = left === 0
  useEffect(() => {
    if (over) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [over])
  return left
}
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function Waiting({ handoffAt, ...parts }: FeatureProps & { handoffAt: string }) {
  const { agent } = useLook()
  const left = useCountdown(handoffAt, agent.handoffTimeoutS)
  if (left === 0) return <Leave {...parts} />
  return <WaitingLine {...parts} time={clock(left)} />
}

/** One line, with the way back to the assistant. */
function WaitingLine({ time, ...parts }: FeatureProps & { time: string }) {
  const texts = more()
  const { doing, fault, run } = useDoing()
  const { queuePosition } = parts.session.standing
  const sentence = fill(texts.waitingLeft, { time })
  return (
    <section className="lc-status" aria-label={texts.waitingTitle}>
      <div className="lc-line">
        {/* Read out once; not with every second. */}
        <output className="lc-title">
          <span className="lc-pulse" aria-hidden="true" />
          {texts.waitingTitle}
        </output>
        <span className="lc-small" role="timer" title={sentence}>
          <span aria-hidden="true">{time}</span>
          <span className="sr">{sentence}</span>
        </span>
        <button
          type="button"
          className="link"
          title={texts.goOn}
          disabled={doing}
          onClick={() => void run(callsOf(parts).waitNoMore)}
        >
          {texts.cancel}
        </button>
      </div>
      {queuePosition !== undefined && (
        <output className="lc-small">{fill(texts.queue, { n: String(queuePosition) })}</output>
      )}
      {fault !== '' && <Fault text={fault} />}
    </section>
  )
}

const notLeft = (error: unknown) => (isRefused(error, 'CONFLICT') ? more().joined : faultOf(error))

/** Most characters of a message that is left. */
const MOST_LEFT = 5000

/** What the visitor has written since they asked for people. */
function wordsSinceAsked(entries: readonly Entry[]): string {
  const asked = entries.findLastIndex(({ from, id }) => from === 'system' && noticeKind(id) === 'handoff-asked')
  const own = entries.slice(asked + 1).filter(({ from, status }) => from === 'user' && status === 'complete')
  return own
    .map(({ text }) => text)
    .join('\n')
    .trim()
    .slice(0, MOST_LEFT)
}

/** The message is written where every other is; here the address is asked for. */
function Leave(parts: FeatureProps) {
  const texts = more()
  const { email, check, field } = useEmail()
  const [missing, setMissing] = useState(false)
  const { doing, fault, run } = useDoing(notLeft)
  const calls = callsOf(parts)
  const message = wordsSinceAsked(parts.session.entries)
  const send = () => {
    setMissing(message === '')
    if (check() && message !== '') void run(() => calls.leaveMessage(email, message))
  }
  return (
    <section className="lc-status lc-ask" aria-label={texts.waitingOver}>
      <output className="lc-title">{texts.waitingOver}</output>
      <form className="lc-form" noValidate onSubmit={submits(send)}>
        <p>{texts.waitingLeave}</p>
        {field}
        {missing && message === '' && <Fault text={texts.messageMissing} />}
        {fault !== '' && <Fault text={fault} />}
        <div className="lc-buttons">
          <button type="button" className="quiet" disabled={doing} onClick={() => void run(calls.waitNoMore)}>
            {texts.goOn}
          </button>
          <button type="submit" className="primary" disabled={doing}>
            {texts.leave}
          </button>
        </div>
      </form>
    </section>
  )
}

/** Nobody is there, or nobody came: when the team is back, and a message to them. The assistant answers meanwhile. */
function Missed({ missed, ...parts }: FeatureProps & { missed: NonNullable<Standing['missed']> }) {
  const texts = more()
  const { language } = useLook()
  const { email, check, field } = useEmail()
  const [message, setMessage] = useState(() => wordsSinceAsked(parts.session.entries))
  const [missing, setMissing] = useState(false)
  const { doing, fault, run } = useDoing(notLeft)
  const calls = callsOf(parts)
  const title = missed.reason === 'closed' ? texts.noticeClosed : texts.waitingOver
  const opens = opensText(missed.opensAt, language.code)
  const send = () => {
    setMissing(message.trim() === '')
    if (check() && message.trim() !== '') void run(() => calls.leaveMessage(email, message.trim()))
  }
  return (
    <section className="lc-status lc-ask" aria-label={title}>
      <output className="lc-title" dir="auto">
        {title} {opens}
      </output>
      <form className="lc-form" noValidate onSubmit={submits(send)}>
        {missed.asksEmail && (
          <>
            <p>{texts.waitingLeave}</p>
            <Field
              label={texts.ownMessage}
              lines={2}
              maxLength={MOST_LEFT}
              value={message}
              onValue={setMessage}
              fault={missing && message.trim() === '' ? texts.messageMissing : ''}
            />
            {field}
          </>
        )}
        {fault !== '' && <Fault text={fault} />}
        <div className="lc-buttons">
          <button type="button" className="quiet" disabled={doing} onClick={() => void run(calls.waitNoMore)}>
            {texts.goOn}
          </button>
          {missed.asksEmail && (
            <button type="submit" className="primary" disabled={doing}>
              {texts.leave}
            </button>
          )}
        </div>
      </form>
    </section>
  )
}

function Ended(parts: FeatureProps) {
  const texts = more()
  const { agent } = useLook()
  const { endedAt } = parts.session.standing
  const titleRef = useRef<HTMLOutputElement>(null)
  // The composer is gone: whoever used it goes on here.
  useEffect(() => {
    if (endedAt && (document.activeElement === document.body || !document.activeElement)) titleRef.current?.focus()
  }, [endedAt])
  return (
    <section className="lc-status" aria-label={texts.endedTitle}>
      <output className="lc-title" tabIndex={-1} ref={titleRef}>
        {texts.endedTitle}
      </output>
      {agent.askRating && <Rating key={parts.session.conversationId} {...parts} />}
      {endedAt ? (
        <div className="lc-buttons lc-middle">
          <button type="button" className="primary" onClick={() => parts.engine.dispatch({ type: 'restart' })}>
            {texts.startNew}
          </button>
        </div>
      ) : (
        <p className="lc-small">{texts.endedGoOn}</p>
      )}
    </section>
  )
}
