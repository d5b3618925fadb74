// A month's spent credits: where they came from, which agents or organisations spent them, and on what.
import type { CreditFlow } from '@parlance/contract/billing/credit-flow'
import type { CreditFlowGroup } from '@parlance/contract/billing/receipt-groups'
import { MILLI } from '@parlance/contract/lib/money'
import { monthKey } from '@parlance/contract/lib/time'
import type { Ctx } from '../../../lib/ctx.ts'
import * as connect from '../connect/repository.ts'
import type { PaymentsDeps } from '../deps.ts'
import { monthRange } from './months.ts'

/** Agents or organisations named; the smaller ones are added up. */
const MOST = 50

export const createCreditFlow =
  ({ receipts, orgNames, agentTitles }: Pick<PaymentsDeps, 'receipts' | 'orgNames' | 'agentTitles'>) =>
  async (
    ctx: Ctx,
    { month = monthKey(ctx.now()), by }: { readonly month?: string | undefined; readonly by: CreditFlowGroup },
  ): Promise<CreditFlow> => {
    const { workspaceId } = ctx
    const [orgs, buyers] = await Promise.all([orgNames(ctx), connect.listBuyers(ctx.db, workspaceId)])
    const payers = [...new Set([workspaceId, ...orgs.keys(), ...buyers])]
    const found = await receipts.flow(ctx, { payers, workspaceId, by, ...monthRange(month), most: MOST })
    const keys = new Set(found.flows.flatMap(({ key }) => key ?? []))
    const names = by === 'client' ? orgs : await agentTitles(ctx, [...keys])
    return {
      ...found,
      month,
      by,
      flows: found.flows.map(({ key, credits, ...one }) => ({
        ...one,
        key: key === workspaceId ? '' : key,
        label: names.get(key ?? '') ?? '',
        credits: credits / MILLI,
      })),
    }
  }
