import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reduceCall } from './call-engine.ts'
import { type CallCommand, type CallEvent, type CallSettings, newCall } from './call-state.ts'

const SETTINGS: CallSettings = {
  language: 'en',
  thresholdMs: 50,
  patience: 1,
  greeting: 'Hello there.',
  minWords: 0,
  silencePrompts: ['Are you there?'],
  silenceMs: 5000,
  goodbye: 'Goodbye.',
  maxMs: 60_000,
  maxLength: 'That was long.',
  failed: 'Sorry?',
  stillCalling: 'I am still trying.',
  notTaken: 'Nobody is there.',
  fillers: ['One moment.'],
  backchannels: ['Mm-hm.'],
}

const gen = fc.integer({ min: 0, max: 6 })
const words = fc.constantFrom('yes', 'when do you open?', 'and', 'mm-hm', 'stop', 'five five', '', 'I would like')
const event: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.record({ k: fc.constant('vad' as const), on: fc.boolean(), ago: fc.constantFrom(0, 60, 240) }),
  fc.record({ k: fc.constant('stt' as const), text: words, final: fc.boolean() }),
  fc.record({ k: fc.constant('typed' as const), text: words }),
  fc.record({ k: fc.constant('dtmf' as const), digit: fc.constantFrom('1', '#') }),
  fc.record({ k: fc.constant('mute' as const), on: fc.boolean() }),
  fc.record({ k: fc.constant('hears' as const), on: fc.boolean() }),
  fc.record({ k: fc.constant('tool' as const), gen, on: fc.boolean() }),
  fc.record({
    k: fc.constant('delta' as const),
    gen,
    text: fc.constantFrom('We open at nine. ', 'And then', ', more.'),
  }),
  fc.record({ k: fc.constant('replyEnd' as const), gen, failed: fc.boolean() }),
  fc.record({
    k: fc.constant('sound' as const),
    gen,
    idx: fc.integer({ min: 0, max: 3 }),
    ms: fc.integer({ min: 0, max: 3000 }),
  }),
  fc.record({ k: fc.constant('firstSound' as const), gen }),
  fc.record({ k: fc.constant('played' as const), gen, ms: fc.integer({ min: 0, max: 5000 }) }),
  fc.constant<CallEvent>({ k: 'tick' }),
  fc.constant<CallEvent>({ k: 'hangup', reason: 'caller_hung_up' }),
)
const timeline = fc.array(fc.record({ after: fc.integer({ min: 0, max: 4000 }), event }), { maxLength: 60 })

function play(events: readonly { readonly after: number; readonly event: CallEvent }[]) {
  let state = newCall(SETTINGS)
  let at = 0
  const commands: CallCommand[] = []
  const feed = (one: CallEvent) => {
    const step = reduceCall(state, one, at)
    state = step.state
    commands.push(...step.commands)
  }
  feed({ k: 'start' })
  for (const { after, event: one } of events) {
    at += after
    feed(one)
  }
  return { state, commands }
}

test('ends once, is silent afterwards, and hears no more than was said', () => {
  fc.assert(
    fc.property(timeline, (events) => {
      const { state, commands } = play(events)
      const ends = commands.flatMap((command, index) => (command.do === 'end' ? [index] : []))
      expect(ends.length).toBeLessThanOrEqual(1)
      if (ends[0] !== undefined)
        expect(commands.slice(ends[0] + 1).every(({ do: what }) => what === 'phase')).toBe(true)
      expect(state.phase === 'ended').toBe(ends.length === 1)
      // A running call always schedules its next wake-up.
      if (state.phase !== 'ended') expect(state.wakeAt).toBeDefined()
      const asked = commands.flatMap((command) => (command.do === 'ask' ? [command.gen] : []))
      expect(asked).toEqual([...new Set(asked)].sort((a, b) => a - b))
      for (const command of commands)
        if (command.do === 'said') {
          const { text, heard, at, endAt } = command.said
          if (heard !== undefined) expect(text.startsWith(heard)).toBe(true)
          expect(endAt).toBeGreaterThanOrEqual(at)
        }
    }),
    { numRuns: 1000 },
  )
})

test('begins one answer ahead at most in each turn, and gives up what is not asked', () => {
  fc.assert(
    fc.property(timeline, (events) => {
      let guessed: string | undefined
      let inTurn = 0
      for (const command of play(events).commands) {
        if (command.do === 'guess') {
          inTurn += 1
          guessed = command.text
          expect(guessed).not.toBe('')
        } else if (command.do === 'unguess') {
          expect(guessed).toBeDefined()
          guessed = undefined
        } else if (command.do === 'ask') {
          // Typed words and digits join what was said.
          if (guessed !== undefined) expect(command.text.startsWith(guessed)).toBe(true)
          inTurn = 0
          guessed = undefined
        } else if (command.do === 'end' || (command.do === 'said' && command.said.from !== 'agent')) inTurn = 0
        expect(inTurn).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 1000 },
  )
})

test('the same events at the same times give the same commands', () => {
  fc.assert(
    fc.property(timeline, (events) => {
      expect(play(events).commands).toEqual(play(events).commands)
    }),
    { numRuns: 100 },
  )
})
