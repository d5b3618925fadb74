import { type Milli, MILLI } from '@parlance/contract/lib/money'
import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { connectAccounts, connectOrgs, connectPrices, connectSales } from './schema.ts'

export type AccountRow = typeof connectAccounts.$inferSelect
export type PriceRow = typeof connectPrices.$inferSelect
export type OrgBillingRow = typeof connectOrgs.$inferSelect
export type SaleRow = typeof connectSales.$inferSelect
export type NewSale = typeof connectSales.$inferInsert

export async function findAccount(db: Db, workspaceId: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(connectAccounts).where(eq(connectAccounts.workspaceId, workspaceId))
  return row
}
export const insertAccount = (db: Db, row: typeof connectAccounts.$inferInsert) =>
  db.insert(connectAccounts).values(row).onConflictDoNothing()
export const updateAccount = (db: Db, workspaceId: string, change: Partial<AccountRow>) =>
  db.update(connectAccounts).set(change).where(eq(connectAccounts.workspaceId, workspaceId))

export const insertPrices = (db: Db, rows: readonly PriceRow[]) =>
  rows.length === 0
    ? Promise.resolve()
    : db
        .insert(connectPrices)
        .values([...rows])
        .onConflictDoNothing()
export async function findPrice(db: Db, accountId: string, priceId: string): Promise<PriceRow | undefined> {
  const [row] = await db
    .select()
    .from(connectPrices)
    .where(and(eq(connectPrices.accountId, accountId), eq(connectPrices.priceId, priceId)))
  return row
}

export async function findOrg(db: Db, workspaceId: string, orgId: string): Promise<OrgBillingRow | undefined> {
  const [row] = await db
    .select()
    .from(connectOrgs)
    .where(and(eq(connectOrgs.workspaceId, workspaceId), eq(connectOrgs.orgId, orgId)))
  return row
}
export async function lockOrg(db: Db, workspaceId: string, orgId: string): Promise<OrgBillingRow | undefined> {
  const [row] = await db
    .select()
    .from(connectOrgs)
    .where(and(eq(connectOrgs.workspaceId, workspaceId), eq(connectOrgs.orgId, orgId)))
    .for('update')
  return row
}
export async function findOrgOfCustomer(
  db: Db,
  workspaceId: string,
  customerId: string,
): Promise<OrgBillingRow | undefined> {
  const [row] = await db
    .select()
    .from(connectOrgs)
    .where(and(eq(connectOrgs.workspaceId, workspaceId), eq(connectOrgs.customerId, customerId)))
  return row
}
export const saveOrg = (
  db: Db,
  name: Pick<OrgBillingRow, 'workspaceId' | 'orgId'>,
  change: Partial<Omit<OrgBillingRow, 'workspaceId' | 'orgId'>>,
) =>
  db
    .insert(connectOrgs)
    .values({ ...name, ...change })
    .onConflictDoUpdate({
      target: connectOrgs.orgId,
      set: change,
      setWhere: eq(connectOrgs.workspaceId, name.workspaceId),
    })
export const updateOrg = (db: Db, orgId: string, change: Partial<OrgBillingRow>) =>
  db.update(connectOrgs).set(change).where(eq(connectOrgs.orgId, orgId))
/** Arms the threshold again when the balance is back at it. */
export const armAt = (db: Db, orgId: string, balance: Milli) =>
  db
    .update(connectOrgs)
    .set({ armed: true })
    .where(and(eq(connectOrgs.orgId, orgId), lte(sql`${connectOrgs.threshold}::bigint * ${MILLI}`, balance)))
/** Arms the threshold after this recharge, unless another has started since. */
export const armAfter = (db: Db, { id, orgId, createdAt }: SaleRow) =>
  db
    .update(connectOrgs)
    .set({ armed: true })
    .where(
      and(
        eq(connectOrgs.orgId, orgId),
        notExists(
          db
            .select({ id: connectSales.id })
            .from(connectSales)
            .where(
              and(
                eq(connectSales.orgId, orgId),
                eq(connectSales.kind, 'recharge'),
                ne(connectSales.id, id),
                gte(connectSales.createdAt, createdAt),
              ),
            ),
        ),
      ),
    )
/**
 * Whether to notify the agency now, at most once since `again`: `toldAt` that the client has no credits left (cleared
 * when credits are added), `uncoveredAt` that the agency could not cover a recharge.
 */
export async function claimNotice(
  db: Db,
  orgId: string,
  field: 'toldAt' | 'uncoveredAt',
  now: Date,
  again: Date,
): Promise<boolean> {
  const claimed = await db
    .update(connectOrgs)
    .set({ [field]: now })
    .where(and(eq(connectOrgs.orgId, orgId), or(isNull(connectOrgs[field]), lt(connectOrgs[field], again))))
    .returning({ orgId: connectOrgs.orgId })
  return claimed.length > 0
}
export const deleteOrg = (db: Db, workspaceId: string, orgId: string) =>
  db.delete(connectOrgs).where(and(eq(connectOrgs.workspaceId, workspaceId), eq(connectOrgs.orgId, orgId)))
export const listRecharging = (db: Db): Promise<OrgBillingRow[]> =>
  db
    .select()
    .from(connectOrgs)
    .where(and(eq(connectOrgs.automaticBilling, true), eq(connectOrgs.allowBilling, true)))
    .orderBy(asc(connectOrgs.orgId))
