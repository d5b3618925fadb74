// Orders and deduplicates inbound items, because providers repeat deliveries and mix their order.
import type { Inbound } from '../ports.ts'

type Placed = Pick<Inbound, 'at' | 'id' | 'order'>

/** By the provider's sequence number, or its clock, then by id; numeric ids sort by value. */
export function byOrder(a: Placed, b: Placed): number {
  if (a.order !== undefined && b.order !== undefined && a.order !== b.order) return a.order - b.order
  if (a.at !== b.at) return a.at - b.at
  return a.id.localeCompare(b.id, 'en', { numeric: true }) || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/** Removes duplicates and sorts by sending order. */
export const arrange = <One extends Placed>(all: readonly One[]): One[] =>
  [...new Map(all.map((one) => [one.id, one])).values()].toSorted(byOrder)
