import { expect, test } from 'vitest'
import { emptyNode } from './graph-edit.ts'
import { freeStepName, stepLabels } from './step-names.ts'

const step = (id: string, name: string, instructions = '') => ({ ...emptyNode(id, 'default', name), instructions })

test('gives a new step an unused name', () => {
  expect(freeStepName([], 'Conversation')).toBe('Conversation')
  expect(freeStepName([step('a', 'Conversation')], 'Conversation')).toBe('Conversation 2')
  const some = [step('a', 'Conversation'), step('b', ' Conversation 2 '), step('c', 'Conversation 4')]
  expect(freeStepName(some, 'Conversation')).toBe('Conversation 3')
})

test('distinguishes steps of the same name by the start of their text, then by number', () => {
  const nodes = [
    step('a', 'Sales'),
    step('b', 'Conversation', 'Sell lamps.\nBe kind.'),
    step('c', 'Conversation', 'Take orders back.'),
    step('d', 'Conversation'),
    step('e', 'Conversation'),
    step('f', 'Help', 'Same'),
    step('g', 'Help', 'Same'),
  ]
  expect([...stepLabels(nodes, ({ name }) => name).values()]).toEqual([
    'Sales',
    'Conversation · Sell lamps. Be kind.',
    'Conversation · Take orders back.',
    'Conversation (1)',
    'Conversation (2)',
    'Help · Same (1)',
    'Help · Same (2)',
  ])
})
