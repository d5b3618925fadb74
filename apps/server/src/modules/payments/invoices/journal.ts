// The journal of money: what the provider captured, kept as fee, refunded or lost to disputes, each posting balanced.
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from '../repository.ts'

type Account = repository.NewPosting['account']
export type MoneyState = Pick<
  repository.InvoiceRow,
  'amountPaid' | 'tax' | 'total' | 'fee' | 'amountRefunded' | 'amountDisputed'
>

/** Pure: the balance of each account that follows from an invoice. They sum to zero. */
export function moneyAccounts({ amountPaid, tax, total, fee, amountRefunded, amountDisputed }: MoneyState) {
  const taxed = total === 0 ? 0 : Math.round((amountPaid * tax) / total)
  return {
    provider: amountPaid - fee - amountRefunded - amountDisputed,
    revenue: -(amountPaid - taxed),
    tax: -taxed,
    fees: fee,
    refunds: amountRefunded,
    disputes: amountDisputed,
  } satisfies Record<Account, number>
}

/** Posts the difference between what the invoice says and what is posted; nothing where they agree. */
export async function postMoney(tx: Ctx, row: repository.InvoiceRow): Promise<void> {
  const posted = await repository.postedFor(tx.db, row.id)
  const wanted = moneyAccounts(row)
  const postings = (Object.keys(wanted) as Account[])
    .map((account) => ({ account, amount: wanted[account] - (posted.get(account) ?? 0) }))
    .filter(({ amount }) => amount !== 0)
  if (postings.length === 0) return
  const { workspaceId, currency } = row
  const key = `${row.id}:${row.amountPaid}:${row.fee}:${row.amountRefunded}:${row.amountDisputed}:${tx.now().getTime()}`
  await repository.insertPostings(
    tx.db,
    postings.map((one) => ({ ...one, key, workspaceId, invoiceId: row.id, currency, at: tx.now() })),
  )
}
