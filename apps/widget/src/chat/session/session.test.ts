import { describe, expect, test } from 'vitest'
import { delta, finishPart, META, sampleMessage, sampleTranscript, startPart } from '../../testing/sample.ts'
import type { Message } from '@parlance/contract/conversations/schemas'
import { toEntry } from '../transcript.ts'
import { hideRetried } from './retried.ts'
import { backoff, MAX_ATTEMPTS, reduce } from './session.ts'
import { EMPTY, type Command, type Entry, type Session, type SessionEvent } from './state.ts'

const NOW = '2026-01-01T00:00:00.000Z'

function run(from: Session, ...events: SessionEvent[]) {
  let state = from
  let commands: readonly Command[] = []
  for (const event of events) ({ state, commands } = reduce(state, event, NOW))
  return { state, commands }
}
const READY = run(EMPTY, { type: 'begin', conversationId: undefined }).state
const part = (id: number, what: Extract<SessionEvent, { type: 'part' }>['part']): SessionEvent => ({
  type: 'part',
  id: String(id),
  part: what,
})
const SEND: SessionEvent = { type: 'send', id: 'own', text: ' Hello ' }
const STARTED = run(READY, SEND, part(0, startPart)).state
const STREAMING = run(STARTED, part(1, delta('Hi '))).state
const refused = (status: number, code = '', retryAfter = 0): SessionEvent => ({
  type: 'refused',
  status,
  code,
  retryAfter,
})
const shown = (entries: readonly Entry[]) => entries.filter(({ hidden }) => !hidden)
const texts = (state: Session) => state.entries.map((entry) => entry.text)

describe('sending', () => {
  test('keeps the submission with the message, on retries and when the server omits it', () => {
    const submission = { messageId: 'answer0', item: 1, button: 0 }
    const sent = run(READY, { ...SEND, submission })
    const post = { do: 'post', conversationId: undefined, id: 'own', text: 'Hello', submission }
    expect(sent.commands).toEqual([post])
    expect(run(sent.state, refused(400), { type: 'retry', id: 'own' }).commands).toEqual([post])
    const stored = sampleMessage(1, { turnId: 'turn', submission })
    const { state } = run(sent.state, part(0, startPart), {
      type: 'transcript',
      transcript: sampleTranscript([stored]),
      older: false,
    })
    expect(state.entries).toMatchObject([{ id: 'own', seq: 1, submission }])
  })

  test('shows and posts the message at once', () => {
    const { state, commands } = run(READY, SEND)
    expect(state.entries).toMatchObject([{ id: 'own', text: 'Hello', status: 'sending', from: 'user' }])
    expect(commands).toEqual([{ do: 'post', conversationId: undefined, id: 'own', text: 'Hello' }])
  })

  test('acknowledges the message and names the conversation with the start part', () => {
    const { state, commands } = run(READY, SEND, part(0, startPart))
    expect(state.entries[0]).toMatchObject({ status: 'complete', turnId: 'turn' })
    expect(state.conversationId).toBe('conv')
    expect(commands).toContainEqual({ do: 'remember', conversationId: 'conv' })
    expect(commands).toContainEqual({ do: 'tell', name: 'new_turn' })
  })

  test('keeps the answer when it finishes', () => {
    const { state, commands } = run(STREAMING, part(2, delta('you')), part(3, finishPart))
    expect(state.turn).toBeUndefined()
    expect(state.entries[1]).toMatchObject({
      from: 'agent',
      text: 'Hi you',
      status: 'complete',
      note: '',
      turnId: 'turn',
    })
    expect(commands).toEqual([{ do: 'tell', name: 'new_message' }])
  })

  test.each([{ type: 'send', id: 'x', text: '  ' }] as SessionEvent[])('nothing is not sent', (event) => {
    expect(run(READY, event).commands).toEqual([])
  })

  test('sends one message at a time, and none while unavailable', () => {
    const second = run(STREAMING, { type: 'send', id: 'second', text: 'x' })
    expect([second.commands, second.state.turn]).toEqual([[], STREAMING.turn])
    expect(run(READY, { type: 'usage', shouldContinue: false, hasEverPaid: true }, SEND).state.entries).toEqual([])
  })
})

