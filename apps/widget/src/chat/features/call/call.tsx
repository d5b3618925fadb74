// oxlint-disable-next-line import/default -- the bundler makes it an address
import workletUrl from '@parlance/chat-ui/call/call-worklet.ts?worker&url'
import { sendsMessage } from '@parlance/chat-ui/sends-message.ts'
import { type CallClient, type CallView, createCallClient, type CallGrant } from '@parlance/chat-ui/call/call-client.ts'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { fill } from '../../../i18n.ts'
import { onDemandTexts, type OnDemandTexts } from '../../../on-demand-texts.ts'
import { SendIcon } from '../../ui/icons.tsx'
import { useAppearance } from '../../ui/appearance.ts'
import { Avatar } from '../../ui/message.tsx'
import { Refusal } from '../../refusal.ts'
import type { FeatureProps } from '../feature.ts'
import { MicIcon } from '../icons.tsx'
import { useModal } from '../menu/dialog.tsx'
import './call.css'
import { HangUpIcon, MutedIcon } from './call-icons.tsx'

export interface CallProps extends FeatureProps {
  readonly onEnd: () => void
}

/** Starts the call on first render, inside the click that opened it. */
function useCall({ controller, session }: FeatureProps) {
  const { agent } = useAppearance()
  const texts = onDemandTexts()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [agreed, setAgreed] = useState(false)
  const [mustAgree, setMustAgree] = useState(agent.recordsCalls && !agent.consentRequired)
  const [client, setClient] = useState<CallClient>(() => open(agent.consentRequired))
  function open(consent: boolean): CallClient {
    const body = {
      conversationId: session.conversationId,
      language: navigator.language,
      ...(consent && { consent }),
    }
    return createCallClient({
      workletUrl,
      refusal: agent.recordsCalls && !consent ? texts.callRecorded : undefined,
      start: async () => {
        try {
          return (await controller.own<{ data: CallGrant }>('calls', body)).data
        } catch (error) {
          setMustAgree(codeOf(error) === 'CONSENT_REQUIRED')
          throw new Error(refusalText(error, agent.unavailableMessage, texts))
        }
      },
    })
  }
  useEffect(() => {
    const stop = client.subscribe(() => redraw())
    void client.begin()
    return () => {
      stop()
      client.close()
    }
  }, [client])
  const again = () => {
    setMustAgree(false)
    setClient(open(agent.consentRequired || mustAgree || agreed))
    setAgreed(mustAgree || agreed)
  }
  return { client, view: client.view(), mustAgree, again }
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : '')

function refusalText(error: unknown, unavailable: string, texts: OnDemandTexts): string {
  const code = codeOf(error)
  // Callers must consent first.
  if (code === 'CONSENT_REQUIRED') return texts.callRecorded
  if (code === 'CREDITS_EXHAUSTED' || code === 'LIMIT_REACHED') return unavailable
  return code === 'UNAVAILABLE' || code === 'RATE_LIMITED' ? texts.callBusy : texts.callFailed
}

function statusText({ phase, fault, refusal, endReason, isMuted }: CallView, texts: OnDemandTexts): string {
  if (phase === 'ended') {
    if (fault === 'denied') return texts.voiceDenied
    if (fault === 'no_microphone') return texts.voiceMissing
    if (fault === 'unsupported') return texts.callUnsupported
    if (fault === 'refused') return refusal === '' ? texts.callFailed : refusal
    if (fault === 'lost' || endReason === 'connection_lost') return texts.callLost
    if (endReason === 'silence') return texts.callSilence
    return endReason === 'max_length' ? texts.callLong : texts.callEnded
  }
  if (phase === 'asking') return texts.voiceAsking
  if (phase === 'connecting') return texts.callConnecting
  if (phase === 'reconnecting') return texts.callReconnecting
  if (phase === 'thinking') return texts.callThinking
  if (phase === 'speaking' || phase === 'greeting') return texts.callSpeaking
  return isMuted ? texts.callMuted : texts.callListening
}

function Level({ client }: { client: CallClient }) {
  const { reducedMotion } = useAppearance()
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const timer = setInterval(
      () => ref.current?.style.setProperty('--level', client.level().toFixed(2)),
      reducedMotion ? 500 : 60,
    )
    return () => clearInterval(timer)
  }, [client, reducedMotion])
  return (
    <span className="call-orb" ref={ref}>
      <Avatar />
    </span>
  )
}

function Timer({ since }: { since: number }) {
  const [seconds, tick] = useReducer(() => Math.floor((Date.now() - since) / 1000), 0)
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="call-time" role="timer">
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  )
}

