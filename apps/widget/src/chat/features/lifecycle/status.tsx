// The line between messages and composer while a person is awaited, is there, or the chat has ended.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import { fill } from '../../../i18n.ts'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { CloseIcon } from '@parlance/chat-ui/icons.tsx'
import { PersonIcon } from '../icons.tsx'
import { useAppearance } from '../../ui/appearance.ts'
import type { Entry, ConversationStatus } from '../../session/state.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, faultOf, isRefused } from './calls.ts'
import Avatar from './avatar.tsx'
import { Fault, useDoing, useEmail } from './field.tsx'
import { opensText } from './opening.ts'
import { Rating } from './rating.tsx'
import { useTyping } from './use-typing.ts'
import './lifecycle.css'

export default function Status(parts: FeatureProps) {
  const { state, handoffAt, human, missed } = parts.session.status
  if (state === 'ended_chat') return <Ended {...parts} />
  if (state === 'human-chatting') return <Human {...parts} {...human} />
  if (state === 'requested_chat' && handoffAt) return <Waiting key={handoffAt} {...parts} handoffAt={handoffAt} />
  return missed ? <Missed {...parts} missed={missed} /> : null
}

function Human(parts: FeatureProps & { name?: string | undefined; photoURL?: string | undefined }) {
  const { name = '', photoURL } = parts
  const texts = onDemandTexts()
  const typing = useTyping(parts)
  // Not repeated when a message in the thread already says who joined.
  const isTold = parts.session.entries.some(({ from, id }) => from === 'system' && noticeKind(id) === 'human-joined')
  if (isTold && typing === '') return null
  const sentence = name !== '' ? fill(texts.nameJoined, { name }) : texts.joined
  return (
    <section className="lc-status" aria-label={texts.joined}>
      <output className="lc-title" dir="auto">
        {name === '' ? <PersonIcon /> : <Avatar name={name} photo={photoURL} />} {typing || sentence}
      </output>
    </section>
  )
}

/** Whether `seconds` have passed since `from`. A wrong clock never extends the wait. */
function useOver(from: string, seconds: number): boolean {
  const [end] = useState(() => Math.min(Date.parse(from), Date.now()) + seconds * 1000)
  const [over, setOver] = useState(() => end <= Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), end - Date.now())
    return () => clearTimeout(timer)
  }, [end])
  return over
}

function Waiting({ handoffAt, ...parts }: FeatureProps & { handoffAt: string }) {
  const { agent } = useAppearance()
  const over = useOver(handoffAt, agent.handoffTimeoutS)
  const [leaving, setLeaving] = useState(false)
  const words = wordsSinceAsked(parts.session.entries, handoffAt).join('\n')
  if (over || leaving) return <Leave {...parts} words={words} focused={leaving} asksEmail />
  return <WaitingLine {...parts} onLeave={() => setLeaving(true)} />
}

/** One line with links to leave a message or return to the assistant. */
function WaitingLine({ onLeave, ...parts }: FeatureProps & { onLeave: () => void }) {
  const texts = onDemandTexts()
  const { doing, fault, run } = useDoing()
  const { queuePosition = 1 } = parts.session.status
  const place = queuePosition > 1 ? ` ${fill(texts.queue, { n: String(queuePosition) })}` : ''
  return (
    <section className="lc-status" aria-label={texts.waitingTitle}>
      <div className="lc-line">
        <output className="lc-title">
          <span className="lc-pulse" aria-hidden="true" />
          <span>{texts.waitingTitle + place}</span>
        </output>
        <button type="button" className="link" onClick={onLeave}>
          {texts.leave}
        </button>
        <Back doing={doing} onBack={() => void run(callsOf(parts).waitNoMore)} />
      </div>
      {fault !== '' && <Fault text={fault} />}
    </section>
  )
}

const Back = ({ doing, onBack }: { doing: boolean; onBack: () => void }) => (
  <button
    type="button"
    className="tool lc-back"
    aria-label={onDemandTexts().goOn}
    title={onDemandTexts().goOn}
    disabled={doing}
    onClick={onBack}
  >
    <CloseIcon />
  </button>
)

const notLeft = (error: unknown) => (isRefused(error, 'CONFLICT') ? onDemandTexts().joined : faultOf(error))

const MOST_LEFT = 5000

