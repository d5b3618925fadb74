import { expect, test } from 'vitest'
import { type Delivered, MAIL_LIMIT, mayDeliver, PUSH_LIMIT } from './delivery-limits.ts'

const MINUTE = 60_000
const now = 1_000 * MINUTE
const about = { agentId: 'a', conversationId: 'c', level: 1 }
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
  ['not while somebody else waits unanswered', [ago(0, 'a', { level: 2, conversationId: 'd' })], false],
  ['at once, though somebody waits for another agent', [ago(0, 'b', { level: 2 })], true],
  ['once while nobody answers', [ago(30, 'a', { level: 2 })], false],
  ['again after somebody answered', [ago(30, 'a', { level: 2, isSettled: true })], true],
  ['again after an hour', [ago(60, 'a', { level: 2 })], true],
]
test.each(waiting)('mail of a visitor who waits: %s', (_, sent, may) =>
  expect(mayDeliver(MAIL_LIMIT, sent, { ...about, level: 2, now })).toBe(may),
)
