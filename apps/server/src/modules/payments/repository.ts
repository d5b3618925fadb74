import type { Currency } from '@parlance/contract/billing/plans'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, sql, type SQL, sum } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import {
  paymentCustomers,
  paymentDiscounts,
  paymentInvoices,
  paymentPostings,
  paymentPurchases,
  paymentRates,
  paymentRecharges,
  paymentSubscriptions,
} from './schema.ts'

export type CustomerRow = typeof paymentCustomers.$inferSelect
export type SubscriptionRow = typeof paymentSubscriptions.$inferSelect
export type InvoiceRow = typeof paymentInvoices.$inferSelect
export type NewInvoice = typeof paymentInvoices.$inferInsert
export type PurchaseRow = typeof paymentPurchases.$inferSelect
export type RechargeRow = typeof paymentRecharges.$inferSelect
export type NewPosting = typeof paymentPostings.$inferInsert

export async function findCustomer(db: Db, workspaceId: string): Promise<CustomerRow | undefined> {
  const [row] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.workspaceId, workspaceId))
  return row
}

export const insertCustomer = (db: Db, row: typeof paymentCustomers.$inferInsert) =>
  db.insert(paymentCustomers).values(row).onConflictDoNothing()

export const updateCustomer = (db: Db, workspaceId: string, change: Partial<CustomerRow>) =>
  db.update(paymentCustomers).set(change).where(eq(paymentCustomers.workspaceId, workspaceId))

export const lockCurrency = (db: Db, workspaceId: string, currency: Currency) =>
  db
    .update(paymentCustomers)
    .set({ currency })
    .where(and(eq(paymentCustomers.workspaceId, workspaceId), eq(paymentCustomers.currency, '')))

/** Serialises changes of a workspace's subscription and books; false for an unknown customer. */
export async function lockCustomer(db: Db, workspaceId: string): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentCustomers)
    .where(eq(paymentCustomers.workspaceId, workspaceId))
    .for('update')
  return row
}

export const listCustomers = (db: Db, after: string, limit: number): Promise<CustomerRow[]> =>
  db
    .select()
    .from(paymentCustomers)
    .where(sql`${paymentCustomers.workspaceId} > ${after}`)
    .orderBy(asc(paymentCustomers.workspaceId))
    .limit(limit)

export async function liveSubscription(db: Db, workspaceId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentSubscriptions)
    .where(and(eq(paymentSubscriptions.workspaceId, workspaceId), isNull(paymentSubscriptions.endedAt)))
  return row
}

export const listSubscriptions = (db: Db, workspaceId: string): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(paymentSubscriptions)
    .where(eq(paymentSubscriptions.workspaceId, workspaceId))
    .orderBy(desc(paymentSubscriptions.createdAt))
    .limit(50)

export async function countSubscriptions(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(paymentSubscriptions)
    .where(eq(paymentSubscriptions.workspaceId, workspaceId))
  return row?.n ?? 0
}

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(paymentSubscriptions).where(eq(paymentSubscriptions.id, id))
  return row
}

export async function saveSubscription(db: Db, row: typeof paymentSubscriptions.$inferInsert): Promise<void> {
  const { id: _id, workspaceId: _workspace, createdAt: _created, ...set } = row
  await db.insert(paymentSubscriptions).values(row).onConflictDoUpdate({ target: paymentSubscriptions.id, set })
}

export const updateSubscription = (db: Db, id: string, change: Partial<SubscriptionRow>) =>
  db.update(paymentSubscriptions).set(change).where(eq(paymentSubscriptions.id, id))

export const listPastDue = (db: Db): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(paymentSubscriptions)
    .where(and(isNotNull(paymentSubscriptions.pastDueSince), isNull(paymentSubscriptions.endedAt)))
    .limit(1000)

export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await db.select().from(paymentInvoices).where(eq(paymentInvoices.id, id))
  return row
}

