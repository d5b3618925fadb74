import { describe, expect, it } from 'vitest'
import { AgentNode, type AgentNode as Node } from '@parlance/contract/agents/nodes'
import { stepsInOrder } from './steps.ts'

const node = (part: Partial<Node> & Pick<Node, 'id' | 'type'>): Node => AgentNode.parse(part)
const to = (...ids: string[]) => ids.map((nodeId) => ({ nodeId, condition: `go ${nodeId}` }))

describe('steps of a graph', () => {
  const graph = [
    node({ id: 'n', type: 'note', instructions: 'for people' }),
    node({ id: 'end', type: 'end', instructions: 'say goodbye' }),
    node({ id: 's', type: 'start', name: 'Hello', instructions: 'greet', childrenNodes: to('a', 'end', 'ghost') }),
    node({
      id: 'a',
      type: 'collect',
      instructions: 'ask',
      variables: [{ name: 'date', type: 'date', description: 'the day', required: true, options: [] }],
      childrenNodes: to('s', 'end'),
    }),
    node({ id: 'lost', type: 'default', instructions: 'nobody comes here' }),
    node({ id: 'g', type: 'default', isGlobal: true, instructions: 'complaints' }),
  ]

  it('follows the edges from the start, then the global ones', () => {
    expect(stepsInOrder(graph).map(({ id }) => id)).toEqual(['s', 'a', 'end', 'g'])
  })
})
