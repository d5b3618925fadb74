import { decimal } from '../lib/decimal.ts'
import { foldLetters } from '../lib/fold.ts'
import { type MessageCode, type MessageDescriptor, type MessageParam, msg } from '@parlance/i18n/messages'
import type { Value, Variable } from '../agents/variables.ts'
import { isEmail } from '../lib/mailbox.ts'
import { cut } from '../lib/text.ts'
import { daysBetween, readDate, readTime } from './dates.ts'

export interface ValueSpec {
  readonly type: Variable['type']
  readonly options: readonly string[]
  /** For numbers their value, for texts their length, for dates days from today. */
  readonly min?: number | undefined
  readonly max?: number | undefined
}
export type Checked = { readonly value: Value } | { readonly problem: MessageDescriptor }

export const MAX_VALUE = 5000
const SHOWN = 100
const LONG = 60

/**
 * `today` is YYYY-MM-DD in the visitor's time zone. A problem is worded for people and for the model that asks again.
 */
export function checkValue(spec: ValueSpec, raw: unknown, today: string): Checked {
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean')
    return { problem: msg('answer_not_text') }
  if (typeof raw === 'number' && !Number.isFinite(raw)) return { problem: msg('answer_not_number') }
  const text = cut(String(raw).toWellFormed().replaceAll('\0', '').trim(), MAX_VALUE)
  if (text === '') return { problem: msg('answer_empty') }
  const option = spec.options.length > 0 ? findOption(text, spec.options) : undefined
  if (spec.options.length > 0 && option === undefined)
    return { problem: msg('answer_not_option', { value: shown(text), options: cut(spec.options.join(', '), 500) }) }
  const read = byType(spec.type, option ?? text, today)
  // A literal option is valid, whatever the type.
  if ('problem' in read) return option === undefined ? read : { value: option }
  const problem = option === undefined ? outside(spec, read.value, today, shown(text)) : undefined
  return problem === undefined ? read : { problem }
}

const shown = (text: string) => `“${cut(text.replaceAll(/\s+/g, ' '), SHOWN)}”`
const refuse = (text: string, code: MessageCode): Checked => ({ problem: msg(code, { value: shown(text) }) })

function byType(type: Variable['type'], text: string, today: string): Checked {
  switch (type) {
    case 'text':
      return { value: text }
    case 'email':
      return wrap(readEmail(text), text, 'answer_not_email')
    case 'phone':
      return wrap(readPhone(text), text, 'answer_not_phone')
    case 'number':
      return wrap(readNumber(text), text, 'answer_not_a_valid_number')
    case 'time':
      return wrap(readTime(text), text, 'answer_not_time')
    case 'boolean':
      return wrap(readBoolean(text), text, 'answer_not_yes_no')
    case 'date': {
      const read = readDate(text, today)
      if ('date' in read) return { value: read.date }
      if (read.problem === 'none') return refuse(text, 'answer_not_date')
      return refuse(text, 'answer_date_ambiguous')
    }
    default:
      return { value: text }
  }
}
const wrap = (value: Value | undefined, text: string, code: MessageCode): Checked =>
  value === undefined ? refuse(text, code) : { value }

/** Keeps the spelling, with the domain in lower case. */
export function readEmail(text: string): string | undefined {
  if (text.length > 300) return undefined
  const bare = text
    .replace(/^mailto:/i, '')
    .replace(/^<(.*)>$/, '$1')
    .replace(/[.,;!?]+$/, '')
  if (!isEmail(bare)) return undefined
  const at = bare.lastIndexOf('@')
  return bare.slice(0, at) + bare.slice(at).toLowerCase()
}

