import { expect, test } from 'vitest'
import { plainLetters, smsSize } from './sms.ts'

test.each([
  ['', 'GSM-7', 0, 1],
  ['a'.repeat(160), 'GSM-7', 160, 1],
  ['a'.repeat(161), 'GSM-7', 161, 2],
  ['a'.repeat(307), 'GSM-7', 307, 3],
  ['€'.repeat(80), 'GSM-7', 160, 1],
  ['Grüße, Ärger & Ñandú', 'UCS-2', 20, 1],
  ['ж'.repeat(70), 'UCS-2', 70, 1],
  ['ж'.repeat(71), 'UCS-2', 71, 2],
  ['\u{1F600}'.repeat(36), 'UCS-2', 72, 2],
])('counts %s', (text, encoding, units, segments) => {
  expect(smsSize(text)).toEqual({ encoding, units, segments })
})

test('replaces typographic characters with letters that every phone has', () => {
  expect(plainLetters('“It’s here” – now…')).toBe('"It\'s here" - now...')
  expect(smsSize(plainLetters('“It’s here” – now…')).encoding).toBe('GSM-7')
})
