// Remembers whose host is which: bounded, refreshed in the background, forgotten at once when a host changes.

interface Known<T> {
  readonly value: T | undefined
  readonly at: number
}

/** Hosts of tenants, and names that are nobody's, which strangers can make up and so have less room. */
const KNOWN = 20_000
const UNKNOWN = 2000
/** From this age on a host is looked up again while its last answer is still given. */
const FRESH_MS = 15_000
/** Above this age an answer is not given any more. */
const STALE_MS = 60_000

export interface HostCache<T> {
  readonly get: (host: string) => T | undefined | Promise<T | undefined>
  readonly forget: (host: string) => void
}

export function createHostCache<T>(
  find: (host: string) => Promise<T | undefined>,
  now: () => number = () => performance.now(),
): HostCache<T> {
  const known = new Map<string, Known<T>>()
  const unknown = new Map<string, Known<T>>()
  const pending = new Map<string, Promise<T | undefined>>()

  const keep = (host: string, value: T | undefined) => {
    const [into, from, max] = value === undefined ? [unknown, known, UNKNOWN] : [known, unknown, KNOWN]
    from.delete(host)
    into.delete(host)
    into.set(host, { value, at: now() })
    const oldest = into.size > max ? into.keys().next().value : undefined
    if (oldest !== undefined) into.delete(oldest)
  }
  const ask = (host: string): Promise<T | undefined> => {
    const before = pending.get(host)
    if (before) return before
    const asked = find(host)
      .then((value) => {
        // An answer that was asked for before the host changed is not kept.
        if (pending.get(host) === asked) keep(host, value)
        return value
      })
      .finally(() => pending.get(host) === asked && pending.delete(host))
    pending.set(host, asked)
    return asked
  }

  return {
    get(host) {
      const entry = known.get(host) ?? unknown.get(host)
      const age = entry ? now() - entry.at : Number.POSITIVE_INFINITY
      if (entry === undefined || age > STALE_MS) return ask(host)
      if (age > FRESH_MS) ask(host).catch(() => {})
      return entry.value
    },
    forget(host) {
      known.delete(host)
      unknown.delete(host)
      pending.delete(host)
    },
  }
}
