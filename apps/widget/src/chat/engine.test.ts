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

/** As in a build, the rules for answers are fetched, which fails so many times at first. */
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

test('until something is sent the rules for answers are not fetched', async () => {
  const { engine, rules } = stage()
  engine.dispatch({ type: 'online', online: true })
  engine.dispatch({ type: 'visible', visible: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rules.fetched).toBe(0)
  engine.send('Hello?')
  expect(rules.fetched).toBe(1)
})

test('an answer that comes before the rules for it waits for them, also when they can’t be fetched at first', async () => {
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

test('what no server could store is left out, and nothing else is sent for it', async () => {
  const { engine, posted, said } = stage()
  engine.send('\0')
  engine.send('Two\0 halves: \ud83d and \ude00, and a whole 😀')
  expect(said()).toEqual(['Two halves:  and , and a whole 😀 sending'])
  await vi.waitFor(() => expect(posted).toHaveLength(1))
})

test('a transcript that comes after a later one is not shown', async () => {
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
