// A page's address in the other region.
import { REGIONS, type Region } from '@parlance/contract/lib/regions'

export const otherRegion = (region: Region): Region => REGIONS.find((one) => one !== region) ?? region

/** Pages about one agent or widget, which the other region lacks. */
const AGENT_PAGE = /^\/(agents|demo|prototype)\/.+/

/**
 * The address with the other region. Ids belong to one region: agent pages link to the list of agents, and only `tab`
 * of the query stays.
 */
export function inRegion(to: Region, { pathname, search }: { pathname: string; search: string }): string {
  const rest = pathname.replace(/^\/app\/[^/]*/, '')
  if (AGENT_PAGE.test(rest)) return `/app/${to}/agents`
  const tab = new URLSearchParams(search).get('tab')
  return `/app/${to}${rest}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`
}
