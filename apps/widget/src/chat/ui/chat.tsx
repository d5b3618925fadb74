// The whole chat inside the frame.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Engine } from '../engine.ts'
import type { Host, HostState } from '../host.ts'
import type { Session } from '../state.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { useLook } from './look.ts'
import { Markdown } from './markdown.tsx'
import { Thread } from './thread.tsx'

function useValue<T>(read: () => T, subscribe: (listener: () => void) => () => void): T {
  const [value, setValue] = useState(read)
  useEffect(() => {
    setValue(read)
    return subscribe(() => setValue(read))
  }, [])
  return value
}

/** What stands between the messages and the composer when something is not as usual. */
function Notice({ session }: { session: Session }) {
  const { agent, language } = useLook()
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
    <div role="status" class="notice-place">
      {text !== '' && (
        <p class="notice" dir="auto">
          {text}
        </p>
      )}
    </div>
  )
}

export function Chat({ engine, host }: { engine: Engine; host: Host }) {
  const { agent } = useLook()
  const session = useValue(engine.state, engine.subscribe)
  const shown: HostState = useValue(host.state, host.subscribe)
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    // On a phone the keyboard would hide what the visitor opened the chat to read.
    if (shown.open && !shown.phone) field.current?.focus()
  }, [shown.open, shown.phone])

  return (
    <main class="chat">
      <Header
        onRestart={() => engine.dispatch({ type: 'restart' })}
        onClose={shown.phone && host.framed ? host.close : undefined}
      />
      <Thread session={session} engine={engine} />
      <footer class="foot">
        <Notice session={session} />
        <Composer session={session} engine={engine} field={field} />
        {agent.branding !== '' && (
          <div class="branding">
            <Markdown text={agent.branding} done />
          </div>
        )}
      </footer>
    </main>
  )
}
