import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'
import type { TransactionKind } from './ledger.ts'

/**
 * `turn` an answer, including tests' answers · `test` a judgement of a test · `interrupted` an answer whose process
 * died · `embedding` an indexed document · `refill` the free plan's month · `grant` given by the operator · `topup`
 * paid for · `transfer` from or to another workspace · `refund` taken back with a payment · `other` further held work.
 */
export const CREDIT_KINDS = [
  'turn',
  'interrupted',
  'embedding',
  'test',
  'refill',
  'grant',
  'topup',
  'transfer',
  'refund',
  'other',
] as const
export type CreditKind = (typeof CREDIT_KINDS)[number]

export const CreditLogEntry = z.object({
  id: z.string(),
  kind: z.enum(CREDIT_KINDS),
  /** Credits, always positive; see `direction`. */
  amount: z.number(),
  direction: z.enum(['increase', 'decrease']),
  causedBy: z.string(),
  causedByMessage: messageRef,
  agentId: z.string().nullable(),
  /** Unix seconds. */
  ts: z.number().int(),
})
export type CreditLogEntry = z.infer<typeof CreditLogEntry>

export const INTERRUPTED_CAUSE = msg('credit_interrupted')

const WORK: readonly (readonly [prefix: string, kind: CreditKind])[] = [
  ['end:turn:', 'turn'],
  ['end:knowledge:', 'embedding'],
  ['end:judge:', 'test'],
  ['free:', 'refill'],
]

/** By the prefix of the transaction's key or else its kind. */
export function creditKind(posting: {
  readonly kind: TransactionKind
  readonly key: string
  readonly cause: string
}): CreditKind {
  const found = WORK.find(([prefix]) => posting.key.startsWith(prefix))?.[1]
  if (found === 'turn' && posting.cause === INTERRUPTED_CAUSE.message) return 'interrupted'
  if (found) return found
  const { kind } = posting
  return kind === 'grant' || kind === 'topup' || kind === 'transfer' || kind === 'refund' ? kind : 'other'
}
