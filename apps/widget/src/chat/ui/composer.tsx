// Where the visitor writes: grows with the text, sends on Enter, becomes a stop button while an answer is written.
import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { fill } from '../../i18n.ts'
import type { Engine } from '../engine.ts'
import type { Session } from '../state.ts'
import { SendIcon, StopIcon } from './icons.tsx'
import { useTexts } from './look.ts'

/** The server's limit of one message. */
export const MAX_CHARS = 16_000
const COUNT_FROM = 15_000

interface Props {
  readonly session: Session
  readonly engine: Engine
  readonly field: RefObject<HTMLTextAreaElement | null>
}

export function Composer({ session, engine, field }: Props) {
  const texts = useTexts()
  const [text, setText] = useState('')
  const { turn, unavailable } = session
  const ready = text.trim() !== '' && !turn && !unavailable

  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [text])

  const send = () => {
    if (!ready) return
    engine.send(text)
    setText('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses Enter to choose a word; that is not sending.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div class="field">
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={MAX_CHARS}
          dir="auto"
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          enterkeyhint="send"
          disabled={unavailable}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {turn ? (
          <button
            type="button"
            class="send"
            aria-label={texts.stop}
            title={texts.stop}
            disabled={turn.stopping}
            onClick={() => engine.dispatch({ type: 'stop' })}
          >
            <StopIcon />
          </button>
        ) : (
          <button type="submit" class="send" aria-label={texts.send} title={texts.send} disabled={!ready}>
            <SendIcon />
          </button>
        )}
      </div>
      {text.length >= COUNT_FROM && (
        <p class="counter" role="status">
          {fill(texts.left, { n: String(MAX_CHARS - text.length) })}
        </p>
      )}
    </form>
  )
}
