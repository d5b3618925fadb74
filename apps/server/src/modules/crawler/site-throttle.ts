// How often each site is asked, over all jobs of this process.
import { began, ended, HOST_DELAY_MS, type HostPace, type Pace } from './pace.ts'

export interface SiteThrottle {
  readonly pace: Pace
  readonly begin: (host: string) => void
  readonly end: (host: string, pauseMs: number) => void
  /** What the site itself asks for between two requests, in milliseconds. */
  readonly asks: (host: string, delayMs: number) => void
}

const MAX_HOSTS = 5000

/** `delayOf` says how long a site is left alone between two requests at the least; 500 ms when absent. */
export function createSiteThrottle(
  now: () => number,
  delayOf: (host: string) => number = () => HOST_DELAY_MS,
): SiteThrottle {
  const pace = new Map<string, HostPace>()
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
      pace.set(host, began(pace.get(host), now(), Math.max(delayOf(host), asked.get(host) ?? 0)))
    },
    end: (host, pauseMs) => void pace.set(host, ended(pace.get(host), now(), pauseMs)),
    asks: (host, delayMs) => void (delayMs > 0 ? asked.set(host, delayMs) : asked.delete(host)),
  }
}