describe('resuming', () => {
  test('posts the same message again when the stream breaks before the start', () => {
    const broken = run(READY, SEND, { type: 'closed' })
    expect(broken.commands).toEqual([{ do: 'wait', ms: backoff(1) }])
    expect(run(broken.state, { type: 'wake' }).commands).toEqual([
      { do: 'post', conversationId: undefined, id: 'own', text: 'Hello' },
    ])
  })

  test('follows the turn from the last event when the stream breaks after it', () => {
    const { commands } = run(STREAMING, { type: 'closed' }, { type: 'wake' })
    expect(commands).toEqual([{ do: 'follow', turnId: 'turn', after: '1' }])
  })

  test('counts a repeated part once', () => {
    const { state } = run(STREAMING, { type: 'closed' }, { type: 'wake' }, part(1, delta('Hi ')), part(2, delta('you')))
    expect(state.turn?.answer.text).toBe('Hi you')
  })

  test('waits longer each time, resets after a part, and gives up with an error', () => {
    let state = STREAMING
    const waits: number[] = []
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const broken = run(state, { type: 'closed' })
      waits.push(...broken.commands.map((command) => (command.do === 'wait' ? command.ms : Number.NaN)))
      state = run(broken.state, { type: 'wake' }).state
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000])
    expect(run(state, part(2, delta('x'))).state.turn?.attempt).toBe(0)
    const given = run(state, { type: 'closed' }).state
    expect(given.turn).toBeUndefined()
    expect(given.entries[1]).toMatchObject({ text: 'Hi ', status: 'interrupted', note: 'lost' })
  })

  test('waits for the connection instead of a timer when offline', () => {
    const broken = run(STREAMING, { type: 'online', online: false }, { type: 'closed' })
    expect(broken.commands).toEqual([])
    const back = run(broken.state, { type: 'online', online: true })
    expect(back.commands).toEqual([{ do: 'follow', turnId: 'turn', after: '1' }])
  })

  test.each([
    ['that a failing server never took is given up', refused(500), 'unsent'],
    ['that met no server goes out when there is one again', { type: 'closed' }, 'sending'],
    ['that met a proxy alone does too', refused(503), 'sending'],
  ] as [string, SessionEvent, string][])('a message %s', (_what, failure, status) => {
    let state = run(READY, SEND).state
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) state = run(state, failure, { type: 'wake' }).state
    expect(state.entries).toMatchObject([{ status }])
    expect(state.turn !== undefined).toBe(status === 'sending')
  })

  test('returns the message when stopped between two attempts', () => {
    const { state, commands } = run(READY, SEND, { type: 'closed' }, { type: 'stop' })
    expect(state.entries).toMatchObject([{ status: 'unsent', note: 'unsent' }])
    expect([state.turn, commands]).toEqual([undefined, []])
  })

  test('ignores a closed stream when the turn has finished', () => {
    const done = run(STREAMING, part(2, finishPart)).state
    expect(run(done, { type: 'closed' })).toEqual({ state: done, commands: [] })
  })
})

