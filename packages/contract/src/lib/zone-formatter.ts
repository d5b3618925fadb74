// What turns moments into days and clocks of a time zone. Making one is slow, so some are kept.

/** Zones have many spellings, with capitals and without: not all that somebody may send are kept. */
const MOST_KEPT = 200

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Throws a RangeError for what is no time zone. */
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

/** An IANA name such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return zoneFormatter(name) !== undefined
  } catch {
    return false
  }
}
