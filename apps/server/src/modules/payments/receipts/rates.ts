// Stores a credit's value, price for organisations, and tax over time, so that a receipt never changes.
import { clientCreditPrice, DEFAULT_USD_PER_CREDIT } from '@parlance/contract/billing/client-purchase-rules'
import type { Ctx } from '../../../lib/ctx.ts'
import * as connect from '../connect/repository.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from '../repository.ts'

export type Rate = repository.RateRow
export type Rates = ReturnType<typeof createRates>

export function createRates({
  customers,
  creditValueUsd: creditValue,
}: Pick<PaymentsDeps, 'creditValueUsd'> & { readonly customers: Pick<Customers, 'taxFor'> }) {
  const note = async (ctx: Ctx): Promise<Rate[]> => {
    const { workspaceId } = ctx
    const [known, { taxRate }, account] = await Promise.all([
      repository.listRates(ctx.db, workspaceId),
      customers.taxFor(ctx),
      connect.findAccount(ctx.db, workspaceId),
    ])
    const clientPrice = account ? clientCreditPrice(account.usdPerToken ?? DEFAULT_USD_PER_CREDIT, creditValue) : 0
    const last = known.at(-1)
    if (last?.taxRate === taxRate && last.clientPrice === clientPrice && last.creditValue === creditValue) return known
    const since = last ? ctx.now() : new Date(0)
    await repository.insertRate(ctx.db, { workspaceId, since, creditValue, clientPrice, taxRate })
    return repository.listRates(ctx.db, workspaceId)
  }
  return {
    /** Ascending by time, the first from 1970. */
    list: note,
    /** Wraps a change of the rates: the previous ones are stored too. */
    async around<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
      await note(ctx)
      const done = await change()
      await note(ctx)
      return done
    },
  }
}

/** `at`: milliseconds since 1970. */
export const rateAt = (rates: readonly Rate[], at: number): Rate => {
  const found = rates.findLast(({ since }) => since.getTime() <= at) ?? rates[0]
  if (!found) throw new Error('a workspace without rates')
  return found
}