function Captions({ captions }: Pick<CallView, 'captions'>) {
  const texts = onDemandTexts()
  const ref = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    ref.current?.scrollTo({ top: ref.current.scrollHeight })
  }, [captions])
  return (
    <ol className="call-captions" aria-live="polite" ref={ref}>
      {captions.map(({ id, from, text, heard, isFinal }) => (
        <li key={id} className={`${from}${isFinal || from === 'agent' ? '' : ' draft'}`} dir="auto">
          {heard === undefined ? text : heard}
          {heard !== undefined && text.length > heard.length && (
            <s aria-label={`${texts.callUnheard}: ${text.slice(heard.length)}`}>{text.slice(heard.length)}</s>
          )}
        </li>
      ))}
    </ol>
  )
}

function Typed({ client }: { client: CallClient }) {
  const texts = onDemandTexts()
  const [text, setText] = useState('')
  const send = () => {
    client.type(text)
    setText('')
  }
  return (
    <div className="call-typed">
      <input
        value={text}
        maxLength={1000}
        dir="auto"
        placeholder={texts.callType}
        aria-label={texts.callType}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // The surrounding form belongs to the chat.
          event.preventDefault()
          if (sendsMessage(event)) send()
        }}
      />
      <button type="button" className="send" aria-label={texts.callSend} disabled={text.trim() === ''} onClick={send}>
        <SendIcon />
      </button>
    </div>
  )
}

function Devices({ client, view }: { client: CallClient; view: CallView }) {
  const texts = onDemandTexts()
  if (view.devices.length < 2) return null
  return (
    <select
      className="call-device"
      aria-label={texts.callMicrophone}
      value={view.deviceId}
      onChange={(event) => void client.choose(event.currentTarget.value)}
    >
      <option value="">{texts.callMicrophone}</option>
      {view.devices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  )
}

export default function Call({ onEnd, ...parts }: CallProps) {
  const texts = onDemandTexts()
  const { name } = useAppearance()
  const { client, view, mustAgree, again } = useCall(parts)
  const { controller, session } = parts
  const isOver = view.phase === 'ended'
  const leave = () => {
    client.close()
    const { conversationId } = view
    if (conversationId !== undefined)
      controller.dispatch(
        session.conversationId === conversationId ? { type: 'sync' } : { type: 'open', conversationId },
      )
    onEnd()
  }
  const leaveRef = useRef(leave)
  useLayoutEffect(() => {
    leaveRef.current = leave
  })
  const [escape] = useState(() => () => leaveRef.current())
  const ref = useModal(escape)
  const isOn = view.answeredAt !== undefined && !isOver
  return (
    <dialog className="call" ref={ref} aria-label={fill(texts.callTitle, { name })} data-phase={view.phase}>
      <Level client={client} />
      <h2 dir="auto">{name}</h2>
      <output className="call-status">{statusText(view, texts)}</output>
      {isOn && view.answeredAt !== undefined && <Timer since={view.answeredAt} />}
      <Captions captions={view.captions} />
      {isOn && (
        <p className="call-note">
          {[
            ...(view.records ? [texts.callRecorded] : []),
            ...(view.hears
              ? view.transcriber?.provider === 'browser'
                ? [texts.callBrowser]
                : []
              : [texts.callTypeOnly]),
          ].join(' ')}
        </p>
      )}
      {isOn && <Typed client={client} />}
      <div className="call-buttons">
        {isOn && (
          <button
            type="button"
            className="call-round"
            aria-pressed={view.isMuted}
            aria-label={view.isMuted ? texts.callUnmute : texts.callMute}
            title={view.isMuted ? texts.callUnmute : texts.callMute}
            onClick={() => client.mute(!view.isMuted)}
          >
            {view.isMuted ? <MutedIcon /> : <MicIcon />}
          </button>
        )}
        {!isOver && (
          <button
            type="button"
            className="call-round end"
            aria-label={texts.callHangUp}
            title={texts.callHangUp}
            onClick={() => client.hangUp()}
          >
            <HangUpIcon />
          </button>
        )}
        {isOver && (
          <>
            <button type="button" className="call-plain" onClick={again}>
              {mustAgree ? texts.consentYes : texts.callAgain}
            </button>
            <button type="button" className="call-plain" onClick={leave}>
              {mustAgree ? texts.consentNo : texts.callBack}
            </button>
          </>
        )}
        {isOn && <Devices client={client} view={view} />}
      </div>
    </dialog>
  )
}
