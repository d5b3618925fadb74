// Forms on channels without forms: asks one field after another, allows corrections, then submits everything at once.
import type { FormField, Item } from '@parlance/contract/items/schemas'
import { type Fault, fieldsOf, readField } from '@parlance/contract/items/submissions'
import { englishOf, type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'

type Value = string | number | boolean

export interface FormState {
  readonly messageId: string
  readonly item: number
  readonly fields: readonly FormField[]
  readonly values: Readonly<Record<string, Value>>
  /** When its question was asked last, in milliseconds since 1970. Forms of earlier releases have no time. */
  readonly at?: number
  /** The last batch that was read; reading it again changes nothing. */
  readonly batch?: string
  /** Part of the option ids of the current question. */
  readonly ref?: string
  /** A message sent before the question, answered after the form. */
  readonly held?: { readonly said: string; readonly urls: readonly string[] }
}
export type FormStep =
  | {
      readonly kind: 'ask'
      readonly form: FormState
      readonly says: string
      readonly options: readonly string[]
      /** It was no answer but a message: the agent answers it before the question is asked again. */
      readonly isMessage?: boolean
    }
  | { readonly kind: 'done'; readonly form: FormState }
  | { readonly kind: 'stopped'; readonly says: string }

export type Say = (message: MessageDescriptor) => string

export interface FormAnswer {
  readonly text: string
  /** URL of the first attached file, and why a file was refused. */
  readonly file?: string | undefined
  readonly fileFault?: MessageDescriptor | undefined
}

export function beginForm(messageId: string, items: readonly Item[], at?: number): FormState | undefined {
  const index = items.findLastIndex(({ type }) => type === 'form' || type === 'input')
  const item = items[index]
  if (item?.type !== 'form' && item?.type !== 'input') return undefined
  return { messageId, item: index, fields: fieldsOf(item), values: {}, ...(at !== undefined && { at }) }
}

const isGiven = ({ values }: FormState, { name }: FormField) => Object.hasOwn(values, name)
export const nextField = (form: FormState): FormField | undefined => form.fields.find((field) => !isGiven(form, field))

const without = (form: FormState, gone: FormField | undefined): FormState => ({
  ...form,
  values: Object.fromEntries(Object.entries(form.values).filter(([name]) => name !== gone?.name)),
})
const withValue = (form: FormState, { name }: FormField, value: Value): FormState => ({
  ...form,
  values: { ...form.values, [name]: value },
})

/** The current question, e.g. again after an interruption. */
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

/** Commands work in English and in the visitor's language. */
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
  if (!('fault' in read)) return ask(withValue(form, field, read.value), say)
  if (!TYPED.has(field.type)) return ask(form, say, say(read.fault))
  if (isQuestion(said)) return asMessage(ask(form, say))
  const again = ask(form, say, say(read.fault))
  return isSentence(said) ? asMessage(again) : again
}

const asMessage = (step: FormStep): FormStep => (step.kind === 'ask' ? { ...step, isMessage: true } : step)

/** Fields whose answers have a form of their own, so that other text is a message. */
const TYPED: ReadonlySet<FormField['type']> = new Set([
  'email',
  'url',
  'tel',
  'number',
  'date',
  'time',
  'datetime-local',
])
const isQuestion = (said: string) => /[?？؟](\s|$)/u.test(said)
const isSentence = (said: string) => said.split(/\s+/).length > 3

/** `change email`: by the field's name or label. Undefined for any other text. */
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
  // It may be the answer to a free-text question.
  if (!field) return nextField(form)?.type === 'text' ? undefined : 'unknown'
  return field
}

/** The value as the form accepts it, or an error; the server validates again on submission. */
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

/** Parses what people type for a field. */
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

/** `31.5.2026` is unambiguous; month-first dates can't be detected. */
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
