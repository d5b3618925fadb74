import type { AgentTest } from '@parlance/contract/evaluations/schemas'
import { expect, test } from 'vitest'
import {
  moved,
  newExpectation,
  newStep,
  newVariable,
  readArguments,
  readExpectation,
  readTest,
  typed,
} from './form-state.ts'

const whole: AgentTest = {
  id: 't1',
  name: 'Hours',
  protected: true,
  channel: 'whatsapp',
  variables: { city: 'Bern', guests: 4, vip: false },
  steps: [
    {
      message: 'When do you open?',
      expectations: [
        { type: 'contains', text: 'nine' },
        { type: 'notContains', text: 'ten' },
        { type: 'reachesNode', nodeId: 'n1' },
        { type: 'callsTool', tool: 'find', arguments: { a: { b: [1] } } },
        { type: 'callsTool', tool: 'find', arguments: {} },
        { type: 'variable', name: 'city', value: 'Bern' },
        { type: 'judge', criterion: 'It is polite.' },
      ],
    },
    { message: 'Thanks', expectations: [] },
  ],
}

test('reads back what was typed', () => expect(readTest(typed(whole), 't1')).toEqual(whole))

test('makes a new test protected and requires its first message', () => {
  const fresh = typed(undefined)
  expect(fresh).toMatchObject({ protected: true, steps: [{ message: '', expectations: [{ type: 'contains' }] }] })
  expect(readTest(fresh, 't')).toBeUndefined()
})

test.each([
  ['a name', { name: '  ' }],
  ['a step', { steps: [] }],
  ['a message', { steps: [{ ...newStep(), expectations: [] }] }],
  ['an expectation', { steps: [{ ...newStep(), message: 'Hi' }] }],
  ['the name of a variable', { variables: [newVariable()] }],
])('without %s it is not saved', (_, change) => expect(readTest({ ...typed(whole), ...change }, 't1')).toBeUndefined())

test.each([
  ['', {}],
  ['  ', {}],
  ['{"a":1}', { a: 1 }],
  ['[1]', undefined],
  ['null', undefined],
  ['"x"', undefined],
  ['{a:1}', undefined],
])('arguments %j', (json, expected) => expect(readArguments(json)).toEqual(expected))

test('treats a call with invalid arguments as incomplete', () =>
  expect(readExpectation({ ...newExpectation('callsTool'), value: 'find', json: '[' })).toBeUndefined())

test('allows an empty value for a variable', () =>
  expect(readExpectation({ ...newExpectation('variable'), name: 'city' })).toEqual({
    type: 'variable',
    name: 'city',
    value: '',
  }))

test.each([
  [0, -1, 'abc'],
  [0, 1, 'bac'],
  [2, 1, 'abc'],
  [2, -1, 'acb'],
] as const)('moving %d by %d', (from, by, expected) => expect(moved([...'abc'], from, by).join('')).toBe(expected))
