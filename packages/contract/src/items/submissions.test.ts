import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIELD_TYPES, type FormField, type Item } from './schemas.ts'
import { anyItem, button, card, choice, field, link } from './samples.testing.ts'
import { checkSubmission, fieldsOf, itemKey, readField, submissionsByItem } from './submissions.ts'

const ORIGIN = 'https://chat.example'
const of = (type: FormField['type'], over: Partial<FormField> = {}) => field({ type, required: false, ...over })
const read = (given: FormField, raw: unknown) => readField(given, raw, ORIGIN)

describe('a field', () => {
  test.each<[FormField, unknown, unknown]>([
    [of('text'), ' a ', 'a'],
    [of('text'), '', undefined],
    [of('textarea'), 'a\nb', 'a\nb'],
    [of('email'), ' a@b.co ', 'a@b.co'],
    [of('password'), ' p ', ' p '],
    [of('number'), '5', 5],
    [of('number'), '-1,5', -1.5],
    [of('number'), '.5', 0.5],
    [of('number'), '0,125', 0.125],
    [of('number'), '+1,5e-3', 0.0015],
    [of('number'), '1.500', 1.5],
    [of('number'), '1,500', 1500],
    [of('number'), '1,500.50', 1500.5],
    [of('number'), '-1.500,5', -1500.5],
    [of('number', { min: 100_000 }), '250,000', 250_000],
    [of('number', { min: 0 }), 0, 0],
    [of('tel'), '+49 (30) 123-456', '+49 (30) 123-456'],
    [of('url'), 'shop.example/x', 'https://shop.example/x'],
    [of('url'), 'http://shop.example', 'http://shop.example'],
    [of('select', { options: ['A', 'B'] }), 'B', 'B'],
    [of('radio', { options: ['A'] }), 'A', 'A'],
    [of('checkbox'), true, true],
    [of('checkbox'), undefined, false],
    [of('date'), '2028-02-29', '2028-02-29'],
    [of('time'), '23:59', '23:59'],
    [of('datetime-local'), '2026-01-31T08:00', '2026-01-31T08:00'],
    [of('file'), '/api/eu/files/a.png', '/api/eu/files/a.png'],
    [of('file'), 'https://chat.example/api/eu/files/a.png', 'https://chat.example/api/eu/files/a.png'],
  ])('%o accepts %j as %j', (given, raw, value) => expect(read(given, raw)).toEqual({ value }))

  test.each(['a@b', 'a@-b.example', 'a@b_c.example', 'a@example.t'])('%j is not an e-mail address', (typed) =>
    expect(read(of('email'), typed)).toEqual({ fault: 'email' }),
  )

  test.each<[FormField, unknown, string, number?]>([
    [of('text', { required: true }), '  ', 'required'],
    [of('checkbox', { required: true }), false, 'required'],
    [of('text', { min: 3 }), 'ab', 'short', 3],
    [of('text', { max: 3 }), 'abcd', 'long', 3],
    [of('textarea'), 'x'.repeat(10_001), 'long', 10_000],
    [of('email'), 'a@b', 'email'],
    [of('number'), '5 apples', 'number'],
    [of('number'), 'Infinity', 'number'],
    [of('number'), '1,2,3', 'number'],
    [of('number'), '-', 'number'],
    [of('number', { max: 1000 }), '1,500', 'max', 1000],
    [of('number', { min: 1 }), '0', 'min', 1],
    [of('number', { max: 9 }), '10', 'max', 9],
    [of('tel'), 'call me', 'tel'],
    [of('tel'), '-----', 'tel'],
    [of('url'), 'javascript:alert(1)', 'url'],
    [of('url'), 'https://u:p@shop.example', 'url'],
    [of('url'), 'nothing', 'url'],
    [of('select', { options: ['A'] }), 'C', 'option'],
    [of('date'), '2026-02-29', 'date'],
    [of('date'), '2026-13-01', 'date'],
    [of('time'), '24:00', 'time'],
    [of('datetime-local'), '2026-01-31', 'date'],
    [of('file'), 'https://evil.example/a.png', 'file'],
    [of('file'), 'https://chat.example.evil.example/a', 'file'],
    [of('file'), '//evil.example/a', 'file'],
    [of('file'), 'data:text/html,x', 'file'],
  ])('%o refuses %j: %s', (given, raw, fault, limit) =>
    expect(read(given, raw)).toEqual({ fault, ...(limit === undefined ? {} : { limit }) }),
  )

  test('never throws for any input and returns the type of its field', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIELD_TYPES), fc.boolean(), fc.anything(), (type, required, raw) => {
        const result = read(of(type, { required, options: ['A'] }), raw)
        if ('fault' in result) expect(result.fault).not.toBe('')
        else if (result.value === undefined) expect(required).toBe(false)
        else expect(typeof result.value).toBe(type === 'number' ? 'number' : type === 'checkbox' ? 'boolean' : 'string')
      }),
    )
  })
})

