import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { emptyNode } from '@parlance/engine/graph/graph-edit'
import { expect, test } from 'vitest'
import { start } from '../draft/draft-state.ts'
import { startEditSession } from './use-graph.ts'

function draftOf(nodes: AgentConfig['nodes']) {
  const config = { title: 'Ada', nodes } as AgentConfig
  let state = start({ published: config, draft: config, version: 1 })
  return {
    getState: () => state,
    edit: (patch: Partial<AgentConfig>) => {
      state = { ...state, config: { ...state.config, ...patch } }
    },
    replace: (next: AgentConfig['nodes']) => {
      state = { ...state, config: { ...state.config, nodes: next } }
    },
  }
}
const first = [emptyNode('s', 'start', 'Start')]
const rename = (name: string) => ({ type: 'patch', id: 's', patch: { name } }) as const

test('undoes and redoes edits of the draft', () => {
  const draft = draftOf(first)
  const session = startEditSession(draft)
  expect(session.act(rename('Hello'))).toBe(true)
  expect(session.act({ type: 'remove', ids: ['gone'] })).toBe(false)
  expect(draft.getState().config.nodes[0]?.name).toBe('Hello')
  session.undo()
  expect(draft.getState().config.nodes).toEqual(first)
  expect(session.can()).toEqual({ undo: false, redo: true })
  session.redo()
  expect(draft.getState().config.nodes[0]?.name).toBe('Hello')
})

test('keeps the history when a save returns the same nodes', () => {
  const draft = draftOf(first)
  const session = startEditSession(draft)
  session.act(rename('Hello'))
  draft.replace(structuredClone(draft.getState().config.nodes))
  expect(session.can().undo).toBe(true)
  session.undo()
  expect(draft.getState().config.nodes).toEqual(first)
})

test("does not undo another person's changes", () => {
  const draft = draftOf(first)
  const session = startEditSession(draft)
  session.act(rename('Hello'))
  draft.replace([emptyNode('s', 'start', 'Theirs')])
  expect(session.can()).toEqual({ undo: false, redo: false })
  session.undo()
  expect(draft.getState().config.nodes[0]?.name).toBe('Theirs')
})
