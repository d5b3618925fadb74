import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../faults.ts'
import type { OpenAiSimulator } from '../server.ts'
import { startOpenAi } from '../server.ts'
import { bodyOf, chunks, post } from '../testing.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
})
beforeEach(() => openai.control.reset())
afterAll(() => openai.close())

const tools = [
  {
    type: 'function',
    function: {
      name: 'get_order',
      parameters: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
    },
  },
]
const ROUTER = '<router>\n<candidates stay="yes">\n</candidates>\n</router>'
const ask = (more: object = {}, content = 'hello') =>
  post(openai, '/chat/completions', { model: 'gpt-4o', messages: [{ role: 'user', content }], ...more })
const decide = () =>
  ask({
    messages: [
      { role: 'system', content: ROUTER },
      { role: 'user', content: '<message>hello</message>' },
    ],
  })
const said = async (response: Promise<Response>) => (await bodyOf(await response)).choices[0]

describe('calls', () => {
  test.each<[Extract<Fault, { kind: 'calls' }>['form'], object]>([
    ['garbage', { name: 'get_order', arguments: '{"broken": "argu' }],
    ['unknown', { name: 'no_such_tool', arguments: '{"anything": 1}' }],
    ['endless', { name: 'get_order', arguments: '{"orderId":"hello"}' }],
  ])('%s', async (form, called) => {
    openai.control.set({ fault: { kind: 'calls', form } })
    expect((await said(ask())).finish_reason).toBe('stop')
    const choice = await said(ask({ tools }))
    expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { tool_calls: [{ function: called }] } })
    expect((await said(ask({ tools }))).finish_reason).toBe(form === 'endless' ? 'tool_calls' : 'stop')
  })

  test('come in a stream after text', async () => {
    openai.control.script([{ text: 'One moment.', toolCalls: [{ name: 'get_order', arguments: '{"orderId":"1"}' }] }])
    const all = chunks(await (await ask({ tools, stream: true })).text())
    const deltas = all.flatMap(({ choices }) => choices.map(({ delta }) => delta))
    expect(deltas[0]).toMatchObject({ role: 'assistant', content: '' })
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe('One moment.')
    const parts = deltas.flatMap((delta) => delta.tool_calls ?? [])
    expect(parts[0]).toMatchObject({ index: 0, function: { name: 'get_order', arguments: '' } })
    expect(parts.map((part) => part.function.arguments).join('')).toBe('{"orderId":"1"}')
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  })
})

test.each<[Extract<Fault, { kind: 'router' }>['form'], RegExp]>([
  ['prose', /^I would say/],
  ['unknown', /a-place-there-is-not/],
  ['wrongType', /"next": 42/],
  ['broken', /^\{"next": "sta$/],
  ['empty', /^$/],
])('a router that answers %s', async (form, words) => {
  openai.control.set({ fault: { kind: 'router', form } })
  expect((await said(ask())).message.content).toMatch(/^Hello!/)
  expect((await said(decide())).message.content).toMatch(words)
  expect(JSON.parse((await said(decide())).message.content)).toMatchObject({ next: 'stay', values: {} })
})

test('limits scripted answers to a router or to an answer', async () => {
  openai.control.script([
    { text: 'said', purpose: 'answer' },
    { text: '{"next":"a"}', purpose: 'router' },
    { text: 'next', purpose: 'answer' },
  ])
  expect((await said(decide())).message.content).toBe('{"next":"a"}')
  expect((await said(ask())).message.content).toBe('said')
  expect((await said(decide())).message.content).toMatch(/"next":"stay"/)
  expect((await said(ask())).message.content).toBe('next')
})
