// Formats the next opening in the visitor's language and time zone.
import { fill } from '../../../i18n.ts'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { localeOf } from '../../ui/locale-of.ts'

const WEEK_MS = 6 * 24 * 3600_000

/** Returns an empty string while it is unknown. `language` is the code of the surrounding texts. */
export function opensText(opensAt: string | null, language: string): string {
  if (!opensAt) return ''
  const at = new Date(opensAt)
  const isFar = at.getTime() - Date.now() > WEEK_MS
  const time = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    ...(isFar && { day: 'numeric', month: 'long' }),
  }).format(at)
  return fill(onDemandTexts().opens, { time })
}
