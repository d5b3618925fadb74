// Remembers answers that hardly ever change for a short while, so that hot paths do not ask the database each time.

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
  const known = new Map<string, { readonly until: number; readonly value: Promise<Value | undefined> }>()
  const get = (...args: Args) => {
    const key = options.key(...args)
    const now = performance.now()
    const entry = known.get(key)
    if (entry && entry.until > now) return entry.value
    if (known.size >= options.max) known.clear()
    const value = find(...args)
    const fresh = { until: now + options.ttlMs, value }
    const forget = () => known.get(key) === fresh && known.delete(key)
    known.set(key, fresh)
    value.then((found) => found === undefined && forget(), forget)
    return value
  }
  return Object.assign(get, { forget: (...args: Args) => void known.delete(options.key(...args)) })
}
