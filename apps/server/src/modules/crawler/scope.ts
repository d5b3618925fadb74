// Whether a crawl follows a URL, and if not, why.
import type { CrawlSettings } from '@parlance/contract/crawler/schemas'
import { matchesPattern } from './address-patterns.ts'
import { trapOf } from './traps.ts'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

export type Scope = Pick<
  CrawlSettings,
  'kind' | 'startUrls' | 'include' | 'exclude' | 'maxDepth' | 'maxPages' | 'stayOnDomain'
>

export type Decision =
  | { readonly do: 'read' }
  /** Fetched for its links only: a start URL that matches no `include`. */
  | { readonly do: 'links'; readonly reason: MessageDescriptor }
  /** `foreign` URLs are not logged: sites link to thousands of others. */
  | { readonly do: 'skip'; readonly reason: MessageDescriptor; readonly foreign: boolean }

const skip = (reason: MessageDescriptor, foreign = false): Decision => ({ do: 'skip', reason, foreign })

/** `url` is normalised; `depth` is 0 for start URLs. */
export function decide(scope: Scope, url: string, depth: number, now: Date): Decision {
  if (scope.stayOnDomain && !scope.startUrls.some((start) => isOfSite(url, start)))
    return skip(msg('page_on_other_site'), true)
  const isStart = depth === 0 && scope.kind === 'site'
  const trap = isStart ? undefined : trapOf(url, now)
  if (trap !== undefined) return skip(trap)
  if (isMedia(url)) return skip(msg('page_is_file'))
  const excluded = scope.exclude.find((matcher) => matchesPattern(matcher, url))
  if (excluded !== undefined) return skip(msg('matcher_excludes', { matcher: excluded }))
  if (depth > scope.maxDepth)
    return skip(scope.maxDepth === 1 ? msg('page_too_far_one') : msg('page_too_far', { max: scope.maxDepth }))
  if (scope.include.length === 0 || scope.include.some((matcher) => matchesPattern(matcher, url))) return { do: 'read' }
  return isStart ? { do: 'links', reason: msg('no_matcher_fits_links_read') } : skip(msg('no_matcher_fits'))
}

/** The same host as a start URL, with or without `www.`, or a subdomain. */
function isOfSite(url: string, start: string): boolean {
  const host = bare(url)
  const site = bare(start)
  return site !== '' && (host === site || (!/^[\d.]+$|:/.test(site) && host.endsWith(`.${site}`)))
}

function bare(address: string): string {
  try {
    return new URL(address).hostname.replace(/\.+$/, '').replace(/^www\./, '')
  } catch {
    return ''
  }
}

const MEDIA =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|mov|avi|mkv|webm|og[gv]|wav|flac|zip|rar|7z|gz|tgz|bz2|xz|exe|msi|dmg|pkg|deb|rpm|apk|iso|woff2?|ttf|otf|eot|css|m?js|map)$/i

export const isMedia = (url: string): boolean => MEDIA.test(new URL(url).pathname)
