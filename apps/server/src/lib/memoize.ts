// Remembers answers that hardly ever change for a short while, so that hot paths do not ask the database each time.
import { LRUCache } from 'lru-cache'

export type Memoized<Args extends readonly unknown[], Value> = ((...args: Args) => Promise<Value | undefined>) & {
  /** Looks up anew next time, also when an answer is on its way: whoever changed something says so here. */
  readonly forget: (...args: Args) => void
}

/**
 * Wraps a look-up. Only found answers are remembered, for `ttlMs`; at most `max` of them. Callers that come while one is
 * being looked up share it.
 */
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
