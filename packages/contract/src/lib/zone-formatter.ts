// Formatters are cached because creating one is slow.

/** Zone names have many spellings, so the cache is bounded. */
const MOST_KEPT = 200

const formatters = new Map<string, Intl.DateTimeFormat>()

/** @throws {RangeError} for an invalid time zone */
export function zoneFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const [oldest] = formatters.keys()
  if (oldest !== undefined && formatters.size >= MOST_KEPT) formatters.delete(oldest)
  formatters.set(timeZone, made)
  return made
}

export function isTimeZone(name: string): boolean {
  try {
    return zoneFormatter(name) !== undefined
  } catch {
    return false
  }
}
