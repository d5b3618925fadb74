// Where the visitor writes: grows with the text, sends on Enter, becomes a stop button while an answer is written.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { fill } from '../../i18n.ts'
import type { Engine } from '../engine.ts'
import type { Session } from '../state.ts'
import { SendIcon, StopIcon } from './icons.tsx'
import { useLook, useTexts } from './look.ts'

/** The server's limit of one message. */
export const MAX_CHARS = 16_000
const COUNT_FROM = 15_000

interface Props {
  readonly session: Session
  readonly engine: Engine
  /** Takes the focus whenever this becomes true. */
  readonly focused: boolean
}

export function Composer({ session, engine, focused }: Props) {
  const { language } = useLook()
  const { texts } = language
  const [text, setText] = useState('')
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const { turn, unavailable } = session
  const ready = text.trim() !== '' && !turn && !unavailable

  useLayoutEffect(() => grow(fieldRef.current), [text])
  useLayoutEffect(() => {
    if (focused) fieldRef.current?.focus()
  }, [focused])

  const send = (event: Event) => {
    event.preventDefault()
    if (!ready) return
    engine.send(text)
    setText('')
    fieldRef.current?.focus()
  }
  return (
    <form class="composer" onSubmit={send}>
      <div class="field">
        <textarea
          ref={fieldRef}
          rows={1}
          value={text}
          maxLength={MAX_CHARS}
          dir={text === '' ? language.dir : 'auto'}
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          enterkeyhint="send"
          disabled={unavailable}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => sends(event) && send(event)}
        />
        {turn ? (
          <StopButton disabled={turn.stopping} onStop={() => engine.dispatch({ type: 'stop' })} />
        ) : (
          <button type="submit" class="send" aria-label={texts.send} title={texts.send} disabled={!ready}>
            <SendIcon />
          </button>
        )}
      </div>
      {text.length >= COUNT_FROM && (
        <output class="counter">{fill(texts.left, { n: String(MAX_CHARS - text.length) })}</output>
      )}
    </form>
  )
}

function StopButton({ disabled, onStop }: { disabled: boolean; onStop: () => void }) {
  const { stop } = useTexts()
  return (
    <button type="button" class="send" aria-label={stop} title={stop} disabled={disabled} onClick={onStop}>
      <StopIcon />
    </button>
  )
}

/** An input method uses Enter to choose a word; that is not sending. */
const sends = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey && !event.isComposing

function grow(area: HTMLTextAreaElement | null): void {
  if (!area) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}
