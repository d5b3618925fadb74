import { localesOf } from '@parlance/i18n/read-texts'
import { expect, test } from 'vitest'
import { fill, loadLanguage, pickLanguage } from './i18n.ts'
import { en } from './texts.ts'
import { loadOnDemandTexts, onDemandEn } from './on-demand-texts.ts'
import { hostTexts } from './loader/texts.ts'

test.each([
  ['de', [], 'de'],
  ['pt-BR', [], 'pt'],
  ['auto', ['fr-CA', 'en'], 'fr'],
  ['', ['sw', 'es'], 'es'],
  ['sw', ['sw'], 'en'],
  ['no', [], 'nb'],
  ['nn-NO', [], 'nb'],
  ['iw', [], 'he'],
  [undefined, [], 'en'],
  ['__proto__', [], 'en'],
])('language %s for browser %o is %s', (lang, browser, code) => {
  expect(pickLanguage(lang, () => browser)).toBe(code)
})

const CODES = localesOf().filter((code) => code !== 'en')

test('has at least twenty languages and picks each', () => {
  expect(CODES.length + 1).toBeGreaterThanOrEqual(20)
  for (const code of CODES)
    expect(
      pickLanguage(code, () => []),
      code,
    ).toBe(code)
})

test.each(CODES)('loads %s with its own texts and direction', async (code) => {
  const { texts, dir, code: loaded } = await loadLanguage(code)
  expect(loaded).toBe(code)
  expect(dir).toBe(['ar', 'fa', 'he'].includes(code) ? 'rtl' : 'ltr')
  const more = await loadOnDemandTexts(code)
  for (const [own, english] of [
    [texts, en],
    [more, onDemandEn],
  ] as const) {
    for (const [key, sentence] of Object.entries(english)) {
      // Short texts may be equal in two languages; sentences are not.
      if (sentence.split(' ').length > 3) expect(own[key as keyof typeof own], key).not.toBe(sentence)
    }
  }
  expect(Object.values(hostTexts(code) ?? {}).filter(Boolean), code).toHaveLength(6)
})

test("falls back to English when a language is unknown or can't be fetched", async () => {
  const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  for (const language of [await loadLanguage('de', broken), await loadLanguage('sw'), await loadLanguage('en')])
    expect(language).toEqual({ code: 'en', dir: 'ltr', texts: en })
})

test('has the exact English texts of the specification', () => {
  expect(en.crash).toBe('Something went wrong:')
  expect(en.tryAgain).toBe('Try again')
})

test('fills placeholders and leaves unknown ones', () => {
  expect(fill('{name} has {n} of {x}', { name: 'A', n: '2' })).toBe('A has 2 of {x}')
})
