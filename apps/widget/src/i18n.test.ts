import { expect, test } from 'vitest'
import { en, fill, loadLanguage, pickLanguage } from './i18n.ts'
import { loadMore, moreEn } from './more-texts.ts'
import { hostTexts } from './loader/texts.ts'

test.each([
  ['de', [], 'de'],
  ['pt-BR', [], 'pt'],
  ['auto', ['fr-CA', 'en'], 'fr'],
  ['', ['ja', 'es'], 'es'],
  ['ja', ['ja'], 'en'],
  [undefined, [], 'en'],
  ['__proto__', [], 'en'],
])('language %s for browser %o is %s', (lang, browser, code) => {
  expect(pickLanguage(lang, browser)).toBe(code)
})

test('every language has every sentence with its places, and Arabic reads from the right', async () => {
  for (const code of ['de', 'fr', 'es', 'pt', 'ar']) {
    const { texts, dir, code: loaded } = await loadLanguage(code)
    expect(loaded).toBe(code)
    expect(dir).toBe(code === 'ar' ? 'rtl' : 'ltr')
    for (const [key, sentence] of Object.entries(en)) {
      const translated = texts[key as keyof typeof en]
      expect(translated.length, `${code} ${key}`).toBeGreaterThan(0)
      expect(translated.match(/\{\w+\}/g), `${code} ${key}`).toEqual(sentence.match(/\{\w+\}/g))
    }
    const more = await loadMore(code)
    for (const [key, sentence] of Object.entries(moreEn))
      expect(more[key as keyof typeof more].match(/\{\w+\}/g), `${code} ${key}`).toEqual(sentence.match(/\{\w+\}/g))
    expect(more).not.toEqual(moreEn)
    expect(Object.values(hostTexts(code) ?? {}).filter(Boolean), code).toHaveLength(4)
  }
})

test('a language that can’t be fetched is English, and so is one we don’t have', async () => {
  const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  for (const language of [await loadLanguage('de', broken), await loadLanguage('ja'), await loadLanguage('en')])
    expect(language).toEqual({ code: 'en', dir: 'ltr', texts: en })
})

test('the specification’s English texts are exact', () => {
  expect(en.crash).toBe('Something went wrong:')
  expect(en.tryAgain).toBe('Try again')
})

test('fills places and leaves unknown ones', () => {
  expect(fill('{name} has {n} of {x}', { name: 'A', n: '2' })).toBe('A has 2 of {x}')
})
