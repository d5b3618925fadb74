import { isTimeZone } from '@parlance/contract/lib/zone-formatter'

/** The time zone of the browser, like `Europe/Vienna`; UTC if it knows none, as some Linux desktops do. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
