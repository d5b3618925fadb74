// The whole chat inside the frame.
import { useEffect, useState } from 'preact/hooks'
import type { Engine } from '../engine.ts'
import type { Host, HostState } from '../host.ts'
import type { Session } from '../state.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { useLook, useTexts } from './look.ts'
import { Markdown } from './markdown.tsx'
import { Thread } from './thread.tsx'

function useValue<T>(read: () => T, subscribe: (listener: () => void) => () => void): T {
  const [value, setValue] = useState(read)
  useEffect(() => {
    setValue(read)
    return subscribe(() => setValue(read))
  }, [read, subscribe])
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
    <output>
      {text !== '' && (
        <span class="notice" dir="auto">
          {text}
        </span>
      )}
    </output>
  )
}

export function Chat({ engine, host }: { engine: Engine; host: Host }) {
  const { agent } = useLook()
  const texts = useTexts()
  const session = useValue(engine.state, engine.subscribe)
  const shown: HostState = useValue(host.state, host.subscribe)

  return (
    <main class="chat">
      <Header
        onRestart={() => engine.dispatch({ type: 'restart' })}
        onClose={shown.closable && host.framed ? host.close : undefined}
      />
      <Thread session={session} engine={engine} />
      <footer class="foot">
        <Notice session={session} />
        {/* On a phone the keyboard would hide what the visitor opened the chat to read. */}
        <Composer session={session} engine={engine} focused={shown.open && shown.focus} />
        {agent.branding !== '' && (
          <div class="branding">
            <Markdown text={agent.branding} done />
          </div>
        )}
        {session.unpaid && <div class="branding">{texts.poweredBy} Parlance</div>}
      </footer>
    </main>
  )
}
