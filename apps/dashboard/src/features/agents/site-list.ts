// Parses the list of allowed sites: one domain per line.
import { DOMAIN, MOST_DOMAINS } from '@parlance/contract/agents/allowed-sites'

/** Drops scheme and path of pasted addresses. */
export function readSites(text: string): string[] {
  const sites = text
    .split(/[\s,;]+/)
    .map((entry) =>
      entry
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/[/?#].*$/, ''),
    )
    .filter(Boolean)
  return [...new Set(sites)]
}

/** The first invalid domain, if any. */
export const wrongSite = (sites: readonly string[]): string | undefined =>
  sites.find((site) => site.length > 255 || !DOMAIN.test(site))

export const sitesFit = (sites: readonly string[]): boolean =>
  sites.length <= MOST_DOMAINS && wrongSite(sites) === undefined

/** A path as stored, starting at the root. */
export const readPath = (text: string): string => {
  const path = text.trim().slice(0, 499)
  return path === '' || path.startsWith('/') ? path : `/${path}`
}
