import { describe, expect, test } from 'vitest'
import { contract } from '@parlance/contract'
import { refusedHost } from './allowed-hosts.ts'
import { answerOf, settingsWarnings } from './results.ts'
import { MCP_TOOLS } from '@parlance/contract/mcp/tools'

describe('who may speak', () => {
  const own = 'https://agents.example.test'
  test.each([
    ['agents.example.test', undefined, own],
    ['agents.example.test', own, own],
    ['AGENTS.example.test:443', undefined, own],
    ['localhost:3000', undefined, own],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', ''],
    ['[::1]:3000', 'http://[::1]:3000', ''],
    ['192.168.1.7:3000', 'http://192.168.1.7:3000', ''],
  ])('%s from %s', (host, origin, appOrigin) => {
    expect(refusedHost({ host, origin }, appOrigin)).toBeUndefined()
  })
  test.each([
    ['evil.example', undefined, own],
    ['evil.example', 'http://evil.example', ''],
    ['localhost.evil.example', undefined, ''],
    ['agents.example.test.evil.example', undefined, own],
    ['127.0.0.1.evil.example', undefined, ''],
    ['agents.example.test', 'https://evil.example', own],
    ['localhost:3000', 'http://localhost:4000', ''],
    ['localhost:3000', 'null', ''],
    ['localhost:3000', '', ''],
    [undefined, undefined, own],
    ['', undefined, ''],
  ])('not %s from %s', (host, origin, appOrigin) => {
    expect(refusedHost({ host, origin }, appOrigin)).toEqual(expect.any(String))
  })
})

test('every call behind a tool is one of the contract', () => {
  const ops = new Set(
    Object.entries(contract).flatMap(([noun, calls]) => Object.keys(calls).map((name) => `${noun}.${name}`)),
  )
  const named = Object.values(MCP_TOOLS).flatMap((tool) => [...tool.ops])
  expect(named.filter((op) => !ops.has(op))).toEqual([])
})

test('a read-only tool uses no writing call, except search', () => {
  const methods = new Map(
    Object.entries(contract).flatMap(([noun, calls]) =>
      Object.entries(calls).map(([name, call]) => [`${noun}.${name}`, call['~orpc'].route.method] as const),
    ),
  )
  const writing = Object.values(MCP_TOOLS)
    .filter(({ effect }) => effect === 'read')
    .flatMap((tool) => tool.ops.filter((op) => methods.get(op) !== 'GET'))
  expect(writing).toEqual(['knowledge.search'])
})

test('the words of a stream', () => {
  const parts = [
    { type: 'start', messageMetadata: { conversationId: 'c1', visitorId: 'vis_1' } },
    { type: 'text-start', id: 'a' },
    { type: 'text-delta', id: 'a', delta: 'Good ' },
    { type: 'text-delta', id: 'a', delta: 'day' },
    { type: 'text-start', id: 'b' },
    { type: 'text-delta', id: 'b', delta: 'Bye' },
    { type: 'finish', messageMetadata: { credits: 2, status: 'complete' } },
  ]
  const stream = parts.map((part, n) => `id: ${n}\ndata: ${JSON.stringify(part)}\n\n`).join('')
  expect(answerOf(`: keep-alive\n\n${stream}data: [DONE]\n\n`)).toEqual({
    conversationId: 'c1',
    visitorId: 'vis_1',
    answer: 'Good day\n\nBye',
    credits: 2,
    status: 'complete',
  })
  expect(answerOf('data: {"type":"error","errorText":"No model."}\n\n')).toMatchObject({
    answer: 'No model.',
    status: 'interrupted',
  })
})

test('the items of a stream as text', () => {
  const button = (name: string) => ({ name, request: { type: 'text' } })
  const items = [
    { type: 'choice', message: 'Which lamp?', buttons: [button('Small'), button('Large')] },
    { type: 'form', title: 'Repair', fields: [{ name: 'lamp', label: 'Lamp', type: 'text', required: true }] },
  ]
  const parts = [
    ...items.map((data, n) => ({ type: 'data-item', id: `m-${n}`, data })),
    { type: 'text-start', id: 'answer-3' },
    { type: 'text-delta', id: 'answer-3', delta: 'Thank you.' },
  ]
  const stream = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
  expect(answerOf(stream).answer).toBe('Which lamp?\n- Small\n- Large\n\nRepair\n- Lamp *\n\nThank you.')
})

test.each([
  [{ lang: 'klingon' }, ['"klingon"']],
  [{ lang: 'xq', vg_defaultModel: 'no-such-model' }, ['"xq"', '"no-such-model"']],
  [{ vg_defaultModel: 'anthropic/gpt' }, ['"anthropic/gpt"']],
  [{ lang: 'pt-BR', vg_defaultModel: 'anthropic/claude-haiku-4-5' }, []],
  [{ lang: 'en', vg_defaultModel: 'gpt-4o-2024-08-06' }, []],
  [{ vg_defaultModel: 'openai-compatible/whatever-runs-here' }, []],
  [{ lang: '', vg_defaultModel: '' }, []],
  [{}, []],
])('settings %o raise %o', (settings, doubts) => {
  expect(settingsWarnings(settings)).toEqual(doubts.map((word) => expect.stringContaining(word) as string))
})
