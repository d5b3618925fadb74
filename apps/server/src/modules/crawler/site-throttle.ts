// Picks the next page to fetch, and limits requests per site across all jobs of this process.

export const HOST_DELAY_MS = 500
/** Upper limit of the delay that a site can ask for. */
export const MAX_DELAY_MS = 60_000
export const MAX_PARALLEL = 8
export const MAX_PARALLEL_HOST = 2

export interface HostState {
  /** Milliseconds since 1970 before which the host is not asked. */
  readonly nextAt: number
  readonly running: number
}
export type HostStates = ReadonlyMap<string, HostState>

export interface Limits {
  readonly parallel: number
  readonly parallelHost: number
}

export type PickResult =
  | { readonly next: number }
  /** Wait this many milliseconds, or until a running request has ended (`null`). */
  | { readonly waitMs: number | null }

const IDLE: HostState = { nextAt: 0, running: 0 }

/** The first page of the queue whose host may be asked now. `running` counts this queue's open requests. */
export function pickNext(
  hosts: readonly string[],
  pace: HostStates,
  running: number,
  now: number,
  limits: Limits,
): PickResult {
  if (running >= limits.parallel) return { waitMs: null }
  let soonest = Infinity
  const seen = new Set<string>()
  for (const [next, host] of hosts.entries()) {
    if (seen.has(host)) continue
    seen.add(host)
    const { nextAt, running: there } = pace.get(host) ?? IDLE
    if (there >= limits.parallelHost) continue
    if (nextAt <= now) return { next }
    soonest = Math.min(soonest, nextAt)
  }
  return { waitMs: soonest === Infinity ? null : soonest - now }
}

export function requestStarted(before: HostState = IDLE, now: number, delayMs: number): HostState {
  return { nextAt: Math.max(before.nextAt, now) + Math.min(delayMs, MAX_DELAY_MS), running: before.running + 1 }
}

export function requestEnded(before: HostState = IDLE, now: number, pauseMs: number): HostState {
  return {
    nextAt: Math.max(before.nextAt, now + Math.min(pauseMs, MAX_PAUSE_MS)),
    running: Math.max(0, before.running - 1),
  }
}
/** Longest pause for a busy host; then it is asked again. */
const MAX_PAUSE_MS = 5 * 60_000

export interface SiteThrottle {
  readonly pace: HostStates
  readonly begin: (host: string) => void
  readonly end: (host: string, pauseMs: number) => void
  readonly setDelay: (host: string, delayMs: number) => void
}

const MAX_HOSTS = 5000

/** `delayOf` returns a site's minimum delay; 500 ms when absent. */
export function createSiteThrottle(
  now: () => number,
  delayOf: (host: string) => number = () => HOST_DELAY_MS,
): SiteThrottle {
  const pace = new Map<string, HostState>()
  const asked = new Map<string, number>()
  const forget = () => {
    if (pace.size <= MAX_HOSTS) return
    for (const [host, { nextAt, running }] of pace) if (running === 0 && nextAt < now()) pace.delete(host)
    if (asked.size > MAX_HOSTS) asked.clear()
  }
  return {
    pace,
    begin(host) {
      forget()
      pace.set(host, requestStarted(pace.get(host), now(), Math.max(delayOf(host), asked.get(host) ?? 0)))
    },
    end: (host, pauseMs) => void pace.set(host, requestEnded(pace.get(host), now(), pauseMs)),
    setDelay: (host, delayMs) => void (delayMs > 0 ? asked.set(host, delayMs) : asked.delete(host)),
  }
}
