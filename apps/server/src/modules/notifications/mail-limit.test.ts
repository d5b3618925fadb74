import { expect, test } from 'vitest'
import { mayMail, type SentMail } from './mail-limit.ts'

const MINUTE = 60_000
const now = 1_000 * MINUTE
const ago = (minutes: number, agentId = 'a'): SentMail => ({ agentId, at: now - minutes * MINUTE })
const others = (n: number, minutes: number) => Array.from({ length: n }, (_, i) => ago(minutes, `other ${i}`))

const cases: [what: string, sent: SentMail[], may: boolean][] = [
  ['the first mail', [], true],
  ['a second one at once', [ago(0)], false],
  ['just before five minutes', [ago(4.99)], false],
  ['after five minutes', [ago(5)], true],
  ['one of another agent', [ago(0, 'b')], true],
  ['the twentieth in an hour', others(19, 30), true],
  ['the twenty-first in an hour', others(20, 30), false],
  ['after twenty, an hour later', others(20, 60), true],
]
test.each(cases)('%s', (_, sent, may) => expect(mayMail(sent, { agentId: 'a', now })).toBe(may))
