import { emptyNode } from '@parlance/engine/graph/graph-edit'
import { NODE_SIZE } from '@parlance/engine/graph/layout'
import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'

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