export async function listPaying(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ orgId: connectOrgs.orgId })
    .from(connectOrgs)
    .where(and(eq(connectOrgs.workspaceId, workspaceId), eq(connectOrgs.allowBilling, true)))
  return rows.map(({ orgId }) => orgId)
}

export async function insertSale(db: Db, row: NewSale): Promise<SaleRow | undefined> {
  const [made] = await db.insert(connectSales).values(row).onConflictDoNothing().returning()
  return made
}
export async function lockSale(db: Db, id: string): Promise<SaleRow | undefined> {
  const [row] = await db.select().from(connectSales).where(eq(connectSales.id, id)).for('update')
  return row
}
export async function findSale(db: Db, id: string): Promise<SaleRow | undefined> {
  const [row] = await db.select().from(connectSales).where(eq(connectSales.id, id))
  return row
}
export async function findSaleByKey(db: Db, orgId: string, key: string): Promise<SaleRow | undefined> {
  const [row] = await db
    .select()
    .from(connectSales)
    .where(and(eq(connectSales.orgId, orgId), eq(connectSales.key, key)))
  return row
}
export async function findSaleOfInvoice(db: Db, workspaceId: string, invoiceId: string): Promise<SaleRow | undefined> {
  const [row] = await db
    .select()
    .from(connectSales)
    .where(and(eq(connectSales.workspaceId, workspaceId), eq(connectSales.invoiceId, invoiceId)))
  return row
}
export async function findSaleOfIntent(db: Db, workspaceId: string, intentId: string): Promise<SaleRow | undefined> {
  const [row] = await db
    .select()
    .from(connectSales)
    .where(and(eq(connectSales.workspaceId, workspaceId), eq(connectSales.paymentIntentId, intentId)))
  return row
}
/** Of these invoices of an organisation, by id. */
export async function disputesOf(
  db: Db,
  { workspaceId, orgId }: Pick<SaleRow, 'workspaceId' | 'orgId'>,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, SaleRow['dispute']>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db
    .select({ id: connectSales.invoiceId, dispute: connectSales.dispute })
    .from(connectSales)
    .where(
      and(
        eq(connectSales.workspaceId, workspaceId),
        eq(connectSales.orgId, orgId),
        inArray(connectSales.invoiceId, [...invoiceIds]),
      ),
    )
  return new Map(rows.map(({ id, dispute }) => [id, dispute]))
}
export const listAccounts = (db: Db, after: string, limit: number): Promise<AccountRow[]> =>
  db
    .select()
    .from(connectAccounts)
    .where(gt(connectAccounts.workspaceId, after))
    .orderBy(asc(connectAccounts.workspaceId))
    .limit(limit)
/** Organisations of the workspace that bought credits, including deleted ones. */
export async function listBuyers(db: Db, workspaceId: string): Promise<string[]> {
  const found = await db
    .selectDistinct({ orgId: connectSales.orgId })
    .from(connectSales)
    .where(eq(connectSales.workspaceId, workspaceId))
  return found.map(({ orgId }) => orgId)
}
export const updateSale = (db: Db, id: string, change: Partial<SaleRow>) =>
  db.update(connectSales).set(change).where(eq(connectSales.id, id))
export const listPending = (db: Db, state: 'open' | 'owed', before: Date): Promise<SaleRow[]> =>
  db
    .select()
    .from(connectSales)
    .where(and(eq(connectSales.state, state), lt(connectSales.createdAt, before)))
    .orderBy(asc(connectSales.createdAt))
    .limit(200)

/** Whether an automatic recharge failed since then. */
export async function declinedSince(db: Db, orgId: string, since: Date): Promise<boolean> {
  const found = await db
    .select({ id: connectSales.id })
    .from(connectSales)
    .where(
      and(
        eq(connectSales.orgId, orgId),
        eq(connectSales.kind, 'recharge'),
        eq(connectSales.state, 'failed'),
        gte(connectSales.settledAt, since),
      ),
    )
    .limit(1)
  return found.length > 0
}
export async function hasOpenRecharge(db: Db, orgId: string): Promise<boolean> {
  const found = await db
    .select({ id: connectSales.id })
    .from(connectSales)
    .where(and(eq(connectSales.orgId, orgId), eq(connectSales.kind, 'recharge'), eq(connectSales.state, 'open')))
  return found.length > 0
}
export const listOpenTopUps = (db: Db, orgId: string): Promise<SaleRow[]> =>
  db
    .select()
    .from(connectSales)
    .where(and(eq(connectSales.orgId, orgId), eq(connectSales.kind, 'topup'), eq(connectSales.state, 'open')))
export const listPaidTopUps = (db: Db, orgId: string, since: Date): Promise<SaleRow[]> =>
  db
    .select()
    .from(connectSales)
    .where(
      and(
        eq(connectSales.orgId, orgId),
        eq(connectSales.kind, 'topup'),
        inArray(connectSales.state, ['paid', 'owed']),
        gte(connectSales.createdAt, since),
      ),
    )

export const listSubscribed = (db: Db, workspaceId: string): Promise<OrgBillingRow[]> =>
  db
    .select()
    .from(connectOrgs)
    .where(and(eq(connectOrgs.workspaceId, workspaceId), ne(connectOrgs.subscriptionId, '')))
export async function deleteOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  for (const table of [connectSales, connectOrgs, connectPrices, connectAccounts] as const)
    await db.delete(table).where(eq(table.workspaceId, workspaceId))
}
