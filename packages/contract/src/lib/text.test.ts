import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut, oneLine, storable, storableJson } from './text.ts'

const FACE = '😀'
const HALF = FACE.slice(0, 1)
const units = fc.array(fc.constantFrom('a', '\0', '\\u0000', HALF, FACE.slice(1), FACE, '"'), { maxLength: 30 })

describe('cut', () => {
  test.each([
    ['abc', 5, 'abc'],
    ['abc', 2, 'ab'],
    [`ab${FACE}`, 4, `ab${FACE}`],
    [`ab${FACE}c`, 3, 'ab'],
    [`ab${FACE}c`, 4, `ab${FACE}`],
  ])('%j at %i', (text, max, expected) => expect(cut(text, max)).toBe(expected))
})

describe('storable', () => {
  test('keeps the length and all valid text', () => {
    fc.assert(
      fc.property(units, (parts) => {
        const text = parts.join('')
        const stored = storable(text)
        expect(stored.length).toBe(text.length)
        expect(stored.isWellFormed() && !stored.includes('\0')).toBe(true)
        if (text.isWellFormed() && !text.includes('\0')) expect(stored).toBe(text)
      }),
    )
  })

  test('cleans texts at any depth of JSON', () => {
    fc.assert(
      fc.property(units, (parts) => {
        const text = parts.join('')
        expect(JSON.parse(storableJson([{ items: [{ text }], n: 1 }]))).toEqual([
          { items: [{ text: storable(text) }], n: 1 },
        ])
      }),
    )
  })
})

test.each([
  ['Ada\r\nBcc: all', 'Ada Bcc: all'],
  ['a\tb\u2028c', 'a b c'],
  ['\u2069\u202Eoverridden', 'overridden'],
  ['علي \u200Fو', 'علي \u200Fو'],
  ['NUL \0 stays', 'NUL \0 stays'],
])('%j as one line is %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
