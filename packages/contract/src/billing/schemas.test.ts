import { expect, test } from 'vitest'
import { creditKind, INTERRUPTED_CAUSE } from './schemas.ts'

test.each([
  ['settle', 'end:turn:abc', 'My agent', 'turn'],
  ['settle', 'end:turn:abc', 'Knowledge: a title that misleads', 'turn'],
  ['settle', 'end:turn:abc', INTERRUPTED_CAUSE.message, 'interrupted'],
  ['settle', 'end:knowledge:7:x', INTERRUPTED_CAUSE.message, 'embedding'],
  ['settle', 'end:call:7', 'A call', 'other'],
  ['grant', 'free:2026-11', 'Monthly free credits', 'refill'],
  ['grant', 'grant:free:2026-11', 'A gift', 'grant'],
  ['topup', 'topup:1', 'Bought', 'topup'],
  ['transfer', 'transfer:end:turn:abc', 'Sent', 'transfer'],
] as const)('%s %s «%s» is %s', (kind, key, cause, expected) => expect(creditKind({ kind, key, cause })).toBe(expected))
