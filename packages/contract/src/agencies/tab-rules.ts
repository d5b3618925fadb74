import { TAB_KEYS } from '../agents/tabs.ts'

export const MAX_CUSTOM_TABS = 20
export const MAX_TAB_HTML = 100_000
export const MAX_TAB_JS = 50_000
/** 1 MB is 1,000,000 bytes. */
export const MAX_TAB_ICON_MB = 1

const RESERVED: ReadonlySet<string> = new Set(TAB_KEYS)

/** For comparing and storing: `news/`, ` /News` and `/news` become `/news`. */
export const tabPath = (href: string): string =>
  `/${href
    .trim()
    .toLowerCase()
    .replaceAll(/^\/+|\/+$/g, '')}`

export function tabHrefProblem(
  href: string,
  others: readonly string[],
): 'tab_href_slash' | 'tab_href_characters' | 'tab_href_reserved' | 'tab_href_taken' | undefined {
  if (!href.includes('/')) return 'tab_href_slash'
  const path = tabPath(href)
  if (!/^(?:\/[a-z0-9][a-z0-9_-]*){1,5}$/.test(path)) return 'tab_href_characters'
  if (RESERVED.has(path.slice(1))) return 'tab_href_reserved'
  return others.some((other) => tabPath(other) === path) ? 'tab_href_taken' : undefined
}

export function isFrameUrl(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}
