import { describe, expect, it } from 'vitest'
import { AgentNode, type AgentNode as Node } from './nodes.ts'
import { describeSteps, stepsInOrder } from './steps.ts'
import { TEMPLATES, templateConfig } from './templates.ts'

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

  it('says what to do, what to ask and where to go', () => {
    const text = describeSteps(graph)
    expect(text).toContain('Step «Hello»:\ngreet\nGo on to «a» when: go a')
    expect(text).toContain('Ask for: date (date) – the day.')
    expect(text).toContain('(can be entered from every step)')
    for (const absent of ['for people', 'nobody comes here', 'ghost']) expect(text).not.toContain(absent)
  })

  it('keeps whole steps while they fit, and leads to no other', () => {
    const whole = describeSteps(graph)
    expect(describeSteps(graph, whole.length)).toBe(whole)
    const text = describeSteps(graph, whole.length - 1)
    expect(text).toContain('Step «end»:\nsay goodbye')
    expect(text).not.toContain('complaints')
    // However little room there is, the first step is told, without the ways on.
    expect(describeSteps(graph, 1)).toMatch(/Step «Hello»:\ngreet$/)
  })

  it('is the instructions alone for one step, and nothing for none', () => {
    expect(describeSteps([node({ id: 's', type: 'start', instructions: ' only ' })])).toBe('only')
    expect(describeSteps([])).toBe('')
  })

  it.each(TEMPLATES.map(({ id }) => id))('says every step of %s', (id) => {
    const nodes = templateConfig(id).nodes ?? []
    const text = describeSteps(nodes)
    for (const { instructions, type } of nodes) if (type !== 'note') expect(text).toContain(instructions.trim())
  })
})
