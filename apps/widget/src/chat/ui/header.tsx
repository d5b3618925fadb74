// Who the visitor talks to, and the few things to do with the whole conversation.
import type { RefObject } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
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

type Open = 'no' | 'menu' | 'asking'

/** Calls back on Escape inside the element and on a press outside of it, while `active`. */
function useDismiss(boxRef: RefObject<HTMLElement | null>, active: boolean, onDismiss: (byKey: boolean) => void) {
  useEffect(() => {
    const box = boxRef.current
    if (!active || !box) return undefined
    const press = (event: Event) => {
      if (!box.contains(event.target as Node)) onDismiss(false)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Escape shuts the menu first; only the next one closes the chat.
      event.stopPropagation()
      onDismiss(true)
    }
    document.addEventListener('pointerdown', press)
    box.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('pointerdown', press)
      box.removeEventListener('keydown', key)
    }
  }, [boxRef, active, onDismiss])
}

function Menu({ onRestart }: { onRestart: () => void }) {
  const { texts } = useLook().language
  const [open, setOpen] = useState<Open>('no')
  const boxRef = useRef<HTMLDivElement>(null)
  const shut = useCallback((refocus: boolean) => {
    setOpen('no')
    if (refocus) boxRef.current?.querySelector('button')?.focus()
  }, [])
  useDismiss(boxRef, open !== 'no', shut)
  useEffect(() => {
    if (open !== 'no') boxRef.current?.querySelector<HTMLElement>('.popover button')?.focus()
  }, [open])
  return (
    <div class="menu" ref={boxRef}>
      <button
        type="button"
        class="tool"
        aria-label={texts.menu}
        title={texts.menu}
        aria-expanded={open !== 'no'}
        onClick={() => setOpen(open === 'no' ? 'menu' : 'no')}
      >
        <MoreIcon />
      </button>
      {open === 'menu' && (
        <div class="popover">
          <button type="button" class="item" onClick={() => setOpen('asking')}>
            <RestartIcon />
            {texts.restart}
          </button>
        </div>
      )}
      {open === 'asking' && (
        <AskRestart
          onCancel={() => shut(true)}
          onRestart={() => {
            shut(true)
            onRestart()
          }}
        />
      )}
    </div>
  )
}

function AskRestart({ onCancel, onRestart }: { onCancel: () => void; onRestart: () => void }) {
  const { texts } = useLook().language
  return (
    <div class="popover ask" role="alertdialog" aria-label={texts.restart} aria-describedby="restart-ask">
      <p id="restart-ask">{texts.restartAsk}</p>
      <div class="answers">
        <button type="button" class="quiet" onClick={onCancel}>
          {texts.cancel}
        </button>
        <button type="button" class="primary" onClick={onRestart}>
          {texts.restartYes}
        </button>
      </div>
    </div>
  )
}