describe('failing', () => {
  const errorPart = { type: 'error', errorText: 'No model.' } as const

  test('shows an error before any text as failed, and after some text as interrupted', () => {
    expect(run(STARTED, part(1, errorPart), part(2, finishPart)).state.entries[1]).toMatchObject({
      status: 'failed',
      note: 'failed',
      reason: 'No model.',
    })
    expect(run(STREAMING, part(2, errorPart), { type: 'closed' }).state.entries[1]).toMatchObject({
      text: 'Hi ',
      status: 'interrupted',
      reason: 'No model.',
    })
  })

  test('treats an empty answer as failed', () => {
    expect(run(STARTED, part(1, finishPart)).state.entries[1]).toMatchObject({ status: 'failed', note: 'failed' })
  })

  test('asks again in a new turn after a failed answer, in all tabs the same', () => {
    const failed = run(STARTED, part(1, errorPart), part(2, finishPart)).state
    const { state, commands } = run(failed, { type: 'retry', id: 'own' })
    const post = { do: 'post', conversationId: 'conv', id: 'again-turn', text: 'Hello' }
    expect(commands).toEqual([post])
    expect(shown(state.entries)).toMatchObject([{ id: 'again-turn', status: 'sending' }])
    expect(run(failed, { type: 'retry', id: 'answer' }).commands).toEqual([])
    const [question, answer] = [sampleMessage(1), sampleMessage(2, { items: [], status: 'failed' })]
    const stored: SessionEvent = {
      type: 'transcript',
      transcript: sampleTranscript([question, answer]),
      older: false,
    }
    const reloaded = run(EMPTY, { type: 'begin', conversationId: 'conv' }, stored, { type: 'retry', id: 'message1' })
    expect(reloaded.commands).toEqual([{ ...post, id: 'again-turn1', text: 'text 1' }])
  })

  test('hides the failed turn once it was asked again', () => {
    const failed: Partial<Message> = { items: [], status: 'failed' }
    const said = (text: string): Partial<Message> => ({ items: [{ type: 'text', text }] })
    const after = (...stored: Message[]) =>
      shown(hideRetried(stored.map(toEntry))).map(({ seq, status }) => [seq, status])
    const messages = [sampleMessage(1, said('Hi')), sampleMessage(2, failed), sampleMessage(3, said('Hi'))]
    expect(after(...messages, sampleMessage(4, failed), sampleMessage(5, said('Hi')))).toEqual([[5, 'complete']])
    expect(after(...messages.with(2, sampleMessage(3, said('Are you there?'))))).toHaveLength(3)
    expect(after(...messages.with(1, sampleMessage(2)))).toHaveLength(3)
  })

  test('does not send attachments again', () => {
    const lamp = { url: '/files/lamp.png', name: 'lamp.png', mime: 'image/png' }
    const ask = (text: string) =>
      run(READY, { ...SEND, text, attachments: [lamp] }, part(0, startPart), part(1, errorPart), part(2, finishPart), {
        type: 'retry',
        id: 'own',
      })
    const { state, commands } = ask('What is this?')
    expect(commands).toEqual([{ do: 'post', conversationId: 'conv', id: 'again-turn', text: 'What is this?' }])
    expect(shown(state.entries)).toMatchObject([{ id: 'own' }, { id: 'again-turn' }])
    expect(ask('').commands).toMatchObject([{ id: 'again-turn', text: 'lamp.png' }])
  })

  test('repeats a message whose answer was lost, and removes that answer', () => {
    let state = STARTED
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++)
      state = run(state, { type: 'closed' }, { type: 'wake' }).state
    expect(state.entries[1]).toMatchObject({ status: 'failed', note: 'lost' })
    const again = run(state, { type: 'retry', id: 'own' })
    expect(again.commands).toEqual([{ do: 'post', conversationId: 'conv', id: 'own', text: 'Hello' }])
    expect(again.state.entries).toMatchObject([{ id: 'own', status: 'sending' }])
  })

  test.each([
    [402, 'CREDITS_EXHAUSTED'],
    [429, 'LIMIT_REACHED'],
  ])('%i %s closes the chat for now', (status, code) => {
    const { state } = run(READY, SEND, refused(status, code))
    expect(state).toMatchObject({ unavailable: true, turn: undefined })
    expect(state.entries).toMatchObject([{ status: 'unsent' }])
  })

  test('sends a message again under a new id when its id is taken', () => {
    const { state, commands } = run(READY, SEND, refused(409, 'MESSAGE_ID_USED'))
    expect([state.entries, commands, state.turn]).toMatchObject([[{ id: 'own-2', status: 'unsent' }], [], undefined])
    expect(run(state, { type: 'retry', id: 'own-2' }).commands).toMatchObject([
      { do: 'post', id: 'own-2', text: 'Hello' },
    ])
  })

  test('waits for a short rate limit and reports a long one', () => {
    expect(run(READY, SEND, refused(429, 'RATE_LIMITED', 3)).commands).toEqual([{ do: 'wait', ms: 3000 }])
    const long = run(READY, SEND, refused(429, 'RATE_LIMITED', 60)).state
    expect(long.entries).toMatchObject([{ status: 'unsent', note: 'busy' }])
    expect(long.unavailable).toBe(false)
  })

  test.each([408, 409, 500, 503])('retries after %i', (status) => {
    expect(run(READY, SEND, refused(status)).commands).toEqual([{ do: 'wait', ms: backoff(1) }])
  })

  test.each([400, 413, 415])('does not retry after %i', (status) => {
    const { state, commands } = run(READY, SEND, refused(status))
    expect(commands).toEqual([])
    expect(state.entries).toMatchObject([{ status: 'unsent' }])
  })

  test('starts a new conversation with the message when the old one is gone', () => {
    const known = run(STREAMING, part(2, finishPart)).state
    const { state, commands } = run(known, { type: 'send', id: 'next', text: 'More' }, refused(404, 'NOT_FOUND'))
    expect(texts(state)).toEqual(['More'])
    expect(commands).toEqual([
      { do: 'remember', conversationId: undefined },
      { do: 'post', conversationId: undefined, id: 'next', text: 'More' },
    ])
    expect(run(state, refused(404)).state.entries).toMatchObject([{ status: 'unsent' }])
  })
})

