// Formatters in texts, e.g. `{date|long}`, `{price|currency:EUR}` or `{name|default:there}`.
import { formatValue, localeOf, readDate, readList, type ValueFormat } from './format-value.ts'
import type { Value } from './variables.ts'

type DateStyle = 'short' | 'medium' | 'long' | 'full'

export type Formatter =
  | { readonly kind: 'raw' }
  | { readonly kind: 'date'; readonly style: DateStyle }
  | { readonly kind: 'number'; readonly digits: number | undefined }
  | { readonly kind: 'percent' }
  | { readonly kind: 'currency'; readonly currency: string }
  | { readonly kind: 'join'; readonly separator: string }
  | { readonly kind: 'default' }

const DATE_STYLES: readonly DateStyle[] = ['short', 'medium', 'long', 'full']
const MAX_DIGITS = 10

export function parseFormatter(text: string): Formatter | undefined {
  const [, name = '', option] = /^\s*([a-z]+)\s*(?::\s*(.*?)\s*)?$/i.exec(text) ?? []
  const style = DATE_STYLES.find((one) => one === name)
  if (style) return option === undefined ? { kind: 'date', style } : undefined
  switch (name) {
    case 'raw':
    case 'percent':
      return option === undefined ? { kind: name } : undefined
    case 'number':
      return parseNumber(option)
    case 'currency':
      return parseCurrency(option)
    case 'join':
      return option ? { kind: 'join', separator: option } : undefined
    case 'default':
      return option ? { kind: name } : undefined
    default:
      return undefined
  }
}

function parseNumber(option: string | undefined): Formatter | undefined {
  if (option === undefined) return { kind: 'number', digits: undefined }
  const digits = /^\d{1,2}$/.test(option) ? Number(option) : Infinity
  return digits <= MAX_DIGITS ? { kind: 'number', digits } : undefined
}

function parseCurrency(option = ''): Formatter | undefined {
  const currency = option.toUpperCase()
  return Intl.supportedValuesOf('currency').includes(currency) ? { kind: 'currency', currency } : undefined
}

/** Falls back to `formatValue` for unknown formatters and unsuitable values, e.g. a currency on words. */
export function formatAs(value: Value, formatter: string, format: ValueFormat, language: string): string {
  const parsed = parseFormatter(formatter)
  if (!parsed || parsed.kind === 'default') return formatValue(value, format, language)
  if (parsed.kind === 'raw') return String(value)
  const locale = localeOf(language)
  const list = readList(value)
  if (parsed.kind === 'join')
    return list
      ? join(
          list.map((one) => formatValue(one, format, language)),
          parsed.separator,
        )
      : formatValue(value, format, language)
  const write = (one: Value) => formatOne(one, parsed, locale) ?? formatValue(one, format, language)
  return list ? new Intl.ListFormat(locale, { type: 'conjunction' }).format(list.map(write)) : write(value)
}

function formatOne(value: Value, formatter: Formatter, locale: string): string | undefined {
  if (formatter.kind === 'date') return formatDate(String(value), formatter.style, locale)
  const number = numberOf(value)
  return number === undefined ? undefined : numberFormat(formatter, locale)?.format(number)
}

function formatDate(text: string, style: DateStyle, locale: string): string | undefined {
  const date = readDate(text)
  if (!date) return undefined
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...(date.hasDay && { dateStyle: style }),
    ...(date.hasTime && { timeStyle: 'short' }),
  }).format(date.moment)
}

function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value) ? Number(value) : undefined
}

function numberFormat(formatter: Formatter, locale: string): Intl.NumberFormat | undefined {
  const numberingSystem = 'latn'
  switch (formatter.kind) {
    case 'number':
      return new Intl.NumberFormat(locale, {
        numberingSystem,
        minimumFractionDigits: formatter.digits ?? 0,
        maximumFractionDigits: formatter.digits ?? MAX_DIGITS,
      })
    case 'percent':
      return new Intl.NumberFormat(locale, { numberingSystem, style: 'unit', unit: 'percent' })
    case 'currency':
      return new Intl.NumberFormat(locale, { numberingSystem, style: 'currency', currency: formatter.currency })
    default:
      return undefined
  }
}

/** A word joins the last two, with commas between the others; a sign joins all. */
function join(texts: readonly string[], separator: string): string {
  if (!/^\p{L}/u.test(separator)) return texts.join(/^[,;]$/.test(separator) ? `${separator} ` : ` ${separator} `)
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${separator} ${last}`
}
