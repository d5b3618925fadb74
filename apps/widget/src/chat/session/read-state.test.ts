import { describe, expect, test } from 'vitest'
import { delta, finishPart, sampleMessage, sampleTranscript, startPart } from '../../testing/sample.ts'
import { marksOf, numbered, unreadOf } from './read-state.ts'
import { reduce } from './session.ts'
import { placeSeq, toEntry } from '../transcript.ts'
import { EMPTY, type Command, type Entry, type Session, type SessionEvent } from './state.ts'

const NOW = '2026-01-01T00:00:00.000Z'
function run(from: Session, ...events: SessionEvent[]) {
  let state = from
  const commands: Command[] = []
  for (const event of events) {
    const step = reduce(state, event, NOW)
    state = step.state
    commands.push(...step.commands)
  }
  return { state, commands, read: commands.filter((command) => command.do === 'read') }
}
const said = (seq: number | undefined, from: Entry['from'], over: Partial<Entry> = {}): Entry => ({
  ...toEntry(sampleMessage(seq ?? 0, { from })),
  id: `${from}${seq}`,
  seq,
  ...over,
})
const session = (entries: readonly Entry[], over: Partial<Session> = {}): Session => ({
  ...EMPTY,
  ready: true,
  conversationId: 'conv',
  entries,
  ...over,
})
const talk = [said(1, 'user'), said(2, 'agent'), said(3, 'user'), said(4, 'agent')]

test.each<[name: string, session: Session, numbers: (number | undefined)[], unread: number]>([
  ['nothing', session([]), [], 0],
  ['all of it is new', session(talk), [1, 2, 3, 4], 2],
  ['some of it', session(talk, { readSeq: 2 }), [1, 2, 3, 4], 1],
  ['all is read', session(talk, { readSeq: 4 }), [1, 2, 3, 4], 0],
  [
    'what the server has not numbered yet',
    session([said(1, 'user'), said(undefined, 'agent')], { readSeq: 1 }),
    [1, 2],
    1,
  ],
  ['a whole new conversation', session([said(undefined, 'user'), said(undefined, 'agent')]), [1, 2], 1],
  [
    'what was never sent has no number',
    session([said(1, 'user'), said(undefined, 'user', { status: 'unsent' }), said(undefined, 'agent')], { readSeq: 1 }),
    [1, undefined, 2],
    1,
  ],
  ['what waits has none', session([said(undefined, 'user', { status: 'waiting' })]), [undefined], 0],
  [
    'an older beginning is not known',
    session([said(undefined, 'agent'), said(7, 'human')], { before: 5 }),
    [undefined, 7],
    1,
  ],
  ['people and notices count', session([said(1, 'human'), said(2, 'system')]), [1, 2], 2],
])('%s', (_, state, numbers, unread) => {
  expect(numbered(state)).toEqual(numbers)
  expect(unreadOf(state)).toBe(unread)
})

test.each<[name: string, entries: Entry[], answering: boolean, marks: object]>([
  ['on its way', [said(undefined, 'user', { status: 'sending' })], false, {}],
  ['arrived', [said(1, 'user')], false, { user1: 'sent' }],
  ['being answered', [said(1, 'user')], true, { user1: 'read' }],
  ['answered', talk, false, { user1: 'read', user3: 'read' }],
  ['written after the answer', [...talk, said(5, 'user')], false, { user1: 'read', user3: 'read', user5: 'sent' }],
  ['a notice reads nothing', [said(1, 'user'), said(2, 'system')], false, { user1: 'sent' }],
  ['not sent', [said(1, 'user'), said(undefined, 'user', { status: 'unsent' })], true, { user1: 'read' }],
])('%s', (_, entries, answering, marks) => {
  expect(Object.fromEntries(marksOf(entries, answering))).toEqual(marks)
})

describe('reading', () => {
  const begin: SessionEvent = { type: 'begin', conversationId: 'conv' }
  const page = (readSeq: number): SessionEvent => {
    const transcript = sampleTranscript(
      [1, 2, 3].map((seq) => sampleMessage(seq, { from: seq === 1 ? 'user' : 'agent' })),
    )
    return {
      type: 'transcript',
      older: false,
      transcript: { ...transcript, conversation: { ...transcript.conversation, readSeq } },
    }
  }
  const visible = (is = true): SessionEvent => ({ type: 'visible', visible: is })

  test('happens while the chat is visible, and is reported once', () => {
    const hidden = run(EMPTY, begin, page(2))
    expect([hidden.read, unreadOf(hidden.state)]).toEqual([[], 1])
    const seen = run(hidden.state, visible(), visible(), page(2))
    expect(seen.read).toEqual([{ do: 'read', conversationId: 'conv', seq: 3 }])
    expect(unreadOf(seen.state)).toBe(0)
  })

  test('is not reported for messages read before', () => {
    expect(run(EMPTY, visible(), begin, page(3)).read).toEqual([])
  })

  test('counts what was read elsewhere, and never goes back', () => {
    const live = (seq: number): SessionEvent => ({
      type: 'live',
      event: { type: 'read', agentId: 'a', conversationId: 'conv', seq },
    })
    const { state } = run(EMPTY, begin, page(1), live(3), live(2))
    expect([state.readSeq, unreadOf(state)]).toEqual([3, 0])
    const other: SessionEvent = { type: 'live', event: { type: 'read', agentId: 'a', conversationId: 'other', seq: 3 } }
    expect(run(EMPTY, begin, page(1), other).state.readSeq).toBe(1)
  })

  test("reports an answer when it is complete, and never the visitor's own messages", () => {
    const part = (id: number, what: Extract<SessionEvent, { type: 'part' }>['part']): SessionEvent => ({
      type: 'part',
      id: String(id),
      part: what,
    })
    const ready = run(EMPTY, visible(), { type: 'begin', conversationId: undefined }).state
    const started = run(ready, { type: 'send', id: 'own', text: 'Hi' }, part(0, startPart), part(1, delta('Hello')))
    expect([started.read, started.state.readSeq]).toEqual([[], 1])
    const done = run(started.state, part(2, finishPart))
    expect(done.read).toEqual([{ do: 'read', conversationId: 'conv', seq: 2 }])
    const away = run(started.state, visible(false), part(2, finishPart))
    expect([away.read, unreadOf(away.state)]).toEqual([[], 1])
  })
})

