// Without schemas, so that the chat checks forms by the same rules as the server.
import type { Value } from '../agents/variables.ts'
import { decimal } from '../lib/decimal.ts'
import { isEmail } from '../lib/mailbox.ts'
import { cut } from '../lib/text.ts'
import type { Button, FormField, Item, Submission } from './schemas.ts'

export type Fault =
  | 'required'
  | 'email'
  | 'url'
  | 'tel'
  | 'number'
  | 'min'
  | 'max'
  | 'short'
  | 'long'
  | 'date'
  | 'time'
  | 'option'
  | 'file'
export interface FieldFault {
  readonly fault: Fault
  readonly limit?: number
}
export interface SubmissionFault {
  readonly fault: 'button' | 'values'
}
export type FieldRead = { readonly value: Value | undefined } | FieldFault

const MAX_LENGTH = 10_000
const MAX_TEXT = 16_000

const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text)
function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function webUrl(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const host = /^https?:\/\/([^\s/?#@]+)[^\s]*$/i.exec(address)?.[1]
  return host?.includes('.') && URL.canParse(address) ? address : undefined
}

/** An uploaded file is a path of this installation, with or without our origin. */
function ownFile(text: string, origin: string): string | undefined {
  const path = origin !== '' && text.startsWith(`${origin}/`) ? text.slice(origin.length) : text
  return /^\/[\w.-]\S*$/.test(path) && !path.includes('\\') ? text : undefined
}

const CHECKS: Readonly<Record<string, readonly [fault: Fault, isFine: (text: string) => boolean]>> = {
  email: ['email', isEmail],
  tel: ['tel', (text) => /^[+()\d\s./-]{5,30}$/.test(text) && text.replace(/\D/g, '').length >= 5],
  date: ['date', isDate],
  time: ['time', isTime],
  'datetime-local': ['date', (text) => isDate(text.slice(0, 10)) && text[10] === 'T' && isTime(text.slice(11))],
}

/** `origin` is our own, without a trailing slash. */
export function readField(field: FormField, raw: unknown, origin = ''): FieldRead {
  const { type, required } = field
  if (type === 'checkbox') {
    const value = raw === true || raw === 'true' || raw === 'on'
    return required && !value ? { fault: 'required' } : { value }
  }
  const isText = typeof raw === 'string' || typeof raw === 'number'
  // Spaces may be part of a password.
  const text = isText ? (type === 'password' ? String(raw) : String(raw).trim()) : ''
  if (text === '') return required ? { fault: 'required' } : { value: undefined }
  if (type === 'number') return readNumber(field, text)
  if (type === 'url' || type === 'file') {
    const value = type === 'url' ? webUrl(text) : ownFile(text, origin)
    return value === undefined ? { fault: type } : withinLength({}, value)
  }
  if (type === 'select' || type === 'radio') {
    return field.options?.includes(text) ? { value: text } : { fault: 'option' }
  }
  const check = CHECKS[type]
  if (check) return check[1](text) ? { value: text } : { fault: check[0] }
  return withinLength(field, text)
}

function readNumber({ min, max }: FormField, text: string): FieldRead {
  const [, sign = '', digits = '', exponent = ''] = /^([+-]?)([\d.,]*\d)(e[+-]?\d+)?$/i.exec(text) ?? []
  const value = Number(`${sign}${decimal(digits) || Number.NaN}${exponent}`)
  if (!Number.isFinite(value)) return { fault: 'number' }
  if (min !== undefined && value < min) return { fault: 'min', limit: min }
  return max !== undefined && value > max ? { fault: 'max', limit: max } : { value }
}

function withinLength({ min, max = MAX_LENGTH }: Pick<FormField, 'min' | 'max'>, text: string): FieldRead {
  if (min !== undefined && text.length < min) return { fault: 'short', limit: min }
  const limit = Math.min(max, MAX_LENGTH)
  return text.length > limit ? { fault: 'long', limit } : { value: text }
}

export const fieldsOf = (item: Item): readonly FormField[] =>
  item.type === 'form' ? item.fields : item.type === 'input' ? [item.field] : []

export const askForFile = (items: readonly Item[]): boolean =>
  items.some((item) => fieldsOf(item).some(({ type }) => type === 'file'))

export function buttonsOf(item: Item): readonly Button[] {
  if (item.type === 'choice' || item.type === 'cardV2') return item.buttons
  return item.type === 'carousel' ? item.cards.flatMap(({ buttons }) => buttons) : []
}

const HIDDEN = '••••••'
/** Hides passwords and only marks a file as present. Independent of language. */
export function shownValue({ type }: FormField, value: Value | undefined): string {
  if (value === undefined || value === '') return ''
  if (type === 'password') return HIDDEN
  if (type === 'file') return '📎'
  return typeof value === 'boolean' ? (value ? '✓' : '✗') : String(value)
}

export function valuesText(item: Item, values: Readonly<Record<string, Value>>): string {
  const lines = fieldsOf(item)
    // A variable may be called `constructor`.
    .filter(({ name }) => Object.hasOwn(values, name) && values[name] !== undefined)
    .map((field) => `${field.label}: ${shownValue(field, values[field.name])}`)
  return cut(lines.join('\n'), MAX_TEXT) || ('submitLabel' in item && item.submitLabel) || '✓'
}

export function buttonText(item: Item, index: number): string | undefined {
  const button = buttonsOf(item)[index]
  if (button?.request.type !== 'text') return undefined
  const payload = button.request.payload?.trim()
  if (payload) return payload
  if (item.type !== 'carousel') return button.name
  // Three cards may all have a button «Details».
  const isPlain = buttonsOf(item).filter(({ name }) => name === button.name).length === 1
  let before = 0
  const card = item.cards.find(({ buttons }) => index < (before += buttons.length))
  return isPlain || !card ? button.name : `${card.title}: ${button.name}`
}

export type SubmissionRead =
  | {
      readonly ok: true
      readonly values: Readonly<Record<string, Value>>
      readonly shown: Readonly<Record<string, Value>>
      readonly text: string
    }
  /** By field name; '' is for problems of the whole submission. */
  | { readonly ok: false; readonly faults: Readonly<Record<string, FieldFault | SubmissionFault>> }

export function checkSubmission(
  item: Item,
  submission: Pick<Submission, 'values' | 'button'>,
  origin = '',
): SubmissionRead {
  const fields = fieldsOf(item)
  if (fields.length === 0) {
    const text = submission.button === undefined ? undefined : buttonText(item, submission.button)
    if (text === undefined) return { ok: false, faults: { '': { fault: 'button' } } }
    return { ok: true, values: {}, shown: {}, text: cut(text, MAX_TEXT) }
  }
  if (!submission.values) return { ok: false, faults: { '': { fault: 'values' } } }
  const given = submission.values
  const values = new Map<string, Value>()
  const shown = new Map<string, Value>()
  const faults = new Map<string, FieldFault>()
  for (const field of fields) {
    const { name, type } = field
    const read = readField(field, Object.hasOwn(given, name) ? given[name] : undefined, origin)
    if ('fault' in read) faults.set(name, read)
    else if (read.value !== undefined) {
      values.set(name, read.value)
      shown.set(name, type === 'password' ? HIDDEN : read.value)
    }
  }
  if (faults.size > 0) return { ok: false, faults: Object.fromEntries(faults) }
  const typed = Object.fromEntries(values)
  return { ok: true, values: typed, shown: Object.fromEntries(shown), text: valuesText(item, typed) }
}

export { itemKey, submissionsByItem } from './item-submissions.ts'
