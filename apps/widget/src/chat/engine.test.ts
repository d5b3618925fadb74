import type { StreamPart } from '@parlance/contract/conversations/schemas'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delta, finishPart, META, sampleTranscript } from '../testing/sample.ts'
import type { Api } from './api.ts'
import { createEngine, type EngineParts } from './engine.ts'
import type { Transcript } from './session/state.ts'
import type { Identity } from './identity.ts'
import type { Queue } from './queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Loads the answer rules on demand, as a build does; the first `fails` loads fail. */
function stage(fails = 0) {
  const rules = { fetched: 0 }
  const posted: string[] = []
  const reads: PromiseWithResolvers<Transcript>[] = []
  const api: Partial<Api> = {
    post: async ({ message }, onPart) => {
      posted.push(message.id)
      const messageMetadata = { ...META, turnId: `turn ${posted.length}` }
      const start: StreamPart = { type: 'start', messageId: `answer ${posted.length}`, messageMetadata }
      ;[start, delta('Yes.'), finishPart].forEach((part, id) => onPart(String(id), part))
    },
    live: () => new Promise(() => undefined),
    transcript: () => {
      const read = Promise.withResolvers<Transcript>()
      reads.push(read)
      return read.promise
    },
    own: () => Promise.reject(new Error('nobody asks')),
  }
  const identity: Partial<Identity> = {
    visitorId: () => 'vis',
    conversationId: () => 'conv',
    remember: () => undefined,
    onOther: () => undefined,
  }
  const queue: Queue = { read: () => [], save: () => undefined, onGone: () => undefined }
  const parts: EngineParts = {
    api: api as Api,
    identity: identity as Identity,
    queue,
    key: 'k',
    consents: false,
    language: () => 'en',
    page: () => undefined,
    tell: () => undefined,
  }
  const engine = createEngine(parts, async () => {
    rules.fetched += 1
    if (rules.fetched <= fails) throw new TypeError('Failed to fetch dynamically imported module')
    return import('./session/session.ts')
  })
  engine.dispatch({ type: 'begin', conversationId: undefined })
  return {
    engine,
    rules,
    posted,
    reads,
    said: () => engine.state().entries.map(({ text, status }) => `${text} ${status}`),
  }
}

test('does not load the answer rules until a message is sent', async () => {
  const { engine, rules } = stage()
  engine.dispatch({ type: 'online', online: true })
  engine.dispatch({ type: 'visible', visible: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rules.fetched).toBe(0)
  engine.send('Hello?')
  expect(rules.fetched).toBe(1)
})

test('holds an answer until its rules are loaded, even when the first load fails', async () => {
  const { engine, posted, said } = stage(2)
  engine.send('Hello?')
  await vi.advanceTimersByTimeAsync(1000)
  expect(said()).toEqual(['Hello? sending'])
  engine.send('Still there?')
  expect(said()).toEqual(['Hello? sending', 'Still there? waiting'])
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  expect(said()).toEqual(['Hello? complete', 'Yes. complete', 'Still there? complete', 'Yes. complete'])
})

test('drops text that no server can store, and sends nothing when none is left', async () => {
  const { engine, posted, said } = stage()
  engine.send('\0')
  engine.send('Two\0 halves: \ud83d and \ude00, and a whole 😀')
  expect(said()).toEqual(['Two halves:  and , and a whole 😀 sending'])
  await vi.waitFor(() => expect(posted).toHaveLength(1))
})

test('ignores a transcript that arrives after a later one', async () => {
  const { engine, reads } = stage()
  const stands = (state: 'ai-chatting' | 'human-chatting'): Transcript => {
    const { conversation, ...transcript } = sampleTranscript([])
    return { ...transcript, conversation: { ...conversation, state } }
  }
  engine.dispatch({ type: 'open', conversationId: sampleTranscript([]).conversation.id })
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  engine.dispatch({ type: 'sync' })
  reads[1]?.resolve(stands('human-chatting'))
  await vi.waitFor(() => expect(engine.state().status.state).toBe('human-chatting'))
  reads[0]?.resolve(stands('ai-chatting'))
  await vi.advanceTimersByTimeAsync(0)
  expect(engine.state().status.state).toBe('human-chatting')
})
