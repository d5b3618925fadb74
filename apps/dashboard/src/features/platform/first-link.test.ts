import { expect, test } from 'vitest'
import { firstLink } from './first-link.ts'

test.each([
  ['Open http://localhost:3000/verify-email?token=abc to go on', 'http://localhost:3000/verify-email?token=abc'],
  ['<https://example.com/a>', 'https://example.com/a'],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('%s', (text, link) => {
  expect(firstLink(text)).toBe(link)
})
