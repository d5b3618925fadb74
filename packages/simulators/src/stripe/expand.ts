/** `expand[]`: replaces ids in a response with their objects, along a path. */
import { StripeFault } from './fault.ts'
import { shown } from './payment-methods.ts'
import type { Store } from './store.ts'

const MAX_DEPTH = 4
type Loose = Record<string, unknown>

const PREFIXES = {
  cus_: 'customers',
  pi_: 'paymentIntents',
  seti_: 'setupIntents',
  ch_: 'charges',
  re_: 'refunds',
  du_: 'disputes',
  txn_: 'balanceTransactions',
  price_: 'prices',
  sub_: 'subscriptions',
  in_: 'invoices',
  promo_: 'promotionCodes',
  di_: 'discounts',
  fee_: 'applicationFees',
  prod_: 'products',
  parlance_: 'products',
} as const

function find(store: Store, account: string, id: string, field: string): unknown {
  const all = store.of(account)
  if (field === 'coupon') return all.coupons.get(id)
  if (field === 'product') return all.products.get(id)
  if (id.startsWith('pm_')) {
    const method = all.paymentMethods.get(id)
    return method && shown(method)
  }
  const prefix = (Object.keys(PREFIXES) as (keyof typeof PREFIXES)[]).find((one) => id.startsWith(one))
  return prefix && all[PREFIXES[prefix]].get(id)
}

/** Fields that are sent only on request. */
const ON_REQUEST = new Set(['payments', 'confirmation_secret', 'refunds', 'subscriptions', 'line_items'])

export function expand(store: Store, account: string, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as Loose
  const asked = new Set(paths.flatMap((path) => path.split('.')))
  hide(copy, asked)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MAX_DEPTH + (steps[0] === 'data' ? 1 : 0))
      throw StripeFault.invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property.`, 'expand')
    walk(store, account, copy, steps, path, asked)
  }
  return copy
}

function hide(value: Loose, asked: ReadonlySet<string>): void {
  if (value['object'] === 'invoice')
    for (const field of ['payments', 'confirmation_secret']) if (!asked.has(field)) delete value[field]
  const list = value['data']
  if (Array.isArray(list)) for (const one of list) if (one && typeof one === 'object') hide(one as Loose, asked)
}

function walk(
  store: Store,
  account: string,
  at: Loose,
  [step = '', ...rest]: readonly string[],
  path: string,
  asked: ReadonlySet<string>,
): void {
  const value = at[step]
  if (value === undefined && !ON_REQUEST.has(step))
    throw StripeFault.invalid(`This property cannot be expanded (${path}).`, 'expand')
  if (Array.isArray(value)) {
    at[step] = value.map((one) => {
      const found = typeof one === 'string' ? clone(find(store, account, one, step), asked) : one
      if (found && typeof found === 'object' && rest.length > 0) walk(store, account, found as Loose, rest, path, asked)
      return found ?? one
    })
    return
  }
  let inner: unknown = value
  if (typeof value === 'string') {
    inner = clone(find(store, account, value, step), asked) ?? value
    at[step] = inner
  }
  if (rest.length > 0 && inner && typeof inner === 'object') walk(store, account, inner as Loose, rest, path, asked)
}

function clone(value: unknown, asked: ReadonlySet<string>): unknown {
  if (!value || typeof value !== 'object') return undefined
  const copy = structuredClone(value) as Loose
  hide(copy, asked)
  return copy
}
