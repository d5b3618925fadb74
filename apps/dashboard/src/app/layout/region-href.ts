// Where a page is in the other region.
import { REGIONS, type Region } from '@parlance/contract/lib/regions'

export const otherRegion = (region: Region): Region => REGIONS.find((one) => one !== region) ?? region

/** Pages about one agent or widget, which the other region does not have. */
const AGENT_PAGE = /^\/(agents|demo|prototype)\/.+/

/**
 * The address with its region segment rewritten. Ids belong to the region they were made in: pages about one agent lead to the
 * list of agents, and of the query only the part of the page (`tab`) stays.
 */
export function inRegion(to: Region, { pathname, search }: { pathname: string; search: string }): string {
  const rest = pathname.replace(/^\/app\/[^/]*/, '')
  if (AGENT_PAGE.test(rest)) return `/app/${to}/agents`
  const tab = new URLSearchParams(search).get('tab')
  return `/app/${to}${rest}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`
}
