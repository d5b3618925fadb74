import { AgentTest } from '@parlance/contract/evaluations/schemas'
import { NO_ANSWER } from '@parlance/contract/conversations/answer'
import type { TraceEntry } from '@parlance/contract/engine/types'
import { expect, test } from 'vitest'
import type { Entry } from '../panel-state.ts'
import { faultOf, hasMidway, MAX_STEPS, propose, testOf, type Draft } from './propose.ts'

const entry = (text: string, answer: string, over: Partial<Entry> = {}): Entry => ({
  id: text,
  text,
  trace: [],
  answer: { ...NO_ANSWER, text: answer, items: [{ type: 'text', text: answer }], status: 'complete' },
  ...over,
})
const TRACE: TraceEntry[] = [
  { type: 'variable', name: 'day', value: '32 May', refused: 'no such day' },
  { type: 'variable', name: 'day', value: '2031-05-12', refused: '' },
  { type: 'node', nodeId: 'book', name: 'Book', by: 'router', reason: '' },
  { type: 'tool', toolId: 't1', name: 'free_slots', arguments: '{"day":"2031-05-12"}', result: { ok: true } },
  { type: 'tool', toolId: 'mcp:x', name: 'x', arguments: '', result: { ok: false } },
  { type: 'node', nodeId: 'thanks', name: 'Thanks', by: 'otherwise', reason: '' },
]
const draft = (over: Partial<Draft>): Draft => ({ id: 0, kind: 'contains', ticked: true, main: 'x', more: '', ...over })

test("proposes reached steps, tool calls and variables, and leaves the model's wording unticked", () => {
  const [fixed] = propose([{ entry: entry('the 12th', '**See you** on Monday. Bye!'), trace: TRACE }])
  expect(fixed?.drafts.map(({ kind, ticked, main, more }) => [kind, ticked, main, more])).toEqual([
    ['reachesNode', true, 'thanks', ''],
    ['callsTool', true, 'free_slots', '{"day":"2031-05-12"}'],
    ['variable', true, 'day', '2031-05-12'],
    ['contains', true, 'See you on Monday.', ''],
    ['judge', false, '', ''],
  ])
  const spoke: TraceEntry = {
    type: 'model',
    purpose: 'answer',
    model: 'm',
    paidBy: 'sandbox',
    prompt: '',
    answer: '',
    inputTokens: 1,
    outputTokens: 1,
    credits: 0,
    ms: 1,
    error: '',
  }
  const [free] = propose([{ entry: entry('hello', 'Hello there'), trace: [spoke] }])
  expect(free?.drafts.map(({ kind, ticked }) => [kind, ticked])).toEqual([
    ['contains', false],
    ['judge', false],
  ])
})

test('turns ticked expectations into a valid test', () => {
  const first = entry('hello', 'Hi', { debug: { variables: { plan: 'M', gone: null } } })
  const steps = propose([{ entry: first, trace: TRACE }])
  const test = testOf({ name: ' Books ', protected: true, channel: 'whatsapp', steps, first })
  expect(AgentTest.parse({ id: 'a', ...test })).toEqual({
    id: 'a',
    name: 'Books',
    protected: true,
    channel: 'whatsapp',
    variables: { plan: 'M' },
    steps: [
      {
        message: 'hello',
        expectations: [
          { type: 'reachesNode', nodeId: 'thanks' },
          { type: 'callsTool', tool: 'free_slots', arguments: { day: '2031-05-12' } },
          { type: 'variable', name: 'day', value: '2031-05-12' },
          { type: 'contains', text: 'Hi' },
        ],
      },
    ],
  })
})

test.each([
  [draft({ main: ' ' }), 'missing'],
  [draft({ main: '', ticked: false }), undefined],
  [draft({ kind: 'callsTool', more: '[1]' }), 'notJson'],
  [draft({ kind: 'callsTool', more: '{' }), 'notJson'],
  [draft({ kind: 'callsTool', more: '' }), undefined],
  [draft({ kind: 'variable', more: '' }), undefined],
] as const)('finds what is wrong with %j', (one, fault) => {
  expect(faultOf(one)).toBe(fault)
  const steps = [{ message: 'm', answer: 'a', drafts: [one] }]
  const test = testOf({ name: 'T', protected: false, channel: undefined, steps, first: undefined })
  expect(test === undefined).toBe(fault !== undefined)
})

test('limits name and number of messages', () => {
  const turns = Array.from({ length: MAX_STEPS + 5 }, (_, at) => ({ entry: entry(`m${at}`, 'a'), trace: [] }))
  const steps = propose(turns)
  expect(steps).toHaveLength(MAX_STEPS)
  expect(testOf({ name: ' ', protected: false, channel: undefined, steps, first: undefined })).toBeUndefined()
})

test.each([
  [[entry('a', ''), entry('b', '')], false],
  [[entry('a', '', { debug: { variables: { x: 1 } } })], false],
  [[entry('a', '', { debug: { nodeId: 'n' } })], true],
  [[entry('a', ''), entry('b', '', { debug: { variables: { x: 1 } } })], true],
])('knows what a test would not repeat', (entries, midway) => {
  expect(hasMidway(entries)).toBe(midway)
})
