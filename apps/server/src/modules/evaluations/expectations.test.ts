import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answered,
  check,
  compare,
  type Comparison,
  type Decidable,
  isDecidable,
  passed,
  refusal,
} from './expectations.ts'

const found: Answered = {
  answer: 'We open at  NINE.\nCaf\u0065\u0301 included.',
  path: [
    { id: 'start', name: '' },
    { id: 'n1', name: 'Hours' },
  ],
  calls: [
    { toolId: 't1', name: 'find_order', arguments: '{"id":7,"tags":["a","b"],"who":{"name":"Ada","age":36}}' },
    { toolId: 't2', name: 'broken', arguments: '{' },
  ],
  variables: { city: 'Bern', guests: 4, vip: false },
}
const calls = (tool: string, args: Record<string, unknown> = {}): Decidable => ({
  type: 'callsTool',
  tool,
  arguments: args,
})

test.each<[Decidable, boolean]>([
  [{ type: 'contains', text: 'open at nine' }, true],
  [{ type: 'contains', text: '  AT\n nine. caf\u00e9 ' }, true],
  [{ type: 'contains', text: 'ten' }, false],
  [{ type: 'notContains', text: 'ten' }, true],
  [{ type: 'notContains', text: 'Nine' }, false],
  [{ type: 'reachesNode', nodeId: 'n1' }, true],
  [{ type: 'reachesNode', nodeId: 'Hours' }, true],
  [{ type: 'reachesNode', nodeId: 'hours' }, false],
  [{ type: 'reachesNode', nodeId: '' }, true],
  [{ type: 'reachesNode', nodeId: 'other' }, false],
  [{ type: 'variable', name: 'city', value: ' bern ' }, true],
  [{ type: 'variable', name: 'guests', value: '4' }, true],
  [{ type: 'variable', name: 'vip', value: 'false' }, true],
  [{ type: 'variable', name: 'vip', value: 'true' }, false],
  [{ type: 'variable', name: 'constructor', value: '' }, false],
  [{ type: 'variable', name: 'missing', value: '' }, false],
  [calls('find_order'), true],
  [calls('t1'), true],
  [calls('t2'), true],
  [calls('other'), false],
  [calls('broken', { id: 1 }), false],
  [calls('t1', { id: 7 }), true],
  [calls('t1', { id: '7' }), false],
  [calls('t1', { who: { name: 'ada' } }), true],
  [calls('t1', { who: { name: 'Bob' } }), false],
  [calls('t1', { who: 'Ada' }), false],
  [calls('t1', { tags: ['a', 'b'] }), true],
  [calls('t1', { tags: ['b', 'a'] }), false],
  [calls('t1', { tags: ['a'] }), false],
  [calls('t1', { tags: 'a' }), false],
  [calls('t1', { toString: 1 }), false],
  [calls('t1', { nothing: undefined }), false],
])('%j: %s', (expectation, expected) => expect(check(expectation, found).passed).toBe(expected))

describe('explanations', () => {
  const nothing: Answered = { answer: '', path: [], calls: [], variables: {} }
  test.each<[Decidable, Answered, string]>([
    [{ type: 'contains', text: 'x' }, { ...found, answer: 'y'.repeat(400) }, 'y'.repeat(300)],
    [{ type: 'reachesNode', nodeId: 'x' }, found, 'start → Hours'],
    [{ type: 'variable', name: 'city', value: 'x' }, found, 'Bern'],
    [{ type: 'variable', name: 'x', value: 'x' }, found, 'Not set.'],
    [calls('x'), nothing, 'No tool was called.'],
    [calls('x'), { ...nothing, calls: [{ toolId: '', name: 'a', arguments: '{}' }] }, 'a({})'],
  ])('%j', (expectation, given, detail) => expect(check(expectation, given).detail).toBe(detail))
})

test('returns a result for any answer and calls', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (answer, json, args) => {
        const given: Answered = {
          answer,
          path: [],
          calls: [{ toolId: 't', name: 'n', arguments: json }],
          variables: {},
        }
        check(calls('t', args), given)
        expect(check({ type: 'contains', text: answer }, given).passed).toBe(true)
        expect(check({ type: 'notContains', text: answer }, given).passed).toBe(false)
        // A call with some arguments satisfies an expectation of the same ones.
        const same = { ...given, calls: [{ toolId: 't', name: 'n', arguments: JSON.stringify(args) }] }
        const plain = JSON.parse(JSON.stringify(args)) as Record<string, unknown>
        expect(check(calls('t', plain), same).passed).toBe(true)
      },
    ),
  ))

test('needs a model only for the judge', () => {
  expect(isDecidable({ type: 'contains', text: 'x' })).toBe(true)
  expect(isDecidable({ type: 'judge', criterion: 'x' })).toBe(false)
})

test('passes when the test ran to its end and met all expectations', () => {
  const step = (...held: boolean[]) => ({
    message: '',
    answer: '',
    path: [],
    credits: 0,
    ms: 0,
    expectations: held.map((one) => ({
      expectation: { type: 'contains' as const, text: 'x' },
      passed: one,
      detail: '',
    })),
  })
  expect(passed({ error: '', steps: [step(), step(true, true)] })).toBe(true)
  expect(passed({ error: '', steps: [step(true), step(true, false)] })).toBe(false)
  expect(passed({ error: 'It broke off.', steps: [step(true)] })).toBe(false)
})

const item = (name: string, published?: boolean, draft?: boolean, guarded = true): Comparison => ({
  testId: name,
  name,
  protected: guarded,
  published,
  draft,
})
test.each<[string, Comparison, string[], string[]]>([
  ['worse', item('a', true, false), ['a'], []],
  ['as bad as before', item('a', false, false), [], []],
  ['fails, and was never run on the published copy', item('a', undefined, false), ['a'], []],
  ['better', item('a', false, true), [], []],
  ['the same', item('a', true, true), [], []],
  ['not run on the draft', item('a', true), [], ['a']],
  ['never run', item('a'), [], ['a']],
  ['not protected and worse', item('a', true, false, false), [], []],
  ['not protected and not run', item('a', undefined, undefined, false), [], []],
])('%s', (_, one, worse, missing) => expect(compare([one])).toEqual({ worse, missing }))

test.each<[string[], string[], string | undefined]>([
  [[], [], undefined],
  [['A'], ['B'], 'Not published. Required tests are failing: “A”.'],
  [[], ['A', 'B'], 'Not published. Run the required tests on this draft first: “A”, “B”.'],
  [['A', 'B', 'C', 'D', 'E'], [], 'Not published. Required tests are failing: “A”, “B”, “C” and 2 more.'],
])('%j worse and %j missing', (worse, missing, said) => expect(refusal({ worse, missing })?.message).toBe(said))
