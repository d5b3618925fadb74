// Charges background work, and work that a user waits for, through ledger holds.
import { creditEvents, type HoldPriority } from '../billing/index.ts'
import { AppError } from '@parlance/contract/lib/errors'
import type { Billing } from '../billing/service.ts'
import type { Charge } from './ports.ts'

type Paying = Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'reclaimable' | 'reclaim' | 'settleMany'>

/** Holds of this priority yield to more urgent work, and may take from less urgent work. */
export const createCharge = (billing: Paying, priority: HoldPriority = 'background'): Charge => ({
  hold: (ctx, { key, workspaceId, agentId, cause, amount }) =>
    ctx.tx(async (tx) => {
      // Checked under the lock, so that an insufficient balance does not abort the transaction.
      const available = (await billing.lockBalances(tx.db, [workspaceId])).get(workspaceId) ?? 0
      if (available < amount) {
        if (available + (await billing.reclaimable(tx.db, workspaceId, priority)) < amount)
          throw new AppError('CREDITS_EXHAUSTED')
        await billing.reclaim(tx.db, { workspaceId, priority, amount: amount - available })
      }
      await billing.holdMany(tx.db, [{ workspaceId, agentId, cause, amount, holdKey: key, priority }])
    }),
  settle: (ctx, { key, of, ...item }) =>
    ctx.tx(async (tx) => {
      await billing.lockBalances(tx.db, [item.workspaceId])
      const settled = await billing.settleMany(tx.db, [{ ...item, holdKey: key }])
      for (const one of settled) for (const event of creditEvents(one, of ?? one.workspaceId)) await tx.emit(event)
    }),
  lockAvailable: async (tx, workspaceId) => (await billing.lockBalances(tx.db, [workspaceId])).get(workspaceId) ?? 0,
  available: async (ctx, workspaceId) => (await billing.balance(ctx, workspaceId)).available,
})
