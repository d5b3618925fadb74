import { emptyNode } from '@parlance/engine/graph/graph-edit'
import { expect, test } from 'vitest'
import { nodesFromText, nodesToText } from './clipboard.ts'

test('restores copied nodes', async () => {
  const nodes = [emptyNode('a', 'default', 'A'), { ...emptyNode('b', 'end'), childrenNodes: [] }]
  expect(await nodesFromText(nodesToText(nodes))).toEqual({ nodes })
})

test.each([
  ['some words', 'It isn’t JSON.'],
  ['{}', 'format'],
  ['[]', 'format'],
  ['null', 'format'],
  [JSON.stringify({ format: 'parlance-nodes', version: 1, nodes: [] }), 'nodes'],
  [JSON.stringify({ format: 'parlance-nodes', version: 1, nodes: [{ id: 'a', type: 'rocket' }] }), 'nodes.0.type'],
  [
    JSON.stringify({
      format: 'parlance-nodes',
      version: 1,
      nodes: [emptyNode('a', 'end'), emptyNode('a', 'end')],
    }),
    'Two steps have the same id.',
  ],
])('%s is refused', async (text, fault) => {
  const read = await nodesFromText(text)
  expect('fault' in read ? read.fault.message : '').toContain(fault)
})