/** What the visitor wrote since they, or the agent, requested a person. */
function wordsSinceAsked(entries: readonly Entry[], handoffAt?: string): readonly string[] {
  const asked = entries.findLastIndex(({ from, id }) => from === 'system' && noticeKind(id) === 'handoff-asked')
  const since = asked < 0 ? Date.parse(handoffAt ?? '') : -Infinity
  return entries
    .slice(asked + 1)
    .filter(({ from, status, at }) => from === 'user' && status === 'complete' && Date.parse(at) >= since)
    .map(({ text }) => text.trim())
}

/** The composer's form id, so that any button or field submits it. */
const COMPOSER = 'composer'

interface LeaveProps extends FeatureProps {
  /** Earlier words, prepended to the composer's text. */
  readonly words: string
  readonly title?: string
  readonly asksEmail: boolean
  /** Focuses the address because the visitor chose to leave a message. */
  readonly focused?: boolean
}

/**
 * Asks for the address; the message itself is written in the composer. Once there is an address, sending leaves the
 * message with the team.
 */
function Leave({ words, title = '', asksEmail, focused = false, ...parts }: LeaveProps) {
  const texts = onDemandTexts()
  const { interceptRef } = parts
  const { email, check, field } = useEmail({ form: COMPOSER, focused })
  const [missing, setMissing] = useState(false)
  const { doing, fault, run } = useDoing(notLeft)
  const calls = callsOf(parts)
  const pressedRef = useRef(false)
  const leave = async (text: string) => {
    const message = `${words}\n${text}`.trim().slice(0, MOST_LEFT)
    setMissing(message === '')
    return check() && message !== '' && run(() => calls.leaveMessage(email, message))
  }
  // Runs before the next key, so that the last typed character counts.
  useLayoutEffect(() => {
    interceptRef.current = (text) => {
      const leaves = pressedRef.current || (asksEmail && email !== '' && parts.session.pending.length === 0)
      pressedRef.current = false
      return leaves ? leave(text) : undefined
    }
    return () => void (interceptRef.current = undefined)
  })
  return (
    <section className="lc-status lc-ask" aria-label={asksEmail ? texts.leave : title}>
      <div className="lc-line">
        <output className="lc-title" dir="auto">
          {[title, asksEmail && texts.waitingLeave].filter(Boolean).join(' ')}
        </output>
        <Back doing={doing} onBack={() => void run(calls.waitNoMore)} />
      </div>
      {asksEmail && (
        <div className="lc-address">
          {field}
          <button
            type="submit"
            form={COMPOSER}
            className="primary"
            disabled={doing}
            onClick={() => void (pressedRef.current = true)}
          >
            {texts.leave}
          </button>
        </div>
      )}
      {missing && words === '' && <Fault text={texts.messageMissing} />}
      {fault !== '' && <Fault text={fault} />}
    </section>
  )
}

/** Shown when nobody is there or nobody came: the next opening and a form. The assistant goes on answering. */
function Missed({ missed, ...parts }: FeatureProps & { missed: NonNullable<ConversationStatus['missed']> }) {
  const texts = onDemandTexts()
  const { language } = useAppearance()
  const { entries } = parts.session
  const isClosed = missed.reason === 'closed'
  // Skips what the last system message already says.
  const notice = entries.findLast(({ from }) => from === 'system')
  const isTold = notice !== undefined && noticeKind(notice.id) === (isClosed ? 'handoff-closed' : 'handoff-missed')
  const title = [
    isTold ? '' : isClosed ? texts.noticeClosed : texts.waitingOver,
    isClosed && opensText(missed.opensAt, language.code),
  ]
    .filter(Boolean)
    .join(' ')
  if (title === '' && !missed.asksEmail) return null
  return <Leave {...parts} words={wordsSinceAsked(entries).at(-1) ?? ''} title={title} asksEmail={missed.asksEmail} />
}

function Ended(parts: FeatureProps) {
  const texts = onDemandTexts()
  const { agent } = useAppearance()
  const { endedAt } = parts.session.status
  const titleRef = useRef<HTMLOutputElement>(null)
  // The composer is gone; moves its focus here.
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
          <button type="button" className="primary" onClick={() => parts.controller.dispatch({ type: 'restart' })}>
            {texts.startNew}
          </button>
        </div>
      ) : (
        <p className="lc-small">{texts.endedGoOn}</p>
      )}
    </section>
  )
}