/** With a leading + if international; otherwise only digits. */
export function readPhone(text: string): string | undefined {
  if (text.length > LONG || !/^(?:tel:)?\s*\+?[\d\s().\-/\u2010-\u2015\u00A0]+$/i.test(text)) return undefined
  const international = /^(?:tel:)?\s*(?:\(?\+|\(?00)/i.test(text)
  const digits = (international ? text.replace('(0)', '') : text).replaceAll(/\D/g, '')
  const bare = international ? digits.replace(/^00/, '') : digits
  return bare.length >= 5 && bare.length <= 15 ? (international ? '+' : '') + bare : undefined
}

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Accepts a currency or a unit: 12, -3.5, 1,234.50, 1.234,50, € 20, 4 people, three. */
export function readNumber(text: string): number | undefined {
  if (text.length > LONG) return undefined
  const word = WORDS.indexOf(text.toLowerCase())
  if (word >= 0) return word
  const match = /^[^\d+-]{0,10}?([+-]?)\s?(\d[\d.,'\s\u00A0]*|[.,]\d+)(?:e([+-]?\d{1,2}))?\s*[^\d]{0,20}$/i.exec(text)
  if (!match) return undefined
  const [, sign = '', digits = '', exponent] = match
  const plain = decimal(digits.replaceAll(/[\s'\u00A0]/g, '').replace(/[.,]$/, ''))
  const value =
    plain === undefined ? Number.NaN : Number(`${sign}${plain}${exponent === undefined ? '' : `e${exponent}`}`)
  return Number.isFinite(value) && Math.abs(value) <= 1e15 ? value + 0 : undefined
}

const YES = new Set(
  'true yes y yeah yep yup sure ok okay 1 on correct right agreed ja jawohl klar oui si sí sì sim da tak evet'.split(
    ' ',
  ),
)
const NO = new Set('false no n nope nah 0 off wrong never nein non não nao nee nie nej ne hayır'.split(' '))
export function readBoolean(text: string): boolean | undefined {
  if (text.length > LONG) return undefined
  const words = text.toLowerCase().split(/[\s,.!?]+/)
  const bare = words.filter((word) => word !== '')
  const first = bare[0] ?? ''
  // «Yes, please» is a yes; a longer sentence may start with either and mean the other.
  if (bare.length > 3 || (YES.has(first) && bare.some((word) => NO.has(word)))) return undefined
  return YES.has(first) ? true : NO.has(first) ? false : undefined
}

const plain = (text: string) =>
  foldLetters(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Matches by text except for case, accents and punctuation, by number in the list, or by the only match. */
export function findOption(text: string, options: readonly string[]): string | undefined {
  const exact = options.find((option) => option === text)
  if (exact !== undefined) return exact
  const said = plain(text)
  const plains = options.map((option) => plain(option))
  const same = plains.indexOf(said)
  if (same >= 0 && said !== '') return options[same]
  if (said === '') return options.find((option) => option.toLowerCase() === text.toLowerCase())
  const number = /^(?:(?:number|option|no|nr) )?(\d{1,3})$/.exec(said)?.[1]
  if (number !== undefined && !plains.some((option) => /\d/.test(option))) return options[Number(number) - 1]
  const within = plains.flatMap((option, at) => (holds(said, option) ? [at] : []))
  const around = plains.flatMap((option, at) => (holds(option, said) && said.length > 1 ? [at] : []))
  const fitting = within.length > 0 ? within : around
  const [only] = fitting
  return fitting.length === 1 && only !== undefined ? options[only] : undefined
}
const holds = (text: string, words: string) => words !== '' && ` ${text} `.includes(` ${words} `)

function outside(
  { type, min, max }: ValueSpec,
  value: Value,
  today: string,
  written: string,
): MessageDescriptor | undefined {
  const wrong = (code: MessageCode, limit: { readonly [name: string]: MessageParam } = {}) =>
    msg(code, { value: written, ...limit })
  if (min === undefined && max === undefined) return undefined
  if (type === 'number' && typeof value === 'number') {
    if (min !== undefined && value < min) return wrong('answer_too_small', { min })
    return max !== undefined && value > max ? wrong('answer_number_too_large', { max }) : undefined
  }
  if (type === 'date') {
    const days = daysBetween(today, String(value))
    if (min !== undefined && days < min)
      return min === 0 ? wrong('answer_in_past') : wrong('answer_too_early', { min: fromToday(min) })
    return max !== undefined && days > max ? wrong('answer_too_late', { max: fromToday(max) }) : undefined
  }
  if (type !== 'text') return undefined
  const { length } = String(value)
  if (min !== undefined && length < min) return wrong('answer_too_short', { min })
  return max !== undefined && length > max ? wrong('answer_too_long', { max }) : undefined
}
const fromToday = (days: number): MessageDescriptor =>
  days === 0
    ? msg('day_today')
    : days > 0
      ? msg('days_from_today', { days })
      : msg('days_before_today', { days: -days })