describe('numbers from live events', () => {
  const of = (...entries: Entry[]) => entries
  const news = (seq: number, from: Entry['from']) =>
    ({ type: 'message', agentId: 'a', conversationId: 'conv', seq, from }) as const
  const seqs = (entries: readonly Entry[] | undefined) => entries?.map(({ seq }) => seq)
  const unnumbered = of(said(undefined, 'user'), said(undefined, 'agent'), said(undefined, 'user'))
  test.each<[name: string, entries: Entry[], event: ReturnType<typeof news>, seqs: (number | undefined)[] | undefined]>(
    [
      ['the first of two when the first is meant', unnumbered, news(1, 'user'), [1, undefined, undefined]],
      ['the last of two when nothing was heard before', unnumbered, news(3, 'user'), [1, 2, 3]],
      ['the answer between them', unnumbered, news(2, 'agent'), [1, 2, undefined]],
      [
        'nothing where somebody spoke in between',
        of(said(1, 'user'), said(2, 'agent'), said(undefined, 'user')),
        news(5, 'user'),
        undefined,
      ],
      ['nothing when the message is from another browser', unnumbered.slice(0, 2), news(3, 'user'), undefined],
      ['nothing where all have a number', of(said(1, 'user')), news(2, 'user'), undefined],
      ['nothing of another speaker', unnumbered, news(4, 'human'), undefined],
    ],
  )('%s', (_, entries, event, expected) => {
    expect(seqs(placeSeq(entries, event))).toEqual(expected)
  })
})

describe('visitors', () => {
  const full = session(talk, { readSeq: 4, unavailable: true, visible: true, before: 3 })

  test('removes everything when the visitor leaves', () => {
    const { state, commands } = run(full, { type: 'leave' })
    expect(commands).toEqual([{ do: 'hangUp' }])
    expect(state).toEqual({ ...EMPTY, unavailable: true, visible: true, person: 1 })
  })

  test('resumes where the entering visitor was', () => {
    const { state, commands } = run(
      full,
      { type: 'leave' },
      { type: 'visitor', conversationId: 'theirs', keeps: false },
    )
    expect(commands).toContainEqual({ do: 'load', conversationId: 'theirs', before: undefined })
    expect(state).toMatchObject({ conversationId: 'theirs', ready: false, entries: [], readSeq: 0 })
    const fresh: SessionEvent = { type: 'visitor', conversationId: undefined, keeps: false }
    expect(run(full, { type: 'leave' }, fresh).state).toMatchObject({
      ready: true,
      entries: [],
    })
  })

  test('keeps the screen for the same person', () => {
    const { state, commands } = run({ ...full, held: true }, { type: 'visitor', conversationId: 'conv', keeps: true })
    expect([commands, state]).toEqual([[], { ...full, held: false }])
  })

  test('ignores a transcript of the previous visitor', () => {
    const late: SessionEvent = { type: 'transcript', transcript: sampleTranscript([sampleMessage(1)]), older: false }
    expect(run(full, { type: 'leave' }, late).state.entries).toEqual([])
  })

  const send: SessionEvent = { type: 'send', id: 'own', text: 'Hi' }
  const ready = run(EMPTY, { type: 'begin', conversationId: undefined }).state
  test.each<[string, SessionEvent, SessionEvent]>([
    ['while it is asked who it is', { type: 'held', held: true }, { type: 'held', held: false }],
    ['before consent', { type: 'consent', is: 'asked' }, { type: 'consent', is: '' }],
    ['after a refusal', { type: 'consent', is: 'declined' }, { type: 'consent', is: '' }],
  ])('nothing goes out %s, and then it does', (_, hold, free) => {
    const held = run(ready, hold, send)
    expect(held.commands).toEqual([])
    expect(run(held.state, free).commands).toMatchObject([{ do: 'post', id: 'own', text: 'Hi' }])
  })

  test('stops a blocked visitor from writing, and retries nothing', () => {
    const refused: SessionEvent = { type: 'refused', status: 403, code: 'VISITOR_BLOCKED', retryAfter: 0 }
    const { state, commands } = run(ready, send, refused)
    expect(state).toMatchObject({ consent: 'blocked', turn: undefined, entries: [{ status: 'unsent' }] })
    expect(commands.filter((command) => command.do === 'post')).toHaveLength(1)
  })

  test('asks for consent when the server requires it', () => {
    const { state } = run(ready, send, { type: 'refused', status: 403, code: 'CONSENT_REQUIRED', retryAfter: 0 })
    expect(state).toMatchObject({ consent: 'changed', entries: [{ status: 'waiting' }] })
  })

  test('keeps identity and consent when starting over', () => {
    const { state } = run({ ...full, person: 3, consent: '', visible: true }, { type: 'restart' })
    expect(state).toMatchObject({ person: 3, visible: true, readSeq: 0, entries: [] })
  })
})
