import { monthKey } from '@parlance/contract/lib/time'

export const lastMonth = (now: Date): string =>
  monthKey(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)))

/** `month` is like `2026-11`, in UTC. */
export function monthRange(month: string): { readonly from: Date; readonly before: Date } {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  return { from: new Date(Date.UTC(year, nth - 1)), before: new Date(Date.UTC(year, nth)) }
}
