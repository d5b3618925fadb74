// Providers deliver again, and not always in order: what came in is the same, whichever way it came. Pure.
import type { Inbound } from './ports.ts'

type Placed = Pick<Inbound, 'at' | 'id' | 'order'>

/** By the provider's own count, or its clock, then by its ids, of which numbers count up. */
export function byOrder(a: Placed, b: Placed): number {
  if (a.order !== undefined && b.order !== undefined && a.order !== b.order) return a.order - b.order
  if (a.at !== b.at) return a.at - b.at
  return a.id.localeCompare(b.id, 'en', { numeric: true }) || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/** Each thing once, as it was sent. */
export const arrange = <One extends Placed>(all: readonly One[]): One[] =>
  [...new Map(all.map((one) => [one.id, one])).values()].toSorted(byOrder)
