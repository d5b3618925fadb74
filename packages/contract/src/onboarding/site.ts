// What a site says of itself in the head of its front page: its name, a sentence, its colour.

/** What was read of a page, in its order: its title and the pairs of its meta elements. */
export interface PageHead {
  readonly title: string
  /** `name` or `property` in small letters, with the content. */
  readonly metas: readonly { readonly name: string; readonly content: string }[]
}

export interface SiteFacts {
  /** Where the page was found in the end. */
  readonly url: string
  readonly name: string
  readonly description: string
  /** `#rrggbb`, or empty. */
  readonly color: string
}

const NAME_MAX = 60
const DESCRIPTION_MAX = 300
const MAX_URL = 2000

/**
 * The address that somebody typed for a site, with https:// where they wrote none; undefined for what is no address of a
 * site.
 */
export function siteAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text.length > MAX_URL || /\s/.test(text)) return undefined
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(full)) return undefined
  const url = new URL(full)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !/[.:]/.test(url.host)) return undefined
  url.hash = ''
  return url.href
}

export function factsOf({ title, metas }: PageHead, url: string): SiteFacts {
  const meta = (...names: readonly string[]) => {
    for (const name of names) {
      const found = clean(metas.find((one) => one.name === name && one.content.trim() !== '')?.content ?? '')
      if (found) return found
    }
    return ''
  }
  const host = new URL(url).hostname.replace(/^www\./, '')
  return {
    url,
    name: cut(meta('og:site_name', 'application-name') || nameIn(clean(title), host) || host, NAME_MAX),
    description: cut(meta('description', 'og:description'), DESCRIPTION_MAX),
    color: hexOfCss(meta('theme-color', 'msapplication-tilecolor')),
  }
}

/** Of «Lamps and shades | Lumen» the part that the host is called after, else the first. */
function nameIn(title: string, host: string): string {
  const parts = title.split(/\s[|–—·»:-]\s|:\s/).map((part) => part.trim())
  const label = letters(host.split('.').at(-2) ?? host)
  return parts.find((part) => letters(part) !== '' && label.includes(letters(part))) ?? parts[0] ?? ''
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** One line without control characters. */
const clean = (text: string) =>
  text
    .slice(0, 5000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()

/** At a word where there is one, never within a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  const at = head.lastIndexOf(' ')
  return `${(at > max / 2 ? head.slice(0, at) : head).replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

/** `#rrggbb` of the forms that themes are written in; empty for any other. */
export function hexOfCss(color: string): string {
  const text = color.trim().toLowerCase()
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/.exec(text)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  const long = /^(#[0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(text)
  if (long) return long[1] ?? ''
  const parts = /^rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\b/.exec(text)?.slice(1) ?? []
  if (parts.length !== 3 || parts.some((part) => Number(part) > 255)) return ''
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}
