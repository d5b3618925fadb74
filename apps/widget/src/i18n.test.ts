import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fill, loadLanguage, pickLanguage } from './i18n.ts'
import { en } from './texts.ts'
import { loadMore, moreEn } from './more-texts.ts'
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

const CODES = readdirSync(join(import.meta.dirname, 'languages'))
  .filter((file) => /^..\.ts$/.test(file))
  .map((file) => file.slice(0, 2))
const places = (sentence: string) => sentence.match(/\{\w+\}/g)?.toSorted()

test('at least twenty languages are there, and each is picked', () => {
  expect(CODES.length + 1).toBeGreaterThanOrEqual(20)
  for (const code of CODES)
    expect(
      pickLanguage(code, () => []),
      code,
    ).toBe(code)
})

test.each(CODES)('%s has every sentence with its places, in its own words and direction', async (code) => {
  const { texts, dir, code: loaded } = await loadLanguage(code)
  expect(loaded).toBe(code)
  expect(dir).toBe(['ar', 'fa', 'he'].includes(code) ? 'rtl' : 'ltr')
  const more = await loadMore(code)
  for (const [own, english] of [
    [texts, en],
    [more, moreEn],
  ] as const) {
    expect(Object.keys(own)).toEqual(Object.keys(english))
    for (const [key, sentence] of Object.entries(english)) {
      const translated = own[key as keyof typeof own] as string
      expect(translated.trim(), key).not.toBe('')
      expect(places(translated), key).toEqual(places(sentence))
      // Short words may be the same in two languages; sentences are not.
      if (sentence.split(' ').length > 3) expect(translated, key).not.toBe(sentence)
    }
  }
  expect(Object.values(hostTexts(code) ?? {}).filter(Boolean), code).toHaveLength(6)
})

test('a language that can’t be fetched is English, and so is one we don’t have', async () => {
  const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  for (const language of [await loadLanguage('de', broken), await loadLanguage('sw'), await loadLanguage('en')])
    expect(language).toEqual({ code: 'en', dir: 'ltr', texts: en })
})

test('the specification’s English texts are exact', () => {
  expect(en.crash).toBe('Something went wrong:')
  expect(en.tryAgain).toBe('Try again')
})

test('fills places and leaves unknown ones', () => {
  expect(fill('{name} has {n} of {x}', { name: 'A', n: '2' })).toBe('A has 2 of {x}')
})
