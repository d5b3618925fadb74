import { describe, expect, it, test } from 'vitest'
import type { Values } from '../agents/variables.ts'
import {
  type CaptureRules,
  contactsIn,
  contactsOf,
  hasNewContacts,
  haveChanged,
  isCaptured,
  joined,
  type LeadFields,
  learned,
  mayCorrect,
  nameOf,
  phoneKeyOf,
} from './captured.ts'

const lead = (fields: Partial<LeadFields> = {}): LeadFields => ({
  name: '',
  email: '',
  phone: '',
  variables: {},
  ...fields,
})

test.each<[CaptureRules, Values | undefined, boolean]>([
  [[], undefined, false],
  [[], {}, false],
  [[], { email: '  ' }, false],
  [[], { email: 'a@example.com' }, true],
  [[], { phone: '030 1234' }, true],
  [[], { phone_number: 301234 }, true],
  [[], { order: 'A-1' }, false],
  [[[]], { order: 'A-1' }, false],
  [[[]], { email: 'a@example.com' }, true],
  [[['order']], { order: 'A-1' }, true],
  [[['order']], { email: 'a@example.com' }, false],
  [[['order', 'size']], { order: 'A-1' }, false],
  [[['order', 'size']], { order: 'A-1', size: 0 }, true],
  [[['order', 'size'], ['email']], { email: 'a@example.com' }, true],
  [[['agrees']], { agrees: false }, true],
  [[['toString']], {}, false],
  [[['__proto__']], {}, false],
])('rules %j and variables %j make a lead: %s', (rules, variables, expected) => {
  expect(isCaptured(rules, variables)).toBe(expected)
})

test.each<[Values | undefined, object]>([
  [undefined, {}],
  [{ email: ' a@example.com ' }, { email: 'a@example.com' }],
  [{ phone: '1', phone_number: '2' }, { phone: '1' }],
  [{ phone: '', phone_number: 2 }, { phone: '2' }],
  [{ email: true }, {}],
])('contacts of %j are %j', (variables, expected) => expect(contactsOf(variables)).toEqual(expected))

test.each<[Values, string]>([
  [{}, ''],
  [{ name: 'Ada' }, 'Ada'],
  [{ full_name: 'Ada Lovelace' }, 'Ada Lovelace'],
  [{ first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
  [{ last_name: 'Lovelace' }, 'Lovelace'],
  [{ name: true }, ''],
])('the name of %j is «%s»', (variables, expected) => expect(nameOf(variables)).toBe(expected))

test.each([
  ['+49 (30) 12-34', '49301234'],
  ['0049301234', '49301234'],
  ['٠٣٠١٢٣٤', '٠٣٠١٢٣٤'],
  ['112', ''],
  ['call me', ''],
])('the key of «%s» is «%s»', (phone, key) => expect(phoneKeyOf(phone)).toBe(key))

describe('learning from a conversation', () => {
  it('creates a new lead', () => {
    expect(learned(undefined, lead({ email: 'a@example.com' }))).toEqual(lead({ email: 'a@example.com' }))
  })
  it('adds missing values and corrects what the visitor said before', () => {
    const before = lead({ email: 'a@example.com', variables: { email: 'a@example.com' } })
    const heard = lead({ name: 'Ada', email: 'b@example.com', variables: { email: 'b@example.com' } })
    expect(learned(before, heard)).toMatchObject({ name: 'Ada', email: 'b@example.com' })
  })
  it('keeps corrections by hand until the visitor says something new', () => {
    const before = lead({ email: 'right@example.com', variables: { email: 'wrong@example.com' } })
    const again = lead({ email: 'wrong@example.com', variables: { email: 'wrong@example.com', size: 4 } })
    expect(learned(before, again)).toMatchObject({ email: 'right@example.com', variables: { size: 4 } })
    expect(learned(before, lead({ email: 'new@example.com' })).email).toBe('new@example.com')
  })
  it('removes nothing', () => {
    const before = lead({ name: 'Ada', phone: '030 1234', variables: { size: 4 } })
    expect(learned(before, lead())).toEqual(before)
  })
})

test("keeps the first lead's values when joining", () => {
  const kept = lead({ email: 'a@example.com', variables: { size: 4 } })
  const other = lead({ name: 'Ada', email: 'b@example.com', variables: { size: 5, colour: 'red' } })
  expect(joined(kept, other)).toEqual(
    lead({ name: 'Ada', email: 'a@example.com', variables: { size: 4, colour: 'red' } }),
  )
})

test("drops the second lead's values when there are too many", () => {
  const { variables } = joined(lead({ variables: { size: 4 } }), lead({ variables: { colour: 'red', size: 5 } }))
  expect(Object.entries(variables)).toEqual([
    ['size', 4],
    ['colour', 'red'],
  ])
})

const of = (
  source: 'chat' | 'form' | 'manual' | 'import' | 'api',
  conversationIds: string[],
  email = 'a@example.com',
) => ({
  source,
  conversationIds,
  email,
})
test.each<[ReturnType<typeof of>, { conversationId?: string; signedEmail?: string }, boolean]>([
  [of('chat', ['first', 'next']), { conversationId: 'first' }, true],
  [of('form', ['first']), { conversationId: 'first' }, true],
  [of('chat', ['first', 'next']), { conversationId: 'next' }, false],
  [of('chat', ['first']), { conversationId: 'other' }, false],
  [of('chat', []), { conversationId: 'first' }, false],
  [of('chat', ['', 'next']), { conversationId: 'next' }, false],
  [of('manual', ['first']), { conversationId: 'first' }, false],
  [of('import', ['first']), { conversationId: 'first' }, false],
  [of('api', ['first']), { conversationId: 'first' }, false],
  [of('chat', ['first']), { signedEmail: ' A@example.com' }, true],
  [of('import', []), { signedEmail: 'a@example.com' }, true],
  [of('chat', ['first']), { signedEmail: 'b@example.com' }, false],
  [of('chat', ['first'], ''), { signedEmail: ' ' }, false],
])('a lead %j may be corrected from %j: %s', (known, { conversationId = 'new', signedEmail = '' }, expected) =>
  expect(mayCorrect(known, { conversationId, signedEmail })).toBe(expected),
)

test.each<[LeadFields | undefined, LeadFields, boolean]>([
  [undefined, lead(), true],
  [lead(), lead({ name: 'Ada' }), false],
  [lead(), lead({ phone: '1' }), true],
])('contacts changed from %j to %j: %s', (before, after, expected) =>
  expect(hasNewContacts(before, after)).toBe(expected),
)

test.each<[Values | undefined, Values | undefined, boolean]>([
  [undefined, undefined, false],
  [undefined, {}, false],
  [{ a: 1 }, { a: 1 }, false],
  [{ a: 1 }, { a: '1' }, true],
  [{ a: 1 }, undefined, false],
  [undefined, { a: false }, true],
])('values changed from %j to %j: %s', (before, after, expected) => expect(haveChanged(before, after)).toBe(expected))

test.each([
  ['Write to lena_berg@example.org, please.', { email: 'lena_berg@example.org' }],
  ['mail <a@example.org> or b@example.org!', { email: 'b@example.org' }],
  ['call me at +49 (30) 12-34-567', { phone: '+49 (30) 12-34-567' }],
  ['Tel. 040/1234567', { phone: '040/1234567' }],
  ['order 0012345678 of 01/02/2026', {}],
  ['the code is 4711 0815', {}],
  ['me@home', {}],
])('finds contacts in %j', (text, contacts) => expect(contactsIn(text)).toEqual(contacts))
