// Plays a timeline through the call engine with a virtual clock, recogniser and voice of fixed latency.
import { reduceCall } from '../../apps/server/src/modules/voice/engine/call-engine.ts'
import {
  type CallCommand,
  type CallEvent,
  type CallSettings,
  newCall,
} from '../../apps/server/src/modules/voice/engine/call-state.ts'
import type { Timeline } from './timelines.ts'

export const DELAYS = { vadOn: 60, vadOff: 240, interim: 150, final: 150, model: 200, speech: 100 } as const
export const WORD_MS = 320
export const ANSWER =
  'Here is a rather long answer. It goes on for a while, so that there is time to say something. And it has an end.'
const GREETING_END = 2000

export const SETTINGS: Omit<CallSettings, 'language'> = {
  thresholdMs: 50,
  patience: 1,
  greeting: '',
  minWords: 0,
  silencePrompts: [],
  silenceMs: 600_000,
  goodbye: '',
  maxMs: 3_600_000,
  maxLength: '',
  failed: '',
  stillCalling: '',
  notTaken: '',
  fillers: [],
}

export interface Played {
  readonly asks: readonly string[]
  readonly clears: number
  /** From the end of the caller's words to the first sound of the answer, without the wait that was chosen and the delays. */
  readonly overheadMs: readonly number[]
  /** From the first sound over the agent to its silence. */
  readonly silencedMs: number | undefined
}

/** What the caller's side reports, in order of its planning, and the end of it. */
export function callerEvents({ over, spoken }: Timeline) {
  const events: { at: number; event: CallEvent }[] = []
  const plan = (at: number, event: CallEvent) => void events.push({ at, event })
  let at = GREETING_END
  if (over) {
    plan(500, { k: 'typed', text: 'Tell me about it.' })
    at = 500 + DELAYS.model + DELAYS.speech + 1500
  }
  const overSince = over ? at : undefined
  for (const { text, pauseMs } of spoken) {
    const words = text.split(/\s+/).filter(Boolean)
    const ms = words.length === 0 ? pauseMs : words.length * WORD_MS
    const end = at + ms
    if (ms > DELAYS.vadOn) plan(at + DELAYS.vadOn, { k: 'vad', on: true, ago: DELAYS.vadOn })
    for (let count = 1; count < words.length; count++)
      plan(at + count * WORD_MS + DELAYS.interim, { k: 'stt', text: words.slice(0, count).join(' '), final: false })
    if (ms > DELAYS.vadOn) plan(end + DELAYS.vadOff, { k: 'vad', on: false, ago: DELAYS.vadOff })
    if (words.length > 0) plan(end + DELAYS.final, { k: 'stt', text, final: true })
    at = end + (words.length === 0 ? 3000 : pauseMs)
  }
  return { events, overSince, end: at + 6000 }
}

export function playTimeline(timeline: Timeline): Played {
  const { language, over } = timeline
  let state = newCall({ ...SETTINGS, language })
  let now = 0
  const queue: { at: number; event: CallEvent; order: number }[] = []
  const asks: string[] = []
  const overheadMs: number[] = []
  let clears = 0
  let order = 0
  let silencedAt: number | undefined
  let playing: { gen: number; from: number; ms: number; held: number | undefined; played: number } | undefined
  let isBackground = over

  const plan = (at: number, event: CallEvent) => void queue.push({ at, event, order: order++ })
  const feed = (event: CallEvent) => {
    const step = reduceCall(state, event, now)
    state = step.state
    step.commands.forEach(carryOut)
  }
  const carryOut = (command: CallCommand) => {
    if (command.do === 'ask') {
      if (isBackground) isBackground = false
      else asks.push(command.text)
      plan(now + DELAYS.model, { k: 'delta', gen: command.gen, text: ANSWER })
      plan(now + DELAYS.model, { k: 'replyEnd', gen: command.gen })
    } else if (command.do === 'speak') {
      const ms = command.text.trim().split(/\s+/).length * WORD_MS
      plan(now + DELAYS.speech, { k: 'sound', gen: command.gen, idx: command.idx, ms })
      if (command.idx === 0) {
        plan(now + DELAYS.speech, { k: 'firstSound', gen: command.gen })
        for (let played = 100; played <= 60_000; played += 100)
          plan(now + DELAYS.speech + played, { k: 'played', gen: command.gen, ms: played })
        playing = { gen: command.gen, from: now + DELAYS.speech, ms: 0, held: undefined, played: 0 }
      }
    } else if (command.do === 'clear') {
      if (asks.length > 0 || over) clears += 1
      silencedAt ??= now
      playing = undefined
    } else if (command.do === 'hold' && command.on) silencedAt ??= now
    else if (command.do === 'latency') {
      const { endpointing, total } = command.latency
      if (total !== null && total > 0)
        overheadMs.push(Math.max(0, total - endpointing - DELAYS.model - DELAYS.speech - 100))
    }
  }
  const run = (until: number) => {
    for (;;) {
      queue.sort((a, b) => a.at - b.at || a.order - b.order)
      const next = queue[0]
      const wake = state.wakeAt === undefined ? Infinity : Math.max(now, state.wakeAt)
      const at = Math.min(next?.at ?? Infinity, wake)
      if (at > until || at === Infinity) break
      now = at
      if (next && next.at === at) {
        queue.shift()
        // Held or discarded audio is not played.
        if (next.event.k === 'played' && playing?.gen !== next.event.gen) continue
        if (next.event.k === 'played' && state.agent?.overlap?.isHeld) continue
        feed(next.event)
      } else feed({ k: 'tick' })
    }
    now = until
  }

  feed({ k: 'start' })
  const { events, overSince, end } = callerEvents(timeline)
  for (const { at, event } of events) plan(at, event)
  run(end)
  return {
    asks,
    clears,
    overheadMs,
    silencedMs: silencedAt === undefined || overSince === undefined ? undefined : silencedAt - overSince,
  }
}
