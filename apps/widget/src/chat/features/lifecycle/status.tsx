// Between the messages and the composer, when it is not the agent's turn: waiting for people, talking to them, the end.
import { useEffect, useRef, useState } from 'react'
import { fill } from '../../../i18n.ts'
import { more } from '../../../more-texts.ts'
import { PersonIcon } from '../../ui/icons.tsx'
import { useLook } from '../../ui/look.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, faultOf, isRefused } from './calls.ts'
import { Fault, Field, submits, useDoing, useEmail } from './field.tsx'
import { Rating } from './rating.tsx'
import './lifecycle.css'

export default function Status(parts: FeatureProps) {
  const { state, handoffAt } = parts.session.standing
  if (state === 'ended_chat') return <Ended {...parts} />
  if (state === 'human-chatting') return <Human />
  if (state === 'requested_chat' && handoffAt) return <Waiting key={handoffAt} {...parts} handoffAt={handoffAt} />
  return null
}

const Human = () => (
  <section className="lc-status" aria-label={more().joined}>
    <output className="lc-title">
      <PersonIcon /> {more().joined}
    </output>
  </section>
)

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
  const texts = more()
  const { agent } = useLook()
  const left = useCountdown(handoffAt, agent.handoffTimeoutS)
  const over = left === 0
  return (
    <section className="lc-status" aria-label={over ? texts.waitingOver : texts.waitingTitle}>
      {/* Read out once, and again when it changes; not with every second. */}
      <output className="lc-title">
        {!over && <span className="lc-pulse" aria-hidden="true" />}
        {over ? texts.waitingOver : texts.waitingTitle}
      </output>
      {over ? (
        <Leave {...parts} />
      ) : (
        <>
          <p className="lc-small" role="timer">
            {fill(texts.waitingLeft, { time: clock(left) })}
          </p>
          <GoOn {...parts} />
        </>
      )}
    </section>
  )
}

function GoOn(parts: FeatureProps) {
  const { doing, fault, run } = useDoing()
  return (
    <>
      <div className="lc-buttons">
        <button type="button" className="quiet" disabled={doing} onClick={() => void run(callsOf(parts).waitNoMore)}>
          {more().goOn}
        </button>
      </div>
      {fault !== '' && <Fault text={fault} />}
    </>
  )
}

const notLeft = (error: unknown) => (isRefused(error, 'CONFLICT') ? more().joined : faultOf(error))

function Leave(parts: FeatureProps) {
  const texts = more()
  const { email, check, field } = useEmail()
  const [message, setMessage] = useState('')
  const [missing, setMissing] = useState(false)
  const { doing, fault, run } = useDoing(notLeft)
  const calls = callsOf(parts)
  const send = () => {
    const isMissing = message.trim() === ''
    setMissing(isMissing)
    if (check() && !isMissing) void run(() => calls.leaveMessage(email, message.trim()))
  }
  return (
    <form className="lc-form" noValidate onSubmit={submits(send)}>
      <p>{texts.waitingLeave}</p>
      {field}
      <Field
        label={texts.messageLabel}
        lines={3}
        maxLength={5000}
        value={message}
        onValue={(value) => {
          setMessage(value)
          setMissing(false)
        }}
        fault={missing ? texts.messageMissing : ''}
      />
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
