import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directionOf, LANGUAGE_NAMES, LANGUAGES, languageAccepted, languageFor } from './languages.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['sv', 'pt-PT', 'fr'], 'pt'],
  [['EN-gb', 'de'], 'en'],
  [['ar'], 'ar'],
  [['sv', 'ja'], 'en'],
  [[], 'en'],
] as const)('for the languages %j chooses %s', (wishes, language) => {
  expect(languageFor(wishes)).toBe(language)
})

test.each([
  ['de-CH, fr;q=0.8', 'de'],
  ['sv;q=1, en;q=0.2, fr;q=0.9', 'fr'],
  ['en;q=0.5, es;q=0.5', 'en'],
  ['de;q=0, es;q=0.1', 'es'],
  ['de;q=abc, fr', 'fr'],
  ['*', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('the header %j asks for %s', (header, language) => {
  expect(languageAccepted(header)).toBe(language)
})

test('returns a supported language for any header', () => {
  fc.assert(fc.property(fc.string(), (header) => LANGUAGES.includes(languageAccepted(header))))
})

test('every language has its own name, and only Arabic is right-to-left', () => {
  expect(new Set(LANGUAGES.map((language) => LANGUAGE_NAMES[language])).size).toBe(LANGUAGES.length)
  expect(LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
})
