import { expect, test } from 'vitest'
import { type Delivered, MAIL_LIMIT, mayDeliver, PUSH_LIMIT } from './delivery-limits.ts'

const MINUTE = 60_000
const now = 1_000 * MINUTE
const about = { agentId: 'a', conversationId: 'c', kind: 'assigned' } as const
const ago = (minutes: number, agentId = 'a', more: Partial<Delivered> = {}): Delivered => ({
  ...about,
  agentId,
  isSettled: false,
  at: now - minutes * MINUTE,
  ...more,
})
const others = (n: number, minutes: number) => Array.from({ length: n }, (_, i) => ago(minutes, `other ${i}`))

const cases: [what: string, sent: Delivered[], may: boolean][] = [
  ['the first mail', [], true],
  ['a second one at once', [ago(0)], false],
  ['just before five minutes', [ago(4.99)], false],
  ['after five minutes', [ago(5)], true],
  ['one of another agent', [ago(0, 'b')], true],
  ['one of another kind', [ago(0, 'a', { kind: 'handoff' })], true],
  ['the twentieth in an hour', others(19, 30), true],
  ['the twenty-first in an hour', others(20, 30), false],
  ['after twenty, an hour later', others(20, 60), true],
]
test.each(cases)('mail: %s', (_, sent, may) => expect(mayDeliver(MAIL_LIMIT, sent, { ...about, now })).toBe(may))

const many = (n: number, minutes: number) => Array.from({ length: n }, () => ago(minutes))
const pushes: typeof cases = [
  ['the tenth about an agent', many(9, 1), true],
  ['the eleventh within five minutes', many(10, 1), false],
  ['the eleventh after five minutes', many(10, 5), true],
  ['the eleventh where ten were about others', others(10, 1), true],
  ['the sixtieth in an hour', others(59, 30), true],
  ['the sixty-first in an hour', others(60, 30), false],
  ['after sixty, an hour later', others(60, 60), true],
]
test.each(pushes)('push: %s', (_, sent, may) => expect(mayDeliver(PUSH_LIMIT, sent, { ...about, now })).toBe(may))

const waiting: typeof cases = [
  ['at once, though another mail just went out', [ago(0)], true],
  ['at once, though somebody just left a message', [ago(0, 'a', { kind: 'left', conversationId: 'd' })], true],
  ['not while somebody else waits unanswered', [ago(0, 'a', { kind: 'handoff', conversationId: 'd' })], false],
  ['at once, though somebody waits for another agent', [ago(0, 'b', { kind: 'handoff' })], true],
  ['once while nobody answers', [ago(30, 'a', { kind: 'handoff' })], false],
  ['again after somebody answered', [ago(30, 'a', { kind: 'handoff', isSettled: true })], true],
  ['again after an hour', [ago(60, 'a', { kind: 'handoff' })], true],
]
test.each(waiting)('mail of a visitor who waits: %s', (_, sent, may) =>
  expect(mayDeliver(MAIL_LIMIT, sent, { ...about, kind: 'handoff', now })).toBe(may),
)

const left: typeof cases = [
  ['at once, though its visitor waits unanswered', [ago(0, 'a', { kind: 'handoff' })], true],
  ['at once, though another visitor just left one', [ago(0, 'a', { kind: 'left', conversationId: 'd' })], true],
  ['not twice at once about one conversation', [ago(0, 'a', { kind: 'left' })], false],
  ['again after five minutes', [ago(5, 'a', { kind: 'left' })], true],
  ['not after twenty in an hour', others(20, 30), false],
]
test.each(left)('mail of a left message: %s', (_, sent, may) =>
  expect(mayDeliver(MAIL_LIMIT, sent, { ...about, kind: 'left', now })).toBe(may),
)
