import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BAKERY, chat } from './answers/examples.testing.ts'
import type { OpenAiSimulator } from './server.ts'
import { startOpenAi } from './server.ts'
import { bodyOf, chunks, contentOf, events, post } from './testing.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
})
beforeEach(() => openai.control.reset())
afterAll(() => openai.close())

const messages = chat(BAKERY, 'When are you open on Sundays?')
const ANSWER = 'On Sundays we are closed.'
const CHAT = '/chat/completions'
const tools = [
  {
    type: 'function',
    function: {
      name: 'get_order',
      description: 'Look up an order status',
      parameters: { type: 'object', properties: { id: { type: 'string' } } },
    },
  },
]

describe('chat completions', () => {
  test('return one body', async () => {
    const response = await post(openai, CHAT, { model: 'gpt-4o', messages })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
    expect(await bodyOf(response)).toEqual({
      id: expect.stringMatching(/^chatcmpl-\w{29}$/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'gpt-4o-2024-08-06',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: ANSWER, refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: expect.objectContaining({ completion_tokens: 6 }),
      service_tier: 'default',
      system_fingerprint: expect.stringMatching(/^fp_/),
    })
  })

  test('stream the role, one token each, the reason, the usage and the end', async () => {
    const response = await post(openai, CHAT, {
      model: 'sandbox',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const all = chunks(await response.text())
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all[0]).toMatchObject({
      object: 'chat.completion.chunk',
      model: 'sandbox',
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      usage: null,
    })
    expect(all.slice(1, -2).map(({ choices }) => choices[0]?.delta)).toEqual(
      ['On', ' Sundays', ' we', ' are', ' closed', '.'].map((content) => ({ content })),
    )
    expect(all.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: null })
    expect(all.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 6 } })
  })

  test('send usage only on request', async () => {
    const response = await post(openai, CHAT, { model: 'gpt-4o', messages, stream: true })
    const all = chunks(await response.text())
    expect(all.every((chunk) => !('usage' in chunk))).toBe(true)
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  })

  test('end at limits and stop words', async () => {
    const read = async (more: object): Promise<unknown> => {
      const body = await bodyOf(await post(openai, CHAT, { model: 'gpt-4o', messages, ...more }))
      return [body.choices[0].message.content, body.choices[0].finish_reason, body.usage.completion_tokens]
    }
    expect(await read({ max_tokens: 2 })).toEqual(['On Sundays', 'length', 2])
    expect(await read({ max_completion_tokens: 3 })).toEqual(['On Sundays we', 'length', 3])
    expect(await read({ max_tokens: 6 })).toEqual([ANSWER, 'stop', 6])
    expect(await read({ stop: ' are' })).toEqual(['On Sundays we', 'stop', 3])
    expect(await read({ stop: ['closed', 'we'] })).toEqual(['On Sundays ', 'stop', 3])
  })

  test('call a tool in a body and in a stream', async () => {
    const asked = { model: 'gpt-4o', messages: [{ role: 'user', content: 'What is the status of order A-12?' }], tools }
    const whole = await bodyOf(await post(openai, CHAT, asked))
    const choice = whole.choices[0]
    expect(choice.finish_reason).toBe('tool_calls')
    expect(choice.message.content).toBeNull()
    expect(choice.message.tool_calls).toEqual([
      {
        id: expect.stringMatching(/^call_\w{24}$/),
        type: 'function',
        function: { name: 'get_order', arguments: '{"id":"A-12"}' },
      },
    ])

    const all = chunks(await (await post(openai, CHAT, { ...asked, stream: true })).text())
    const parts = all.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    expect(parts[0]).toMatchObject({
      index: 0,
      id: expect.stringMatching(/^call_/),
      type: 'function',
      function: { name: 'get_order', arguments: '' },
    })
    expect(parts.map((part) => part.function.arguments).join('')).toBe('{"id":"A-12"}')
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  })

  test('return an object for json_object, and one of the schema for json_schema', async () => {
    const whole = await bodyOf(
      await post(openai, CHAT, { model: 'gpt-4o', messages, response_format: { type: 'json_object' } }),
    )
    expect(JSON.parse(whole.choices[0].message.content)).toEqual({ answer: ANSWER })
    const schema = {
      type: 'object',
      properties: { said: { type: 'string' }, sure: { type: 'boolean' }, of: { enum: ['a', 'b'] } },
      required: ['said', 'sure', 'of'],
      additionalProperties: false,
    }
    const kept = await bodyOf(
      await post(openai, CHAT, {
        model: 'gpt-4o',
        messages,
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema, strict: true } },
      }),
    )
    expect(JSON.parse(kept.choices[0].message.content)).toEqual({ said: ANSWER, sure: false, of: 'a' })
  })

  test('return the same text streamed and in one body', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    const property = fc.asyncProperty(text, text, fc.integer({ min: 1, max: 12 }), async (question, known, limit) => {
      const body = {
        model: 'gpt-4o',
        messages: chat([{ title: question, text: `${known} ${question}` }], question),
        max_tokens: limit,
      }
      const [whole, streamed] = await Promise.all([
        post(openai, CHAT, body),
        post(openai, CHAT, { ...body, stream: true }),
      ])
      const all = chunks(await streamed.text())
      const choice = (await bodyOf(whole)).choices[0]
      expect(contentOf(all)).toBe(choice.message.content)
      expect(all.at(-1)?.choices[0]?.finish_reason).toBe(choice.finish_reason)
    })
    await fc.assert(property, { numRuns: 40 })
  })
})

describe('embeddings and models', () => {
  test('embed one text or many, as numbers or base64, in the requested length', async () => {
    const small = await bodyOf(await post(openai, '/embeddings', { model: 'text-embedding-3-small', input: 'Hello' }))
    expect(small).toMatchObject({
      object: 'list',
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 1, total_tokens: 1 },
    })
    expect(small.data[0].embedding).toHaveLength(1536)
    const many = await bodyOf(
      await post(openai, '/embeddings', {
        model: 'text-embedding-3-large',
        input: ['a', 'b'],
        dimensions: 12,
        encoding_format: 'base64',
      }),
    )
    expect(many.data.map(({ embedding }) => Buffer.from(String(embedding), 'base64').length)).toEqual([48, 48])
  })

  test('list the models, and return a single one', async () => {
    const get = (path: string): Promise<Response> =>
      fetch(`${openai.url}${path}`, { headers: { authorization: `Bearer ${openai.key}` } })
    const list = await bodyOf(await get('/models'))
    expect(list.data.map(({ id }) => id)).toEqual([
      'gpt-4o',
      'gpt-4o-mini',
      'gpt-4.1',
      'gpt-4.1-mini',
      'gpt-5',
      'text-embedding-3-small',
      'text-embedding-3-large',
      'sandbox',
    ])
    expect(await bodyOf(await get('/models/gpt-4.1'))).toEqual({
      id: 'gpt-4.1',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'system',
    })
    expect((await get('/models/gpt-9')).status).toBe(404)
    expect((await get('/models/%E0%A4')).status).toBe(404)
  })
})

test('answers any body with an error or a completion', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.constantFrom(CHAT, '/embeddings'), async (body, path) => {
      const response = await post(openai, path, body)
      expect(response.status).toBe(400)
      expect((await bodyOf(response)).error.message).not.toBe('')
    }),
    { numRuns: 60 },
  )
  expect(events(await (await post(openai, CHAT, { model: 'gpt-4o', messages, stream: true })).text()).at(-1)).toBe(
    '[DONE]',
  )
})
