import { canStartBackgroundWork, creditEvents } from '../billing/index.ts'
import { MILLI } from '@parlance/contract/lib/money'
import type { Billing } from '../billing/service.ts'
import type { CrawlPayer } from './ports.ts'

const PAGE_COST = MILLI

export const createCrawlPayer = (
  billing: Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'settleMany'>,
): CrawlPayer => ({
  hold: (ctx, { key, cause, pages, owedBefore }) =>
    ctx.tx(async (tx) => {
      const { workspaceId } = ctx
      const balances = await billing.lockBalances(tx.db, [workspaceId])
      const available = balances.get(workspaceId) ?? 0
      if (!canStartBackgroundWork({ cost: PAGE_COST, available, owedBefore: owedBefore * PAGE_COST })) return 0
      const paid = Math.min(pages, Math.floor(available / PAGE_COST) - owedBefore)
      await billing.holdMany(tx.db, [
        { workspaceId, agentId: null, holdKey: key, cause, amount: paid * PAGE_COST, priority: 'background' },
      ])
      return paid
    }),
  settle: (ctx, { key, cause, pages }) =>
    ctx.tx(async (tx) => {
      const { workspaceId } = ctx
      await billing.lockBalances(tx.db, [workspaceId])
      const settled = await billing.settleMany(tx.db, [
        { workspaceId, agentId: null, holdKey: key, cause, cost: pages * PAGE_COST },
      ])
      for (const one of settled) for (const event of creditEvents(one, workspaceId)) await tx.emit(event)
    }),
  affordablePages: async (ctx) => Math.floor((await billing.balance(ctx, ctx.workspaceId)).available / PAGE_COST),
})
