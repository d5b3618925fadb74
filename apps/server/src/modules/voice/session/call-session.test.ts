import { expect, test, vi } from 'vitest'
import type { CallMessage, EndReason } from '@parlance/contract/voice/protocol'
import type { Ctx } from '../../../lib/ctx.ts'
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import type { CallSettings } from '../engine/call-state.ts'
import type { CallConversations } from '../ports.ts'
import { type CallResult, type CallSessionDeps, createCallSession } from './call-session.ts'
import type { CallLine } from './line.ts'
import { serveCallSocket } from './call-socket.ts'
import type { Socket } from './socket.ts'

const SETTINGS: CallSettings = {
  language: 'en',
  thresholdMs: 50,
  patience: 1,
  greeting: '',
  minWords: 0,
  silencePrompts: [],
  silenceMs: 60_000,
  goodbye: '',
  maxMs: 600_000,
  maxLength: '',
  failed: '',
  stillCalling: 'I am still trying.',
  notTaken: 'Nobody is there.',
  fillers: [],
}

const QUIET: Omit<CallConversations, 'say'> = {
  answers: async () => [],
  people: async () => undefined,
  truncate: async () => {},
  changed: () => {},
}

function openSession(deps: Partial<CallSessionDeps> = {}) {
  let now = 0
  const timers = new Set<{ at: number; act: () => void }>()
  const ends: CallResult[] = []
  const asked: string[] = []
  const session = createCallSession({
    clock: {
      now: () => now,
      after(ms, act) {
        const timer = { at: now + ms, act }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
    ctx: { log: { warn: vi.fn(), error: vi.fn() } } as unknown as Ctx,
    settings: SETTINGS,
    speech: { service: { provider: 'none', name: 'None', isOffline: true }, speak: async () => {} },
    isTyped: true,
    transcriber: undefined,
    transcription: { model: '', thresholdMs: 50 },
    records: false,
    turn: { agentId: 'a', visitorId: 'v', isTest: false, draft: false, consent: true, page: {} },
    conversationId: undefined,
    conversations: {
      say: async (_, { text }) => {
        asked.push(text)
        return { conversationId: 'c', turnId: 't', stop: () => {}, ended: Promise.resolve() }
      },
      ...QUIET,
    },
    unavailable: '',
    onEnd: async (result) => void ends.push(result),
    onChange: () => {},
    ...deps,
  })
  const advance = (ms: number) => {
    now += ms
    for (const timer of timers) if (timer.at <= now && timers.delete(timer)) timer.act()
  }
  return { session, advance, ends, asked }
}
const LINE: CallLine = { send: () => {}, sendSpeech: () => {}, close: () => {} }

test('ends when the caller left before it was ready', async () => {
  const { session, advance, ends } = openSession()
  advance(15_000)
  await session.done
  expect(ends.map(({ reason }) => reason)).toEqual(['never_connected'] satisfies EndReason[])
})

test('follows no people once it is over', async () => {
  const followPeople = vi.fn(() => () => {})
  const { session } = openSession({ conversationId: 'c', followPeople })
  session.hangUp('credits_exhausted')
  session.connect(LINE)
  await session.done
  expect(followPeople).not.toHaveBeenCalled()
})

test('keeps a caller who connects in time', () => {
  const { session, advance } = openSession()
  session.connect(LINE)
  advance(15_000)
  expect(session.isOver()).toBe(false)
})

test('drops excess typed texts, then ends the call', async () => {
  const { session, ends } = openSession()
  session.connect(LINE)
  for (let i = 0; i < 40; i++) session.typed(`text ${i}`)
  expect(session.isOver()).toBe(false)
  session.typed('one more')
  await session.done
  expect(ends[0]?.reason).toBe('agent_hung_up')
  expect(ends[0]?.transcript).toHaveLength(20)
})

test('drops excess keyed digits, then ends the call', async () => {
  const { session, ends } = openSession()
  session.connect(LINE)
  for (let i = 0; i < 41; i++) {
    session.digit('1')
    session.digit('#')
  }
  await session.done
  expect(ends[0]?.reason).toBe('agent_hung_up')
  expect(ends[0]?.transcript.length).toBeLessThanOrEqual(20)
})

test('disconnects a caller who reads nothing, without another message', async () => {
  const { session } = openSession()
  const sent: unknown[] = []
  const closed: string[] = []
  let buffered = 0
  let hear: (data: Buffer, isBinary: boolean) => void = () => {}
  const socket: Socket = {
    send: (data) => void sent.push(data),
    close: (_, reason) => void closed.push(reason),
    on: (_, listener) => void (hear = listener),
    onClose: () => {},
    buffered: () => buffered,
  }
  const service = { provider: 'none', name: 'None', isOffline: true }
  const ready = { t: 'ready', callId: 'c', transcriber: service, speech: service, records: false, at: 0 } as const
  serveCallSocket(socket, { begin: async () => ({ session, ready }), listening: () => undefined }, () => 0)
  hear(Buffer.from(JSON.stringify({ t: 'hello', v: 1, token: 'x' })), false)
  await expect.poll(() => session.isConnected()).toBe(true)
  const before = sent.length
  buffered = 5_000_000
  hear(Buffer.from(JSON.stringify({ t: 'ping', id: 1 })), false)
  await expect.poll(() => closed).toEqual(['too_fast'])
  expect(sent).toHaveLength(before)
})

/** Noise with the energy of a voice, or silence. */
const frame = (isLoud: boolean): Int16Array =>
  Int16Array.from({ length: 320 }, (_, index) => (isLoud ? ((index * 7919) % 16_001) - 8000 : 0))

test('greets a person after their hello, and leaves a message in a mailbox', async () => {
  const settings = { ...SETTINGS, greeting: 'Hello from the shop.' }
  for (const [ms, by, said] of [
    [600, 'human', 'Hello from the shop.'],
    [7000, 'voicemail', 'Please call us back.'],
  ] as const) {
    const verdicts: string[] = []
    const lines: string[] = []
    const { session, advance } = openSession({
      settings,
      onAnswered(verdict) {
        verdicts.push(verdict.by)
        return verdict.by === 'human' ? 'converse' : { leave: 'Please call us back.' }
      },
    })
    session.connect({ ...LINE, send: (message) => message.t === 'agent' && lines.push(message.text) })
    for (let at = 0; at < ms + 2500; at += 20) {
      if (at < 200 + ms) expect(lines).toEqual([])
      session.sound(frame(at >= 200 && at < 200 + ms))
      advance(20)
    }
    expect(verdicts).toEqual([by])
    expect(lines).toEqual([said])
    session.hangUp('staff_hung_up')
    await session.done
  }
})

test('plays on for a caller who returns after the connection broke while they spoke over the agent', async () => {
  const { session, advance } = openSession({
    settings: { ...SETTINGS, greeting: 'Hello from the shop.' },
    isTyped: false,
    speech: {
      service: { provider: 'none', name: 'None', isOffline: true },
      speak: async (_, { onSound }) => onSound(new Int16Array(160_000)),
    },
  })
  const told: CallMessage[] = []
  let sounds = 0
  const line: CallLine = { ...LINE, send: (message) => void told.push(message), sendSpeech: () => void sounds++ }
  const held = () => told.filter(({ t }) => t === 'hold' || t === 'duck' || t === 'clear')
  session.connect(line)
  await expect.poll(() => sounds).toBeGreaterThan(0)
  session.played(1, 100)
  for (let at = 0; at < 600; at += 20) {
    session.sound(frame(true))
    advance(20)
  }
  expect(held()).toEqual([
    { t: 'duck', on: true },
    { t: 'hold', on: true },
  ])
  session.disconnect(line)
  told.splice(0)
  session.connect(line)
  expect(held().slice(1)).toEqual([
    { t: 'hold', on: true },
    { t: 'duck', on: true },
  ])
  session.disconnect(line)
  advance(1000)
  told.splice(0)
  session.connect(line)
  expect(held()).toEqual([
    { t: 'clear', gen: 0 },
    { t: 'hold', on: false },
    { t: 'duck', on: false },
  ])
  session.disconnect(line)
  session.typed('When do you open?')
  told.splice(0)
  session.connect(line)
  expect(held()[0]).toEqual({ t: 'clear', gen: 1 })
})

test('bridges a slow tool and continues the answer', async () => {
  const spoken: string[] = []
  let onTool: (on: boolean) => void = () => {}
  let onPart: (part: StreamPart) => void = () => {}
  const answer = Promise.withResolvers<void>()
  const { session, advance } = openSession({
    settings: { ...SETTINGS, fillers: ['One moment.'] },
    speech: {
      service: { provider: 'none', name: 'None', isOffline: true },
      speak: async (text, { onSound }) => {
        spoken.push(text)
        onSound(new Int16Array(16_000))
      },
    },
    conversations: {
      ...QUIET,
      say: async (_, __, part, tool) => {
        ;[onPart, onTool] = [part, tool ?? onTool]
        return { conversationId: 'c', turnId: 't', stop: () => {}, ended: answer.promise }
      },
    },
  })
  session.connect(LINE)
  session.typed('Where is my order?')
  await Promise.resolve()
  onTool(true)
  advance(800)
  await expect.poll(() => spoken).toEqual(['One moment.'])
  onTool(false)
  onPart({ type: 'text-delta', id: 'x', delta: 'It is in Paris.' })
  answer.resolve()
  await expect.poll(() => spoken).toEqual(['One moment.', 'It is in Paris.'])
  expect(session.spokenChars()).toBe('One moment.It is in Paris.'.length)
  session.hangUp('caller_hung_up')
  await session.done
})

test('apologises when the model fails, and says goodbye the third time', async () => {
  const spoken: string[] = []
  const { session, ends } = openSession({
    settings: { ...SETTINGS, failed: 'Something went wrong.', goodbye: 'Goodbye.' },
    speech: {
      service: { provider: 'none', name: 'None', isOffline: true },
      speak: async (text) => void spoken.push(text),
    },
    conversations: {
      ...QUIET,
      say: async (_, __, onPart) => {
        onPart({ type: 'error', errorText: 'It broke.' })
        return { conversationId: 'c', turnId: 't', stop: () => {}, ended: Promise.resolve() }
      },
    },
  })
  session.connect(LINE)
  for (const [nth, words] of ['Something went wrong.', 'Something went wrong.', 'Goodbye.'].entries()) {
    session.typed('When do you open?')
    await expect.poll(() => spoken[nth]).toBe(words)
  }
  session.hangUp('caller_hung_up')
  await session.done
  expect(ends).toHaveLength(1)
})

test('shows and keeps the words of an answer without its citation numbers, and cuts the conversation with them', async () => {
  const shown: { text: string; heard?: string | undefined }[] = []
  const cuts: string[] = []
  const spoken: string[] = []
  let gen = 0
  const { session, ends } = openSession({
    speech: {
      service: { provider: 'none', name: 'None', isOffline: true },
      speak: async (text, { onSound }) => {
        spoken.push(text)
        onSound(new Int16Array(16_000 * 2))
      },
    },
    conversations: {
      ...QUIET,
      truncate: async (_, { heard }) => void cuts.push(heard),
      say: async (_, __, onPart) => {
        onPart({
          type: 'text-delta',
          id: 'x',
          delta: 'We open at nine today [1]. We close at six in the evening [1, 2].',
        })
        return { conversationId: 'c', turnId: 't', stop: () => {}, ended: Promise.resolve() }
      },
    },
  })
  session.connect({
    ...LINE,
    send: (message) => void (message.t === 'agent' && shown.push(message)),
    sendSpeech: (of) => void (gen = of),
  })
  session.typed('When do you open?')
  await expect.poll(() => spoken).toEqual(['We open at nine today.', 'We close at six in the evening.'])
  await expect.poll(() => gen).toBeGreaterThan(0)
  session.played(gen, 2000)
  session.hangUp('caller_hung_up')
  await session.done
  const text = 'We open at nine today. We close at six in the evening.'
  expect(shown.at(0)?.text).toBe(text)
  expect(shown.at(-1)).toMatchObject({ text, heard: 'We open at nine today.' })
  expect(ends[0]?.transcript.at(-1)).toMatchObject({ text, heard: 'We open at nine today.' })
  await expect.poll(() => cuts).toEqual(['We open at nine today [1].'])
})

test('gives up a failing transcriber for the caller’s own transcription', async () => {
  const sent: string[] = []
  let opened = 0
  const { session, advance, asked } = openSession({
    transcriber: {
      service: { provider: 'deepgram', name: 'Deepgram', isOffline: false },
      open({ onLost }) {
        opened += 1
        onLost('down')
        throw new Error('down')
      },
    },
  })
  session.connect({ ...LINE, send: ({ t }) => void sent.push(t) })
  for (let second = 0; second < 30; second++) advance(1000)
  expect(opened).toBe(5)
  expect(sent.filter((t) => t === 'transcriber')).toHaveLength(1)
  session.words('When do you open?', true)
  advance(1000)
  await expect.poll(() => asked).toEqual(['When do you open?'])
  session.hangUp('caller_hung_up')
  await session.done
})

/** Speaks without a sound, which the engine waits for in vain. */
const speechInto = (spoken: string[]): CallSessionDeps['speech'] => ({
  service: { provider: 'none', name: 'None', isOffline: true },
  speak: async (text) => void spoken.push(text),
})

test('says last words to a phone caller whose transcriber is lost for good', async () => {
  const sent: string[] = []
  const spoken: string[] = []
  const { session, advance, ends } = openSession({
    deaf: 'Please call again.',
    speech: speechInto(spoken),
    transcriber: {
      service: { provider: 'deepgram', name: 'Deepgram', isOffline: false },
      open({ onLost }) {
        onLost('down')
        throw new Error('down')
      },
    },
  })
  session.connect({ ...LINE, send: ({ t }) => void sent.push(t) })
  for (let second = 0; second < 60; second++) {
    advance(1000)
    await Promise.resolve()
  }
  await session.done
  expect(spoken).toContain('Please call again.')
  expect(ends.map(({ reason }) => reason)).toEqual(['unavailable'] satisfies EndReason[])
  expect(sent).not.toContain('transcriber')
})

test('hears a caller who returns on a new line because nobody took the call', async () => {
  let opened = 0
  const spoken: string[] = []
  const { session, advance } = openSession({
    speech: speechInto(spoken),
    transcriber: {
      service: { provider: 'deepgram', name: 'Deepgram', isOffline: false },
      open() {
        opened += 1
        return { push: () => {}, close: () => {} }
      },
    },
    transfers: { names: ['Sales'], wish: () => {}, leave: () => {} },
  })
  session.connect(LINE)
  session.pass('leaving', 'One moment.')
  for (let second = 0; second < 60 && !session.isAway(); second++) {
    advance(1000)
    await Promise.resolve()
  }
  session.disconnect(LINE)
  session.stay('Nobody is there.')
  expect(opened).toBe(1)
  session.connect({ ...LINE })
  expect(opened).toBe(2)
  await expect.poll(() => spoken.filter((text) => text !== 'One moment.')).toEqual(['Nobody is there.'])
  session.hangUp('caller_hung_up')
  await session.done
})

/** When the caller's channel of a recording begins to be loud, after that time. */
const loudAfter = (wav: Buffer, after: number): number => {
  for (let ms = after; 44 + (ms + 1) * 64 <= wav.length; ms++) {
    const peak = Math.max(
      ...Array.from({ length: 16 }, (_, index) => Math.abs(wav.readInt16LE(44 + (ms * 16 + index) * 4))),
    )
    if (peak > 1000) return ms
  }
  return NaN
}

test.each([0.995, 1.005])(
  'records and can be interrupted in time when a phone runs %d times as fast',
  async (rate) => {
    const holds: number[] = []
    let now = 0
    let gen = 0
    const { session, advance, ends } = openSession({
      isTyped: false,
      records: true,
      speech: {
        service: { provider: 'none', name: 'None', isOffline: true },
        speak: async (_, { onSound }) => onSound(new Int16Array(16_000 * 20)),
      },
      conversations: {
        ...QUIET,
        say: async (_, __, onPart) => {
          onPart({ type: 'text-delta', id: 'x', delta: 'A long answer.' })
          return { conversationId: 'c', turnId: 't', stop: () => {}, ended: Promise.resolve() }
        },
      },
    })
    session.connect({
      ...LINE,
      send: (message) => void (message.t === 'hold' && message.on && holds.push(now)),
      sendSpeech: (of) => void (gen = of),
    })
    const spoken: number[] = []
    const step = 20 / rate
    let loudUntil = 0
    let playingFrom: number | undefined
    for (let n = 0; n * step < 595_000; n++) {
      const from = n * step
      advance(step)
      now = from + step
      const second = Math.floor(from / 1000)
      const isNew = second !== Math.floor((from - step) / 1000)
      // Every half a minute a question, and seven seconds later a word into its answer.
      if (isNew && second % 30 === 5) {
        session.words('Tell me more.', true)
        advance(0)
      }
      if (isNew && second % 30 === 8) {
        await expect.poll(() => gen).toBeGreaterThan(0)
        playingFrom = now
      }
      if (playingFrom !== undefined && n % 5 === 0) session.played(gen, now - playingFrom)
      if (isNew && second % 30 === 12) {
        spoken.push(from)
        loudUntil = from + 600
      }
      session.sound(frame(from < loudUntil))
      if (isNew && second % 30 === 13) {
        session.words('Wait, please.', true)
        ;[gen, playingFrom] = [0, undefined]
      }
    }
    expect(holds).toHaveLength(spoken.length)
    for (const [index, at] of holds.entries()) expect(at - (spoken[index] ?? 0)).toBeLessThanOrEqual(230)
    session.hangUp('caller_hung_up')
    await session.done
    const recording = ends[0]?.recording ?? Buffer.alloc(0)
    for (const at of spoken) expect(Math.abs(loudAfter(recording, Math.round(at) - 500) - at)).toBeLessThanOrEqual(20)
  },
  60_000,
)

/** A session whose answers can be begun ahead; each that isn't used costs 7. */
function openGuessing() {
  const log: string[] = []
  const opened = openSession({
    isTyped: false,
    conversations: {
      ...QUIET,
      say: async (_, { text }) => {
        log.push(`say ${text}`)
        return { conversationId: 'c', turnId: 't', stop: () => {}, ended: Promise.resolve() }
      },
      begin(_, { text }) {
        log.push(`begin ${text}`)
        let isUsed = false
        return {
          async say() {
            isUsed = true
            log.push(`use ${text}`)
            return { conversationId: 'c', turnId: 't', stop: () => {}, ended: Promise.resolve() }
          },
          async close() {
            log.push(`close ${text}`)
            return isUsed ? 0 : 7
          },
        }
      },
    },
  })
  opened.session.connect(LINE)
  return { ...opened, log }
}

test('uses an early answer only for the exact words it was started for', async () => {
  const { session, advance, ends, log } = openGuessing()
  session.words('When do you open?', true)
  await expect.poll(() => log).toEqual(['begin When do you open?'])
  advance(1000)
  await expect.poll(() => log).toEqual(['begin When do you open?', 'use When do you open?', 'close When do you open?'])
  session.hangUp('caller_hung_up')
  await session.done
  expect([ends[0]?.reason, session.unusedCost()]).toEqual(['caller_hung_up', 0])
})

test.each<[string, (session: ReturnType<typeof openSession>['session']) => void, string[]]>([
  [
    'the caller goes on',
    (session) => session.words('And on Sundays?', true),
    ['say When do you open? And on Sundays?'],
  ],
  ['the caller types', (session) => session.typed('On Sundays.'), ['say When do you open? On Sundays.']],
  ['the call ends', (session) => session.hangUp('staff_hung_up'), []],
])('gives up an answer that was begun ahead, at its price, when %s', async (_, act, said) => {
  const { session, advance, log } = openGuessing()
  session.words('When do you open?', true)
  await expect.poll(() => log).toEqual(['begin When do you open?'])
  act(session)
  advance(1000)
  await expect.poll(() => log.filter((one) => !one.startsWith('begin'))).toContain('close When do you open?')
  await expect.poll(() => log.filter((one) => one.startsWith('say'))).toEqual(said)
  session.hangUp('caller_hung_up')
  await session.done
  expect(session.unusedCost()).toBe(7)
  expect(log.some((one) => one.startsWith('use'))).toBe(false)
})
