import { emptyNode } from '@parlance/engine/graph/graph-edit'
import { NODE_GAP, NODE_SIZE } from '@parlance/engine/graph/layout'
import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'
import { labelSizes } from './edge-label.ts'

test('places nodes from left to right without overlaps', () => {
  const nodes = [
    { ...emptyNode('s', 'start'), childrenNodes: ['a', 'b'].map((nodeId) => ({ nodeId, condition: 'x' })) },
    { ...emptyNode('a', 'default'), childrenNodes: [{ nodeId: 'c', condition: '' }] },
    { ...emptyNode('b', 'default'), childrenNodes: [{ nodeId: 's', condition: '' }] },
    emptyNode('c', 'end'),
    emptyNode('lost', 'default'),
    emptyNode('n', 'note'),
  ]
  const places = arrange(nodes)
  expect(Object.keys(places).sort()).toEqual(['a', 'b', 'c', 'lost', 'n', 's'])
  const x = (id: string) => places[id]?.x ?? Number.NaN
  expect(x('s')).toBeLessThan(x('a'))
  expect(x('a')).toBeLessThan(x('c'))
  const list = Object.values(places)
  for (const [at, one] of list.entries()) {
    for (const other of list.slice(at + 1)) {
      const apart = Math.abs(one.x - other.x) >= NODE_SIZE.width || Math.abs(one.y - other.y) >= NODE_SIZE.height
      expect(apart).toBe(true)
    }
  }
})

test('leaves room for the labels between the steps', () => {
  const nodes = [
    { ...emptyNode('s', 'start'), childrenNodes: [{ nodeId: 'a', condition: '' }] },
    emptyNode('a', 'default'),
  ]
  const gap = (label: string) => {
    const { s, a } = arrange(nodes, new Map([['s#0', label]]))
    return (a?.x ?? 0) - (s?.x ?? 0) - NODE_SIZE.width
  }
  const long =
    'The visitor describes a problem with a product, an order or an account that needs several steps to solve'
  expect(gap('')).toBeCloseTo(NODE_GAP.column)
  expect(gap(long)).toBeGreaterThan((labelSizes(long, 1.25)[0]?.width ?? 0) + 40)
})
