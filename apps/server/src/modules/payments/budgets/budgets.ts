// Budgets of a workspace's agents and organisations, in credits and money, with their alerts.
import type { Budget, ClientBudget } from '@parlance/contract/billing/budgets'
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits, MILLI } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { BudgetState } from '../../billing/index.ts'
import type { ConnectedAccounts } from '../connect/accounts.ts'
import type { OrgBilling } from '../connect/orgs.ts'
import type { PaymentsDeps } from '../deps.ts'

export interface BudgetSubject {
  readonly kind: 'agent' | 'org'
  readonly subjectId: string
}
interface BudgetTerms {
  readonly limit: number
  readonly alerts: readonly number[]
  readonly action: 'warn' | 'stop'
}

const CENTS = 100
const round = (usd: number) => Math.round(usd * CENTS) / CENTS

export function createWorkspaceBudgets({
  budgets,
  agentTitles,
  orgName,
  orgNames,
  connected,
  orgs,
  mails,
  creditValueUsd,
  contextFor,
}: PaymentsDeps & { readonly connected: ConnectedAccounts; readonly orgs: OrgBilling }) {
  const spendingOf = (state: BudgetState, usdPerCredit: number): ClientBudget => {
    const [limit, spent] = [state.budget / MILLI, state.spent / MILLI]
    return {
      limit,
      alerts: state.alerts.filter((percent) => percent < 100),
      action: state.action,
      month: state.month,
      spent,
      limitUsd: round(limit * usdPerCredit),
      spentUsd: round(spent * usdPerCredit),
      isStopped: state.action === 'stop' && spent >= limit,
    }
  }
  const nameOf = async (ctx: Ctx, { kind, subjectId }: BudgetSubject): Promise<string> =>
    (kind === 'org' ? await orgName(ctx, subjectId) : (await agentTitles(ctx, [subjectId])).get(subjectId)) ?? ''
  const clientPrice = async (ctx: Ctx) => {
    const account = await connected.find(ctx)
    return account ? connected.priceOf(account) : creditValueUsd
  }

  const list = async (ctx: Ctx): Promise<Budget[]> => {
    const found = await budgets.list(ctx)
    const agentIds = found.filter(({ kind }) => kind === 'agent').map(({ subjectId }) => subjectId)
    const [titles, names, price] = await Promise.all([agentTitles(ctx, agentIds), orgNames(ctx), clientPrice(ctx)])
    return found.map((state) => {
      const { kind, subjectId } = state
      const name = (kind === 'org' ? names : titles).get(subjectId) ?? ''
      return { kind, subjectId, name, ...spendingOf(state, kind === 'org' ? price : creditValueUsd) }
    })
  }

  return {
    list,
    /**
     * @throws NOT_FOUND for another workspace's agent or organisation, FORBIDDEN for an organisation that does not pay
     * for itself: nothing would count toward its budget
     */
    async save(ctx: Ctx, subject: BudgetSubject, { limit, alerts, action }: BudgetTerms): Promise<Budget> {
      const { kind, subjectId } = subject
      if ((await nameOf(ctx, subject)) === '') throw new AppError('NOT_FOUND')
      if (kind === 'org' && !(await orgs.paying(ctx, ctx.workspaceId)).includes(subjectId))
        throw new AppError('FORBIDDEN', msg('client_billing_off'))
      await budgets.save(ctx, { kind, subjectId, budget: fromCredits(limit), alerts, action })
      const saved = (await list(ctx)).find((one) => one.kind === kind && one.subjectId === subjectId)
      if (!saved) throw new AppError('NOT_FOUND')
      return saved
    },
    /** @throws NOT_FOUND for another workspace's agent or organisation */
    async remove(ctx: Ctx, { kind, subjectId }: BudgetSubject): Promise<void> {
      const isTheirs = (await nameOf(ctx, { kind, subjectId })) !== '' || (await budgets.find(ctx, kind, subjectId))
      if (!isTheirs) throw new AppError('NOT_FOUND')
      await budgets.remove(ctx, kind, subjectId)
    },
    async client(ctx: Ctx, orgId: string): Promise<ClientBudget | null> {
      const { account } = await orgs.require(ctx, orgId)
      const state = await budgets.find(ctx, 'org', orgId)
      return state ? spendingOf(state, connected.priceOf(account)) : null
    },
    async sweepAlerts(ctx: Ctx): Promise<void> {
      const passed = await ctx.tx(async (tx) => {
        const claimed = await budgets.claimAlerts(tx)
        const told = []
        for (const { workspaceId, kind, subjectId, reached, action, month } of claimed) {
          const own = contextFor(ctx.region, workspaceId)
          const name = await nameOf(own, { kind, subjectId })
          if (name === '') continue
          const isStopped = action === 'stop' && reached >= 100
          const about = { kind, subjectId, name, percent: reached, month, isStopped }
          await tx.emit({ type: 'budget.reached', workspaceId, ...about })
          told.push({ own, name, percent: reached, isStopped })
        }
        return told
      })
      for (const { own, name, percent, isStopped } of passed)
        await mails.notice(own, own.workspaceId, {
          kind: isStopped ? 'budgetStopped' : percent >= 100 ? 'budgetSpent' : 'budgetAlert',
          org: name,
          amount: String(percent),
        })
    },
  }
}
