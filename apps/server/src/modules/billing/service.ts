// Owns credits: grants, holds, charges and transfers, in a double-entry ledger from which every balance follows.
import { type CreditLogEntry, creditKind } from '@parlance/contract/billing/schemas'
import { decrease, freeRefill, giveBack, hold, increase, settlement, transfer } from '@parlance/contract/billing/ledger'
import { marksPassed, type PassedMarks } from './low-credits.ts'
import { type HoldPriority, priorityRank, shrinkHolds, reclaimable } from './priority.ts'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import { FREE_CREDITS, MILLI, type Milli } from '@parlance/contract/lib/money'
import { DAY_MS, monthKey, unixSeconds } from '@parlance/contract/lib/time'
import { englishOf, msg, withRef } from '@parlance/i18n/messages'
import { readMessage, storedMessage } from '../../lib/stored-message.ts'
import { hmac, sha256, type Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf } from '../../lib/cursor.ts'
import { pgError, type Db } from '../../lib/db/pool.ts'
import * as repository from './repository.ts'
import type { Usage } from './usage.ts'

export interface BillingSettings {
  /** The free plan is refilled to this many milli-credits a month. */
  readonly freeCredits: Milli
}

export interface Balance {
  readonly available: Milli
  /** Milli-credits set aside for turns that run. */
  readonly held: Milli
}

export interface HoldItem {
  /** Idempotency key of the hold and its charge. */
  readonly holdKey: string
  readonly workspaceId: string
  readonly agentId: string | null
  /** Text in the credit log, e.g. the agent's title. */
  readonly cause: string
  readonly amount: Milli
  /** More urgent work may take from the hold while it is open. Defaults to `visitor`. */
  readonly priority?: HoldPriority
}

export interface SettleItem extends Omit<HoldItem, 'amount' | 'priority'> {
  /** What the work cost; 0 releases the hold. */
  readonly cost: Milli
  readonly usage?: Usage | undefined
}

/** With what the charge passed, of which the caller emits `creditEvents`. */
export interface Settled extends PassedMarks {
  readonly holdKey: string
  readonly workspaceId: string
  /** False if the hold does not exist or was settled before; nothing is charged then. */
  readonly settled: boolean
  readonly charged: Milli
}

export interface CreditPage {
  readonly items: CreditLogEntry[]
  readonly nextCursor: string | null
}

export interface FreeGrantRequest {
  readonly workspaceId: string
  /** The owner's address as they typed it. */
  readonly email: string
  readonly verified: boolean
  /** Milli-credits that the plan refills to; the setting when absent. */
  readonly upTo?: Milli
}

export interface PaidPosting {
  readonly workspaceId: string
  readonly key: string
  readonly kind: 'grant' | 'topup'
  readonly amount: Milli
  readonly cause: string
  readonly ref: string
}

