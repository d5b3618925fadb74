import type { Conversation } from '@parlance/contract/conversations/schemas'
import { describe, expect, test } from 'vitest'
import { finishPart, META, sampleMessage, sampleTranscript, startPart } from '../../testing/sample.ts'
import { isAgentPaused } from './selectors.ts'
import { reduce } from './session.ts'
import { EMPTY, type Session, type SessionEvent } from './state.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const run = (state: Session, ...events: SessionEvent[]) => {
  let step = { state, commands: [] as readonly object[] }
  for (const event of events) {
    const next = reduce(step.state, event, NOW)
    step = { state: next.state, commands: [...step.commands, ...next.commands] }
  }
  return step
}
const conversation = (over: Partial<Conversation> = {}): Conversation => ({
  ...sampleTranscript([]).conversation,
  id: 'conv',
  ...over,
})
const status = (over: Partial<Conversation> = {}): SessionEvent => ({
  type: 'status',
  conversation: conversation(over),
})
const TALKING: Session = { ...EMPTY, ready: true, conversationId: 'conv' }
const WAITING = { state: 'requested_chat', handoffAt: NOW } as const
const tells = (commands: readonly object[]) => commands.filter((command) => 'do' in command && command.do === 'tell')

describe('status', () => {
  test.each<[Partial<Conversation>, boolean]>([
    [{}, false],
    [WAITING, true],
    [{ state: 'requested_chat' }, false],
    [{ state: 'human-chatting' }, true],
    [{ state: 'ended_chat' }, false],
    [{ state: 'ended_chat', endedAt: NOW }, true],
  ])('%j is silent: %s', (over, silent) => expect(isAgentPaused(run(TALKING, status(over)).state)).toBe(silent))

  test('reports a hand-off request and an end to the page once, and not when they are old', () => {
    const asked = run(TALKING, status(WAITING))
    expect(tells(asked.commands)).toEqual([{ do: 'tell', name: 'handoff_requested' }])
    expect(tells(run(asked.state, status(WAITING)).commands)).toEqual([])
    const ended = run(asked.state, status({ state: 'ended_chat', endedAt: NOW }))
    expect(tells(ended.commands)).toEqual([{ do: 'tell', name: 'chat_ended' }])
    const transcript = {
      ...sampleTranscript([sampleMessage(1), sampleMessage(2)]),
      conversation: conversation(WAITING),
    }
    const opened = run(
      EMPTY,
      { type: 'begin', conversationId: 'conv' },
      { type: 'transcript', transcript, older: false },
    )
    expect(opened.state.status).toMatchObject(WAITING)
    expect(tells(opened.commands)).toEqual([])
  })

  test('opens and fetches a conversation that a person began', () => {
    const { state, commands } = run({ ...EMPTY, ready: true }, status({ ...WAITING, messageCount: 1 }))
    expect(state).toMatchObject({ conversationId: 'conv', ready: true, status: WAITING })
    expect(commands).toContainEqual({ do: 'remember', conversationId: 'conv' })
    expect(commands).toContainEqual({ do: 'load', conversationId: 'conv', before: undefined })
  })

  test('ignores events of another conversation', () => {
    expect(run(TALKING, status({ ...WAITING, id: 'other' }))).toEqual({ state: TALKING, commands: [] })
  })

  test('fetches changes after the current answer has been read', () => {
    const event: SessionEvent = { type: 'live', event: { type: 'conversation', agentId: 'a', conversationId: 'conv' } }
    const load = { do: 'load', conversationId: 'conv', before: undefined }
    expect(run(TALKING, event).commands).toEqual([load])
    const answering = run(TALKING, { type: 'send', id: 'm', text: 'Hi' }, { type: 'part', id: '1', part: startPart })
    const heard = run(answering.state, event)
    expect(heard.commands).toEqual([])
    expect(run(heard.state, { type: 'part', id: '2', part: finishPart }).commands).toContainEqual(load)
  })
})

describe('a message that gets no automatic answer', () => {
  const silent = { ...META, conversationId: 'conv', silent: true as const }
  const sent = run(
    run(TALKING, status(WAITING)).state,
    { type: 'send', id: 'm', text: 'Anybody?' },
    { type: 'part', id: '1', part: { type: 'start', messageId: 'answer', messageMetadata: silent } },
    { type: 'part', id: '2', part: { type: 'finish', messageMetadata: silent } },
  )

  test('is stored and complete', () => {
    expect(sent.state.turn).toBeUndefined()
    expect(sent.state.entries.map(({ from, status, note }) => [from, status, note])).toEqual([['user', 'complete', '']])
    expect(tells(sent.commands)).toEqual([{ do: 'tell', name: 'new_turn' }])
  })

  test('waits for no answer after a reload either', () => {
    const transcript = {
      ...sampleTranscript([sampleMessage(1)]),
      conversation: conversation({ ...WAITING, messageCount: 1 }),
    }
    const { state, commands } = run(
      EMPTY,
      { type: 'begin', conversationId: 'conv' },
      { type: 'transcript', transcript, older: false },
    )
    expect(state.turn).toBeUndefined()
    expect(commands.map((command) => 'do' in command && command.do)).not.toContain('follow')
  })
})

describe('a chat that has ended', () => {
  const ended = run(TALKING, status({ state: 'ended_chat', endedAt: NOW })).state

  test('accepts no message', () => {
    expect(run(ended, { type: 'send', id: 'm', text: 'More' })).toEqual({ state: ended, commands: [] })
  })

  test('returns waiting messages to the visitor', () => {
    const waiting = run({ ...TALKING, online: false }, { type: 'send', id: 'm', text: 'Later' }).state
    expect(waiting.entries).toMatchObject([{ status: 'waiting' }])
    const { state } = run(waiting, status({ state: 'ended_chat', endedAt: NOW }), { type: 'online', online: true })
    expect(state.entries).toMatchObject([{ status: 'unsent', text: 'Later' }])
  })

  test('in another tab returns the message and is fetched', () => {
    const { state, commands } = run(
      TALKING,
      { type: 'send', id: 'm', text: 'More' },
      { type: 'refused', status: 409, code: 'CONFLICT', retryAfter: 0 },
    )
    expect(state.entries).toMatchObject([{ status: 'unsent', text: 'More' }])
    expect(commands).toContainEqual({ do: 'load', conversationId: 'conv', before: undefined })
  })

  test('is left for a new one', () => {
    const { state, commands } = run(ended, { type: 'restart' })
    expect([state.status, state.conversationId]).toEqual([EMPTY.status, undefined])
    expect(tells(commands)).toEqual([{ do: 'tell', name: 'chat_restart' }])
  })
})

test('opens another conversation with nothing of the previous one', () => {
  const here = { ...TALKING, entries: run(TALKING, { type: 'send', id: 'm', text: 'Hi' }).state.entries, visible: true }
  const { state, commands } = run(here, { type: 'open', conversationId: 'old' })
  expect(state).toMatchObject({ conversationId: 'old', entries: [], ready: false, visible: true })
  expect(commands).toEqual([
    { do: 'hangUp' },
    { do: 'remember', conversationId: 'old' },
    { do: 'load', conversationId: 'old', before: undefined },
  ])
  expect(run(here, { type: 'open', conversationId: 'conv' }).state).toBe(here)
})
