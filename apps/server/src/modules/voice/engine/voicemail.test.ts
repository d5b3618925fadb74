import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnswerEvent, type AnswerVerdict, answeredBy, hearAnswer, newAnswer } from './voicemail.ts'

interface Heard {
  readonly at: number
  readonly event: AnswerEvent
}
const speech = (from: number, to: number, text = ''): Heard[] => [
  { at: from, event: { k: 'vad', on: true } },
  { at: to, event: { k: 'vad', on: false } },
  ...(text === '' ? [] : [{ at: to, event: { k: 'words', text, final: true } as const }]),
]
const tone = (from: number, hz: number, ms: number): Heard[] => [
  { at: from + ms, event: { k: 'tone', hz, ms, isOver: true } },
]

/** The first verdict, polled every 100 ms as in a call. */
function listen(language: string, heard: readonly Heard[]): (AnswerVerdict & { at: number }) | undefined {
  let state = newAnswer(language)
  for (let at = 0; at <= 25_000; at += 100) {
    for (const one of heard) if (one.at > at - 100 && one.at <= at) state = hearAnswer(state, one.event, one.at)
    const verdict = answeredBy(state, at)
    if (verdict) return { ...verdict, at }
  }
  return undefined
}

test.each<[string, string, Heard[], AnswerVerdict['by'], boolean]>([
  ['a person who says hello', 'en', speech(500, 1000, 'Hello?'), 'human', false],
  ['a person whose words nobody wrote out', 'en', speech(500, 1500), 'human', false],
  [
    'a shop that greets at length and asks',
    'en',
    speech(400, 4800, 'Thank you for calling Miller’s bakery, this is Ann, how can I help you?'),
    'human',
    false,
  ],
  ['somebody who says that another is out', 'en', speech(400, 2300, 'He is not available right now.'), 'human', false],
  ['somebody who offers to take a message', 'en', speech(400, 2400, 'Can I take a message?'), 'human', false],
  [
    'a mailbox that has gone quiet',
    'en',
    speech(400, 6400, 'You have reached Bob. Please leave a message after the tone.'),
    'voicemail',
    true,
  ],
  [
    'a mailbox by its beep',
    'en',
    [...speech(400, 5000, 'You have reached five five one.'), ...tone(5000, 1000, 400)],
    'voicemail',
    true,
  ],
  ['long speech without words', 'en', speech(400, 7000), 'voicemail', true],
  [
    'a German mailbox',
    'de',
    speech(400, 5000, 'Bitte hinterlassen Sie nach dem Signalton eine Nachricht.'),
    'voicemail',
    true,
  ],
  ['a Spanish mailbox', 'es', speech(400, 5000, 'Deje su mensaje después de la señal.'), 'voicemail', true],
  ['a French mailbox', 'fr', speech(400, 5000, 'Laissez un message après le bip sonore.'), 'voicemail', true],
  ['a Portuguese mailbox', 'pt', speech(400, 5000, 'Deixe a sua mensagem após o sinal.'), 'voicemail', true],
  ['an Italian mailbox', 'it', speech(400, 5000, 'Lasciate un messaggio dopo il segnale.'), 'voicemail', true],
  [
    'an English mailbox in a German call',
    'de',
    speech(400, 4000, 'Leave your message after the beep.'),
    'voicemail',
    true,
  ],
  ['a menu', 'en', speech(400, 5000, 'For sales, press one. For support, press two.'), 'ivr', false],
  [
    'call screening',
    'en',
    speech(400, 5000, 'If you record your name and reason for calling, I’ll see if this person is available.'),
    'screening',
    false,
  ],
  ['a fax', 'en', tone(500, 2100, 600), 'fax', false],
  ['nobody', 'en', [], 'unknown', false],
  ['endless speech', 'en', [{ at: 300, event: { k: 'vad', on: true } }], 'unknown', false],
])('hears %s', (_, language, heard, by, canLeaveMessage) => {
  expect(listen(language, heard)).toMatchObject({ by, canLeaveMessage })
})

test('greets a person half a second after a short hello, within ten seconds', () => {
  expect(listen('en', speech(500, 1000, 'Hello?'))?.at).toBe(1500)
  expect(listen('en', [])?.at).toBe(10_000)
})

test('never speaks while a mailbox does', () => {
  const first = speech(400, 2000, 'Please leave a message')
  expect(listen('en', [...first, ...speech(2800, 5000, 'after the tone.')])?.at).toBeGreaterThanOrEqual(6500)
})

test('gives one verdict within twenty seconds', () => {
  const event: fc.Arbitrary<AnswerEvent> = fc.oneof(
    fc.record({ k: fc.constant('vad' as const), on: fc.boolean(), ago: fc.integer({ min: 0, max: 5000 }) }),
    fc.record({ k: fc.constant('words' as const), text: fc.string(), final: fc.boolean() }),
    fc.record({
      k: fc.constant('tone' as const),
      hz: fc.integer({ min: 0, max: 8000 }),
      ms: fc.integer({ min: 0, max: 9000 }),
      isOver: fc.boolean(),
    }),
  )
  const heard = fc.array(fc.record({ at: fc.integer({ min: 0, max: 20_000 }), event }), { maxLength: 40 })
  fc.assert(
    fc.property(heard, (all) => {
      expect(listen('en', all)?.at).toBeLessThanOrEqual(20_000)
    }),
    { numRuns: 100 },
  )
})
