import type { Message, StreamPart } from '@parlance/contract/conversations/schemas'
import { expect, test } from 'vitest'
import { EMPTY, entriesOf, lastFinished, reducePanel, type PanelEvent, type PanelState } from './panel-state.ts'
import { NO_SETUP } from './setup.ts'

const metadata = { conversationId: 'c1', turnId: 't1', visitorId: 'vis_1' }
const part = (value: StreamPart): PanelEvent => ({ type: 'part', part: value })
const play = (events: PanelEvent[], from: PanelState = EMPTY) => events.reduce(reducePanel, from)
const ask: PanelEvent = { type: 'ask', id: 'm1', text: 'Hello' }
const begun = [ask, part({ type: 'start', messageId: 'a1', messageMetadata: metadata })]
const words = [
  part({ type: 'text-delta', id: 'x', delta: 'Hi ' }),
  part({ type: 'text-delta', id: 'x', delta: 'there' }),
]

test('streams a turn into its entry and remembers the conversation', () => {
  const finish = part({ type: 'finish', messageMetadata: { ...metadata, model: 'm', sandbox: true, credits: 1 } })
  const state = play([...begun, ...words, finish, { type: 'ended', error: 'broke off' }])
  expect(state).toMatchObject({ running: null, conversationId: 'c1', visitorId: 'vis_1', turnId: 't1' })
  expect(state.entries[0]?.answer).toMatchObject({ text: 'Hi there', status: 'complete', metadata: { credits: 1 } })
})
test('queues a second question until the first is answered', () => {
  const state = play([...begun, { type: 'ask', id: 'm2', text: 'And?' }])
  expect(state.entries).toHaveLength(1)
})
test('keeps the text of a broken stream, and fails an answer without text', () => {
  const cut = play([...begun, ...words, { type: 'ended', error: 'broke off' }])
  expect(cut.entries[0]?.answer).toMatchObject({ text: 'Hi there', status: 'interrupted', error: 'broke off' })
  const nothing = play([ask, { type: 'ended', error: 'no credits' }])
  expect(nothing.entries[0]?.answer).toMatchObject({ status: 'failed', error: 'no credits' })
})
test('retries with the same message and a new answer', () => {
  const state = play([ask, { type: 'ended', error: 'busy' }, ask])
  expect(state.entries).toHaveLength(1)
  expect(state.running).toBe('m1')
  expect(state.entries[0]?.answer).toMatchObject({ text: '', status: 'waiting', error: '' })
})
test('forgets the conversation on restart and ignores late parts', () => {
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
test('turns a transcript into questions with answers, without the greeting', () => {
  expect(history).toMatchObject([{ id: 'q0', text: 'Open?', answer: { text: 'Until five.', status: 'complete' } }])
})
test('puts history before new questions, each turn once', () => {
  const asked = play([...begun, ...words, { type: 'ended', error: '' }])
  const same = entriesOf([said('server-id', 't1', 'user', 'Hello'), said('a1', 't1', 'agent', 'Hi')], asked)
  const state = play([{ type: 'restore', entries: [...history, ...same] }], asked)
  expect(state.entries.map((entry) => entry.text)).toEqual(['Open?', 'Hello'])
  expect(play([{ type: 'restore', entries: [...history, ...same] }], state)).toEqual(state)
})

const turn = (id: string, turnId: string, text = id): PanelEvent[] => [
  { type: 'ask', id, text },
  part({ type: 'start', messageId: `a-${id}`, messageMetadata: { ...metadata, turnId } }),
  part({ type: 'data-trace', data: { type: 'node', nodeId: id, name: id, by: 'router', reason: '' } }),
  part({ type: 'text-delta', id: 'x', delta: `about ${id}` }),
  part({ type: 'finish', messageMetadata: { ...metadata, turnId } }),
  { type: 'ended', error: '' },
]
const texts = (state: PanelState) => state.entries.map(({ text }) => text)
const three = play([...turn('one', 't1'), ...turn('two', 't2'), ...turn('three', 't3')])

test("keeps the engine's trace with its answer", () => {
  expect(three.entries.map(({ trace }) => trace.length)).toEqual([1, 1, 1])
  expect(three.entries[1]?.trace[0]).toMatchObject({ type: 'node', nodeId: 'two' })
})
test('replaces a message and all after it when edited, until the server has accepted it', () => {
  const edited = play([{ type: 'ask', id: 'new', text: 'other', from: 'two', cut: 3 }], three)
  expect([texts(edited), edited.cut, edited.running]).toEqual([['one', 'other'], 3, 'new'])
  const start = part({ type: 'start', messageId: 'a', messageMetadata: { ...metadata, turnId: 't4' } })
  expect(play([start], edited).cut).toBeUndefined()
  // Refused: the replacement is still pending.
  const refused = play([{ type: 'ended', error: 'no credits' }], edited)
  expect([refused.cut, refused.running]).toEqual([3, null])
})
test('can restore removed entries until something new is said', () => {
  const dropped = play([{ type: 'drop', from: 'two', cut: 3 }], three)
  expect([texts(dropped), dropped.cut]).toEqual([['one'], 3])
  const back: PanelEvent = { type: 'undrop', entries: three.entries, cut: undefined, left: 1 }
  expect(play([back], dropped)).toEqual(three)
  const since = play(turn('four', 't4'), dropped)
  expect(texts(play([back], since))).toEqual(['one', 'four'])
})
test('rewinds to the earlier of two places', () => {
  const dropped = play(
    [
      { type: 'drop', from: 'two', cut: 3 },
      { type: 'drop', from: 'one', cut: 1 },
    ],
    three,
  )
  expect([texts(dropped), dropped.cut]).toEqual([[], 1])
})
test('removes nothing while an answer is running', () => {
  const busy = play([{ type: 'ask', id: 'four', text: 'four' }], three)
  expect(play([{ type: 'drop', from: 'one', cut: 1 }], busy)).toBe(busy)
})
test('leaves out of the history what the next message replaces', () => {
  const messages = [1, 3].map((seq) => ({ ...said(`q${seq}`, `t${seq}`, 'user', `at ${seq}`), seq }))
  const kept = { conversationId: 'c1', visitorId: 'vis_1' }
  const state = play([{ type: 'restore', entries: entriesOf(messages, kept) }], { ...EMPTY, ...kept, cut: 3 })
  expect(texts(state)).toEqual(['at 1'])
})
test('applies step and variables to one message, and the channel to all', () => {
  const setup = { ...NO_SETUP, channel: 'whatsapp' as const, nodeId: 'two', variables: { day: '2031-05-12' } }
  const set = play([{ type: 'setup', setup }])
  expect(
    play(
      [
        { type: 'ask', id: 'm1', text: 'Hello' },
        { type: 'ended', error: 'refused' },
      ],
      set,
    ).setup,
  ).toEqual(setup)
  expect(play(begun, set).setup).toEqual({ ...NO_SETUP, channel: 'whatsapp' })
  expect(play([{ type: 'restart' }], set).setup).toEqual(setup)
})
test('stays where the last successful answer left it', () => {
  const failed = play(
    [
      { type: 'ask', id: 'four', text: 'four' },
      part({ type: 'start', messageId: 'a4', messageMetadata: { ...metadata, turnId: 't4' } }),
      part({ type: 'error', errorText: 'I could not answer just now.' }),
      { type: 'ended', error: 'broke off' },
    ],
    three,
  )
  expect(failed.entries.at(-1)?.answer).toMatchObject({ status: 'failed', error: 'I could not answer just now.' })
  expect(lastFinished(failed)?.id).toBe('three')
  expect(lastFinished(play([{ type: 'ask', id: 'three', text: 'again', from: 'three' }], three))?.id).toBe('two')
})
