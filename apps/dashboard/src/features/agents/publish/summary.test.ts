import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { AgentNode } from '@parlance/contract/agents/nodes'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { expect, test } from 'vitest'
import { summaryOf } from './summary.ts'

const node = (id: string, over: object = {}) => AgentNode.parse({ id, type: 'default', name: id, ...over })
const published = newAgentConfig({ title: 'Ada', nodes: [node('Greet', { type: 'start' }), node('Refund')] })
const summary = (patch: Partial<AgentConfig>) =>
  summaryOf(published, { ...published, ...patch }).map(({ group, items }) => [
    group,
    ...items.map(({ where, how }) => `${where.map(({ text }) => text).join('/')} ${how}`),
  ])

test('is empty without changes', () => expect(summary({})).toEqual([]))

test('groups fields in a fixed order', () => {
  const patch = { theme: 'pink-dark', vg_systemPrompt: 'Be brief.', title: 'Bea', messagesLimit: 5 }
  expect(summary(patch)).toEqual([
    ['answers', 'vg_systemPrompt changed'],
    ['widget', 'title changed'],
    ['theme', 'theme changed'],
    ['other', 'messagesLimit changed'],
  ])
})

test('names a changed step once, and reports added and removed ones', () => {
  const nodes = [node('Greet', { type: 'start', instructions: 'Say hello.' }), node('Ship')]
  expect(summary({ nodes })).toEqual([['steps', 'nodes/Greet changed', 'nodes/Ship added', 'nodes/Refund removed']])
})

test('ignores positions on the canvas', () => {
  const nodes = published.nodes.map((one) => ({ ...one, rf: { x: 10, y: 20 } }) as unknown as AgentNode)
  expect(summary({ nodes })).toEqual([])
})