export async function findInvoiceByIntent(db: Db, paymentIntentId: string): Promise<InvoiceRow | undefined> {
  const [row] = await db.select().from(paymentInvoices).where(eq(paymentInvoices.paymentIntentId, paymentIntentId))
  return row
}

/** Keeps booked amounts. */
export async function saveInvoice(db: Db, row: NewInvoice): Promise<InvoiceRow> {
  const { id: _id, workspaceId: _workspace, createdAt: _created, ...set } = row
  const [saved] = await db
    .insert(paymentInvoices)
    .values(row)
    .onConflictDoUpdate({ target: paymentInvoices.id, set })
    .returning()
  if (!saved) throw new Error('an invoice was not stored')
  return saved
}

export const updateInvoice = (db: Db, id: string, change: Partial<InvoiceRow>) =>
  db.update(paymentInvoices).set(change).where(eq(paymentInvoices.id, id))

export const listInvoices = (db: Db, workspaceId: string, limit: number): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(paymentInvoices)
    .where(eq(paymentInvoices.workspaceId, workspaceId))
    .orderBy(desc(paymentInvoices.createdAt), desc(paymentInvoices.id))
    .limit(limit)

export const listOwed = (db: Db, workspaceId: string): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(paymentInvoices)
    .where(and(eq(paymentInvoices.workspaceId, workspaceId), sql`${paymentInvoices.creditsOwed} > 0`))
    .orderBy(asc(paymentInvoices.createdAt))

export const insertPostings = (db: Db, rows: readonly NewPosting[]) =>
  db
    .insert(paymentPostings)
    .values([...rows])
    .onConflictDoNothing()

export async function postedFor(db: Db, invoiceId: string, providerAccount = ''): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ account: paymentPostings.account, amount: sum(paymentPostings.amount) })
    .from(paymentPostings)
    .where(and(eq(paymentPostings.invoiceId, invoiceId), eq(paymentPostings.providerAccount, providerAccount)))
    .groupBy(paymentPostings.account)
  return new Map(rows.map(({ account, amount }) => [account, Number(amount)]))
}

/** Undefined when the key was used before. */
export async function insertPurchase(
  db: Db,
  row: typeof paymentPurchases.$inferInsert,
): Promise<PurchaseRow | undefined> {
  const [made] = await db.insert(paymentPurchases).values(row).onConflictDoNothing().returning()
  return made
}

export async function findPurchase(db: Db, workspaceId: string, key: string): Promise<PurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentPurchases)
    .where(and(eq(paymentPurchases.workspaceId, workspaceId), eq(paymentPurchases.key, key)))
  return row
}

export async function findPurchaseById(db: Db, id: string): Promise<PurchaseRow | undefined> {
  const [row] = await db.select().from(paymentPurchases).where(eq(paymentPurchases.id, id))
  return row
}

/** True for the one call that ends it. */
export async function settlePurchase(
  db: Db,
  id: string,
  change: Pick<PurchaseRow, 'state' | 'error'> & { readonly settledAt: Date },
): Promise<boolean> {
  const changed = await db
    .update(paymentPurchases)
    .set(change)
    .where(and(eq(paymentPurchases.id, id), inArray(paymentPurchases.state, ['open', 'action'])))
    .returning({ id: paymentPurchases.id })
  return changed.length > 0
}

export const updatePurchase = (db: Db, id: string, change: Partial<PurchaseRow>) =>
  db.update(paymentPurchases).set(change).where(eq(paymentPurchases.id, id))

export const listOpenPurchases = (db: Db, before: Date): Promise<PurchaseRow[]> =>
  db
    .select()
    .from(paymentPurchases)
    .where(and(eq(paymentPurchases.state, 'open'), lt(paymentPurchases.createdAt, before)))
    .orderBy(asc(paymentPurchases.createdAt))
    .limit(200)

/** Purchases of which the provider has not reported the outcome. */
export const listUnsettled = (db: Db, workspaceId: string): Promise<PurchaseRow[]> =>
  db
    .select()
    .from(paymentPurchases)
    .where(and(eq(paymentPurchases.workspaceId, workspaceId), inArray(paymentPurchases.state, ['open', 'action'])))

