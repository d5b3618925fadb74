// Every language says all that English says: the same keys, the same places for what is put in, and every plural it has.
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { expect, test } from 'vitest'
import { ar } from './ar/ar.ts'
import { de } from './de/de.ts'
import { en } from './en/en.ts'
import { es } from './es/es.ts'
import { fr } from './fr/fr.ts'
import { pt } from './pt/pt.ts'

const others = { ar, de, es, fr, pt }
const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/

function flat(texts: object, path = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, value] of Object.entries(texts) as [string, string | object][]) {
    if (typeof value === 'string') all.set(path + key, value)
    else for (const [inner, text] of flat(value, `${path}${key}.`)) all.set(inner, text)
  }
  return all
}

const english = flat(en)
/** The keys that a language needs: a sentence that counts once for each of its plurals. */
function keysOf(language: string): string[] {
  const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const keys = [...english.keys()].flatMap((key) => {
    const [, counted, plural] = PLURAL.exec(key) ?? []
    // «None» is a sentence of its own in any language, where English has one.
    if (counted === undefined || plural === 'zero') return [key]
    return plurals.map((one) => `${counted}_${one}`)
  })
  return [...new Set(keys)].toSorted()
}

/** What is put in, what is marked up, and what is taken from elsewhere. */
const places = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*[\w.]+(?:,[^}]*)?\}\}|\{\w+\}|<\/?\w+\/?>|\$t\([^)]*\)/g)]
    .map(([place]) => place)
    .toSorted()

test('all languages but English are looked at here', () => {
  expect(['en', ...Object.keys(others)].toSorted()).toEqual(LANGUAGES.toSorted())
})

test.each(Object.keys(others) as (keyof typeof others)[])('%s has every sentence', (language) => {
  const needed = keysOf(language)
  // A language may have words of its own for none, as Portuguese, which counts it with one.
  const extra = (key: string) =>
    key.endsWith('_zero') && !needed.includes(key) && english.has(key.replace(/zero$/, 'other'))
  expect([...flat(others[language]).keys()].filter((key) => !extra(key)).toSorted()).toEqual(needed)
})

test.each(['fr', 'pt'] as const)('%s, where none counts as one, says no «one» of none', (language) => {
  expect(new Intl.PluralRules(language).select(0)).toBe('one')
  const own = flat(others[language])
  const figureless = [...own].filter(([key, text]) => {
    const other = own.get(key.replace(/_one$/, '_other')) ?? ''
    return key.endsWith('_one') && !text.includes('{{count}}') && other.includes('{{count}}')
  })
  expect(figureless.length).toBeGreaterThan(0)
  // The figures of a page are compared over a day at least.
  const lacking = figureless
    .filter(([key]) => !key.startsWith('analytics.'))
    .map(([key]) => key.replace(/_one$/, '_zero'))
    .filter((key) => !own.has(key))
  expect(lacking).toEqual([])
})

test('French keeps a space that does not break before what takes one', () => {
  for (const [key, text] of flat(others.fr)) expect(text, key).not.toMatch(/\S [:;!?»]|« /)
})

test.each(Object.keys(others) as (keyof typeof others)[])('%s puts the same things into its sentences', (language) => {
  for (const [key, text] of flat(others[language])) {
    const [, counted, plural] = PLURAL.exec(key) ?? []
    const source = english.get(key) ?? english.get(`${counted}_other`) ?? ''
    // «One document» needs no figure where the plural stands for one number alone.
    const figureless = plural === 'zero' || plural === 'one' || plural === 'two'
    const without = (all: string[]) => (figureless ? all.filter((place) => place !== '{{count}}') : all)
    expect(without(places(text)), `${language} ${key}`).toEqual(without(places(source)))
    expect(text === '', `${language} ${key} is empty`).toBe(source === '')
  }
})
