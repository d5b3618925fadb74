import { isLanguage, type Language } from '../accounts/languages.ts'

export interface PageHead {
  readonly title: string
  readonly lang?: string
  /** `name` or `property` in lower case, with the content. */
  readonly metas: readonly { readonly name: string; readonly content: string }[]
}

export interface SiteFacts {
  /** After redirects. */
  readonly url: string
  /** Empty when the page gives none: an address is not a name. */
  readonly name: string
  readonly description: string
  readonly color: string
  /** Undefined when not supported. */
  readonly lang?: Language
}

const NAME_MAX = 60
const DESCRIPTION_MAX = 300
const MAX_URL = 2000
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

/** Adds https:// to an address without a scheme; undefined if it isn't a site's address. */
export function siteAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || text.length > MAX_URL || /\s/.test(text)) return undefined
  const full = SCHEME.test(text) ? text : `https://${text}`
  if (!URL.canParse(full)) return undefined
  const url = new URL(full)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !/[.:]/.test(url.host)) return undefined
  url.hash = ''
  return url.href
}

/** In order: without a scheme https first, then http. */
export function siteAddresses(typed: string): readonly string[] {
  const url = siteAddress(typed)
  if (url === undefined) return []
  return SCHEME.test(typed.trim()) ? [url] : [url, url.replace(/^https:/, 'http:')]
}

export function factsOf({ title, lang = '', metas }: PageHead, url: string): SiteFacts {
  const meta = (...names: readonly string[]) => {
    for (const name of names) {
      const found = clean(metas.find((one) => one.name === name && one.content.trim() !== '')?.content ?? '')
      if (found) return found
    }
    return ''
  }
  const host = new URL(url).hostname.replace(/^www\./, '')
  const named = [meta('og:site_name', 'application-name'), nameIn(clean(title), host)].find(
    (name) => /[\p{L}\p{N}]/u.test(name) && !isAddress(name, host),
  )
  const description = cut(meta('description', 'og:description'), DESCRIPTION_MAX)
  const language = languageOf(lang, `${title} ${description}`)
  return {
    url,
    name: cut(named ?? '', NAME_MAX),
    description,
    ...(language ? { lang: language } : {}),
    color: hexOfCss(meta('theme-color', 'msapplication-tilecolor')),
  }
}

/** The part of «Lamps and shades | Lumen» that matches the host, or the first. */
function nameIn(title: string, host: string): string {
  const parts = title.split(/\s[|–—·»:-]\s|:\s/).map((part) => part.trim())
  const label = letters(host.split('.').at(-2) ?? host)
  return parts.find((part) => letters(part) !== '' && label.includes(letters(part))) ?? parts[0] ?? ''
}

/** The host of the page, with or without its port, or any IP address. */
const isAddress = (name: string, host: string): boolean => {
  const bare = name
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
  return (
    bare === host || bare === 'localhost' || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(bare) || /^\[[\da-f:]+\]?$/.test(bare)
  )
}

/** Many systems write `lang="en"` on every page, so letters of another script win. */
function languageOf(declared: string, text: string): Language | undefined {
  const primary = declared.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  if ((primary === '' || primary === 'en') && isMostlyArabic(text)) return 'ar'
  return isLanguage(primary) ? primary : undefined
}

const isMostlyArabic = (text: string): boolean =>
  (text.match(/\p{Script=Arabic}/gu)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0)

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const clean = (text: string) =>
  text
    .slice(0, 5000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()

/** Cuts at a word where possible, never within a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  const at = head.lastIndexOf(' ')
  return `${(at > max / 2 ? head.slice(0, at) : head).replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

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
