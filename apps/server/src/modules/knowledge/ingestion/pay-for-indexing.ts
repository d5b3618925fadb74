// Charges indexing: the whole cost of a document is held first, in the order in which documents were added; otherwise it is
// paused.
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../../lib/stored-message.ts'
import { chooseAffordable, canStartBackgroundWork } from '../../billing/index.ts'
import { randomId } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from './indexing.repository.ts'
import type { KnowledgeDeps } from '../deps.ts'

export const INDEX_JOB = 'knowledge.index'
const PAUSED_AT_ONCE = 500

/** The remaining work of a document can't be paid. */
export class OutOfCredits extends Error {
  readonly cost: Milli
  constructor(cost: Milli) {
    super('not enough credits')
    this.cost = cost
  }
}

/** Credits held for the rest. Visitors' turns may take from them; then parts are charged as far as possible. */
export interface Payment {
  /** Charges a part and holds the rest again, in the transaction that stores the part. False if the rest can't be held. */
  readonly pay: (tx: Ctx, part: { readonly cost: Milli; readonly rest: Milli }) => Promise<boolean>
  readonly end: (ctx: Ctx) => Promise<void>
}

/** Undefined if the document is no longer ours. @throws OutOfCredits if it can't be paid completely */
export async function beginPayment(
  deps: Pick<KnowledgeDeps, 'charge'>,
  ctx: Ctx,
  work: repository.Claimed,
  cost: Milli,
): Promise<Payment | undefined> {
  const { charge } = deps
  const { workspaceId, agentId } = work
  const item = { workspaceId, agentId, cause: storedMessage(msg('credit_knowledge', { name: work.name })) }
  let held = ''
  // If the transaction fails, the previous hold remains.
  const made = new Set<string>()
  const holdRest = async (tx: Ctx, amount: Milli) => {
    const key = `knowledge:${work.id}:${randomId(12)}`
    made.add(key)
    await charge.hold(tx, { ...item, key, amount })
    await repository.setCreditHold(tx.db, work, key)
    held = key
  }
  if (work.creditHold) await charge.settle(ctx, { ...item, key: work.creditHold, cost: 0 })
  if (cost > 0) {
    const isOurs = await ctx.tx(async (tx) => {
      if (!(await repository.stillOurs(tx.db, work))) return false
      const available = await charge.lockAvailable(tx, workspaceId)
      const owedBefore = await repository.sumUnpaidCostBefore(tx.db, work)
      if (!canStartBackgroundWork({ cost, available, owedBefore })) throw new OutOfCredits(cost)
      await holdRest(tx, cost)
      return true
    })
    if (!isOurs) return undefined
  }
  return {
    async pay(tx, part) {
      if (part.cost === 0) return true
      await charge.settle(tx, { ...item, key: held, cost: part.cost })
      if (part.rest === 0) return true
      // Less than before, unless visitors' turns took from it.
      if ((await charge.lockAvailable(tx, workspaceId)) < part.rest) return false
      await holdRest(tx, part.rest)
      return true
    },
    async end(on) {
      for (const key of made) await charge.settle(on, { ...item, key, cost: 0 })
    },
  }
}

/** Resumes paused documents that the workspace can pay completely, oldest first. Returns how many. */
export async function resumePaused(
  deps: Pick<KnowledgeDeps, 'charge' | 'jobs'>,
  ctx: Ctx,
  workspaceId: string,
): Promise<number> {
  const paused = await repository.pausedOf(ctx.db, workspaceId, PAUSED_AT_ONCE)
  if (paused.length === 0) return 0
  const available =
    (await deps.charge.available(ctx, workspaceId)) - (await repository.sumUnpaidCost(ctx.db, workspaceId))
  const chosen = chooseAffordable(paused, available).map(({ id }) => id)
  if (chosen.length === 0) return 0
  return ctx.tx(async (tx) => {
    const resumed = await repository.resume(tx.db, workspaceId, chosen, tx.now())
    const order = new Map(chosen.map((id, at) => [id, at]))
    for (const { id, status } of resumed.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)))
      if (status === 'indexing') await deps.jobs.enqueue(tx, INDEX_JOB, { workspaceId, docId: id })
    return resumed.length
  })
}