const listTopUps = (db: Db, workspaceId: string, which: SQL | undefined): Promise<PurchaseRow[]> =>
  db
    .select()
    .from(paymentPurchases)
    .where(and(eq(paymentPurchases.workspaceId, workspaceId), eq(paymentPurchases.kind, 'topup'), which))

export const listPendingTopUps = (db: Db, workspaceId: string) =>
  listTopUps(db, workspaceId, inArray(paymentPurchases.state, ['open', 'action']))

export const listPaidTopUps = (db: Db, workspaceId: string, since: Date) =>
  listTopUps(db, workspaceId, and(eq(paymentPurchases.state, 'paid'), gte(paymentPurchases.createdAt, since)))

/** Minor units of automatic recharges since `since`, with tax and without declined ones. */
export async function rechargedSince(db: Db, workspaceId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ total: sum(paymentPurchases.total) })
    .from(paymentPurchases)
    .where(
      and(
        eq(paymentPurchases.workspaceId, workspaceId),
        eq(paymentPurchases.kind, 'recharge'),
        inArray(paymentPurchases.state, ['open', 'paid']),
        gte(paymentPurchases.createdAt, since),
      ),
    )
  return Number(row?.total ?? 0)
}

/** Whether the newest automatic recharge was declined. */
export async function isLastRechargeDeclined(db: Db, workspaceId: string): Promise<boolean> {
  const [last] = await db
    .select({ state: paymentPurchases.state })
    .from(paymentPurchases)
    .where(and(eq(paymentPurchases.workspaceId, workspaceId), eq(paymentPurchases.kind, 'recharge')))
    .orderBy(desc(paymentPurchases.createdAt))
    .limit(1)
  return last?.state === 'failed'
}

/** Whether an automatic recharge failed since then. */
export async function declinedSince(db: Db, workspaceId: string, since: Date): Promise<boolean> {
  const found = await db
    .select({ id: paymentPurchases.id })
    .from(paymentPurchases)
    .where(
      and(
        eq(paymentPurchases.workspaceId, workspaceId),
        eq(paymentPurchases.kind, 'recharge'),
        eq(paymentPurchases.state, 'failed'),
        gte(paymentPurchases.settledAt, since),
      ),
    )
    .limit(1)
  return found.length > 0
}

export async function findRecharge(db: Db, workspaceId: string): Promise<RechargeRow | undefined> {
  const [row] = await db.select().from(paymentRecharges).where(eq(paymentRecharges.workspaceId, workspaceId))
  return row
}

/** Locks the row, creating it if missing. */
export type RateRow = typeof paymentRates.$inferSelect
export const listRates = (db: Db, workspaceId: string): Promise<RateRow[]> =>
  db.select().from(paymentRates).where(eq(paymentRates.workspaceId, workspaceId)).orderBy(asc(paymentRates.since))
export const insertRate = (db: Db, row: RateRow) => db.insert(paymentRates).values(row).onConflictDoNothing()

export async function lockRecharge(db: Db, workspaceId: string): Promise<RechargeRow> {
  await db.insert(paymentRecharges).values({ workspaceId }).onConflictDoNothing()
  const [row] = await db
    .select()
    .from(paymentRecharges)
    .where(eq(paymentRecharges.workspaceId, workspaceId))
    .for('update')
  if (!row) throw new Error('the state of a recharge was not stored')
  return row
}

export const updateRecharge = (db: Db, workspaceId: string, change: Partial<RechargeRow>) =>
  db.update(paymentRecharges).set(change).where(eq(paymentRecharges.workspaceId, workspaceId))

export async function deleteOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  for (const table of [
    paymentRecharges,
    paymentDiscounts,
    paymentPurchases,
    paymentSubscriptions,
    paymentCustomers,
  ] as const)
    await db.delete(table).where(eq(table.workspaceId, workspaceId))
}
