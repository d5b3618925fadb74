import type { StreamPart } from '@parlance/contract/conversations/schemas'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delta, finishPart, META, sampleTranscript } from '../testing/sample.ts'
import type { Api } from './api.ts'
import { createChatController, type ControllerParts } from './chat-controller.ts'
import type { Transcript } from './session/state.ts'
import type { Identity } from './identity.ts'
import type { Queue } from './queue-storage.ts'

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
  const parts: ControllerParts = {
    api: api as Api,
    identity: identity as Identity,
    queue,
    key: 'k',
    consents: false,
    language: () => 'en',
    page: () => undefined,
    tell: () => undefined,
  }
  const controller = createChatController(parts, async () => {
    rules.fetched += 1
    if (rules.fetched <= fails) throw new TypeError('Failed to fetch dynamically imported module')
    return import('./session/session.ts')
  })
  controller.dispatch({ type: 'begin', conversationId: undefined })
  return {
    controller,
    rules,
    posted,
    reads,
    said: () => controller.state().entries.map(({ text, status }) => `${text} ${status}`),
  }
}

test('does not load the answer rules until a message is sent', async () => {
  const { controller, rules } = stage()
  controller.dispatch({ type: 'online', online: true })
  controller.dispatch({ type: 'visible', visible: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rules.fetched).toBe(0)
  controller.send('Hello?')
  expect(rules.fetched).toBe(1)
})

test('holds an answer until its rules are loaded, even when the first load fails', async () => {
  const { controller, posted, said } = stage(2)
  controller.send('Hello?')
  await vi.advanceTimersByTimeAsync(1000)
  expect(said()).toEqual(['Hello? sending'])
  controller.send('Still there?')
  expect(said()).toEqual(['Hello? sending', 'Still there? waiting'])
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  expect(said()).toEqual(['Hello? complete', 'Yes. complete', 'Still there? complete', 'Yes. complete'])
})

test('drops text that no server can store, and sends nothing when none is left', async () => {
  const { controller, posted, said } = stage()
  controller.send('\0')
  controller.send('Two\0 halves: \ud83d and \ude00, and a whole 😀')
  expect(said()).toEqual(['Two halves:  and , and a whole 😀 sending'])
  await vi.waitFor(() => expect(posted).toHaveLength(1))
})

test('ignores a transcript that arrives after a later one', async () => {
  const { controller, reads } = stage()
  const stands = (state: 'ai-chatting' | 'human-chatting'): Transcript => {
    const { conversation, ...transcript } = sampleTranscript([])
    return { ...transcript, conversation: { ...conversation, state } }
  }
  controller.dispatch({ type: 'open', conversationId: sampleTranscript([]).conversation.id })
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  controller.dispatch({ type: 'sync' })
  reads[1]?.resolve(stands('human-chatting'))
  await vi.waitFor(() => expect(controller.state().status.state).toBe('human-chatting'))
  reads[0]?.resolve(stands('ai-chatting'))
  await vi.advanceTimersByTimeAsync(0)
  expect(controller.state().status.state).toBe('human-chatting')
})
