import type { Conversation, LiveEvent } from '@parlance/contract/conversations/schemas'
import { expect, test } from 'vitest'
import type { Listed } from './listed.ts'
import { listAfter, patched } from './live-patches.ts'

const inbox = { assignee: null, tags: [], snoozedUntil: null, seenSeq: 1 }
const conversation = { id: 'c', readSeq: 3, inbox } as unknown as Conversation
const of = { agentId: 'a', conversationId: 'c' }
const now = new Date('2026-11-24T14:05:00Z')
const presence: LiveEvent = {
  type: 'presence',
  ...of,
  isHere: true,
  pageUrl: 'https://shop.example.test/',
  at: '2026-11-24T14:04:00.000Z',
}

test("only moves the visitor's read position forward", () => {
  const read = (seq: number) => patched(conversation, { type: 'read', ...of, seq }, now)
  expect(read(2)).toBe(conversation)
  expect(read(4)).toMatchObject({ readSeq: 4, inbox: { readAt: '2026-11-24T14:05:00.000Z' } })
})

test("replaces the visitor's location", () => {
  const { type: _, agentId: __, conversationId: ___, ...told } = presence
  expect(patched(conversation, presence, now).inbox).toEqual({ ...inbox, presence: told })
})

test('leaves other conversations unchanged', () => {
  expect(patched(conversation, { ...presence, conversationId: 'd' }, now)).toBe(conversation)
})

const at = '2026-11-24T14:06:00.000Z'
const row = (id: string, of = 'a'): Listed =>
  ({ id, agentId: of, preview: id, unread: false, messageCount: 2 }) as unknown as Listed
const pages = [
  { items: [row('c'), row('d')], nextCursor: '2' },
  { items: [row('e', 'b')], nextCursor: undefined },
]
const said = (conversationId: string, more: object = {}) => ({
  type: 'message' as const,
  agentId: 'a',
  conversationId,
  seq: 3,
  from: 'user' as const,
  listed: { preview: 'Hello', at, ...more },
})
const begins = { channel: 'web-chat' as const, visitor: 'Visitor 1', visitorMessage: undefined, pageUrl: '' }
const idsOf = (after: typeof pages | readonly { items: readonly Listed[] }[] | undefined) =>
  after?.map(({ items }) => items.map(({ id }) => id))

test('shows a message in its row and moves it to the top', () => {
  const after = listAfter(pages, { limit: 100 }, said('d'))
  expect(idsOf(after)).toEqual([['d', 'c'], ['e']])
  expect(after?.[0]?.items[0]).toMatchObject({ preview: 'Hello', lastMessageAt: at, messageCount: 3, unread: true })
})

test('does not mark a conversation unread for agent messages', () => {
  const [first] = listAfter(pages, {}, { ...said('d'), from: 'agent' as 'user' }) ?? []
  expect(first?.items[0]).toMatchObject({ id: 'd', unread: false })
})

test('adds a new conversation on top of an unfiltered list', () => {
  const after = listAfter(pages, { agentId: 'a' }, said('n', { begins }))
  expect(idsOf(after)).toEqual([['n', 'c', 'd'], ['e']])
  expect(after?.[0]?.items[0]).toMatchObject({
    title: 'Hello',
    visitor: 'Visitor 1',
    state: 'ai-chatting',
    unread: true,
  })
})

test.each([
  ['it does not show the conversation', {}, said('n')],
  ['it is narrowed and the conversation begins', { view: 'unread' }, said('n', { begins })],
  ['it was searched', { search: 'lamp' }, said('d')],
])('a list is read when %s', (_, input, event) => {
  expect(listAfter(pages, input, event)).toBeUndefined()
})

test('leaves lists of other agents unchanged', () => {
  expect(listAfter(pages, { agentId: 'b' }, said('n', { begins }))).toBe(pages)
})
