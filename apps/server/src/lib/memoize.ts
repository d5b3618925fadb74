// Caches look-ups that rarely change, for a short time, so that hot paths do not query the database each time.
import { LRUCache } from 'lru-cache'

export type Memoized<Args extends readonly unknown[], Value> = ((...args: Args) => Promise<Value | undefined>) & {
  /** Drops the cached value, also one being looked up. Call it after a change. */
  readonly forget: (...args: Args) => void
}

/** Caches found values for `ttlMs`, at most `max` of them. Concurrent callers share one look-up. */
export function memoize<Args extends readonly unknown[], Value>(
  options: { readonly ttlMs: number; readonly max: number; readonly key: (...args: Args) => string },
  find: (...args: Args) => Promise<Value | undefined>,
): Memoized<Args, Value> {
  const known = new LRUCache<string, Promise<Value | undefined>>({ max: options.max, ttl: options.ttlMs })
  const get = (...args: Args) => {
    const key = options.key(...args)
    const kept = known.get(key)
    if (kept) return kept
    const value = find(...args)
    const forget = () => known.peek(key) === value && known.delete(key)
    known.set(key, value)
    value.then((found) => found === undefined && forget(), forget)
    return value
  }
  return Object.assign(get, { forget: (...args: Args) => void known.delete(options.key(...args)) })
}
