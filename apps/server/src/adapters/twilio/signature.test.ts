import { expect, test } from 'vitest'
import { twilioSignature } from './signature.ts'

test('signs as in the documentation of Twilio, whatever the order of the fields', () => {
  const fields = [
    ['To', '+18005551212'],
    ['CallSid', 'CA1234567890ABCDE'],
    ['From', '+12349013030'],
    ['Caller', '+12349013030'],
    ['Digits', '1234'],
  ]
  expect(
    twilioSignature(
      '12345',
      'https://mycompany.com/myapp.php?foo=1&bar=2',
      new URLSearchParams(Object.fromEntries(fields)),
    ),
  ).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=')
})
