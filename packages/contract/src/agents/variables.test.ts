import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillIn } from './variables.ts'

test.each([
  ['Hello {name}', 'Hello Ada'],
  ['Hello {nobody}', 'Hello {nobody}'],
  ['Hello {known}', 'Hello '],
  ['Hello {known|default:friend}', 'Hello friend'],
  ['Hello {nobody|default: dear guest}', 'Hello dear guest'],
  ['Hello {name|default:friend}', 'Hello Ada'],
])('%s becomes %s', (text, filled) => {
  expect(fillIn(text, { name: 'Ada' }, new Set(['known']))).toBe(filled)
})

test.each([
  `{constructor.constructor('return process')()}`,
  `{{constructor.constructor("return process")()}}`,
  '${process.exit(1)}',
  '{{= 7*7 }}',
  '<%= process.env %>',
  '{constructor}',
  '{__proto__}',
  '{toString}',
  '#{7*7}',
])('[1.17] keeps %s as text', (text) => {
  expect(fillIn(text, { name: 'Ada' })).toBe(text)
})

test("[1.17] never fills in visitors' text again or reads it as a replacement pattern", () => {
  expect(fillIn('{a}{b}', { a: '{b}', b: '{a}' })).toBe('{b}{a}')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (said) => {
      expect(fillIn('<{a}>', { a: said, b: 'B' })).toBe(`<${said}>`)
    }),
  )
  for (const said of ['$&', '$1', '$`', "$'", '$<a>']) expect(fillIn('<{a}>', { a: said })).toBe(`<${said}>`)
})
