import type { FormField, Item } from '@parlance/contract/items/schemas'
import { describe, expect, test } from 'vitest'
import { answerForm, beginForm, type FormState, type FormStep, type Say } from './fill-form.ts'

const field = (name: string, type: FormField['type'], more: Partial<FormField> = {}): FormField => ({
  name,
  label: `${name}?`,
  type,
  required: true,
  ...more,
})
const formOf = (...fields: FormField[]): FormState => {
  const items: Item[] = [
    { type: 'text', text: 'Hello' },
    { type: 'form', fields },
  ]
  const form = beginForm('m1', items)
  if (!form) throw new Error('no form')
  return form
}
function tell(form: FormState, ...said: string[]): FormStep {
  let step: FormStep = { kind: 'ask', form, says: '', options: [] }
  for (const text of said) {
    if (step.kind !== 'ask') throw new Error(`nothing is asked before «${text}»`)
    step = answerForm(step.form, { text })
  }
  return step
}
const valuesOf = (step: FormStep) => (step.kind === 'stopped' ? undefined : step.form.values)
const saysOf = (step: FormStep) => (step.kind === 'done' ? '' : step.says)

const TWO = formOf(field('name', 'text'), field('email', 'email'))

test('uses the last form of a message, with its index', () => {
  expect(TWO).toMatchObject({ messageId: 'm1', item: 1, values: {} })
  expect(beginForm('m', [{ type: 'text', text: 'x' }])).toBeUndefined()
})

test.each<[type: FormField['type'], said: string, value: unknown, more?: Partial<FormField>]>([
  ['text', ' Ada ', 'Ada'],
  ['email', 'ada@example.test', 'ada@example.test'],
  ['url', 'example.com', 'https://example.com'],
  ['tel', '+49 170 123456', '+49 170 123456'],
  ['number', '2,5', 2.5],
  ['checkbox', 'yes', true],
  ['checkbox', '2', false, { required: false }],
  ['select', '2', 'M', { options: ['S', 'M'] }],
  ['radio', 'm', 'M', { options: ['S', 'M'] }],
  ['date', '31.5.2026', '2026-05-31'],
  ['time', '9:30', '09:30'],
  ['datetime-local', '2026-05-31 9:30', '2026-05-31T09:30'],
])('%s takes «%s»', (type, said, value, more = {}) => {
  const step = answerForm(formOf(field('f', type, more)), { text: said })
  expect(step.kind).toBe('done')
  expect(valuesOf(step)).toEqual({ f: value })
})

test.each<[type: FormField['type'], said: string, why: string, more?: Partial<FormField>]>([
  ['email', 'ada', 'That isn’t an email address.'],
  ['url', 'not an address', 'That isn’t a web address.'],
  ['tel', 'soon', 'That isn’t a phone number.'],
  ['number', 'many', 'Please send a number.'],
  ['number', '9', 'Please send 8 or less.', { max: 8 }],
  ['number', '0', 'Please send 1 or more.', { min: 1 }],
  ['text', 'x', 'Please send at least 3 characters.', { min: 3 }],
  ['text', ' ', 'Please answer this one.'],
  ['checkbox', 'perhaps', 'Please choose one of these.'],
  ['select', 'XL', 'Please choose one of these.', { options: ['S', 'M'] }],
  ['select', '3', 'Please choose one of these.', { options: ['S', 'M'] }],
  ['date', '31.2.2026', 'That isn’t a date.'],
  ['date', '05/31/2026', 'That isn’t a date.'],
  ['datetime-local', 'tomorrow', 'Please send date and time like 2026-05-31 14:30.'],
  ['file', 'here', 'Please send the file here.'],
])('%s repeats its question for «%s», with the reason', (type, said, why, more = {}) => {
  const step = answerForm(formOf(field('f', type, more)), { text: said })
  expect(step).toMatchObject({ kind: 'ask', form: { values: {} } })
  expect(saysOf(step)).toContain(why)
  expect(saysOf(step)).toContain('f?')
})

