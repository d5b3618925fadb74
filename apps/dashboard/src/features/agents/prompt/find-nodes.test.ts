import { emptyNode } from '@parlance/engine/graph/graph-edit'
import { expect, test } from 'vitest'
import { findNodes } from './find-nodes.ts'

const nodes = [
  { ...emptyNode('s', 'start', 'Start'), instructions: 'Greet the visitor.' },
  { ...emptyNode('c', 'collect', 'Appointment'), childrenNodes: [{ nodeId: 's', condition: 'wants to cancel' }] },
  { ...emptyNode('m', 'message', 'Thanks'), items: [{ type: 'text' as const, text: 'See you on Monday' }] },
]

test.each([
  ['', ['s', 'c', 'm']],
  ['  ', ['s', 'c', 'm']],
  ['VISITOR greet', ['s']],
  ['cancel', ['c']],
  ['monday', ['m']],
  ['start monday', []],
])('"%s" finds %j', (search, ids) => {
  expect(findNodes(nodes, search).map(({ id }) => id)).toEqual(ids)
})
