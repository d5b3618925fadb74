import { afterEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '../../i18n/i18n.ts'
import { numberLocale } from '../../i18n/number-locale.ts'
import { dateAndTime, dateWriter, labelled, numberWriter } from './locale.ts'
import { balanceText, currencyText, separators, usd } from './format-number.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await setLanguage('en')
})
const browser = (...languages: string[]) => vi.stubGlobal('navigator', { languages })
const at = new Date(Date.UTC(2026, 10, 22, 12))
/** Any non-Latin digit. */
const OTHER_DIGITS = /(?![0-9])\p{Nd}/u

describe.each(['ar-EG', 'ar-SA', 'ar-MA', 'fr-FR', 'fa-IR'])('Arabic in a browser of %s', (country) => {
  test("uses the digits of its texts and the page's calendar", async () => {
    browser(country)
    await setLanguage('ar')
    const day = dateWriter({ dateStyle: 'long', timeZone: 'UTC' })(at)
    for (const text of [day, dateAndTime(at), numberWriter({})(12_345.6, 'ar'), usd(1.5, 'ar')])
      expect(text).not.toMatch(OTHER_DIGITS)
    expect(day).toContain('2026')
    expect(separators().decimalSeparator).toBe('.')
  })
})

test('keeps the sign of a currency next to its letters in right-to-left text', () => {
  const leftToRight = '\u200e'
  for (const text of [currencyText(5, 'usd', 'ar'), usd(0.125, 'ar')]) expect(text).toMatch(/US\$\u200e$/)
  expect(currencyText(5, 'EUR', 'ar')).not.toContain(leftToRight)
  expect(currencyText(5, 'usd', 'en')).toBe('$5.00')
})

test('skips system names that are not locales', async () => {
  browser('en-US@posix', 'en-GB')
  await setLanguage('en')
  expect(dateWriter({ dateStyle: 'short', timeZone: 'UTC' })(at)).toBe('22/11/2026')
})

test.each([
  ['de', ['en-US'], '12.345,6'],
  ['en', ['de-DE'], '12,345.6'],
  ['fr', ['fr-CH'], '12\u202f345,6'],
  ['pt', ['pt-PT'], '12.345,6'],
  ['ar', ['ar-EG'], '12,345.6'],
])('%s writes numbers its own way in a browser of %s', async (language, languages, text) => {
  browser(...languages)
  await setLanguage(language as 'de')
  expect(numberWriter({})(12_345.6, language)).toBe(text)
  expect((12_345.6).toLocaleString(numberLocale(language))).toBe(text)
})

test.each([
  ['en', '2600.0'],
  ['de', '2600,0'],
  ['ar', '2600.0'],
])('a balance in %s', (language, text) => expect(balanceText(2600, language)).toBe(text))

test("keeps the country's date format", async () => {
  browser('en-GB')
  // Created here because formatters are cached by language.
  expect(dateWriter({ dateStyle: 'short', timeZone: 'UTC' })(at)).toBe('22/11/2026')
})

test.each([
  ['en', 'Remove: Logo'],
  ['fr', 'Remove\u00a0: Logo'],
] as const)('a name of two parts in %s', async (language, text) => {
  await setLanguage(language)
  expect(labelled('Remove', 'Logo')).toBe(text)
})
