// A form on a channel that shows none: one question after the other, with correction, then everything is sent at once. Pure.
import type { FormField, Item } from '@parlance/contract/items/schemas'
import { fieldsOf } from '@parlance/contract/items/submissions'

export interface FormState {
  readonly messageId: string
  /** Its place in the message. */
  readonly item: number
  readonly fields: readonly FormField[]
  readonly values: Readonly<Record<string, string | number | boolean>>
}
export type FormStep =
  | { readonly kind: 'ask'; readonly form: FormState; readonly says: string; readonly options: readonly string[] }
  | { readonly kind: 'done'; readonly form: FormState }
  | { readonly kind: 'stopped' }

/** The last form or input of a message; undefined for none. */
export function beginForm(messageId: string, items: readonly Item[]): FormState | undefined {
  const at = items.findLastIndex(({ type }) => type === 'form' || type === 'input')
  const item = items[at]
  if (item?.type !== 'form' && item?.type !== 'input') return undefined
  return { messageId, item: at, fields: fieldsOf(item), values: {} }
}

const nextField = ({ fields, values }: FormState) => fields.find(({ name }) => !(name in values))

export interface FormWords {
  readonly yes: string
  readonly no: string
  readonly optional: string
  readonly invalid: string
}
export const FORM_WORDS: FormWords = {
  yes: 'Yes',
  no: 'No',
  optional: 'Send “skip” to leave this out.',
  invalid: 'That doesn’t look right. Please try again.',
}

function ask(form: FormState, before: string, words: FormWords): FormStep {
  const field = nextField(form)
  if (!field) return { kind: 'done', form }
  const options = field.type === 'checkbox' ? [words.yes, words.no] : (field.options ?? [])
  const says = [before, field.label, field.required ? '' : words.optional].filter(Boolean).join('\n')
  return { kind: 'ask', form, says, options }
}

/** `skip`, `back` and `stop` are understood in every language: they are said in the question. */
export function answerForm(form: FormState, text: string, words: FormWords = FORM_WORDS): FormStep {
  const said = text.trim()
  const word = said.toLowerCase().replace(/^\//, '')
  if (word === 'stop' || word === 'cancel') return { kind: 'stopped' }
  if (word === 'back') {
    const given = form.fields.filter(({ name }) => name in form.values)
    const last = given.at(-1)
    const values = Object.fromEntries(Object.entries(form.values).filter(([name]) => name !== last?.name))
    return ask({ ...form, values }, '', words)
  }
  const field = nextField(form)
  if (!field) return { kind: 'done', form }
  if (word === 'skip' && !field.required) return ask(withValue(form, field, ''), '', words)
  const value = readValue(field, said, words)
  return value === undefined ? ask(form, words.invalid, words) : ask(withValue(form, field, value), '', words)
}

const withValue = (form: FormState, { name }: FormField, value: string | number | boolean): FormState => ({
  ...form,
  values: { ...form.values, [name]: value },
})

/** Undefined for what the field does not take; the server checks all of it once more when it is sent. */
function readValue(field: FormField, said: string, words: FormWords): string | number | boolean | undefined {
  const { type, min, max, options } = field
  if (said === '') return undefined
  if (type === 'checkbox') {
    if ([words.yes, 'yes', 'y', '1'].some((yes) => yes.toLowerCase() === said.toLowerCase())) return true
    return [words.no, 'no', 'n', '2'].some((no) => no.toLowerCase() === said.toLowerCase()) ? false : undefined
  }
  if (options?.length) {
    const byNumber = /^\d{1,3}$/.test(said) ? options[Number(said) - 1] : undefined
    return options.find((option) => option.toLowerCase() === said.toLowerCase()) ?? byNumber
  }
  if (type === 'number') {
    const number = Number(said.replace(',', '.'))
    const isWithin = Number.isFinite(number) && number >= (min ?? -Infinity) && number <= (max ?? Infinity)
    return isWithin ? number : undefined
  }
  if (type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(said)) return undefined
  if (type === 'url' && !URL.canParse(said)) return undefined
  if (type === 'tel' && !/^\+?[\d\s().-]{5,25}$/.test(said)) return undefined
  if (said.length < (min ?? 0) || said.length > (max ?? 10_000)) return undefined
  return said
}
