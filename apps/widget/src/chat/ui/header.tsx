// Who the visitor talks to, and the few things to do with the whole conversation.
import { useEffect, useRef, useState } from 'preact/hooks'
import { CloseIcon, MoreIcon, RestartIcon } from './icons.tsx'
import { useLook } from './look.ts'
import { Avatar } from './message.tsx'

interface Props {
  readonly onRestart: () => void
  /** Absent where the launcher beside the chat closes it. */
  readonly onClose: (() => void) | undefined
}

export function Header({ onRestart, onClose }: Props) {
  const { agent, name, language } = useLook()
  return (
    <header class="header">
      <Avatar />
      <div class="who">
        <h1 dir="auto">{name}</h1>
        {agent.description !== '' && (
          <p dir="auto" title={agent.description}>
            {agent.description}
          </p>
        )}
      </div>
      <Menu onRestart={onRestart} />
      {onClose && (
        <button
          type="button"
          class="tool"
          aria-label={language.texts.close}
          title={language.texts.close}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      )}
    </header>
  )
}

function Menu({ onRestart }: { onRestart: () => void }) {
  const { texts } = useLook().language
  const [state, setState] = useState<'closed' | 'open' | 'asking'>('closed')
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const shut = () => {
    setState('closed')
    button.current?.focus()
  }
  useEffect(() => {
    if (state === 'closed') return
    box.current?.querySelector<HTMLElement>('.popover button')?.focus()
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setState('closed')
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [state])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || state === 'closed') return
    // Escape shuts the menu first; only the next one closes the chat.
    event.stopPropagation()
    shut()
  }
  return (
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class="tool"
        aria-label={texts.menu}
        title={texts.menu}
        aria-expanded={state !== 'closed'}
        onClick={() => setState(state === 'closed' ? 'open' : 'closed')}
      >
        <MoreIcon />
      </button>
      {state === 'open' && (
        <div class="popover">
          <button type="button" class="item" onClick={() => setState('asking')}>
            <RestartIcon />
            {texts.restart}
          </button>
        </div>
      )}
      {state === 'asking' && (
        <div class="popover ask" role="alertdialog" aria-label={texts.restart} aria-describedby="restart-ask">
          <p id="restart-ask">{texts.restartAsk}</p>
          <div class="answers">
            <button type="button" class="quiet" onClick={shut}>
              {texts.cancel}
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                shut()
                onRestart()
              }}
            >
              {texts.restartYes}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
