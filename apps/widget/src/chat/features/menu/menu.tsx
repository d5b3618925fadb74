import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { isAgentPaused } from '../../session/selectors.ts'
import type { Session } from '../../session/state.ts'
import { useAppearance, type Appearance } from '../../ui/appearance.ts'
import type { MenuProps } from '../feature.ts'
import { callsOf } from '../lifecycle/calls.ts'
import { Fault, useDoing } from '../lifecycle/field.tsx'
import { useReach } from '../lifecycle/use-reach.ts'
import { Conversations } from './conversations.tsx'
import { Dialog, useModal } from './dialog.tsx'
import { EndIcon, ListIcon, MailIcon, PersonIcon, RestartIcon } from '../icons.tsx'
import { Mail } from './mail.tsx'
import '../lifecycle/lifecycle.css'
import './menu.css'

type View = 'menu' | 'restart' | 'end' | 'list' | 'mail'

export default function Menu({ onClose, ...parts }: MenuProps) {
  const texts = onDemandTexts()
  const [view, setView] = useState<View>('menu')
  const shut = () => onClose(true)
  const calls = callsOf(parts)
  switch (view) {
    case 'restart':
      return (
        <Ask
          title={texts.restart}
          text={texts.restartAsk}
          yes={texts.restartYes}
          onYes={async () => parts.controller.dispatch({ type: 'restart' })}
          onClose={shut}
        />
      )
    case 'end':
      return <Ask title={texts.end} text={texts.endAsk} yes={texts.endYes} onYes={calls.end} onClose={shut} />
    case 'list':
      return (
        <Dialog title={texts.conversations} onBack={shut}>
          <Conversations {...parts} onOpened={shut} />
        </Dialog>
      )
    case 'mail':
      return (
        <Dialog title={texts.transcript} onBack={shut}>
          <Mail {...parts} />
        </Dialog>
      )
    case 'menu':
      return <Choices {...parts} onClose={onClose} onView={setView} />
  }
}

function offered({ agent }: Appearance, session: Session) {
  const isOver = session.status.endedAt !== null
  const isKept = agent.recordChatHistory && session.conversationId !== undefined
  return {
    list: agent.recordChatHistory,
    mail: isKept && agent.offerTranscript && session.entries.some(({ from }) => from === 'agent' || from === 'human'),
    people:
      (agent.alwaysShowHandoff || agent.UIhandoffTitle !== '') && session.consent === '' && !isAgentPaused(session),
    end: session.conversationId !== undefined && !isOver,
  }
}

/** Calls back on Escape inside the element's parent and on a press outside of it. */
function useDismiss(boxRef: RefObject<HTMLElement | null>, onDismiss: (byKey: boolean) => void) {
  // Ends in the same render, so that the next Escape closes the chat.
  useLayoutEffect(() => {
    const box = boxRef.current?.parentElement
    if (!box) return undefined
    const press = (event: Event) => {
      if (!box.contains(event.target as Node)) onDismiss(false)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Escape closes the menu first and the chat next.
      event.stopPropagation()
      onDismiss(true)
    }
    document.addEventListener('pointerdown', press)
    box.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('pointerdown', press)
      box.removeEventListener('keydown', key)
    }
  }, [boxRef, onDismiss])
}

function Choices({ onClose, onView, ...parts }: MenuProps & { onView: (view: View) => void }) {
  const texts = onDemandTexts()
  const appearance = useAppearance()
  const boxRef = useRef<HTMLDivElement>(null)
  const { doing, fault, run } = useDoing()
  useDismiss(boxRef, onClose)
  useEffect(() => boxRef.current?.querySelector('button')?.focus(), [])
  const can = offered(appearance, parts.session)
  const reach = useReach(parts, can.people)
  const requestHandoff = async () => {
    if (await run(callsOf(parts).requestHandoff)) onClose(true)
  }
  return (
    <div className="popover" ref={boxRef}>
      <Choice icon={<RestartIcon />} text={texts.restart} onPick={() => onView('restart')} />
      {can.list && <Choice icon={<ListIcon />} text={texts.conversations} onPick={() => onView('list')} />}
      {can.mail && <Choice icon={<MailIcon />} text={texts.transcript} onPick={() => onView('mail')} />}
      {reach && (
        <Choice
          icon={<PersonIcon />}
          text={reach.to === 'message' ? texts.leave : appearance.agent.UIhandoffTitle || texts.people}
          disabled={doing}
          onPick={() => void requestHandoff()}
        />
      )}
      {can.end && <Choice icon={<EndIcon />} text={texts.end} onPick={() => onView('end')} />}
      {fault !== '' && <Fault text={fault} />}
    </div>
  )
}

interface ChoiceProps {
  readonly icon: ReactNode
  readonly text: string
  readonly disabled?: boolean
  readonly onPick: () => void
}
const Choice = ({ icon, text, disabled, onPick }: ChoiceProps) => (
  <button type="button" className="item" disabled={disabled} onClick={onPick}>
    {icon}
    <span dir="auto">{text}</span>
  </button>
)

interface AskProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly onYes: () => Promise<unknown>
  readonly onClose: () => void
}

function Ask({ title, text, yes, onYes, onClose }: AskProps) {
  const id = useId()
  const ref = useModal(onClose)
  const { doing, fault, run } = useDoing()
  const agree = async () => {
    if (await run(onYes)) onClose()
  }
  return (
    <dialog className="ask" ref={ref} role="alertdialog" aria-modal="true" aria-label={title} aria-describedby={id}>
      <p id={id}>{text}</p>
      {fault !== '' && <Fault text={fault} />}
      <div className="answers">
        <button type="button" className="quiet" onClick={onClose}>
          {onDemandTexts().cancel}
        </button>
        <button type="button" className="primary" disabled={doing} onClick={() => void agree()}>
          {yes}
        </button>
      </div>
    </dialog>
  )
}
