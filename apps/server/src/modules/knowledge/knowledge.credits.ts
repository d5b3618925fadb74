// How embedding is paid for: through holds of the ledger, as turns are.
import type { Billing } from '../billing/billing.ts'
import { AppError } from '@parlance/core/kit/errors'
import type { Charge } from './knowledge.port.ts'

export const createCharge = (billing: Pick<Billing, 'lockBalances' | 'holdMany' | 'settleMany'>): Charge => ({
  hold: (ctx, { key, ...item }) =>
    ctx.tx(async (tx) => {
      // Asked under the lock, so that a balance that does not reach is an answer and no lost transaction.
      const balances = await billing.lockBalances(tx.db, [item.workspaceId])
      if ((balances.get(item.workspaceId) ?? 0) < item.amount) throw new AppError('CREDITS_EXHAUSTED')
      await billing.holdMany(tx.db, [{ ...item, holdKey: key }])
    }),
  settle: (ctx, { key, ...item }) =>
    ctx.tx(async (tx) => {
      await billing.lockBalances(tx.db, [item.workspaceId])
      const settled = await billing.settleMany(tx.db, [{ ...item, holdKey: key }])
      for (const { workspaceId, low } of settled) if (low) await tx.emit({ type: 'credits.low', workspaceId, ...low })
    }),
})