describe('stopping', () => {
  test('asks the server and keeps the partial answer', () => {
    const stopping = run(STREAMING, { type: 'stop' })
    expect(stopping.commands).toEqual([{ do: 'stop', turnId: 'turn' }])
    expect(run(stopping.state, { type: 'stop' }).commands).toEqual([])
    const { state } = run(stopping.state, part(2, { type: 'abort' }))
    expect(state.entries[1]).toMatchObject({ text: 'Hi ', status: 'interrupted', note: 'stopped', reason: '' })
  })

  test("waits for the turn's id before the start", () => {
    const { commands } = run(READY, SEND, { type: 'stop' }, part(0, startPart))
    expect(commands).toContainEqual({ do: 'stop', turnId: 'turn' })
  })

  test('stops, disconnects and forgets on restart', () => {
    const { state, commands } = run(STREAMING, { type: 'restart' })
    expect(commands).toEqual([
      { do: 'stop', turnId: 'turn' },
      { do: 'hangUp' },
      { do: 'remember', conversationId: undefined },
      { do: 'tell', name: 'chat_restart' },
    ])
    expect(state).toMatchObject({ ready: true, entries: [], conversationId: undefined, turn: undefined })
  })
})

describe('history', () => {
  const begin: SessionEvent = { type: 'begin', conversationId: 'conv' }
  const page = (
    messages: Parameters<typeof sampleTranscript>[0],
    before: number | null = null,
    older = false,
  ): SessionEvent => ({
    type: 'transcript',
    transcript: sampleTranscript(messages, before),
    older,
  })

  test('loads, then adds older pages above', () => {
    expect(run(EMPTY, begin).commands).toEqual([{ do: 'load', conversationId: 'conv', before: undefined }])
    const newest = run(EMPTY, begin, page([sampleMessage(3), sampleMessage(4)], 3)).state
    expect(newest).toMatchObject({ ready: true, before: 3 })
    const asking = run(newest, { type: 'older' })
    expect(asking.commands).toEqual([{ do: 'load', conversationId: 'conv', before: 3 }])
    expect(run(asking.state, { type: 'older' }).commands).toEqual([])
    const all = run(asking.state, page([sampleMessage(1), sampleMessage(2)], null, true)).state
    expect(texts(all)).toEqual(['text 1', 'text 2', 'text 3', 'text 4'])
    expect(run(all, { type: 'older' }).commands).toEqual([])
  })

  test('starts over when the conversation is gone, and retries when it is unreachable', () => {
    const none = { type: 'noTranscript', conversationId: 'conv', older: false } as const
    const gone = run(EMPTY, begin, { ...none, missing: true })
    expect(gone.state).toMatchObject({ ready: true, conversationId: undefined })
    expect(gone.commands).toContainEqual({ do: 'remember', conversationId: undefined })
    const away = run(EMPTY, begin, { ...none, missing: false })
    expect(away.commands).toEqual([{ do: 'wait', ms: backoff(1) }])
    expect(run(away.state, { type: 'wake' }).commands).toEqual([
      { do: 'load', conversationId: 'conv', before: undefined },
    ])
    expect(run(STREAMING, { ...none, conversationId: 'an earlier one', missing: true }).state).toEqual(STREAMING)
  })

  test('follows an answer after a reload', () => {
    const half = sampleMessage(2, { status: 'streaming', items: [{ type: 'text', text: 'half' }] })
    for (const messages of [[sampleMessage(1), half], [sampleMessage(1)]]) {
      const { state, commands } = run(EMPTY, begin, page(messages))
      expect(commands).toEqual([{ do: 'follow', turnId: 'turn1', after: '' }])
      expect(texts(state)).toEqual(['text 1'])
      expect(state.turn?.turnId).toBe('turn1')
    }
  })

  test('shows a message known from the stream once', () => {
    const own = run(STREAMING, part(2, finishPart)).state
    const stored = [
      sampleMessage(1, { id: 'stored-1', turnId: META.turnId, items: [{ type: 'text', text: 'Hello' }] }),
      sampleMessage(2, { id: 'answer', turnId: META.turnId, items: [{ type: 'text', text: 'Hi ' }] }),
      sampleMessage(3, { turnId: '', from: 'human' }),
    ]
    const { state, commands } = run(own, page(stored))
    expect(texts(state)).toEqual(['Hello', 'Hi ', 'text 3'])
    expect(state.entries.map((entry) => entry.seq)).toEqual([1, 2, 3])
    expect(commands).toEqual([{ do: 'tell', name: 'new_message' }])
  })

  test("adopts another tab's new conversation only when there is none here", () => {
    const adopt: SessionEvent = { type: 'adopt', conversationId: 'conv' }
    expect(run(READY, adopt).commands).toEqual([{ do: 'load', conversationId: 'conv', before: undefined }])
    expect(run(STREAMING, { ...adopt, conversationId: 'other' }).state.conversationId).toBe('conv')
  })
})

