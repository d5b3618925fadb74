// Reads receipts from the ledger. Callers check access to payers and add prices in money.
import type { ReceiptGroup } from '@parlance/contract/billing/receipt-groups'
import type { Ctx } from '../../lib/ctx.ts'
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
  whatIf: (ctx: Ctx, query: repository.WhatIfQuery) => repository.whatIfReceipts(ctx.db, query),
})
