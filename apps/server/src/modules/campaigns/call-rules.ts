// Rules for campaign calls: the next state of a recipient, and how many may be called now.
import type { CallRules, RecipientState } from '@parlance/contract/campaigns/schemas'
import { refusalOfTransferNumber } from '@parlance/contract/voice/transfer-numbers'
import { MINUTE_MS } from '@parlance/contract/lib/time'
import { retryAt } from './hours.ts'
import type { CallOutcome } from './ports.ts'
import { REASONS } from './reasons.ts'
import type { RecipientRow } from './schema.ts'

/** Normalises `+49 170 0000002` to `+491700000002`; undefined without a country code. */
export function callable(phone: string): string | undefined {
  const number = phone
    .trim()
    .replaceAll(/[\s()./-]/g, '')
    .replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined
}

/** Visitors type numbers of leads themselves, also ones that earn them a share of what a call costs. */
export function payable(phone: string): string | undefined {
  const number = callable(phone)
  return number === undefined || refusalOfTransferNumber(number) ? undefined : number
}

const REFERENCE = 'campaign'
export const referenceOf = (campaignId: string, leadId: string, attempt: number): string =>
  [REFERENCE, campaignId, leadId, attempt].join(':')
export function readReference(reference: string) {
  const [kind, campaignId, leadId, attempt] = reference.split(':')
  if (kind !== REFERENCE || !campaignId || !leadId || !attempt) return undefined
  return { campaignId, leadId, attempt: Number(attempt) }
}

/** A dial without any news after this time counts as not made. */
export const LOST_DIAL_MS = 3 * MINUTE_MS
const BUSY_MS = 15 * MINUTE_MS
const BROKEN_OFF_MS = 5 * MINUTE_MS

type Known = Pick<RecipientRow, 'state' | 'attempts' | 'durationMs' | 'cost' | 'counted'>
interface Asked {
  readonly rules: Pick<CallRules, 'onMachine'>
  readonly retries: number
  readonly isOpen: boolean
  readonly now: Date
}

/** Totals with this call; of one that is counted already, with what was added since. */
export function countCall(
  { durationMs, cost, counted }: Pick<Known, 'durationMs' | 'cost' | 'counted'>,
  { callId, durationMs: callMs, milli }: Pick<CallOutcome, 'callId' | 'durationMs' | 'milli'>,
) {
  const known = counted[callId]
  return {
    durationMs: durationMs + callMs - (known?.durationMs ?? 0),
    cost: cost + milli - (known?.cost ?? 0),
    counted: { ...counted, [callId]: { durationMs: callMs, cost: milli } },
  }
}

/** The state to store; undefined while nothing has changed. */
export function afterCall(one: Known, outcome: CallOutcome, asked: Asked): Partial<RecipientRow> | undefined {
  if (outcome.state === 'ringing') return undefined
  if (outcome.state === 'live') return one.state === 'talking' ? undefined : { state: 'talking' }
  const used = {
    ...countCall(one, outcome),
    ...(outcome.conversationId === undefined ? {} : { conversationId: outcome.conversationId }),
  }
  const { as, again, reason } = verdictOf(outcome, asked)
  if (again === undefined || !asked.isOpen || one.attempts > asked.retries) return { ...used, state: as, reason }
  return { ...used, state: 'waiting', reason, nextAt: again(one.attempts, asked.now) }
}

interface Verdict {
  readonly as: RecipientState
  readonly reason: string
  readonly again?: (attempts: number, now: Date) => Date
}
const after = (ms: number) => (_: number, now: Date) => new Date(now.getTime() + ms)

function verdictOf({ result, endReason, answeredBy }: CallOutcome, { rules }: Asked): Verdict {
  const { onMachine } = rules
  if (result === 'busy') return { as: 'busy', reason: REASONS.busy, again: after(BUSY_MS) }
  if (result === 'no_answer') return { as: 'no_answer', reason: REASONS.noAnswer, again: retryAt }
  if (result !== 'answered') return { as: 'failed', reason: REASONS.notConnected, again: retryAt }
  if (endReason === 'server_restart')
    return { as: 'failed', reason: REASONS.serverRestart, again: after(BROKEN_OFF_MS) }
  if (endReason === 'bad_audio') return { as: 'failed', reason: REASONS.badAudio, again: retryAt }
  const isMachine = endReason === 'voicemail' || answeredBy === 'machine' || answeredBy === 'fax'
  if (isMachine && onMachine !== 'talk')
    return { as: 'voicemail', reason: REASONS.voicemail, ...(onMachine === 'hang_up' ? { again: retryAt } : {}) }
  return { as: 'answered', reason: endReason === 'credits_exhausted' ? REASONS.creditsExhausted : '' }
}

export interface Room {
  readonly room: number
  readonly againMs: number | undefined
}

/** `lastAt`: when the last call started. */
export function roomFor(
  { slots, delaySeconds }: Pick<CallRules, 'slots' | 'delaySeconds'>,
  active: number,
  lastAt: Date | undefined,
  now: Date,
): Room {
  const free = Math.max(0, slots - active)
  if (free === 0 || delaySeconds === 0) return { room: free, againMs: undefined }
  const waitMs = lastAt === undefined ? 0 : lastAt.getTime() + delaySeconds * 1000 - now.getTime()
  if (waitMs > 0) return { room: 0, againMs: waitMs }
  return { room: 1, againMs: free > 1 ? delaySeconds * 1000 : undefined }
}