export interface Billing {
  readonly open: (ctx: Ctx, workspaceId: string) => Promise<void>
  /** For the context's deleted workspace: amounts are kept, texts chosen by people are erased. */
  readonly eraseCauses: (ctx: Ctx) => Promise<void>
  readonly balance: (ctx: Ctx, workspaceId: string) => Promise<Balance>
  /** Credits available to visitors' turns, including those held by less urgent work. */
  readonly availableToVisitors: (ctx: Ctx, workspaceId: string) => Promise<Milli>
  readonly balances: (ctx: Ctx, workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, Balance>>
  /** Once per key; false for a repeat. @throws CONFLICT if the key is of another grant, NOT_FOUND without a ledger */
  readonly grant: (
    ctx: Ctx,
    grant: { readonly workspaceId: string; readonly amount: Milli; readonly key: string; readonly cause: string },
  ) => Promise<boolean>
  /** Once a month per workspace and mailbox. Returns this month's refill in Unix seconds; undefined while not due. */
  readonly grantFree: (ctx: Ctx, whom: FreeGrantRequest) => Promise<number | undefined>
  /** Deletes free grants whose month ended more than a day ago. */
  readonly deleteOldFreeGrants: (ctx: Ctx) => Promise<void>
  /** Books credits given with (`grant`) or bought by (`topup`) a payment, once per key. @throws CONFLICT */
  readonly addPaid: (ctx: Ctx, posting: PaidPosting) => Promise<void>
  /** Takes back the unspent milli-credits of a refunded or disputed payment, once per key. Returns how many. */
  readonly takeBack: (ctx: Ctx, posting: PaidPosting) => Promise<Milli>
  readonly spentSince: (ctx: Ctx, workspaceId: string, since: Date) => Promise<Milli>
  /** Moves milli-credits between two workspaces of the region, once per key. CREDITS_EXHAUSTED when `from` has less. */
  readonly transfer: (
    ctx: Ctx,
    move: { readonly from: string; readonly to: string; readonly amount: Milli; readonly key: string; cause: string },
  ) => Promise<boolean>
  /** Cursors count the transactions of the region, so they must not be shown to callers. */
  readonly creditLog: (
    ctx: Ctx,
    page: { readonly workspaceId: string; readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ) => Promise<CreditPage>
  /** Releases abandoned holds, optionally only those with one of these key prefixes; never those of campaigns. Returns how many. */
  readonly sweepHolds: (ctx: Ctx, olderThanMinutes: number, beginnings?: readonly string[]) => Promise<number>
  /** Locks balances in a global order and returns them. Call it before `holdMany`, in the same transaction. */
  readonly lockBalances: (db: Db, workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, Milli>>
  /** The caller has checked balances under the lock; an insufficient one fails the batch with CREDITS_EXHAUSTED. */
  readonly holdMany: (db: Db, items: readonly HoldItem[]) => Promise<void>
  /** What work of this priority could take from less urgent holds. An estimate without the balance lock. */
  readonly reclaimable: (db: Db, workspaceId: string, priority: HoldPriority) => Promise<Milli>
  /** Releases up to `amount` held by less urgent work, under the balance's lock, and returns how many milli-credits. */
  readonly reclaim: (
    db: Db,
    room: { readonly workspaceId: string; readonly priority: HoldPriority; readonly amount: Milli },
  ) => Promise<Milli>
  /** Charges held work and releases the rest, in the caller's transaction. One result per item, in order. */
  readonly settleMany: (db: Db, items: readonly SettleItem[]) => Promise<Settled[]>
}

const DEFAULTS: BillingSettings = { freeCredits: FREE_CREDITS }
const FREE_CAUSE = storedMessage(msg('credit_monthly_free'))
const SWEEP_BATCH = 500
const CAUSES_BATCH = 5000
const ENTRY_ID_CHARS = 24
/** Prefix of the keys of holds, so that callers' keys never collide with those of grants and transfers. */
const HOLD_PREFIX = 'hold:'
/** Holds that may last for days and end with their own work: campaigns, and unsettled sales. */
const LASTING = [`${HOLD_PREFIX}campaign:`, `${HOLD_PREFIX}sale:`]
const END_PREFIX = 'end:'
const RECLAIM = 'yield:'
const RECLAIM_CAUSE = storedMessage(msg('credit_given_to_conversation'))

export interface BillingDeps {
  readonly vault: Pick<Vault, 'signingKeys'>
  readonly settings?: Partial<BillingSettings>
}

/** The ledger of a region without the free plan, which needs the installation's key. */
export type Ledger = Omit<Billing, 'grantFree' | 'deleteOldFreeGrants'>

export const createLedger = (): Ledger => ({
  open: (ctx, workspaceId) => repository.openAccounts(ctx.db, workspaceId),
  async eraseCauses(ctx) {
    while ((await repository.eraseCauses(ctx.db, ctx.workspaceId, CAUSES_BATCH)) === CAUSES_BATCH);
  },
  balance: async (ctx, workspaceId) =>
    (await repository.readBalances(ctx.db, [workspaceId])).get(workspaceId) ?? { available: 0, held: 0 },
  async availableToVisitors(ctx, workspaceId) {
    const [balances, holds] = await Promise.all([
      repository.readBalances(ctx.db, [workspaceId]),
      repository.openHolds(ctx.db, workspaceId),
    ])
    return (balances.get(workspaceId)?.available ?? 0) + reclaimable(holds, 'visitor')
  },
  balances: (ctx, workspaceIds) => repository.readBalances(ctx.db, workspaceIds),
  grant,
  addPaid,
  takeBack,
  spentSince: (ctx, workspaceId, since) => repository.spentSince(ctx.db, workspaceId, since),
  transfer: move,
  creditLog,
  sweepHolds,
  lockBalances: repository.lockBalances,
  holdMany,
  reclaimable: async (db, workspaceId, priority) => reclaimable(await repository.openHolds(db, workspaceId), priority),
  reclaim,
  settleMany,
})

export function createBilling({ vault, settings: given }: BillingDeps): Billing {
  const settings = { ...DEFAULTS, ...given }
  /** Hashes under the current and all previous master keys: rotating the key must not grant credits again. */
  const hashed = (ctx: Ctx, email: string) =>
    vault.signingKeys(`free-credits:${ctx.region}`).map((key) => hmac(key, mailboxOf(email)))
  return {
    ...createLedger(),
    grantFree: (ctx, whom) =>
      ctx.tx((tx) => grantFree(tx, { ...whom, mailboxes: hashed(ctx, whom.email) }, whom.upTo ?? settings.freeCredits)),
    async deleteOldFreeGrants(ctx) {
      // A day later, because clocks of nodes differ.
      await repository.deleteFreeGrants(ctx.db, monthKey(new Date(ctx.now().getTime() - DAY_MS)))
    },
  }
}

const grant: Billing['grant'] = async (ctx, { workspaceId, amount, key, cause }) => {
  const posting = { workspaceId, key: `grant:${key}`, kind: 'grant', cause, amount, at: ctx.now() } as const
  return ctx.tx(async (tx) => {
    const posted = await repository.post(tx.db, [{ ...posting, entries: increase('grant', amount) }])
    if (posted.size === 0) await assertSamePosting(tx.db, posting)
    else await tx.emit({ type: 'credits.added', workspaceId })
    return posted.size > 0
  })
}

const addPaid: Billing['addPaid'] = (ctx, { kind, ...posting }) =>
  ctx.tx(async (tx) => {
    const kept = { ...posting, key: `paid:${posting.key}`, kind, at: tx.now() }
    const posted = await repository.post(tx.db, [{ ...kept, entries: increase(kind, posting.amount) }])
    if (posted.size === 0) await assertSamePosting(tx.db, kept)
    else await tx.emit({ type: 'credits.added', workspaceId: posting.workspaceId })
  })

const takeBack: Billing['takeBack'] = (ctx, { kind, ...posting }) =>
  ctx.tx(async (tx) => {
    const { workspaceId } = posting
    const key = `back:${posting.key}`
    const locked = await repository.lockBalances(tx.db, [workspaceId])
    const before = await repository.findByKey(tx.db, workspaceId, key)
    if (before) return -before.amount
    const amount = Math.min(posting.amount, Math.max(0, locked.get(workspaceId) ?? 0))
    if (amount === 0) return 0
    const kept = { ...posting, key, kind: 'refund', amount: -amount, at: tx.now() } as const
    await repository.post(tx.db, [{ ...kept, entries: decrease(kind, amount) }])
    return amount
  })

/** A repeated key must mean the same posting; anything else is a bug of the caller. */
async function assertSamePosting(
  db: Db,
  posting: { readonly workspaceId: string; readonly key: string; readonly amount: Milli },
): Promise<void> {
  const before = await repository.findByKey(db, posting.workspaceId, posting.key)
  if (!before) throw new AppError('NOT_FOUND')
  if (before.amount !== posting.amount)
    throw new AppError('CONFLICT', untranslated('This key was used before for another amount of credits.'))
}

async function grantFree(
  ctx: Ctx,
  { workspaceId, verified, mailboxes }: Omit<FreeGrantRequest, 'upTo'> & { readonly mailboxes: readonly string[] },
  upTo: Milli,
): Promise<number | undefined> {
  const now = ctx.now()
  const month = monthKey(now)
  const key = `free:${month}`
  // The lock keeps others from refilling or spending, so this balance is exact.
  const locked = await repository.lockBalances(ctx.db, [workspaceId])
  if (!locked.has(workspaceId)) throw new AppError('NOT_FOUND')
  const before = await repository.findByKey(ctx.db, workspaceId, key)
  const balances = await repository.readBalances(ctx.db, [workspaceId])
  const { available, held } = balances.get(workspaceId) ?? { available: 0, held: 0 }
  const amount = freeRefill({ balance: available + held, now, freeLTsTS: before?.ts ?? 0, verified, upTo })
  if (amount === undefined) return before?.ts
  // In the transaction of the entry: both exist, or neither.
  if (!(await repository.claimFreeGrants(ctx.db, mailboxes, month))) return undefined
  const posting = { workspaceId, key, kind: 'grant', cause: FREE_CAUSE, amount, at: now } as const
  await repository.post(ctx.db, [{ ...posting, entries: increase('grant', amount) }])
  if (amount > 0) await ctx.emit({ type: 'credits.added', workspaceId })
  return unixSeconds(now)
}

const move: Billing['transfer'] = async (ctx, { from, to, amount, key, cause }) => {
  if (from === to)
    throw new AppError('INVALID_INPUT', untranslated('Credits are transferred between two different balances.'))
  const sides = transfer(amount)
  const common = { key: `transfer:${key}`, kind: 'transfer', cause, at: ctx.now() } as const
  return ctx.tx(async (tx) => {
    const known = await repository.lockBalances(tx.db, [from, to])
    if (!known.has(from) || !known.has(to)) throw new AppError('NOT_FOUND')
    const before = await repository.findByKey(tx.db, from, common.key)
    if (before) await assertSamePosting(tx.db, { workspaceId: from, key: common.key, amount: -amount })
    if (before) return false
    if ((known.get(from) ?? 0) < amount) throw new AppError('CREDITS_EXHAUSTED')
    const posted = await repository.post(tx.db, [
      { ...common, workspaceId: from, amount: -amount, ref: to, entries: sides.from },
      { ...common, workspaceId: to, amount, ref: from, entries: sides.to },
    ])
    // The receiver may have used the key for another transfer: then neither side is booked.
    if (posted.size !== 2)
      throw new AppError('CONFLICT', untranslated('This key was used before for another transfer.'))
    await tx.emit({ type: 'credits.added', workspaceId: to })
    return true
  })
}

const creditLog: Billing['creditLog'] = async (ctx, { workspaceId, cursor, limit = 25 }) => {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  if (!Number.isSafeInteger(before) || before < 1) throw new AppError('INVALID_INPUT', msg('cursor_not_valid'))
  const rows = await repository.readLog(ctx.db, workspaceId, before, limit + 1)
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => String(id))
  const entries = items.map((row) => ({
    // The row id counts the transactions of all workspaces in the region.
    id: sha256(`credit-log|${workspaceId}|${row.key}`).slice(0, ENTRY_ID_CHARS),
    kind: creditKind({ ...row, cause: englishOf(readMessage(row.cause)) }),
    amount: Math.abs(row.amount) / MILLI,
    direction: row.amount > 0 ? ('increase' as const) : ('decrease' as const),
    ...withRef('causedBy', readMessage(row.cause)),
    agentId: row.agentId,
    ts: row.ts,
  }))
  return { items: entries, nextCursor }
}

const sweepHolds: Billing['sweepHolds'] = async (ctx, olderThanMinutes, beginnings = ['']) => {
  const keys = beginnings.map((beginning) => `${HOLD_PREFIX}${beginning}`)
  for (let swept = 0; ;) {
    const count = await ctx.tx(async (tx) => {
      const stale = await repository.staleHolds(tx.db, {
        minutes: olderThanMinutes,
        keys,
        except: LASTING,
        limit: SWEEP_BATCH,
      })
      const ended = await settleMany(
        tx.db,
        stale.map(({ key, ...one }) => ({ ...one, holdKey: key.slice(HOLD_PREFIX.length), cost: 0 })),
      )
      return { found: stale.length, released: ended.filter((one) => one.settled).length }
    })
    swept += count.released
    if (count.found < SWEEP_BATCH) return swept
  }
}

const holdMany: Billing['holdMany'] = async (db, items) => {
  try {
    await repository.post(
      db,
      items.map(({ holdKey, amount, priority = 'visitor', ...rest }) => ({
        ...rest,
        rank: priorityRank(priority),
        key: `${HOLD_PREFIX}${holdKey}`,
        kind: 'hold' as const,
        amount,
        entries: hold(amount),
      })),
    )
  } catch (error) {
    if (pgError(error)?.constraint === 'ledger_accounts_floor')
      throw new AppError('CREDITS_EXHAUSTED', undefined, { cause: error })
    throw error
  }
}

const reclaim: Billing['reclaim'] = async (db, { workspaceId, priority, amount }) => {
  const lowered = shrinkHolds(await repository.openHolds(db, workspaceId), priority, amount)
  if (lowered.length === 0) return 0
  await repository.lowerHolds(db, workspaceId, lowered)
  await repository.post(
    db,
    lowered.map(({ key, by }) => ({
      workspaceId,
      key: `${RECLAIM}${key.slice(HOLD_PREFIX.length)}:${randomId(12)}`,
      kind: 'release' as const,
      cause: RECLAIM_CAUSE,
      amount: by,
      entries: giveBack(by),
    })),
  )
  return lowered.reduce((sum, { by }) => sum + by, 0)
}

const settleMany: Billing['settleMany'] = async (db, items) => {
  if (items.length === 0) return []
  const keyed = items.map(({ workspaceId, holdKey }) => ({ workspaceId, key: `${HOLD_PREFIX}${holdKey}` }))
  const taken = await repository.insertHolds(db, keyed)
  const open = new Map(taken.map((one) => [`${one.workspaceId}:${one.key}`, one]))
  const available = new Map(taken.map((one) => [one.workspaceId, one.available]))
  const total = new Map(taken.map((one) => [one.workspaceId, one.available + one.held]))
  const postings: repository.Posting[] = []
  const settled = items.map(({ holdKey, workspaceId, agentId, cause, cost, usage }): Settled => {
    const id = `${workspaceId}:${HOLD_PREFIX}${holdKey}`
    const found = open.get(id)
    if (!found) return { holdKey, workspaceId, settled: false, charged: 0 }
    // A hold named twice in one batch is settled once.
    open.delete(id)
    const balance = available.get(workspaceId) ?? 0
    const { charged, kind, entries } = settlement(found.amount, cost, balance)
    available.set(workspaceId, balance + found.amount - charged)
    postings.push({
      workspaceId,
      key: `${END_PREFIX}${holdKey}`,
      kind,
      agentId,
      cause,
      usage,
      amount: -charged,
      entries,
    })
    const before = total.get(workspaceId) ?? 0
    total.set(workspaceId, before - charged)
    return { holdKey, workspaceId, settled: true, charged, ...marksPassed(before, before - charged) }
  })
  await repository.post(db, postings)
  return settled
}
