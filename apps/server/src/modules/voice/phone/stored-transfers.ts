// Transfers of a call, as they are stored and read.
import type { CallTransfer } from '@parlance/contract/voice/schemas'
import { type Milli, toCredits } from '@parlance/contract/lib/money'
import type { CallRow } from '../repository.ts'

/** A stored transfer: what people read, and what billing needs. */
export interface StoredTransfer extends Omit<CallTransfer, 'credits'> {
  readonly payerId: string
  readonly cost: number
  /** False while the minutes of an ended transfer are not charged yet. */
  readonly charged?: boolean
  /** Of the call to the person, where it is one of its own. */
  readonly providerId: string
}

export const transfersOf = (row: Pick<CallRow, 'transfer'>): readonly StoredTransfer[] =>
  (row.transfer as readonly StoredTransfer[] | null) ?? []
export const shownTransfers = (row: Pick<CallRow, 'transfer'>): CallTransfer[] =>
  transfersOf(row).map(({ payerId: _payerId, cost, charged: _charged, providerId: _providerId, ...rest }) => ({
    ...rest,
    credits: toCredits(cost),
  }))

export const legsCost = (row: Pick<CallRow, 'transfer'>): Milli =>
  transfersOf(row).reduce((sum, { cost }) => sum + cost, 0)
export const legsMs = (row: Pick<CallRow, 'transfer'>): number =>
  transfersOf(row).reduce((sum, { durationMs }) => sum + durationMs, 0)
