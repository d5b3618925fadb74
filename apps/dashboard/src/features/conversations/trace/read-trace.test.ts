import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import { expect, test } from 'vitest'
import { positionAfter, pretty, readResult, readTrace, wayOf } from './read-trace.ts'

const node = (nodeId: string, by = 'router'): TraceEntry => ({ type: 'node', nodeId, name: nodeId, by, reason: '' })
const model = (ms: number, firstTokenMs?: number): TraceEntry => ({
  type: 'model',
  purpose: 'answer',
  model: 'm',
  paidBy: 'sandbox',
  prompt: '',
  answer: '',
  inputTokens: 10,
  outputTokens: 2,
  credits: 0,
  firstTokenMs,
  ms,
  error: '',
})
const tool = (result: unknown): TraceEntry => ({ type: 'tool', toolId: 't', name: 'look_up', arguments: '{}', result })

test('lists stages in sequence, and none that took no time', () => {
  const { rows, ms } = readTrace([model(100, 40), node('book'), tool({ ok: true, durationMs: 50 }), model(30)])
  expect(rows.map(({ timed }) => timed)).toEqual([
    { start: 0, ms: 100, firstToken: 40 },
    undefined,
    { start: 100, ms: 50, firstToken: undefined },
    { start: 150, ms: 30, firstToken: undefined },
  ])
  expect(ms).toBe(180)
})
test('names consecutive steps once', () => {
  expect(wayOf([node('a', 'start'), node('a', 'stay'), node('b'), node('a', 'back')])).toEqual(['a', 'b', 'a'])
})
test('shows no path for a single-prompt agent', () => {
  expect(wayOf([node('start', 'start'), node('start', 'stay')])).toEqual([])
})

const engine: EngineState = {
  nodeId: 'a',
  variables: { name: 'Anna' },
  trail: [],
  attempts: {},
  status: 'talking',
}
test('returns the position after the turn with its accepted values', () => {
  const position = positionAfter(engine, [
    { type: 'variable', name: 'day', value: '32 May', refused: 'no such day' },
    { type: 'variable', name: 'name', value: 'Bea', before: 'Anna', refused: '' },
    node('b'),
    { type: 'status', status: 'ended', reason: '' },
  ])
  expect(position).toEqual({ nodeId: 'b', name: 'b', variables: { name: 'Bea' }, status: 'ended' })
  expect(engine.variables).toEqual({ name: 'Anna' })
  expect(positionAfter(null)).toMatchObject({ nodeId: undefined, variables: {} })
})

test.each([undefined, null, 'text', 7, [], {}, { request: 'no', variables: [] }])(
  'an answer of a tool without its parts reads as one that failed: %j',
  (result) => {
    expect(readResult(result)).toMatchObject({ ok: false, request: '', response: '', error: '', variables: {} })
  },
)
test('shows a request as sent, with formatted JSON', () => {
  const request = { method: 'POST', url: 'https://a.example/x', headers: { authorization: '••••' }, body: '{"a":1}' }
  const read = readResult({ ok: true, status: 200, durationMs: 3, request, response: '[1]', error: '', variables: {} })
  expect(read.request).toBe('POST https://a.example/x\nauthorization: ••••\n\n{\n  "a": 1\n}')
  expect([read.response, pretty('{broken'), pretty('words')]).toEqual(['[\n  1\n]', '{broken', 'words'])
})
