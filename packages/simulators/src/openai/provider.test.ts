import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany, generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BAKERY, chat } from './answers/examples.testing.ts'
import type { OpenAiSimulator } from './server.ts'
import { startOpenAi } from './server.ts'
import { textOf } from './prompts/prompt.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
})
beforeEach(() => openai.control.reset())
afterAll(() => openai.close())

function provider(apiKey = openai.key): ReturnType<typeof createOpenAICompatible> {
  return createOpenAICompatible({ baseURL: openai.url, apiKey, name: 'sandbox', includeUsage: true })
}

const [system] = chat(BAKERY, 'x')
const instructions = system ? textOf(system) : ''

test('returns deltas, reason and usage from doStream', async () => {
  const { stream } = await provider()
    .chatModel('gpt-4o')
    .doStream({
      prompt: [
        { role: 'system', content: instructions },
        { role: 'user', content: [{ type: 'text', text: 'When are you open on Sundays?' }] },
      ],
    })
  const parts = await Array.fromAsync(stream)
  expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('')).toBe(
    'On Sundays we are closed.',
  )
  expect(parts.at(-1)).toMatchObject({
    type: 'finish',
    finishReason: { unified: 'stop' },
    usage: { outputTokens: { total: 6 } },
  })
  expect(parts.filter((part) => part.type === 'error')).toEqual([])
})

test('calls a tool and returns its result through streamText', async () => {
  const result = streamText({
    model: provider().chatModel('gpt-4o'),
    prompt: 'What is the delivery status of order A-12?',
    tools: {
      orderStatus: tool({
        description: 'Delivery status of an order',
        inputSchema: jsonSchema<{ orderId: string }>({
          type: 'object',
          properties: { orderId: { type: 'string' } },
          required: ['orderId'],
        }),
        execute: ({ orderId }) => ({ order: orderId, status: 'shipped' }),
      }),
    },
    stopWhen: isStepCount(3),
  })
  expect(await result.text).toBe('The order is A-12 and the status is shipped.')
  expect(openai.control.requests).toHaveLength(2)
})

test('returns a vector for every value', async () => {
  const { embeddings } = await embedMany({
    model: provider().embeddingModel('text-embedding-3-small'),
    values: ['one', 'two', 'three'],
  })
  expect(embeddings.map(({ length }) => length)).toEqual([1536, 1536, 1536])
})

test('returns OpenAI’s error messages, which can be retried', async () => {
  const ask = (apiKey?: string, maxRetries = 0): Promise<{ text: string }> =>
    generateText({ model: provider(apiKey).chatModel('gpt-4o'), prompt: 'Hello', maxRetries })
  await expect(ask('sk-revoked')).rejects.toMatchObject({ statusCode: 401, isRetryable: false })
  openai.control.set({ fault: { kind: 'status', status: 429, retryAfter: 0 } })
  expect((await ask(undefined, 1)).text).toBe('Hello! What would you like to know?')
})
