import { expect, test } from 'vitest'
import { parseJson, shownText } from './json-text.ts'

const anything = () => true
test.each<[string, string | undefined, unknown, string]>([
  ['nothing typed: the value', undefined, { a: 1 }, '{\n  "a": 1\n}'],
  ['no value: nothing', undefined, null, ''],
  ['typed as people write it', '{"a":1}', { a: 1 }, '{"a":1}'],
  ['half typed', '{"a":', { a: 1 }, '{"a":'],
  ['emptied', ' ', null, ' '],
  ['the value changed elsewhere', '{"a":1}', { a: 2 }, '{\n  "a": 2\n}'],
])('%s', (_, typed, value, text) => {
  expect(shownText(typed, value, anything)).toBe(text)
})
test('keeps invalid text for correction', () => {
  expect(shownText('[]', { a: 1 }, (value) => !Array.isArray(value))).toBe('[]')
})
test.each(['', '  \n'])('an empty text stands for nothing', (text) => {
  expect(parseJson(text)).toEqual({ ok: true, value: null })
})
