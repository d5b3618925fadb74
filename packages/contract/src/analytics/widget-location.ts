const PREVIEW_PATH = /^\/(?:app\/)?(?:eu|na)\/(?:prototype(?:\/|$)|demo\/)/
/** For complete URLs, as PostgreSQL regular expressions. */
export const PREVIEW_PAGES = {
  preview: String.raw`^[a-z]+://[^/]+/(app/)?(eu|na)/(prototype(/|$)|demo/)`,
  share: String.raw`^[a-z]+://[^/]+/app/(eu|na)/agents/[^/]+/share/?$`,
} as const
const SHARE_PATH = /^\/app\/(?:eu|na)\/agents\/[^/]+\/share\/?$/

export interface WidgetLocation {
  readonly isPreview: (pageUrl: string) => boolean
}

/** `own` returns the origin of this installation. A shared page counts as visitors'. */
export const locateWidget = (own: () => string): WidgetLocation => ({
  isPreview(pageUrl) {
    if (!URL.canParse(pageUrl)) return false
    const { origin, pathname } = new URL(pageUrl)
    return PREVIEW_PATH.test(pathname) || (origin === own() && !SHARE_PATH.test(pathname))
  },
})

export const isOwnSite = (site: string | undefined, host: string, own: string): boolean =>
  site !== undefined && (site === own || new URL(site).host === host)

export function isPreviewCall(
  { origin, host, referer }: { origin: string | undefined; host: string; referer: string },
  own: string,
): boolean {
  if (origin === undefined || !isOwnSite(origin, host, own)) return false
  // Our own pages send the full URL to their host; other sites send at most their origin.
  return locateWidget(() => origin).isPreview(referer.startsWith(`${origin}/`) ? referer : `${origin}/`)
}

const MAX_ORIGIN = 253

export function siteOf(header: string | null): string | undefined {
  if (header === null || header.length > MAX_ORIGIN || !URL.canParse(header)) return undefined
  const { origin, protocol } = new URL(header)
  return /^https?:$/.test(protocol) && origin === header.toLowerCase() ? origin : undefined
}
