// Display names of counted values.
import { channelLabel, isChannel } from '@parlance/contract/channels/list'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { numberLocale } from '../../i18n/number-locale.ts'
import { dateLocale, wordLocale } from '../../components/content/locale.ts'

/** In the order of their colours. */
export const SERIES = ['loads', 'opens', 'chats', 'messages', 'leads'] as const
export type Series = (typeof SERIES)[number]
export type Shared = 'countries' | 'browsers' | 'platforms' | 'channels'

/** The code of an unknown country. */
const UNKNOWN = 'ZZ'
const PRODUCT: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  ios: 'iOS',
  chromeos: 'ChromeOS',
}

export function useNames() {
  const { t, i18n } = useTranslation()
  const countries = new Intl.DisplayNames(wordLocale(i18n.language), { type: 'region', fallback: 'code' })
  return (of: Shared, value: string): string => {
    if (of === 'countries') return value === UNKNOWN ? t('analytics.unknownCountry') : (countries.of(value) ?? value)
    if (of === 'channels' && (value === 'web-chat' || value === 'api' || value === 'preview'))
      return t(`analytics.channel.${value}`)
    if (of === 'channels' && isChannel(value)) return channelLabel(value)
    return PRODUCT[value] ?? t('analytics.other')
  }
}

/** Merges rows of the same name, largest first. */
export function mergeByName(
  rows: readonly { readonly label: string; readonly count: number }[],
): { label: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const { label, count } of rows) sums.set(label, (sums.get(label) ?? 0) + count)
  return [...sums].map(([label, count]) => ({ label, count })).toSorted((a, b) => b.count - a.count)
}

/** Days are UTC: the browser's time zone would shift them. */
export const dayName = (day: string, style: 'short' | 'long'): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(style === 'long' ? { weekday: 'short', year: 'numeric' } : {}),
  })

export const number = (value: number): string => value.toLocaleString(numberLocale(i18n.language))
/** Short form for narrow places: 12.3K. */
export const compact = (value: number): string =>
  value.toLocaleString(numberLocale(i18n.language), { notation: 'compact', maximumFractionDigits: 1 })
export const percent = (part: number): string =>
  part.toLocaleString(numberLocale(i18n.language), {
    style: 'percent',
    maximumFractionDigits: Math.abs(part) < 0.1 ? 1 : 0,
  })

/** In the largest fitting unit: 45 sec, 3.5 min, 2.1 hr, 4 days. */
export function duration(seconds: number): string {
  const [unit, size] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < 3600
        ? (['minute', 60] as const)
        : seconds < 48 * 3600
          ? (['hour', 3600] as const)
          : (['day', 86_400] as const)
  const value = seconds / size
  return value.toLocaleString(numberLocale(i18n.language), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit !== 'second' ? 1 : 0,
  })
}

/** Monday is 0. */
export const weekdayName = (weekday: number): string =>
  // 1 January 2024 was a Monday.
  new Date(Date.UTC(2024, 0, 1 + weekday)).toLocaleDateString(dateLocale(), { timeZone: 'UTC', weekday: 'short' })
export const hourName = (hour: number): string =>
  new Date(Date.UTC(2024, 0, 1, hour)).toLocaleTimeString(dateLocale(), { timeZone: 'UTC', hour: 'numeric' })
