import { expect, test } from 'vitest'
import { readContact } from './contact-form.ts'

const GOOD = { topic: 'agencies', name: 'Ada', email: ' Ada@Example.test ', company: '', message: 'Hello there, all.' }
const read = (given: Record<string, string>) => readContact(new URLSearchParams({ ...GOOD, ...given }))

test('takes a complete message and spells the address one way', () => {
  expect(read({ message: 'One\r\nTwo, three' })).toEqual({
    values: { ...GOOD, email: 'ada@example.test', message: 'One\nTwo, three' },
    errors: {},
    isTrapped: false,
  })
})

test.each([
  ['name', { name: '  ' }, 'Enter your name.'],
  ['name', { name: 'x'.repeat(101) }, 'Use at most 100 characters.'],
  ['email', { email: 'ada@' }, 'Enter an email address, like you@example.com.'],
  ['email', { email: 'ada@example.test, bob@example.test' }, 'Enter an email address, like you@example.com.'],
  ['email', { email: 'ada@example.test\nBcc: bob@example.test' }, 'Enter an email address, like you@example.com.'],
  ['company', { company: 'x'.repeat(101) }, 'Use at most 100 characters.'],
  ['message', { message: 'short' }, 'Tell us a little more: at least 10 characters.'],
  ['message', { message: 'x'.repeat(4001) }, 'Use at most 4,000 characters.'],
])('names what is wrong with %s for %o', (field, given, error) => {
  expect(read(given).errors).toEqual({ [field]: error })
})

test('takes an unknown topic for another one, and notices a filled trap', () => {
  expect(read({ topic: 'toString' }).values.topic).toBe('other')
  expect(read({ topic_other: 'x' }).isTrapped).toBe(true)
  expect(Object.keys(readContact(new URLSearchParams()).errors)).toEqual(['name', 'email', 'message'])
})
