// Owns budgets: how much an agent, or an organisation that pays itself, may cost in a calendar month (UTC), counted as
// charges are posted.
import type { Milli } from '@parlance/contract/lib/money'
import { monthKey } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import { lockBalances } from './repository.ts'
import * as repository from './budgets.repository.ts'

export { budgetsLeftSql } from './budgets.repository.ts'

/** For one month; the next starts at zero. */
export interface BudgetState {
  readonly workspaceId: string
  readonly kind: repository.BudgetKind
  readonly subjectId: string
  readonly budget: Milli
  readonly spent: Milli
  readonly alerts: readonly number[]
  readonly reached: number
  readonly action: 'warn' | 'stop'
  readonly month: string
}

export interface NewBudget {
  readonly kind: repository.BudgetKind
  readonly subjectId: string
  readonly budget: Milli
  readonly alerts: readonly number[]
  readonly action: 'warn' | 'stop'
}

export type Budgets = ReturnType<typeof createBudgets>

const ALERTS_AT_ONCE = 100

/** The highest of these percentages that spending has reached. */
export const reachedOf = (alerts: readonly number[], spent: Milli, budget: Milli): number =>
  Math.max(0, ...alerts.filter((percent) => spent * 100 >= budget * percent))

export const createBudgets = () => ({
  list: async (ctx: Ctx): Promise<BudgetState[]> => {
    const month = monthKey(ctx.now())
    return (await repository.listBudgets(ctx.db, ctx.workspaceId)).map((row) => stateOf(row, month))
  },
  find: async (ctx: Ctx, kind: repository.BudgetKind, subjectId: string): Promise<BudgetState | undefined> => {
    const row = await repository.findBudget(ctx.db, ctx.workspaceId, repository.budgetId(kind, subjectId))
    return row && stateOf(row, monthKey(ctx.now()))
  },
  /** Counts what the month has cost so far. Percentages that are already passed raise no alert. */
  save: (ctx: Ctx, { kind, subjectId, budget, alerts, action }: NewBudget): Promise<void> =>
    ctx.tx(async (tx) => {
      const { workspaceId } = tx
      const month = monthKey(tx.now())
      const payers = kind === 'org' ? [subjectId] : await repository.payersOf(tx.db, workspaceId)
      // Blocks charges meanwhile.
      await lockBalances(tx.db, payers)
      const agentId = kind === 'agent' ? subjectId : undefined
      const spent = await repository.spentInMonth(tx.db, { payers, agentId, month })
      const all = [...new Set([...alerts, 100])].toSorted((a, b) => a - b)
      const reached = reachedOf(all, spent, budget)
      const id = repository.budgetId(kind, subjectId)
      const fixed = { id, workspaceId, kind, subjectId, createdAt: tx.now() }
      await repository.saveBudget(tx.db, {
        ...fixed,
        budget,
        alerts: all,
        action,
        month,
        spent,
        reached,
        told: reached,
      })
    }),
  remove: async (ctx: Ctx, kind: repository.BudgetKind, subjectId: string): Promise<void> =>
    void (await repository.deleteBudget(ctx.db, ctx.workspaceId, repository.budgetId(kind, subjectId))),
  removeOfWorkspace: async (ctx: Ctx): Promise<void> =>
    void (await repository.deleteBudgetsOfWorkspace(ctx.db, ctx.workspaceId)),
  /** Budgets that passed a percentage since the last call, each once; in the caller's transaction. */
  claimAlerts: async (tx: Ctx): Promise<BudgetState[]> =>
    (await repository.claimAlerts(tx.db, ALERTS_AT_ONCE)).map((row) => stateOf(row, row.month)),
  leftOf,
  /** Whether a stopping budget is used up: the agent's, or the paying organisation's. */
  isStopped: async (ctx: Ctx, of: BudgetsOf): Promise<boolean> => ((await leftOf(ctx, of)) ?? 1) <= 0,
})

interface BudgetsOf {
  readonly agentId: string
  readonly payerId: string
}
/** What the stopping budgets of the agent and of the paying organisation leave, minus holds; undefined without one. */
async function leftOf(ctx: Ctx, { agentId, payerId }: BudgetsOf): Promise<Milli | undefined> {
  const found = await repository.readLeft(ctx.db, agentId, payerId, monthKey(ctx.now()))
  const left = [found.agent_left, found.payer_left].flatMap((one) => (one === null ? [] : [Number(one)]))
  return left.length === 0 ? undefined : Math.min(...left)
}

const stateOf = (row: repository.BudgetRow, month: string): BudgetState => {
  const { workspaceId, kind, subjectId, budget, alerts, action } = row
  const isOf = row.month === month
  const counted = { spent: isOf ? row.spent : 0, reached: isOf ? row.reached : 0 }
  return { workspaceId, kind, subjectId, budget, alerts, action, month, ...counted }
}
