import { expect, test } from 'vitest'
import { evaluationsApi } from './api.ts'

const input = evaluationsApi.save['~orpc'].inputSchema
const base = { agentId: 'a', testId: 't', name: 'Hours', steps: [{ message: 'When?' }] }
const step = (...expectations: object[]) => ({ ...base, steps: [{ message: 'When?', expectations }] })
const many = (count: number, one: object) => Array.from({ length: count }, () => one)
const fits = (value: object) => input?.safeParse(value).success

test.each<[string, object]>([
  ['the least', base],
  [
    'every kind of expectation',
    step(
      { type: 'contains', text: 'x' },
      { type: 'notContains', text: 'x' },
      { type: 'reachesNode', nodeId: 'n' },
      { type: 'callsTool', tool: 't', arguments: { a: { b: [1] } } },
      { type: 'variable', name: 'v', value: '' },
      { type: 'judge', criterion: 'c' },
    ),
  ],
  ['variables of every type', { ...base, variables: { a: 'x', b: 1, c: true } }],
  ['fifty steps', { ...base, steps: many(50, { message: 'x' }) }],
])('accepts %s', (_, value) => expect(fits(value)).toBe(true))

test.each<[string, object]>([
  ['an unknown field', { ...base, isAdmin: true }],
  ['an id in the body', { ...base, id: 'x' }],
  ['no name', { ...base, name: '  ' }],
  ['a long name', { ...base, name: 'x'.repeat(201) }],
  ['no steps', { ...base, steps: [] }],
  ['fifty-one steps', { ...base, steps: many(51, { message: 'x' }) }],
  ['an empty message', { ...base, steps: [{ message: '' }] }],
  ['a long message', { ...base, steps: [{ message: 'x'.repeat(4001) }] }],
  ['twenty-one expectations', step(...many(21, { type: 'contains', text: 'x' }))],
  ['an unknown kind', step({ type: 'smells', text: 'x' })],
  ['a field of another kind', step({ type: 'contains', text: 'x', criterion: 'y' })],
  ['an expectation of nothing', step({ type: 'contains', text: '' })],
  ['a variable name with a dot', step({ type: 'variable', name: 'a.b', value: 'x' })],
  ['a value that is a list', { ...base, variables: { a: [] } }],
  ['an unknown channel', { ...base, channel: 'pigeon' }],
  ['an id that is no name', { ...base, testId: '__proto__' }],
])('refuses %s', (_, value) => expect(fits(value)).toBe(false))
