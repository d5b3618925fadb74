// Speech over a telephone line and back to text: Flite speaks, the line carries µ-law, a recogniser transcribes, the
// agent answers. Measures how many phrases arrive complete, and whether pauses in the recording match the call's
// figures.
import { setTimeout as pause } from 'node:timers/promises'
import { createFlite } from '../../apps/server/src/adapters/flite/flite.ts'
import type { Ctx } from '../../apps/server/src/lib/ctx.ts'
import { createDoubler, createHalver, decodeMulaw, encodeMulaw } from '../../apps/server/src/lib/sound/mulaw.ts'
import { createPhoneLine, PHONE_FRAME } from '../../apps/server/src/modules/voice/phone/phone-line.ts'
import { type CallResult, createCallSession } from '../../apps/server/src/modules/voice/session/call-session.ts'
import { realClock } from '../../apps/server/src/modules/voice/session/clock.ts'
import { energyOf, SPEECH_DB } from '../../apps/server/src/modules/voice/audio/vad.ts'
import { load } from '../output.ts'
import { median, p95 } from '../stats.ts'
import { SETTINGS } from './play-timeline.ts'
import { createSphinx } from './sphinx.ts'

const PHRASES = [
  'when do you open on sunday',
  'i would like to book a table',
  'how much is the delivery',
  'please call me back tomorrow',
  'my order never came',
  'can i speak to a person',
  'where is your shop',
  'do you have it in blue',
  'i want to change my address',
  'the lamp is broken',
  'thank you that was all',
  'what time do you close',
  'i need a new battery',
  'is there parking near you',
  'can you send me the price',
  'i want my money back',
  'do you ship to france',
  'who can repair my lamp',
  'cancel my order please',
  'what is the warranty',
]
const FLOORS = { exact: 0.7, gapMs: 20 }
const MODEL_MS = 200
const FRAME_MS = 20
const RATE = 16_000

/** A carrier that plays audio on its own clock and reports marks. */
function openCarrier(onMark: (name: string) => void) {
  const queue: (Uint8Array | string)[] = []
  const begun = performance.now()
  let played = 0
  const timer = setInterval(() => {
    for (; played * FRAME_MS < performance.now() - begun; played++) {
      queue.shift()
      while (typeof queue[0] === 'string') onMark(String(queue.shift()))
    }
  }, 5)
  return {
    wire: {
      media: (mulaw: Uint8Array) => void queue.push(mulaw),
      mark: (name: string) => void queue.push(name),
      clear: () => queue.splice(0).forEach((one) => typeof one === 'string' && onMark(one)),
      close: () => {},
    },
    close: () => clearInterval(timer),
  }
}

