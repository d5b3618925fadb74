import { AgentNode } from '@parlance/contract/agents/nodes'
import { expect, test } from 'vitest'
import { edgeId } from './flow.ts'
import { findPredecessor } from './predecessor.ts'

const step = (id: string, type: AgentNode['type'], ...to: string[]): AgentNode =>
  AgentNode.parse({ id, type, name: id, childrenNodes: to.map((nodeId) => ({ nodeId, condition: '' })) })
const NODES = [step('start', 'start', 'ask'), step('ask', 'collect', 'bye'), step('bye', 'end'), step('alone', 'end')]
const follows = (nodes: string[], edges: string[] = []) => findPredecessor(NODES, { nodes, edges })?.id

test('follows the selected step, or the target of the selected connection', () => {
  expect(follows(['ask'])).toBe('ask')
  expect(follows([], [edgeId('start', 0)])).toBe('ask')
})

test("follows an end's predecessor, and nothing when there is none", () => {
  expect(follows(['bye'])).toBe('ask')
  expect(follows([], [edgeId('ask', 0)])).toBe('ask')
  expect(follows(['alone'])).toBeUndefined()
})

test('follows nothing with several or no selected steps, except a lone start', () => {
  expect(follows(['start', 'ask'])).toBeUndefined()
  expect(follows([])).toBeUndefined()
  expect(findPredecessor([step('start', 'start')], { nodes: [], edges: [] })?.id).toBe('start')
})