test.each<[type: FormField['type'], said: string, isMessage: boolean, isExplained: boolean]>([
  ['email', 'Why do you ask?', true, false],
  ['number', 'لماذا؟', true, false],
  ['date', 'Any day of next week', true, true],
  ['date', 'next week', false, true],
  ['text', 'Why do you ask?', false, false],
])('%s: whether «%s» is a message', (type, said, isMessage, isExplained) => {
  const step = answerForm(formOf(field('f', type)), { text: said })
  if (step.kind !== 'ask') return expect(isMessage).toBe(false)
  expect(step.isMessage ?? false).toBe(isMessage)
  expect(step.says.includes('“cancel”')).toBe(isExplained)
})

describe('correction', () => {
  test('goes back one question', () => {
    const step = tell(TWO, 'Ada', 'back')
    expect(step).toMatchObject({ kind: 'ask', form: { values: {} } })
    expect(saysOf(step)).toContain('name?')
  })
  test.each(['change name', 'Change Name?', '/change name'])(
    'asks again what «%s» names, and keeps the rest',
    (said) => {
      const three = formOf(field('name', 'text'), field('email', 'email'), field('size', 'number'))
      const step = tell(three, 'Ada', 'ada@example.test', said.replace('?', ''))
      expect(saysOf(step)).toContain('name?')
      expect(valuesOf(tell(three, 'Ada', 'ada@example.test', said, 'Bea', '4'))).toEqual({
        name: 'Bea',
        email: 'ada@example.test',
        size: 4,
      })
    },
  )
  test('lists changeable fields for an unknown name', () => {
    expect(saysOf(tell(TWO, 'Ada', 'change shoes'))).toContain('You can change: name?, email?')
  })
  test.each(['cancel', '/stop', 'Cancel.'])('stops at «%s»', (said) => {
    expect(tell(TWO, 'Ada', said)).toEqual({
      kind: 'stopped',
      says: 'Stopped. Nothing was sent. What else can I do for you?',
    })
  })
  test('skips only optional fields', () => {
    const form = formOf(field('nick', 'text', { required: false }), field('email', 'email'))
    expect(valuesOf(tell(form, 'skip', 'ada@example.test'))).toEqual({ nick: '', email: 'ada@example.test' })
    expect(saysOf(tell(form, 'skip', 'skip'))).toContain('Please answer this one.')
  })
  test('explains the commands with the second question and with each error', () => {
    const four = formOf(...['a', 'b', 'c', 'd'].map((name) => field(name, 'number')))
    expect(saysOf(tell(four, '1'))).toContain('“back”')
    expect(saysOf(tell(four, '1', '2'))).not.toContain('“back”')
    expect(saysOf(tell(four, '1', '2', 'x'))).toContain('“back”')
  })
})

test('works in the visitor’s language, including commands', () => {
  const german: Say = ({ code, message }) =>
    ({ form_yes: 'Ja', form_no: 'Nein', form_word_back: 'zurück' })[code as string] ?? message
  const form = formOf(field('name', 'text'), field('ok', 'checkbox'))
  const asked = answerForm(form, { text: 'Ada' }, german)
  expect(asked).toMatchObject({ kind: 'ask', options: ['Ja', 'Nein'] })
  if (asked.kind !== 'ask') return
  expect(valuesOf(answerForm(asked.form, { text: 'ja' }, german))).toEqual({ name: 'Ada', ok: true })
  expect(saysOf(answerForm(asked.form, { text: 'Zurück' }, german))).toContain('name?')
})

test('takes the attached file, or says why not', () => {
  const form = formOf(field('cv', 'file'))
  expect(valuesOf(answerForm(form, { text: '', file: '/files/cv.pdf' }))).toEqual({ cv: '/files/cv.pdf' })
  const refused = { code: 'channel_file_unread', message: 'I couldn’t open it.' } as const
  expect(saysOf(answerForm(form, { text: '', fileFault: refused }))).toContain('I couldn’t open it.')
})