export async function benchLoop(): Promise<void> {
  const flite = createFlite()
  const caller = flite.speech({ provider: 'flite', voiceId: 'rms', language: 'en' })
  const heard: string[] = []
  const states: string[] = []
  const ended = Promise.withResolvers<CallResult>()
  const session = createCallSession({
    clock: realClock,
    ctx: { log: { warn: console.error, error: console.error } } as unknown as Ctx,
    settings: { ...SETTINGS, language: 'en' },
    speech: flite.speech({ provider: 'flite', voiceId: 'slt', language: 'en' }),
    isTyped: false,
    transcriber: await createSphinx(PHRASES),
    transcription: { model: '', thresholdMs: 50 },
    records: true,
    turn: { agentId: 'a', visitorId: 'v', isTest: true, draft: false, consent: true, page: {} },
    conversationId: undefined,
    conversations: {
      async say(_, { text }, onPart) {
        heard.push(text)
        await pause(MODEL_MS)
        onPart({ type: 'text-delta', id: 'a', delta: `You said ${text}.` })
        return { conversationId: 'c', turnId: `t${heard.length}`, stop: () => {}, ended: Promise.resolve() }
      },
      answers: async () => [],
      people: async () => undefined,
      truncate: async () => {},
      changed: () => {},
    },
    unavailable: '',
    onEnd: async (result) => ended.resolve(result),
    onChange: () => {},
  })
  const carrier = openCarrier((name) => phone.marked(name))
  const phone = createPhoneLine({ clock: realClock, wire: carrier.wire, onPlayed: session.played })
  session.connect({
    ...phone.line,
    send(message) {
      if (message.t === 'state') states.push(message.s)
      phone.line.send(message)
    },
  })

  // The caller's line is never silent: continuous 20 ms frames of sound or silence.
  const halver = createHalver()
  const doubler = createDoubler()
  let speech: Int16Array = new Int16Array(0)
  let sent = 0
  const begun = performance.now()
  const speaking = setInterval(() => {
    for (; sent * FRAME_MS < performance.now() - begun; sent++) {
      const frame = new Int16Array(2 * PHONE_FRAME)
      frame.set(speech.subarray(0, frame.length))
      speech = speech.subarray(frame.length)
      session.sound(doubler.push(decodeMulaw(encodeMulaw(halver.push(frame)))))
    }
  }, 5)

  const before = load()
  let exact = 0
  for (const phrase of PHRASES) {
    const pieces: Int16Array[] = []
    await caller.speak(phrase, { signal: new AbortController().signal, onSound: (pcm) => void pieces.push(pcm) })
    const count = heard.length
    states.length = 0
    speech = Int16Array.from(pieces.flatMap((piece) => [...piece]))
    for (let waited = 0; waited < 15_000; waited += 50) {
      await pause(50)
      if (heard.length > count && states.includes('speaking') && states.at(-1) === 'listening') break
    }
    if (heard.length === count + 1 && heard.at(-1) === phrase) exact += 1
    else console.log(`said «${phrase}», heard ${JSON.stringify(heard.slice(count))}`)
  }
  session.hangUp('caller_hung_up')
  const { recording, latencies } = await ended.promise
  clearInterval(speaking)
  carrier.close()
  await flite.close()
  const gaps = recording
    ? gapsOf(
        recording,
        latencies.flatMap(({ at, total }) => (total === null ? [] : [{ at, total }])),
      )
    : []
  const off = gaps.map(({ told, measured }) => Math.abs(told - measured))
  console.table([
    {
      phrases: PHRASES.length,
      exact,
      answers: gaps.length,
      'pause told, p50 (ms)': Math.round(median(gaps.map(({ told }) => told))),
      'pause recorded, p50 (ms)': Math.round(median(gaps.map(({ measured }) => measured))),
      'difference, p50 (ms)': Math.round(median(off)),
      'difference, p95 (ms)': Math.round(p95(off)),
      load: `${before} to ${load()}`,
    },
  ])
  if (exact / PHRASES.length < FLOORS.exact || p95(off) > FLOORS.gapMs) process.exitCode = 1
}

/** Time from the caller's last sound to the agent's first, by the recording's channels and the level of the detector. */
function gapsOf(wav: Buffer, latencies: readonly { readonly at: number; readonly total: number }[]) {
  const isSound = (ms: number, channel: 0 | 1): boolean => {
    const from = 44 + Math.round(((ms - 5) * RATE) / 1000) * 4 + channel * 2
    const block = Int16Array.from({ length: (5 * RATE) / 1000 }, (_, index) => {
      const offset = from + index * 4
      return offset >= 44 && offset + 1 < wav.length ? wav.readInt16LE(offset) : 0
    })
    return energyOf(block) > SPEECH_DB
  }
  const find = (from: number, step: 1 | -1, channel: 0 | 1): number | undefined => {
    for (let ms = from; ms > from - 5000 && ms < from + 5000; ms += step) if (isSound(ms, channel)) return ms
    return undefined
  }
  return latencies.flatMap(({ at, total }) => {
    const end = find(at + 150, -1, 0)
    const begin = end === undefined ? undefined : find(end, 1, 1)
    return end === undefined || begin === undefined ? [] : [{ told: total, measured: begin - end }]
  })
}
