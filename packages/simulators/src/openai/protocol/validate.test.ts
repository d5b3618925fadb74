import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenAiSimulator } from '../server.ts'
import { startOpenAi } from '../server.ts'
import { bodyOf, post } from '../testing.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
})
afterAll(() => openai.close())

const CHAT = '/chat/completions'
const tools = [{ type: 'function', function: { name: 'get_order', description: 'Look up an order status' } }]
const user = [{ role: 'user', content: 'hi' }]
const good = { model: 'gpt-4o', messages: user }
type Refusal = [what: string, path: string, body: unknown, status: number, error: object]
const refusals: Refusal[] = [
  [
    'unknown parameter',
    CHAT,
    { ...good, colour: 1 },
    400,
    { type: 'invalid_request_error', param: 'colour', code: 'unknown_parameter' },
  ],
  [
    'prototype name',
    CHAT,
    '{"model":"gpt-4o","messages":[],"constructor":1}',
    400,
    { param: 'constructor', code: 'unknown_parameter' },
  ],
  [
    'temperature too high',
    CHAT,
    { ...good, temperature: 2.1 },
    400,
    { param: 'temperature', code: 'decimal_above_max_value' },
  ],
  [
    'temperature too low',
    CHAT,
    { ...good, temperature: -1 },
    400,
    { param: 'temperature', code: 'decimal_below_min_value' },
  ],
  [
    'temperature of wrong type',
    CHAT,
    { ...good, temperature: 'hot' },
    400,
    { param: 'temperature', code: 'invalid_type' },
  ],
  [
    'negative max_tokens',
    CHAT,
    { ...good, max_tokens: -1 },
    400,
    { param: 'max_tokens', code: 'integer_below_min_value' },
  ],
  ['fractional max_tokens', CHAT, { ...good, max_tokens: 1.5 }, 400, { param: 'max_tokens', code: 'invalid_type' }],
  [
    'both limits',
    CHAT,
    { ...good, max_tokens: 1, max_completion_tokens: 1 },
    400,
    { code: 'invalid_parameter_combination' },
  ],
  ['two choices', CHAT, { ...good, n: 2 }, 400, { param: 'n' }],
  ['no model', CHAT, { messages: user }, 400, { message: 'you must provide a model parameter' }],
  ['unknown model', CHAT, { ...good, model: 'gpt-9' }, 404, { code: 'model_not_found', param: 'model' }],
  ['a model that cannot chat', CHAT, { ...good, model: 'text-embedding-3-small' }, 404, { param: 'model' }],
  ['no messages', CHAT, { model: 'gpt-4o' }, 400, { param: 'messages', code: 'missing_required_parameter' }],
  ['empty messages', CHAT, { ...good, messages: [] }, 400, { param: 'messages', code: 'empty_array' }],
  ['a message that is none', CHAT, { ...good, messages: [null] }, 400, { param: 'messages[0]', code: 'invalid_type' }],
  [
    'unknown role',
    CHAT,
    { ...good, messages: [{ role: 'boss', content: 'x' }] },
    400,
    { param: 'messages[0].role', code: 'invalid_value' },
  ],
  ['no content', CHAT, { ...good, messages: [{ role: 'user', content: null }] }, 400, { param: 'messages[0].content' }],
  ['content of wrong type', CHAT, { ...good, messages: [{ role: 'user', content: 5 }] }, 400, { code: 'invalid_type' }],
  [
    'a part of unknown type',
    CHAT,
    { ...good, messages: [{ role: 'user', content: [{ type: 'smell' }] }] },
    400,
    { param: 'messages[0].content[0].type' },
  ],
  [
    'a tool result without call',
    CHAT,
    { ...good, messages: [...user, { role: 'tool', tool_call_id: 'x', content: 'y' }] },
    400,
    { param: 'messages.[1].role' },
  ],
  [
    'a call without result',
    CHAT,
    {
      ...good,
      messages: [
        ...user,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        ...user,
      ],
    },
    400,
    { message: expect.stringContaining('did not have response messages: x') },
  ],
  [
    'stream options without stream',
    CHAT,
    { ...good, stream_options: { include_usage: true } },
    400,
    { param: 'stream_options' },
  ],
  [
    'five stop words',
    CHAT,
    { ...good, stop: ['a', 'b', 'c', 'd', 'e'] },
    400,
    { param: 'stop', code: 'array_above_max_length' },
  ],
  ['an empty stop word', CHAT, { ...good, stop: [''] }, 400, { param: 'stop' }],
  ['no tools', CHAT, { ...good, tools: [] }, 400, { param: 'tools', code: 'empty_array' }],
  [
    'a tool with a bad name',
    CHAT,
    { ...good, tools: [{ type: 'function', function: { name: 'a b' } }] },
    400,
    { param: 'tools[0].function.name' },
  ],
  ['a choice without tools', CHAT, { ...good, tool_choice: 'auto' }, 400, { param: 'tool_choice' }],
  [
    'a choice of no tool',
    CHAT,
    { ...good, tools, tool_choice: { type: 'function', function: { name: 'z' } } },
    400,
    { param: 'tool_choice' },
  ],
  [
    'too many words',
    CHAT,
    { ...good, messages: [{ role: 'user', content: 'word '.repeat(129_000) }] },
    400,
    { code: 'context_length_exceeded', param: 'messages' },
  ],
  [
    'max_tokens for a reasoning model',
    CHAT,
    { ...good, model: 'gpt-5', max_tokens: 5 },
    400,
    { code: 'unsupported_parameter' },
  ],
  [
    'temperature for a reasoning model',
    CHAT,
    { ...good, model: 'gpt-5', temperature: 0 },
    400,
    { code: 'unsupported_value' },
  ],
  ['bad JSON', CHAT, '{"model":', 400, { message: expect.stringContaining('could not parse') }],
  ['null', CHAT, 'null', 400, { type: 'invalid_request_error' }],
  ['a list', CHAT, '[]', 400, { type: 'invalid_request_error' }],
  ['no input', '/embeddings', { model: 'text-embedding-3-small' }, 400, { param: 'input' }],
  [
    'empty input',
    '/embeddings',
    { model: 'text-embedding-3-small', input: '' },
    400,
    { message: expect.stringContaining("'$.input' is invalid") },
  ],
  ['numbers as input', '/embeddings', { model: 'text-embedding-3-small', input: [1] }, 400, {}],
  [
    'too many inputs',
    '/embeddings',
    { model: 'text-embedding-3-small', input: Array(2049).fill('x') },
    400,
    { code: 'array_above_max_length' },
  ],
  [
    'too long an input',
    '/embeddings',
    { model: 'text-embedding-3-small', input: 'word '.repeat(9_000) },
    400,
    { message: expect.stringContaining('8192') },
  ],
  [
    'too many dimensions',
    '/embeddings',
    { model: 'text-embedding-3-small', input: 'x', dimensions: 1537 },
    400,
    { param: 'dimensions' },
  ],
  [
    'no dimensions',
    '/embeddings',
    { model: 'text-embedding-3-small', input: 'x', dimensions: 0 },
    400,
    { param: 'dimensions' },
  ],
  [
    'unknown encoding',
    '/embeddings',
    { model: 'text-embedding-3-small', input: 'x', encoding_format: 'int8' },
    400,
    { param: 'encoding_format' },
  ],
  ['a model without embeddings', '/embeddings', { model: 'gpt-4o', input: 'x' }, 403, {}],
  ['unknown path', '/completions', good, 404, { message: 'Invalid URL (POST /v1/completions)' }],
  ['wrong method', '/models', good, 405, { code: 'method_not_supported' }],
]