describe('a submission', () => {
  const form: Item = {
    type: 'form',
    title: 'Book',
    fields: [
      field(),
      field({ name: 'secret', label: 'Password', type: 'password' }),
      field({ name: 'terms', label: 'Terms', type: 'checkbox' }),
      field({ name: 'photo', label: 'Photo', type: 'file', required: false }),
      field({ name: 'constructor', label: 'Maker', type: 'text', required: false }),
      field({ name: 'guests', label: 'Guests', type: 'number', required: false }),
    ],
  }

  test('returns typed values and a text without secrets', () => {
    const values = {
      email: 'a@b.co',
      secret: 'hunter2',
      terms: true,
      photo: '/files/me.png',
      guests: '4',
      foreign: 'x',
    }
    expect(checkSubmission(form, { values })).toEqual({
      ok: true,
      values: { email: 'a@b.co', secret: 'hunter2', terms: true, photo: '/files/me.png', guests: 4 },
      shown: { email: 'a@b.co', secret: '••••••', terms: true, photo: '/files/me.png', guests: 4 },
      text: 'Email: a@b.co\nPassword: ••••••\nTerms: ✓\nPhoto: 📎\nGuests: 4',
    })
  })

  test('reports the problem of each field', () => {
    expect(checkSubmission(form, { values: { email: 'a', photo: 'https://evil.example/x' } })).toEqual({
      ok: false,
      faults: {
        email: { fault: 'email' },
        secret: { fault: 'required' },
        terms: { fault: 'required' },
        photo: { fault: 'file' },
      },
    })
    expect(checkSubmission(form, { button: 0 })).toEqual({ ok: false, faults: { '': { fault: 'values' } } })
  })

  test('returns a text even when it has optional fields only', () => {
    const item: Item = { type: 'input', field: field({ required: false }), submitLabel: 'Skip' }
    expect(checkSubmission(item, { values: {} })).toMatchObject({ ok: true, text: 'Skip' })
    expect(checkSubmission({ ...item, submitLabel: undefined } as Item, { values: {} })).toMatchObject({ text: '✓' })
  })

  const cards: Item = {
    type: 'carousel',
    cards: [
      card('Lamp', { buttons: [link('Open'), button('Details')] }),
      card('Desk', { buttons: [button('Details'), button('Buy it')] }),
    ],
  }
  test.each<[string, Item, number, string | undefined]>([
    ['its name', choice(button('Yes')), 0, 'Yes'],
    ['its payload', choice({ name: 'Yes', request: { type: 'text', payload: 'I agree' } }), 0, 'I agree'],
    ['its card too, where several have the name', cards, 2, 'Desk: Details'],
    ['its name, where only one has it', cards, 3, 'Buy it'],
    ['nothing: it opens an address', cards, 0, undefined],
    ['nothing: there is none', cards, 4, undefined],
    ['nothing: a text has no buttons', { type: 'text', text: 'x' }, 0, undefined],
  ])('a button says %s', (_name, item, index, text) => {
    const result = checkSubmission(item, { button: index })
    expect(result).toEqual(
      text === undefined
        ? { ok: false, faults: { '': { fault: 'button' } } }
        : { ok: true, values: {}, shown: {}, text },
    )
  })

  test('never throws, and never puts a password in the text', () => {
    const raw = fc.dictionary(
      fc.constantFrom('field', 'field_0', 'field_1', '__proto__', 'x'),
      fc.oneof(fc.string({ minLength: 8 }), fc.integer(), fc.boolean()),
    )
    fc.assert(
      fc.property(anyItem, raw, fc.option(fc.nat(20), { nil: undefined }), (item, values, pressed) => {
        const result = checkSubmission(item, { values, ...(pressed === undefined ? {} : { button: pressed }) })
        expect(result.ok || Object.keys(result.faults).length).toBeTruthy()
        if (!result.ok) return
        expect(result.text).not.toBe('')
        for (const { name, type, label } of fieldsOf(item))
          if (type === 'password' && typeof result.values[name] === 'string' && !label.includes(result.values[name]))
            expect(result.text).not.toContain(`${label}: ${result.values[name]}`)
      }),
    )
  })
})

test('finds the last message that used an item', () => {
  const say = (id: string, submission?: { item: number; messageId: string }) => ({ id, submission })
  const sent = submissionsByItem([
    say('1', { item: 0, messageId: 'a' }),
    say('2', { item: 1, messageId: 'a' }),
    say('3'),
    say('4', { item: 0, messageId: 'a' }),
    say('5', { item: 0, messageId: 'b' }),
  ])
  expect([...sent].map(([place, { id }]) => [place, id])).toEqual([
    [itemKey('a', 0), '4'],
    [itemKey('a', 1), '2'],
    [itemKey('b', 0), '5'],
  ])
})
