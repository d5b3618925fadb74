import { AgentNode } from '@parlance/contract/agents/nodes'
import { expect, test } from 'vitest'
import { edgeId } from './flow.ts'
import { findPredecessor } from './predecessor.ts'

const step = (id: string, type: AgentNode['type'], ...to: string[]): AgentNode =>
  AgentNode.parse({ id, type, name: id, childrenNodes: to.map((nodeId) => ({ nodeId, condition: '' })) })
const NODES = [step('start', 'start', 'ask'), step('ask', 'collect', 'bye'), step('bye', 'end'), step('alone', 'end')]
const follows = (nodes: string[], edges: string[] = []) => findPredecessor(NODES, { nodes, edges })?.id

test('a new step follows the selected one, or where the selected connection leads', () => {
  expect(follows(['ask'])).toBe('ask')
  expect(follows([], [edgeId('start', 0)])).toBe('ask')
})

test('after an end it follows what leads there, and stands free where nothing does', () => {
  expect(follows(['bye'])).toBe('ask')
  expect(follows([], [edgeId('ask', 0)])).toBe('ask')
  expect(follows(['alone'])).toBeUndefined()
})

test('several selected or none: it stands free, but for a start that stands alone', () => {
  expect(follows(['start', 'ask'])).toBeUndefined()
  expect(follows([])).toBeUndefined()
  expect(findPredecessor([step('start', 'start')], { nodes: [], edges: [] })?.id).toBe('start')
})
