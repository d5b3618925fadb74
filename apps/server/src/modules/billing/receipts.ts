// Reads receipts from the ledger. Callers check access to payers and add prices in money.
import type { ReceiptGroup } from '@parlance/contract/billing/receipt-groups'
import type { Ctx } from '../../lib/ctx.ts'
import { mergeFlows } from './credit-flow.ts'
import { type FlowQuery, readCreditFlow } from './credit-flow.repository.ts'
import * as repository from './receipts.repository.ts'

export type { After, ReceiptRow, TotalRow } from './receipts.repository.ts'
export type LotQuery = Parameters<typeof repository.listReceiptsOfLot>[1]
export type LedgerReceipts = ReturnType<typeof createLedgerReceipts>

export const createLedgerReceipts = () => ({
  list: (ctx: Ctx, query: repository.ReceiptQuery, after: repository.After | undefined, limit: number) =>
    repository.listReceipts(ctx.db, query, after, limit),
  /** For one payment: the oldest credits are spent first. */
  ofLot: (ctx: Ctx, query: LotQuery, after: string | undefined, limit: number) =>
    repository.listReceiptsOfLot(ctx.db, query, after, limit),
  totals: (ctx: Ctx, query: Parameters<typeof repository.totalReceipts>[1], by: ReceiptGroup) =>
    repository.totalReceipts(ctx.db, query, by),
  /** Of the charges of a period, by the credits that paid them and by their kind of work. */
  async flow(ctx: Ctx, query: FlowQuery) {
    const found = await readCreditFlow(ctx.db, query)
    return {
      flows: mergeFlows(found),
      others: Math.max(0, (found[0]?.keys ?? 0) - query.most),
      hasClients: found.some(({ isClient }) => isClient),
    }
  },
  whatIf: (ctx: Ctx, query: repository.WhatIfQuery) => repository.whatIfReceipts(ctx.db, query),
})
