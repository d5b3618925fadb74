// Caches the agency of each host: bounded, refreshed in the background, dropped at once when a host changes.

interface Known<T> {
  readonly value: T | undefined
  readonly at: number
}

/** Tenants' hosts, and unknown names, which strangers can make up and so get less room. */
const KNOWN = 20_000
const UNKNOWN = 2000
/** From this age on the cached answer is still used while the host is looked up again. */
const FRESH_MS = 15_000
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
        // A look-up that started before the host changed is not cached.
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
