import { expect, test } from 'vitest'
import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import { EMPTY, type Session } from './state.ts'
import { typingAfter } from './lifecycle.ts'

const NOW = '2026-11-24T10:00:00.000Z'
const here = { agentId: 'a', conversationId: 'c1' }
const state: Session = { ...EMPTY, conversationId: 'c1' }
const typing: Session = { ...state, typing: { name: 'Mia', at: NOW } }

test.each<[string, Session, LiveEvent, object | undefined]>([
  ['a person types', state, { type: 'typing', ...here, from: 'human', name: 'Mia' }, { name: 'Mia', at: NOW }],
  ['the visitor’s own typing is not shown', state, { type: 'typing', ...here, from: 'user' }, undefined],
  ['another conversation', state, { type: 'typing', agentId: 'a', conversationId: 'c2', from: 'human' }, undefined],
  ['their message ends it', typing, { type: 'message', ...here, seq: 3, from: 'human' }, undefined],
  ['so does a notice', typing, { type: 'message', ...here, seq: 3, from: 'system' }, undefined],
  ['the visitor’s message does not', typing, { type: 'message', ...here, seq: 3, from: 'user' }, typing.typing],
])('%s', (_, before, event, expected) => {
  expect(typingAfter(before, event, NOW).typing).toEqual(expected)
})
