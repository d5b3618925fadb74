import type { Message, StreamPart } from '@parlance/core/conversations/conversations'
import { expect, test } from 'vitest'
import { EMPTY, entriesOf, reducePanel, type PanelEvent, type PanelState } from './panel-state.ts'

const metadata = { conversationId: 'c1', turnId: 't1', visitorId: 'vis_1' }
const part = (value: StreamPart): PanelEvent => ({ type: 'part', part: value })
const play = (events: PanelEvent[], from: PanelState = EMPTY) => events.reduce(reducePanel, from)
const ask: PanelEvent = { type: 'ask', id: 'm1', text: 'Hello' }
const begun = [ask, part({ type: 'start', messageId: 'a1', messageMetadata: metadata })]
const words = [
  part({ type: 'text-delta', id: 'x', delta: 'Hi ' }),
  part({ type: 'text-delta', id: 'x', delta: 'there' }),
]

test('a turn streams into its entry and the conversation is remembered', () => {
  const finish = part({ type: 'finish', messageMetadata: { ...metadata, model: 'm', sandbox: true, credits: 1 } })
  const state = play([...begun, ...words, finish, { type: 'ended', error: 'broke off' }])
  expect(state).toMatchObject({ running: null, conversationId: 'c1', visitorId: 'vis_1', turnId: 't1' })
  expect(state.entries[0]?.answer).toMatchObject({ text: 'Hi there', status: 'complete', metadata: { credits: 1 } })
})
test('a second question waits until the first is answered', () => {
  const state = play([...begun, { type: 'ask', id: 'm2', text: 'And?' }])
  expect(state.entries).toHaveLength(1)
})
test('a stream that breaks off keeps its text; without text the answer failed', () => {
  const cut = play([...begun, ...words, { type: 'ended', error: 'broke off' }])
  expect(cut.entries[0]?.answer).toMatchObject({ text: 'Hi there', status: 'interrupted', error: 'broke off' })
  const nothing = play([ask, { type: 'ended', error: 'no credits' }])
  expect(nothing.entries[0]?.answer).toMatchObject({ status: 'failed', error: 'no credits' })
})
test('trying again uses the same message and starts its answer anew', () => {
  const state = play([ask, { type: 'ended', error: 'busy' }, ask])
  expect(state.entries).toHaveLength(1)
  expect(state.running).toBe('m1')
  expect(state.entries[0]?.answer).toMatchObject({ text: '', status: 'waiting', error: '' })
})
test('restarting forgets the conversation, and late parts change nothing', () => {
  const state = play([...begun, { type: 'restart' }, ...words])
  expect(state).toEqual(EMPTY)
})

const said = (id: string, turnId: string, from: Message['from'], text: string): Message => ({
  id,
  seq: 1,
  turnId,
  from,
  items: [{ type: 'text', text }],
  status: 'complete',
  sources: [],
  at: '2026-01-01T00:00:00Z',
})
const history = entriesOf(
  [said('g', '', 'agent', 'Hi!'), said('q0', 't0', 'user', 'Open?'), said('r0', 't0', 'agent', 'Until five.')],
  { conversationId: 'c1', visitorId: 'vis_1' },
)
test('a transcript becomes questions with their answers, without the greeting', () => {
  expect(history).toMatchObject([{ id: 'q0', text: 'Open?', answer: { text: 'Until five.', status: 'complete' } }])
})
test('history stands before what was asked since, each turn once', () => {
  const asked = play([...begun, ...words, { type: 'ended', error: '' }])
  const same = entriesOf([said('server-id', 't1', 'user', 'Hello'), said('a1', 't1', 'agent', 'Hi')], asked)
  const state = play([{ type: 'restore', entries: [...history, ...same] }], asked)
  expect(state.entries.map((entry) => entry.text)).toEqual(['Open?', 'Hello'])
  expect(play([{ type: 'restore', entries: [...history, ...same] }], state)).toEqual(state)
})
