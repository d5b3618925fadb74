/** Types and helpers that the parts of the simulator share. */
import type { Input } from './input.ts'
import type { Store } from './store.ts'

export interface Sim {
  readonly store: Store
  /** Stores a change of an account's object as an event, and delivers it to the endpoints. */
  readonly emit: (account: string, type: string, object: object, before?: object) => void
  /** The address of the pages for browsers, without a slash at the end. */
  readonly publicUrl: () => string
}

export interface Call {
  /** `''` is the platform's own. */
  readonly account: string
  readonly input: Input
  /** The ids in the path, in order. */
  readonly ids: readonly string[]
  /** Called with a publishable key, by a browser. */
  readonly fromBrowser: boolean
  readonly idempotencyKey: string | undefined
}

export type Handler = (call: Call) => object
/** Method and path, `:` for an id. */
export type Routes = Readonly<Record<string, Handler>>

export const idOf = (value: string | { id?: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')

/** A page of a list, newest first, in Stripe's format. */
export function pageOf<T extends { id: string; created?: number }>(all: Iterable<T>, input: Input, url: string) {
  const limit = input.integer('limit') ?? 10
  const after = input.string('starting_after')
  const before = input.string('ending_before')
  const sorted = [...all].toReversed().toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0))
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1
  const to = before === undefined ? sorted.length : sorted.findIndex(({ id }) => id === before)
  const rest = sorted.slice(from, to === -1 ? sorted.length : to)
  return { object: 'list' as const, data: rest.slice(0, limit), has_more: rest.length > limit, url }
}
