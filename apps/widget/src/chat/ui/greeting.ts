// The agent's first messages, delayed as configured for new visitors and immediate otherwise.
import { useEffect, useMemo, useState } from 'react'
import type { Entry, Session } from '../session/state.ts'
import { useAppearance } from './appearance.ts'

/** Shorter for the first message: an empty chat helps nobody. */
const FIRST_MS = 500

export function useGreeting(session: Session): { shown: readonly Entry[]; typing: boolean } {
  const { agent, reducedMotion } = useAppearance()
  const messages = useMemo(
    () => (agent.vg_initMessages ?? []).filter((text) => text.trim() !== ''),
    [agent.vg_initMessages],
  )
  const [told, setTold] = useState(0)
  // A transcript that begins with the agent includes its greeting; one with earlier pages hides it. A system message is
  // not a beginning.
  const first = session.entries.find(({ from }) => from !== 'system')
  const stored = session.entries[0]?.seq === 1 && first?.from === 'agent'
  const isReady = session.ready || session.consent !== ''
  const wanted = isReady && session.before === null && !stored
  const atOnce = reducedMotion || agent.messageDelayMS === 0 || session.entries.length > 0
  const count = !wanted ? 0 : atOnce ? messages.length : Math.min(told, messages.length)
  const waiting = wanted && count < messages.length

  useEffect(() => {
    if (!waiting) return
    const ms = told === 0 ? Math.min(FIRST_MS, agent.messageDelayMS) : agent.messageDelayMS
    const timer = setTimeout(() => setTold(told + 1), ms)
    return () => clearTimeout(timer)
  }, [waiting, told, agent.messageDelayMS])

  const empty = session.entries.length === 0 && session.ready
  useEffect(() => {
    // Greets again in a new conversation.
    if (empty) return () => setTold(0)
    return undefined
  }, [empty])

  const shown = useMemo(() => messages.slice(0, count).map(greetingEntry), [messages, count])
  return { shown, typing: waiting }
}

const greetingEntry = (text: string, index: number): Entry => ({
  id: `greeting:${index}`,
  turnId: '',
  seq: undefined,
  from: 'agent',
  items: [{ type: 'text', text }],
  text,
  sources: [],
  status: 'complete',
  note: '',
  reason: '',
  at: '',
})
