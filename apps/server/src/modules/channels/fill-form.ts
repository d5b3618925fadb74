// A form on a channel that shows none: one question after the other, with correction, then everything is sent at once. Pure.
import type { FormField, Item } from '@parlance/contract/items/schemas'
import { type Fault, fieldsOf, readField } from '@parlance/contract/items/submissions'
import { englishOf, type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'

type Value = string | number | boolean

export interface FormState {
  readonly messageId: string
  /** Its place in the message. */
  readonly item: number
  readonly fields: readonly FormField[]
  readonly values: Readonly<Record<string, Value>>
  /** The batch of messages that was read last: the same one again changes nothing. */
  readonly batch?: string
  /** Part of the ids of the options of the question that is open. */
  readonly ref?: string
  /** Said before the question, and answered after it. */
  readonly held?: { readonly said: string; readonly urls: readonly string[] }
}
export type FormStep =
  | { readonly kind: 'ask'; readonly form: FormState; readonly says: string; readonly options: readonly string[] }
  | { readonly kind: 'done'; readonly form: FormState }
  | { readonly kind: 'stopped'; readonly says: string }

/** In the language of whoever fills it in. */
export type Say = (message: MessageDescriptor) => string

export interface FormAnswer {
  readonly text: string
  /** Address of the first file that came with it, and why one was not taken. */
  readonly file?: string | undefined
  readonly fileFault?: MessageDescriptor | undefined
}

/** The last form or input of a message; undefined for none. */
export function beginForm(messageId: string, items: readonly Item[]): FormState | undefined {
  const at = items.findLastIndex(({ type }) => type === 'form' || type === 'input')
  const item = items[at]
  if (item?.type !== 'form' && item?.type !== 'input') return undefined
  return { messageId, item: at, fields: fieldsOf(item), values: {} }
}

const isGiven = ({ values }: FormState, { name }: FormField) => Object.hasOwn(values, name)
/** What is asked for now; undefined once everything is known. */
export const nextField = (form: FormState): FormField | undefined => form.fields.find((field) => !isGiven(form, field))

const without = (form: FormState, gone: FormField | undefined): FormState => ({
  ...form,
  values: Object.fromEntries(Object.entries(form.values).filter(([name]) => name !== gone?.name)),
})
const withValue = (form: FormState, { name }: FormField, value: Value): FormState => ({
  ...form,
  values: { ...form.values, [name]: value },
})

/** The question that is open, e.g. once more after an interruption. */
export function ask(form: FormState, say: Say = englishOf, ...before: readonly string[]): FormStep {
  const field = nextField(form)
  if (!field) return { kind: 'done', form }
  const isSecond = form.fields.filter((one) => isGiven(form, one)).length === 1
  const hint = before.length > 0 || isSecond ? msg('form_hint', commands(say)) : undefined
  const says = [
    ...before,
    field.label,
    field.required ? '' : say(msg('form_optional', { skip: say(msg('form_word_skip')) })),
    hint ? say(hint) : '',
  ]
  return { kind: 'ask', form, says: says.filter(Boolean).join('\n'), options: optionsOf(field, say) }
}

export const optionsOf = ({ type, options = [] }: FormField, say: Say = englishOf): readonly string[] =>
  type === 'checkbox' ? [say(msg('form_yes')), say(msg('form_no'))] : options

const commands = (say: Say) => ({
  back: say(msg('form_word_back')),
  change: say(msg('form_word_change')),
  cancel: say(msg('form_word_cancel')),
})

/** Commands are understood in English and in the language of the visitor. */
export function answerForm(form: FormState, answer: FormAnswer, say: Say = englishOf): FormStep {
  const said = answer.text.trim()
  const word = said.toLowerCase().replace(/^\//, '').replace(/[.!]$/, '')
  const is = (code: MessageCode, ...english: readonly string[]) =>
    [...english, say(msg(code)).toLowerCase()].includes(word)
  if (is('form_word_cancel', 'cancel', 'stop', 'quit')) return { kind: 'stopped', says: say(msg('form_cancelled')) }
  if (is('form_word_back', 'back'))
    return ask(
      without(
        form,
        form.fields.findLast((field) => isGiven(form, field)),
      ),
      say,
    )
  const changed = fieldToChange(form, word, say)
  if (changed === 'unknown')
    return ask(form, say, say(msg('form_change_which', { fields: form.fields.map(({ label }) => label).join(', ') })))
  if (changed) return ask(without(form, changed), say)
  const field = nextField(form)
  if (!field) return { kind: 'done', form }
  if (is('form_word_skip', 'skip'))
    return field.required ? ask(form, say, say(msg('form_fault_required'))) : ask(withValue(form, field, ''), say)
  const read = readAnswer(field, answer, said, say)
  return 'fault' in read ? ask(form, say, say(read.fault)) : ask(withValue(form, field, read.value), say)
}

/** `change email`: by the name of the field or its label. Undefined where nothing is to be changed. */
function fieldToChange(form: FormState, word: string, say: Say): FormField | 'unknown' | undefined {
  const verb = ['change', say(msg('form_word_change')).toLowerCase()].find((one) => word.startsWith(`${one} `))
  if (verb === undefined) return undefined
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replace(/[?:*.!\s]+$/, '')
      .trim()
  const wanted = plain(word.slice(verb.length))
  const names = ({ name, label }: FormField) => [plain(name), plain(label)]
  const field =
    form.fields.find((one) => names(one).includes(wanted)) ??
    form.fields.find((one) => names(one).some((name) => name.includes(wanted)))
  // To a question for plain words this may be the answer.
  if (!field) return nextField(form)?.type === 'text' ? undefined : 'unknown'
  return field
}

/** As the form takes it, or why it does not; the server checks all of it once more when it is sent. */
function readAnswer(
  field: FormField,
  { file, fileFault }: FormAnswer,
  said: string,
  say: Say,
): { value: Value } | { fault: MessageDescriptor } {
  if (field.type === 'file') {
    if (file !== undefined) return { value: file }
    return { fault: fileFault ?? msg('form_fault_file') }
  }
  const typed = typedValue(field, said, say)
  const read = typed === undefined ? { fault: 'option' as const } : readField(field, typed)
  if ('fault' in read) return { fault: faultOf(read.fault, field, 'limit' in read ? read.limit : undefined) }
  return { value: read.value ?? '' }
}

/** What people type in place of what a form holds. */
function typedValue(field: FormField, said: string, say: Say): Value | undefined {
  const { type } = field
  const chosen = (all: readonly string[]) =>
    all.find((one) => one.toLowerCase() === said.toLowerCase()) ??
    (/^\d{1,3}[.)]?$/.test(said) ? all[Number.parseInt(said, 10) - 1] : undefined)
  if (type === 'checkbox') {
    const [yes, no] = [say(msg('form_yes')), say(msg('form_no'))]
    const word = chosen([yes, no]) ?? chosen(['yes', 'no']) ?? chosen(['y', 'n'])
    return word === undefined ? undefined : [yes, 'yes', 'y'].includes(word)
  }
  if (type === 'select' || type === 'radio') return chosen(field.options ?? [])
  if (type === 'date') return isoDate(said)
  if (type === 'time') return isoTime(said)
  if (type === 'datetime-local') {
    const [date = '', time = ''] = said.split(/[\sT,]+/)
    return `${isoDate(date)}T${isoTime(time)}`
  }
  return said
}

/** `31.5.2026` is plain everywhere; where months stand first cannot be known. */
function isoDate(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
const isoTime = (text: string): string => text.replace(/^(\d):/, '0$1:').replace(/^(\d\d)[.h](\d\d)$/, '$1:$2')

const FAULTS: Readonly<Record<Fault, MessageCode>> = {
  required: 'form_fault_required',
  email: 'form_fault_email',
  url: 'form_fault_url',
  tel: 'form_fault_tel',
  number: 'form_fault_number',
  min: 'form_fault_min',
  max: 'form_fault_max',
  short: 'form_fault_short',
  long: 'form_fault_long',
  date: 'form_fault_date',
  time: 'form_fault_time',
  option: 'form_fault_option',
  file: 'form_fault_file',
}
const faultOf = (fault: Fault, { type }: FormField, limit?: number): MessageDescriptor =>
  fault === 'date' && type === 'datetime-local'
    ? msg('form_fault_moment')
    : msg(FAULTS[fault], limit === undefined ? undefined : { limit })
