import { useLayoutEffect, useReducer, useRef } from 'react'
import type { ChatController } from '../chat-controller.ts'
import type { Host } from '../host.ts'
import { isHome } from '../session/selectors.ts'
import type { Session } from '../session/state.ts'
import type { FeatureProps } from '../features/feature.ts'
import { Gate, slots, Slots } from '../features/slots.tsx'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { RichItem } from './items/parts.tsx'
import { useAppearance, useTexts } from './appearance.ts'
import { Markdown } from './markdown.tsx'
import { Thread } from './thread.tsx'

/** Unusual states, shown between messages and composer. */
function Notice({ session }: { session: Session }) {
  const { agent, language } = useAppearance()
  const { texts } = language
  const broken = (session.turn?.waiting && session.turn.attempt > 0) || session.loadAttempt > 0
  const text = session.unavailable
    ? agent.unavailableMessage
    : !session.online
      ? texts.offline
      : broken
        ? texts.reconnecting
        : ''
  return (
    // An `output` element would cost 3 KB of memory.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status">
      {text !== '' && (
        <span className="notice" dir="auto">
          {text}
        </span>
      )}
    </div>
  )
}

/** Subscribes to a value and rerenders on change. */
function useCurrent<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [, redraw] = useReducer(read, undefined, read)
  useLayoutEffect(() => {
    redraw()
    return subscribe(redraw)
  }, [subscribe])
  return read()
}

/** Loads what most answers need when the visitor writes and the browser is idle. */
function usePrepared(): () => void {
  const { agent, language } = useAppearance()
  const doneRef = useRef(false)
  return () => {
    if (doneRef.current) return
    doneRef.current = true
    const prepare = () => {
      // Ignores a failure: rendering tries again.
      for (const part of agent.vg_enableUIEngine ? [Markdown, RichItem] : [Markdown])
        part.preload(language.code).catch(() => undefined)
      Promise.all([import('../stream.ts'), import('../session/session.ts')]).catch(() => undefined)
    }
    if ('requestIdleCallback' in window) requestIdleCallback(prepare)
    else setTimeout(prepare, 200)
  }
}

export function Chat({ controller, host }: { controller: ChatController; host: Host }) {
  const { agent } = useAppearance()
  const texts = useTexts()
  const session = useCurrent(controller.subscribe, controller.state)
  const shown = useCurrent(host.subscribe, host.state)
  const parts: FeatureProps = { session, controller, host, interceptRef: useRef(undefined) }
  const prepare = usePrepared()

  return (
    <main className={isHome(session) ? 'chat home' : 'chat'} onInput={prepare}>
      <Header {...parts} onClose={shown.closable && host.framed ? host.close : undefined} />
      <Thread session={session} controller={controller} />
      <Slots at={slots.home} parts={parts} />
      <Slots at={slots.status} parts={parts} />
      <footer className="foot">
        <Notice session={session} />
        <Slots at={slots.entry} parts={parts} />
        {/* A draft is its writer's alone. */}
        <Gate key={session.person} parts={parts}>
          {/* On a phone the keyboard would hide what the visitor opened the chat to read. */}
          <Composer {...parts} focused={shown.open && shown.focus} />
        </Gate>
        {agent.branding !== '' && (
          <div className="branding">
            <Markdown text={agent.branding} done />
          </div>
        )}
        {/* Before consent nobody may be asked: until it is known, its line is kept free. */}
        {(session.unpaid ?? agent.consentRequired) && (
          <div className="branding">{session.unpaid ? `${texts.poweredBy} Parlance` : '\xa0'}</div>
        )}
      </footer>
    </main>
  )
}