describe('live news', () => {
  const live = (seq: number, from: 'user' | 'agent' | 'human', conversationId = 'conv'): SessionEvent => ({
    type: 'live',
    event: { type: 'message', agentId: 'a', conversationId, seq, from },
  })
  const done = run(STREAMING, part(2, finishPart)).state
  const load = { do: 'load', conversationId: 'conv', before: undefined }

  test("only number the visitor's own messages", () => {
    const { state, commands } = run(done, live(2, 'agent'))
    expect(commands).toEqual([])
    expect(state.entries.map((entry) => entry.seq)).toEqual([1, 2])
    expect(run(state, live(2, 'agent')).commands).toEqual([])
  })

  test('number the current answer when it ends', () => {
    const { state } = run(STREAMING, live(1, 'user'), live(2, 'agent'), part(2, finishPart))
    expect(state.entries.map((entry) => entry.seq)).toEqual([1, 2])
  })

  test('fetch messages of others after the current answer', () => {
    const numbered = run(done, live(2, 'agent')).state
    expect(run(numbered, live(3, 'human')).commands).toEqual([load])
    const reading = run(STREAMING, live(1, 'user'), live(2, 'human'))
    expect(reading.commands).toEqual([])
    expect(run(reading.state, part(2, finishPart)).commands).toContainEqual(load)
  })

  test('of another conversation are ignored', () => {
    expect(run(done, live(9, 'human', 'of another tenant')).commands).toEqual([])
  })
})