test.each(refusals)('refuses %s', async (_what, path, body, status, error) => {
  const response = await post(openai, path, body)
  expect(response.status).toBe(status)
  expect(await bodyOf(response)).toEqual({
    error: { message: expect.any(String), type: expect.any(String), param: null, code: null, ...error, ...keep(error) },
  })
})

/** Fields that a row does not name may have any value. */
function keep(error: object): object {
  return Object.fromEntries(
    ['param', 'code', 'type']
      .filter((name) => !(name in error))
      .map((name) => [name, expect.toSatisfy((value) => value === null || typeof value === 'string')]),
  )
}

describe('refuses wrong keys, types and sizes', () => {
  test.each([
    ['no key', {}, 401, null],
    ['a strange key', { authorization: 'Bearer pk-1' }, 401, 'invalid_api_key'],
    ['a revoked key', { authorization: 'Bearer sk-revoked' }, 401, 'invalid_api_key'],
    ['a poor key', { authorization: 'Bearer sk-poor' }, 429, 'insufficient_quota'],
  ])('%s', async (_what, headers, status, code) => {
    const response = await fetch(`${openai.url}${CHAT}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(good),
    })
    expect(response.status).toBe(status)
    expect((await bodyOf(response)).error.code).toBe(code)
  })

  test('refuses another content type', async () => {
    expect((await post(openai, CHAT, good, { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('refuses more than 10 MB', async () => {
    const response = await post(openai, CHAT, 'x'.repeat(10 * 1024 * 1024 + 1))
    expect(response.status).toBe(413)
    expect((await bodyOf(response)).error.code).toBe('request_too_large')
  })

  test('listens only on the loopback interface', () => expect(new URL(openai.url).hostname).toBe('127.0.0.1'))
})
