// The composer: grows with the text, sends on Enter, stops a running answer.
import { sendsMessage } from '@parlance/chat-ui/sends-message.ts'
import { useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react'
import { fill } from '../../i18n.ts'
import type { FeatureProps } from '../features/feature.ts'
import { slots, Slots } from '../features/slots.tsx'
import { attachmentReadiness } from '../session/attachments.ts'
import { canSend } from '../session/message-queue.ts'
import { SendIcon, StopIcon } from './icons.tsx'
import { useAppearance, useTexts } from './appearance.ts'

/** The server's limit per message. */
export const MAX_CHARS = 16_000
const COUNT_FROM = 15_000

interface Props extends FeatureProps {
  /** Focuses whenever this becomes true. */
  readonly focused: boolean
}

export function Composer({ focused, ...parts }: Props) {
  const { session, controller, interceptRef } = parts
  const { language } = useAppearance()
  const { texts } = language
  const [text, setText] = useState('')
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const { turn, unavailable } = session
  const files = attachmentReadiness(session)
  const ready = (text.trim() !== '' || files.more) && !files.waits && canSend(session)

  useLayoutEffect(() => grow(fieldRef.current), [text])
  // A new width rewraps the text; a frame without layout has no width yet.
  useLayoutEffect(() => {
    const onResize = () => grow(fieldRef.current)
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  useLayoutEffect(() => {
    if (focused) fieldRef.current?.focus()
  }, [focused])

  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const taken = interceptRef.current?.(text)
    // Keeps text written meanwhile.
    if (taken) return void taken.then((done) => done && setText((now) => (now === text ? '' : now)))
    if (!ready) return
    controller.send(text)
    setText('')
    fieldRef.current?.focus()
  }
  return (
    <form id="composer" className="composer" noValidate onSubmit={send}>
      <div className="field">
        <Slots at={slots.tools} parts={{ ...parts, text, onText: setText }} />
        <textarea
          ref={fieldRef}
          rows={1}
          value={text}
          maxLength={MAX_CHARS}
          dir={text === '' ? language.dir : 'auto'}
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          enterKeyHint="send"
          disabled={unavailable}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => sendsMessage(event) && send(event)}
        />
        {turn && <StopButton disabled={turn.stopping} onStop={() => controller.dispatch({ type: 'stop' })} />}
        {/* The next message may be written meanwhile; it waits for its turn. */}
        {(!turn || ready) && (
          <button type="submit" className="send" aria-label={texts.send} title={texts.send} disabled={!ready}>
            <SendIcon />
          </button>
        )}
      </div>
      {text.length >= COUNT_FROM && (
        <output className="counter">{fill(texts.left, { n: String(MAX_CHARS - text.length) })}</output>
      )}
    </form>
  )
}

function StopButton({ disabled, onStop }: { disabled: boolean; onStop: () => void }) {
  const { stop } = useTexts()
  return (
    <button type="button" className="send" aria-label={stop} title={stop} disabled={disabled} onClick={onStop}>
      <StopIcon />
    </button>
  )
}

function grow(area: HTMLTextAreaElement | null): void {
  if (!area) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}
