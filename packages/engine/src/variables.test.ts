import { expect, it } from 'vitest'
import { graphOf } from './simulate-conversation.testing.ts'
import { formValues } from './variables.ts'

const graph = graphOf([{ id: 's', type: 'start' }], {
  variables: [{ name: 'key', isEnv: true }, { name: 'day', type: 'date' }, { name: 'plan' }],
})

it.each([
  ['a declared value in its form', { day: '5 May 2031' }, { day: '2031-05-05' }],
  ['one that nobody declared', { city: 'Graz', seats: 2, terms: false }, { city: 'Graz', seats: 2, terms: false }],
  ['no value that is not valid', { day: 'soon', plan: 'A' }, { plan: 'A' }],
  ['none of the owner’s secrets', { key: 'mine', plan: 'A' }, { plan: 'A' }],
  ['no name that is too long', { ['x'.repeat(101)]: 'x' }, {}],
])('keeps of a form %s', (_what, values, stored) => expect(formValues(graph, values, '2031-05-01')).toEqual(stored))
