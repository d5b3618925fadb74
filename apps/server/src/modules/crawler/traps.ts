// Detects crawler traps: endless calendars, repeating paths, filter combinations.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

const MAX_LENGTH = 1000
const MAX_SEGMENTS = 15
const MAX_REPEATS = 3
const MAX_PARAMETERS = 8
export const MAX_VARIANTS = 300
/** Range of calendar pages that are read, relative to today. */
const YEARS_BACK = 30
const YEARS_AHEAD = 2

/** The reason to skip a URL; undefined for a normal one. */
export function trapOf(address: string, now: Date): MessageDescriptor | undefined {
  const url = new URL(address)
  const segments = url.pathname.split('/').filter(Boolean)
  if (address.length > MAX_LENGTH) return msg('page_address_too_long')
  if (segments.length > MAX_SEGMENTS) return msg('path_too_many_parts')
  if (repeats(segments)) return msg('path_repeats')
  if ([...url.searchParams].length > MAX_PARAMETERS) return msg('address_too_many_parameters')
  if (isFarAway(url, now)) return msg('address_far_date')
  return undefined
}

function repeats(segments: readonly string[]): boolean {
  const count = new Map<string, number>()
  for (const segment of segments) {
    const times = (count.get(segment) ?? 0) + 1
    // Numbers repeat in dates and ids.
    if (times > MAX_REPEATS && !/^\d+$/.test(segment)) return true
    count.set(segment, times)
  }
  return rows(segments)
}

function rows(segments: readonly string[]): boolean {
  for (let size = 2; size * MAX_REPEATS <= segments.length; size += 1)
    for (let at = 0; at + size * MAX_REPEATS <= segments.length; at += 1) {
      const row = segments.slice(at, at + size).join('/')
      const next = (times: number) => segments.slice(at + size * times, at + size * (times + 1)).join('/')
      if (row === next(1) && row === next(2)) return true
    }
  return false
}

const DATE = /(?:^|[/=\-_])([12]\d{3})[-/_](?:0?[1-9]|1[0-2])(?=$|[-/_&])/
const YEAR = /^(?:y|yr|year|jahr|annee|anno)$/i

/** Only for URLs that are clearly a date; a four-digit number alone may be anything. */
function isFarAway(url: URL, now: Date): boolean {
  const named = [...url.searchParams].find(([name, value]) => YEAR.test(name) && /^\d{4,6}$/.test(value))
  const found = named?.[1] ?? DATE.exec(`${url.pathname}${url.search}`)?.[1]
  if (found === undefined) return false
  const away = Number(found) - now.getUTCFullYear()
  return away > YEARS_AHEAD || away < -YEARS_BACK
}

/** The URL without its parameters, as key for counting variants; undefined if it has none. */
export const variantOf = (address: string): string | undefined => {
  const at = address.indexOf('?')
  return at < 0 ? undefined : address.slice(0, at)
}
