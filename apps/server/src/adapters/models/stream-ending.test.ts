// The shortcut reads the same end as the provider would, however the stream is split.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModelCall } from '../../modules/conversations/ports.ts'
import { beginsEnd, plainEnd, TextOnlyAnswer } from './stream-ending.ts'
import { streamModel } from './stream-model.ts'
import { takingText, withTextFastPath } from './text-fast-path.ts'

const event = (fields: object) => `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', ...fields })}`
const choice = (delta: unknown, reason: unknown = null) => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
})
const said = (content: string) => event(choice({ content }))
const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
const DONE = 'data: [DONE]'
const STOP = event(choice({}, 'stop'))
const COUNT = event({ choices: [], usage: USAGE })

const ENDS: [name: string, events: string[], end: object][] = [
  ['a reason, a count, the mark', [STOP, COUNT, DONE], { reason: 'stop' }],
  ['cut short', [event(choice({ content: '' }, 'length')), COUNT, DONE], { reason: 'length' }],
  ['the count with the reason', [event({ ...choice(null, 'stop'), usage: USAGE }), DONE], { reason: 'stop' }],
  [
    'the last count',
    [event({ ...choice({}, 'stop'), usage: { prompt_tokens: 1, completion_tokens: 1 } }), COUNT, DONE],
    {},
  ],
  ['a comment between', [STOP, ': busy', COUNT, DONE], { reason: 'stop' }],
]
test.each(ENDS)('recognises an end: %s', (_, events, end) => {
  const rest = `${events.join('\n\n')}\n\n`
  expect(beginsEnd(rest)).toBe(true)
  expect(plainEnd(rest)).toEqual({ reason: 'stop', inputTokens: 7, outputTokens: 3, ...end })
})

const OTHERS: [name: string, events: string[]][] = [
  ['no mark', [STOP, COUNT]],
  ['no count', [STOP, DONE]],
  ['a count that is none', [STOP, event({ choices: [], usage: { prompt_tokens: 1.5, completion_tokens: 3 } }), DONE]],
  ['more after the reason', [STOP, said('x'), COUNT, DONE]],
  ['a second reason', [STOP, STOP, COUNT, DONE]],
  ['an error', [STOP, 'data: {"error":{"message":"no"}}', COUNT, DONE]],
  ['an error with the count', [STOP, event({ choices: [], usage: USAGE, error: { message: 'no' } }), DONE]],
  ['something that is no JSON', [STOP, 'data: {', COUNT, DONE]],
  ['an event with a name', [STOP, `event: x\n${COUNT}`, DONE]],
  ['more after the mark', [STOP, COUNT, DONE, COUNT]],
]
test.each(OTHERS)('leaves it to the provider: %s', (_, events) => {
  expect(plainEnd(`${events.join('\n\n')}\n\n`)).toBeUndefined()
})

test.each([
  ['words with the reason', event(choice({ content: 'x' }, 'stop'))],
  ['a call with it', event(choice({ tool_calls: [{ index: 0 }] }, 'stop'))],
  ['a thought with it', event(choice({ reasoning_content: 'hm' }, 'stop'))],
  ['a refusal with it', event(choice({ refusal: 'no' }, 'stop'))],
  ['another reason', event(choice({}, 'tool_calls'))],
  ['a filter', event(choice({}, 'content_filter'))],
  ['no reason', COUNT],
  ['the mark alone', DONE],
])('begins no end: %s', (_, first) => {
  expect(beginsEnd(`${first}\n\n${COUNT}\n\n${DONE}\n\n`)).toBe(false)
})

const answering = (body: string, sizes: readonly number[]) => async () => {
  const bytes = new TextEncoder().encode(body)
  let [at, turn] = [0, 0]
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const size = sizes[turn++ % sizes.length] ?? 1
      controller.enqueue(bytes.slice(at, at + size))
      at += size
      if (at >= bytes.length) controller.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

/** The result of a call and the text received on the way. Retries wait on the test clock. */
async function outcome(fetch: typeof globalThis.fetch) {
  const heard: string[] = []
  const model = createOpenAICompatible({ name: 'openai', baseURL: 'http://model', apiKey: 'k', fetch })('m')
  const call: ModelCall = {
    system: 's',
    messages: [{ role: 'user', content: 'q' }],
    temperature: 0,
    maxTokens: 100,
    signal: new AbortController().signal,
  }
  let isOver = false
  const end = streamModel(model, call, (text) => heard.push(text))
    .catch((error: unknown) => {
      const { kind, message } = error as { kind: unknown; message: unknown }
      return { kind, message }
    })
    .finally(() => (isOver = true))
  while (!isOver) await vi.advanceTimersByTimeAsync(100)
  return { end: await end, text: heard.join('') }
}

describe('an answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('is not read by its provider when it was only text', async () => {
    const body = `${[said('a'), STOP, COUNT, DONE].join('\n\n')}\n\n`
    const answer = takingText(
      () => true,
      () => withTextFastPath(answering(body, [9]))('http://model'),
    )
    await expect(answer).rejects.toBeInstanceOf(TextOnlyAnswer)
  })

  test('is the same on both paths', async () => {
    const ends = [...ENDS, ...OTHERS].map(([, events]) => events)
    const tail = fc.oneof(
      fc.constantFrom(...ends),
      fc.array(fc.constantFrom(STOP, COUNT, DONE, said('x'), ': busy', ...ends.flat()), { maxLength: 4 }),
    )
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 3 })
    const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 })
    const gap = fc.constantFrom('\n\n', '\r\n\r\n')
    await fc.assert(
      fc.asyncProperty(texts, tail, gap, sizes, async (words, events, end, at) => {
        const body = [...words.map(said), ...events].map((one) => one + end).join('')
        const short = await outcome(withTextFastPath(answering(body, at)))
        expect(short).toEqual(await outcome(answering(body, at)))
      }),
      { numRuns: 150 },
    )
  })
})
