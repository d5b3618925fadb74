import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { useCallback, useRef, useState } from 'react'
import type { FeatureProps } from '../features/feature.ts'
import { Menu } from '../features/slots.tsx'
import { CloseIcon } from '@parlance/chat-ui/icons.tsx'
import { isWaiting } from '../session/message-queue.ts'
import { isAgentPaused } from '../session/selectors.ts'
import type { Session } from '../session/state.ts'
import { BackIcon, MoreIcon } from './icons.tsx'
import { useAppearance } from './appearance.ts'
import { Avatar } from './message.tsx'

interface Props extends FeatureProps {
  /** Absent where the launcher next to the chat closes it. */
  readonly onClose: (() => void) | undefined
}

export function Header({ onClose, ...parts }: Props) {
  const { agent, name, language } = useAppearance()
  return (
    <header className="header">
      {leadsHome(parts.session, agent) && (
        <button
          type="button"
          className="tool back"
          aria-label={language.texts.back}
          title={language.texts.back}
          onClick={() => parts.controller.dispatch({ type: 'restart' })}
        >
          <BackIcon />
        </button>
      )}
      <Avatar />
      <div className="who">
        <h1 dir="auto">{name}</h1>
        {agent.description !== '' && (
          <p dir="auto" title={agent.description}>
            {agent.description}
          </p>
        )}
      </div>
      {/* Before consent there is nothing that could be done. */}
      {parts.session.consent === '' && <Options {...parts} />}
      {onClose && (
        <button
          type="button"
          className="tool"
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

/** Whether the visitor can return home: the conversation is stored and nothing is about to be written in it. */
const leadsHome = (session: Session, { recordChatHistory }: PublicAgent): boolean =>
  recordChatHistory &&
  session.conversationId !== undefined &&
  !session.turn &&
  !session.entries.some(isWaiting) &&
  !isAgentPaused(session)

function Options(parts: FeatureProps) {
  const { texts, code } = useAppearance().language
  const [open, setOpen] = useState(false)
  const boxRef = useRef<HTMLDivElement>(null)
  const shut = useCallback((refocus: boolean) => {
    setOpen(false)
    if (refocus) boxRef.current?.querySelector('button')?.focus()
  }, [])
  // Ignores a failure: opening tries again.
  const prepare = () => void Menu.preload(code).catch(() => undefined)
  return (
    <div className="menu" ref={boxRef}>
      <button
        type="button"
        className="tool"
        aria-label={texts.menu}
        title={texts.menu}
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </button>
      {open && <Menu {...parts} onClose={shut} />}
    </div>
  )
}
