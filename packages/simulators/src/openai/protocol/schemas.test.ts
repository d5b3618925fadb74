import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '@parlance/engine/compile'
import { decisionSchema } from '@parlance/engine/parse-decision'
import { SYSTEM_TOOLS } from '@parlance/contract/engine/types'
import { systemToolSpec } from '@parlance/engine/system-tools'
import { AgentNode } from '@parlance/contract/agents/nodes'
import type { OpenAiSimulator } from '../server.ts'
import { startOpenAi } from '../server.ts'
import { template } from '../graph/conversation.testing.ts'
import { bodyOf, post } from '../testing.ts'

let openai: OpenAiSimulator
beforeAll(async () => {
  openai = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
})
afterAll(() => openai.close())

const user = { role: 'user', content: 'hi' }
const ask = (more: object) => post(openai, '/chat/completions', { model: 'gpt-4o', messages: [user], ...more })
const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const TEXT = { type: 'string' }
const format = (schema: unknown, more: object = {}) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'decision', strict: true, schema, ...more } },
})
const withTool = (parameters: unknown, more: object = {}) => ({
  tools: [{ type: 'function', function: { name: 'f', parameters, ...more } }],
})
const called = (call: object, answers: object[]) => ({
  messages: [user, { role: 'assistant', content: null, tool_calls: [call] }, ...answers],
})
const CALL = { id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }
const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'done' })

test.each<[string, object, RegExp]>([
  [
    'a format without a name',
    { response_format: { type: 'json_schema', json_schema: { schema: {} } } },
    /json_schema\.name/,
  ],
  ['a format without its part', { response_format: { type: 'json_schema' } }, /response_format\.json_schema/],
  ['a name with a space', format(object({}), { name: 'a b' }), /does not match pattern/],
  ['a name that is too long', format(object({}), { name: 'x'.repeat(65) }), /does not match pattern/],
  ['strictness that is no boolean', format(object({}), { strict: 'yes' }), /expected a boolean/],
  ['no schema', format(undefined), /json_schema\.schema/],
  ['a list at the top', format({ type: 'array', items: TEXT }), /type: "object"/],
  ['a choice at the top', format({ anyOf: [object({})] }), /type: "object"/],
  ['other properties allowed', format(object({ a: TEXT }, { additionalProperties: true })), /to be false/],
  ['other properties not spoken of', format({ type: 'object', properties: {}, required: [] }), /additionalProperties/],
  ['an optional property', format(object({ a: TEXT, b: TEXT }, { required: ['a'] })), /Missing 'b'/],
  ['a required one that is none', format(object({ a: TEXT }, { required: ['a', 'b'] })), /Extra required/],
  ['an open object inside', format(object({ a: { type: 'object', properties: { b: TEXT } } })), /'properties', 'a'/],
  ['an open object in a list', format(object({ a: { type: 'array', items: { type: 'object' } } })), /'items'/],
  ['an open object in a choice', format(object({ a: { anyOf: [TEXT, { type: 'object' }] } })), /'anyOf', '1'/],
  ['a list of anything', format(object({ a: { type: 'array' } })), /missing items/],
  ['allOf', format(object({ a: { allOf: [TEXT] } })), /not permitted/],
  [
    'a strict tool with an optional property',
    withTool(object({ a: TEXT }, { required: [] }), { strict: true }),
    /Missing 'a'/,
  ],
  ['a strict tool without parameters', withTool(undefined, { strict: true }), /type: "object"/],
  ['a tool whose parameters are a list', withTool({ type: 'array' }), /type: "object"/],
  ['parallel calls without tools', { parallel_tool_calls: true }, /only allowed when 'tools'/],
  ['an answer to a call that there was not', called(CALL, [answer('y')]), /must be a response to a preceeding message/],
  ['two answers to one call', called(CALL, [answer('x'), answer('x')]), /must be a response/],
  ['a call without an answer', called(CALL, []), /did not have response messages: x/],
  ['a call that is no function', called({ ...CALL, type: 'magic' }, [answer('x')]), /Supported values are: 'function'/],
  ['a call of a bad name', called({ ...CALL, function: { name: 'a b', arguments: '{}' } }, [answer('x')]), /pattern/],
  ['an answer without an id', called(CALL, [{ role: 'tool', content: 'done' }]), /tool_call_id/],
])('refuses %s', async (_, body, message) => {
  const response = await ask(body)
  expect(response.status).toBe(400)
  expect((await bodyOf(response)).error).toMatchObject({
    type: 'invalid_request_error',
    message: expect.stringMatching(message),
  })
})

test.each<[string, object]>([
  [
    'a strict format',
    format(object({ a: TEXT, b: { type: ['string', 'null'] }, c: { type: 'array', items: object({}) } })),
  ],
  ['an open one that nobody wants kept', format({ type: 'object', properties: { a: TEXT } }, { strict: false })],
  ['a strict tool', withTool(object({ a: { anyOf: [TEXT, { type: 'null' }] } }), { strict: true })],
  ['a tool without parameters', withTool(undefined)],
  ['an answered call', called(CALL, [answer('x')])],
])('accepts %s', async (_, body) => expect((await ask(body)).status).toBe(200))

test('accepts every schema of the product in strict mode', async () => {
  const graph = compile(template('make-appointment'))
  if (!graph) throw new Error('no graph')
  const tools = SYSTEM_TOOLS.map((name) => ({
    type: 'function',
    function: { ...systemToolSpec(name, graph), strict: true },
  }))
  const schema = decisionSchema({
    type: 'decide',
    node: AgentNode.parse({ id: 'a', type: 'start' }),
    candidates: [{ nodeId: 'b', name: 'b', condition: 'c', kind: 'child' }],
    canStay: true,
    variables: [{ name: 'email', type: 'email', description: '', options: [], value: undefined }],
    asking: [],
  })
  expect((await ask({ tools })).status).toBe(200)
  expect((await ask(format(schema))).status).toBe(200)
})
