// The money journal: captured, fees, refunds and disputes, each posting balanced.
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from '../repository.ts'

type Account = repository.NewPosting['account']
export type MoneyState = Pick<
  repository.InvoiceRow,
  'amountPaid' | 'tax' | 'total' | 'fee' | 'amountRefunded' | 'amountDisputed'
>

/** Pure: account balances resulting from an invoice. They sum to zero. */
export function moneyAccounts({ amountPaid, tax, total, fee, amountRefunded, amountDisputed }: MoneyState) {
  const taxed = total === 0 ? 0 : Math.round((amountPaid * tax) / total)
  return {
    provider: amountPaid - fee - amountRefunded - amountDisputed,
    revenue: -(amountPaid - taxed),
    tax: -taxed,
    fees: fee,
    refunds: amountRefunded,
    disputes: amountDisputed,
  } satisfies Partial<Record<Account, number>>
}

/** Pure: the same for a client's payment at an agency's account; part of the fees is ours. */
export const saleAccounts = ({ captured, providerFee, fee, refunded, disputed }: SaleMoney) =>
  ({
    provider: captured - providerFee - fee - refunded - disputed,
    revenue: -captured,
    fees: providerFee,
    platformFees: fee,
    refunds: refunded,
    disputes: disputed,
  }) satisfies Partial<Record<Account, number>>

export const feeAccounts = ({ fee }: Pick<SaleMoney, 'fee'>) =>
  ({ provider: fee, platformFees: -fee }) satisfies Partial<Record<Account, number>>

export interface SaleMoney {
  readonly captured: number
  readonly providerFee: number
  /** Part of the captured amount; not returned on a refund. */
  readonly fee: number
  readonly refunded: number
  readonly disputed: number
}

export function postMoney(tx: Ctx, row: repository.InvoiceRow): Promise<void> {
  const { workspaceId, currency } = row
  const state = `${row.amountPaid}:${row.fee}:${row.amountRefunded}:${row.amountDisputed}`
  const of = { workspaceId, currency, invoiceId: row.id, providerAccount: '' }
  return post(tx, of, moneyAccounts(row), `${row.id}:${state}`)
}

/** The same for a client's payment: at the agency's account, and our fee at ours. */
export async function postSale(
  tx: Ctx,
  { workspaceId, accountId, invoiceId }: { workspaceId: string; accountId: string; invoiceId: string },
  money: SaleMoney,
): Promise<void> {
  const of = { workspaceId, invoiceId, currency: 'usd' } as const
  const state = `${money.captured}:${money.providerFee}:${money.refunded}:${money.disputed}`
  await post(tx, { ...of, providerAccount: accountId }, saleAccounts(money), `${invoiceId}:${state}`)
  await post(tx, { ...of, providerAccount: '' }, feeAccounts(money), `fee:${invoiceId}:${money.fee}`)
}

async function post(
  tx: Ctx,
  of: Pick<repository.NewPosting, 'workspaceId' | 'currency' | 'invoiceId'> & { readonly providerAccount: string },
  wanted: Partial<Record<Account, number>>,
  key: string,
): Promise<void> {
  const posted = await repository.postedFor(tx.db, of.invoiceId, of.providerAccount)
  const postings = (Object.keys(wanted) as Account[])
    .map((account) => ({ account, amount: (wanted[account] ?? 0) - (posted.get(account) ?? 0) }))
    .filter(({ amount }) => amount !== 0)
  if (postings.length === 0) return
  const at = tx.now()
  await repository.insertPostings(
    tx.db,
    postings.map((one) => ({ ...one, ...of, key: `${key}:${at.getTime()}`, at })),
  )
}
