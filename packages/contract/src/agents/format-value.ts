// For people, in their language. Tools, rules and prompts get stored values.
import type { Value, Variable } from './variables.ts'

/** Undefined if unknown, e.g. for values from tools. */
export type ValueFormat = Variable['type'] | 'datetime' | undefined

const FALLBACK = 'en'

/** Creating a formatter is much slower than using it. Visitors choose the tags, so the cache is bounded. */
const MOST_KEPT = 200
function keepResults<Result>(make: (key: string) => Result): (key: string) => Result {
  const kept = new Map<string, Result>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const made = make(key)
    kept.set(key, made)
    return made
  }
}

export const localeOf = keepResults((language: string): string => {
  try {
    const [known] = Intl.DateTimeFormat.supportedLocalesOf([language])
    return known === undefined ? FALLBACK : new Intl.Locale(known).baseName
  } catch {
    return FALLBACK
  }
})

/** `Intl` has no words for yes and no. */
const YES_NO: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  ar: ['نعم', 'لا'],
  de: ['ja', 'nein'],
  en: ['yes', 'no'],
  es: ['sí', 'no'],
  fa: ['بله', 'خیر'],
  fi: ['kyllä', 'ei'],
  fr: ['oui', 'non'],
  he: ['כן', 'לא'],
  it: ['sì', 'no'],
  ja: ['はい', 'いいえ'],
  nb: ['ja', 'nei'],
  nl: ['ja', 'nee'],
  pl: ['tak', 'nie'],
  pt: ['sim', 'não'],
  sv: ['ja', 'nej'],
  tr: ['evet', 'hayır'],
  uk: ['так', 'ні'],
  vi: ['có', 'không'],
  zh: ['是', '否'],
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

function momentOf(date: string, time: string): Date | undefined {
  const moment = new Date(`${date}T${time}:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) ? moment : undefined
}

export interface StoredMoment {
  readonly moment: Date
  readonly hasDay: boolean
  readonly hasTime: boolean
}

export function readDate(text: string): StoredMoment | undefined {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})?(?:(?:^|T)(\d{2}:\d{2})(?::00)?)?$/.exec(text) ?? []
  if ((date === undefined && time === undefined) || (time !== undefined && !TIME.test(time))) return undefined
  const moment = momentOf(date ?? '2000-01-01', time ?? '00:00')
  return moment && { moment, hasDay: date !== undefined, hasTime: time !== undefined }
}

/** Stored values have no time zone; dates use the Gregorian calendar, and digits those that forms accept. */
const AS_STORED = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const

const dateFormat = keepResults((locale) => new Intl.DateTimeFormat(locale, { ...AS_STORED, dateStyle: 'long' }))
const timeFormat = keepResults((locale) => new Intl.DateTimeFormat(locale, { ...AS_STORED, timeStyle: 'short' }))
const datetimeFormat = keepResults(
  (locale) => new Intl.DateTimeFormat(locale, { ...AS_STORED, dateStyle: 'long', timeStyle: 'short' }),
)
/** Without grouping: a year or a customer number is not an amount. */
const numberFormat = keepResults(
  (locale) => new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: false, maximumFractionDigits: 20 }),
)
const listFormat = keepResults((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

function formatDate(text: string, locale: string): string {
  const moment = DATE.test(text) ? momentOf(text, '00:00') : undefined
  return moment ? dateFormat(locale).format(moment) : text
}

function formatTime(text: string, locale: string): string {
  const moment = TIME.test(text) ? momentOf('2000-01-01', text) : undefined
  return moment ? timeFormat(locale).format(moment) : text
}

function formatDatetime(text: string, locale: string): string {
  const [, date = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::00)?$/.exec(text) ?? []
  const moment = TIME.test(time) ? momentOf(date, time) : undefined
  return moment ? datetimeFormat(locale).format(moment) : text
}

function formatText(text: string, format: ValueFormat, locale: string): string {
  switch (format) {
    case 'date':
      return formatDate(text, locale)
    case 'time':
      return formatTime(text, locale)
    case 'datetime':
      return formatDatetime(text, locale)
    case undefined:
      // Without a known type only whole dates are parsed; a phone number or «10:30» may be anything.
      return text.includes('T') ? formatDatetime(text, locale) : formatDate(text, locale)
    default:
      return text
  }
}

function formatScalar(value: Value, format: ValueFormat, locale: string): string {
  if (typeof value === 'string') return formatText(value, format, locale)
  if (typeof value === 'number') return numberFormat(locale).format(value)
  const [yes, no] = YES_NO[new Intl.Locale(locale).language] ?? ['✓', '✗']
  return value ? yes : no
}

const isScalar = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value)

/** The values of a list stored as JSON; undefined for anything else, including nested lists or objects. */
export function readList(value: Value): readonly Value[] | undefined {
  if (typeof value !== 'string' || !/^\s*\[[^]*\]\s*$/.test(value)) return undefined
  try {
    const list = JSON.parse(value) as unknown
    return Array.isArray(list) && list.every(isScalar) ? list : undefined
  } catch {
    return undefined
  }
}

/** `language` is a BCP 47 tag. A value that is invalid for its format is unchanged. */
export function formatValue(value: Value, format: ValueFormat, language: string): string {
  const locale = localeOf(language)
  const list = readList(value)
  if (!list) return formatScalar(value, format, locale)
  return listFormat(locale).format(list.map((one) => formatScalar(one, format, locale)))
}

/** Joins a list in words, with unchanged values; anything else is unchanged. For texts that a model reads. */
export function joinList(value: Value, language: string): string {
  const list = readList(value)
  return list ? listFormat(localeOf(language)).format(list.map(String)) : String(value)
}
