import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { Milli } from '@parlance/contract/lib/money'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import { creditBudgets } from './schema.ts'

export type BudgetRow = typeof creditBudgets.$inferSelect
export type BudgetKind = BudgetRow['kind']

export const budgetId = (kind: BudgetKind, subjectId: string): string => `${kind}:${subjectId}`

const left = sql.raw(`b.budget - case when b.month = `)
/** A row with `agent_left` and `payer_left` in milli-credits, minus open holds; null without a budget that stops. */
export const budgetsLeftSql = ({ agentId, payerId, month }: Readonly<Record<'agentId' | 'payerId' | 'month', SQL>>) =>
  sql`select
    (select ${left}${month} then b.spent else 0 end - coalesce((select sum(h.amount) from ledger_holds h
        join ledger_transactions t on t.workspace_id = h.workspace_id and t.key = h.key
        where h.workspace_id = ${payerId} and t.agent_id = ${agentId}), 0)
      from credit_budgets b where b.id = 'agent:' || ${agentId} and b.action = 'stop') as agent_left,
    (select ${left}${month} then b.spent else 0 end - coalesce((select balance from ledger_accounts where id = ${payerId} || ':held'), 0)
      from credit_budgets b where b.id = 'org:' || ${payerId} and b.action = 'stop') as payer_left`

export interface BudgetsLeft {
  readonly agent_left: string | number | null
  readonly payer_left: string | number | null
}

export async function readLeft(db: Db, agentId: string, payerId: string, month: string): Promise<BudgetsLeft> {
  const [row] = await rows<BudgetsLeft>(
    db,
    budgetsLeftSql({ agentId: sql`${agentId}::text`, payerId: sql`${payerId}::text`, month: sql`${month}::text` }),
  )
  return row ?? { agent_left: null, payer_left: null }
}

export const listBudgets = (db: Db, workspaceId: string): Promise<BudgetRow[]> =>
  db
    .select()
    .from(creditBudgets)
    .where(eq(creditBudgets.workspaceId, workspaceId))
    .orderBy(asc(creditBudgets.createdAt))

export async function findBudget(db: Db, workspaceId: string, id: string): Promise<BudgetRow | undefined> {
  const [row] = await db
    .select()
    .from(creditBudgets)
    .where(and(eq(creditBudgets.workspaceId, workspaceId), eq(creditBudgets.id, id)))
  return row
}

export const saveBudget = (db: Db, { id, workspaceId, kind, subjectId, createdAt, ...change }: BudgetRow) =>
  db
    .insert(creditBudgets)
    .values({ id, workspaceId, kind, subjectId, createdAt, ...change })
    .onConflictDoUpdate({ target: creditBudgets.id, set: change, setWhere: eq(creditBudgets.workspaceId, workspaceId) })

export const deleteBudget = (db: Db, workspaceId: string, id: string) =>
  db.delete(creditBudgets).where(and(eq(creditBudgets.workspaceId, workspaceId), eq(creditBudgets.id, id)))

export const deleteBudgetsOfWorkspace = (db: Db, workspaceId: string) =>
  db.delete(creditBudgets).where(eq(creditBudgets.workspaceId, workspaceId))

/** The workspace and everyone who ever got credits from it: no one else pays for its agents. */
export async function payersOf(db: Db, workspaceId: string): Promise<string[]> {
  const found = await rows<{ ref: string }>(
    db,
    sql`select distinct ref from ledger_transactions
      where workspace_id = ${workspaceId} and kind = 'transfer' and ref is not null and kind not in ('hold', 'release') and amount <> 0`,
  )
  return [workspaceId, ...found.map(({ ref }) => ref)]
}

/** Charges of a month: of an agent, no matter who paid, or to an organization. */
export async function spentInMonth(
  db: Db,
  of: { readonly payers: readonly string[]; readonly agentId: string | undefined; readonly month: string },
): Promise<Milli> {
  const [row] = await rows<{ spent: string }>(
    db,
    sql`select coalesce(sum(-amount), 0)::bigint as spent from ledger_transactions
      where workspace_id = any(${sql.param([...of.payers])}::text[]) and kind = 'settle' and amount <> 0
        and at >= (${of.month} || '-01')::timestamp at time zone 'utc' and at < ((${of.month} || '-01')::timestamp + interval '1 month') at time zone 'utc'
        and ${of.agentId === undefined ? sql`true` : sql`agent_id = ${of.agentId}`}`,
  )
  return Number(row?.spent ?? 0)
}

/** Marks the unreported budget alerts as reported and returns them. */
export const claimAlerts = (db: Db, limit: number): Promise<BudgetRow[]> =>
  db
    .update(creditBudgets)
    .set({ told: sql`${creditBudgets.reached}` })
    .where(
      sql`${creditBudgets.id} in (select id from credit_budgets where ${lt(creditBudgets.told, creditBudgets.reached)} order by id limit ${limit} for update skip locked)`,
    )
    .returning()
