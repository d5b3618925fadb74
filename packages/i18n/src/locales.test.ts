import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { expect, test } from 'vitest'
import { localesOf, readNamespace, readNamespaces } from './read-texts.ts'

const PLURAL = /^(.*)_(zero|one|two|few|many|other)$/

function flat(texts: object, path = ''): Map<string, string> {
  const all = new Map<string, string>()
  for (const [key, value] of Object.entries(texts) as [string, string | object][]) {
    if (typeof value === 'string') all.set(path + key, value)
    else for (const [inner, text] of flat(value, `${path}${key}.`)) all.set(inner, text)
  }
  return all
}

const textsOf = (language: string, namespace: string) => flat({ [namespace]: readNamespace(language, namespace) })

/** Keys a language needs: counted sentences once per plural form. */
function keysOf(english: ReadonlyMap<string, string>, language: string): string[] {
  const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const keys = [...english.keys()].flatMap((key) => {
    const [, counted, plural] = PLURAL.exec(key) ?? []
    // «None» may be a separate sentence in any language if English has one.
    if (counted === undefined || plural === 'zero') return [key]
    return plurals.map((one) => `${counted}_${one}`)
  })
  return [...new Set(keys)].toSorted()
}

const places = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*[\w.]+(?:,[^}]*)?\}\}|\{\w+\}|<\/?\w+\/?>|\$t\([^)]*\)/g)]
    .map(([place]) => place)
    .toSorted()

/** Visitor texts exist in the widget's languages, all others in the account languages. */
const isOfWidget = (namespace: string) => namespace.startsWith('chat')
const namespaces = readNamespaces('en')
const pairs = localesOf().flatMap((language) =>
  namespaces
    .filter((namespace) => isOfWidget(namespace) || LANGUAGES.includes(language as 'en'))
    .map((namespace) => [language, namespace] as const),
)
const others = pairs.filter(([language, namespace]) => language !== 'en' && namespace !== 'messages')

test('every language has exactly the namespaces of English', () => {
  expect(localesOf()).toEqual(expect.arrayContaining([...LANGUAGES]))
  const files = localesOf().flatMap((language) => readNamespaces(language).map((name) => `${language} ${name}`))
  expect(files.toSorted()).toEqual(pairs.map((pair) => pair.join(' ')).toSorted())
})

test.each(others)('%s has every text of %s with its placeholders', (language, namespace) => {
  const english = textsOf('en', namespace)
  const own = textsOf(language, namespace)
  const needed = keysOf(english, language)
  // A language may have its own text for zero, like Portuguese, where zero is singular.
  const isExtra = (key: string) =>
    key.endsWith('_zero') && !needed.includes(key) && english.has(key.replace(/zero$/, 'other'))
  expect([...own.keys()].filter((key) => !isExtra(key)).toSorted()).toEqual(needed)
  for (const [key, text] of own) {
    const [, counted, plural] = PLURAL.exec(key) ?? []
    const source = english.get(key) ?? english.get(`${counted}_other`) ?? ''
    // «One document» needs no number where the plural form covers a single number.
    const isFigureless = plural === 'zero' || plural === 'one' || plural === 'two'
    const without = (all: string[]) => (isFigureless ? all.filter((place) => place !== '{{count}}') : all)
    expect(without(places(text)), `${language} ${key}`).toEqual(without(places(source)))
    expect(text.trim() === '', `${language} ${key} is empty`).toBe(source === '')
  }
})

test.each(['fr', 'pt'])('%s, where none counts as one, says no «one» of none', (language) => {
  expect(new Intl.PluralRules(language).select(0)).toBe('one')
  const own = new Map(namespaces.flatMap((namespace) => [...textsOf(language, namespace)]))
  const figureless = [...own].filter(([key, text]) => {
    const other = own.get(key.replace(/_one$/, '_other')) ?? ''
    return key.endsWith('_one') && !text.includes('{{count}}') && other.includes('{{count}}')
  })
  expect(figureless.length).toBeGreaterThan(0)
  // Pages compare at least a day, and mails report at least one failure.
  const lacking = figureless
    .filter(([key]) => !/^(analytics|emails)\./.test(key))
    .map(([key]) => key.replace(/_one$/, '_zero'))
    .filter((key) => !own.has(key))
  expect(lacking).toEqual([])
})

test('French has non-breaking spaces before punctuation', () => {
  for (const namespace of namespaces.filter((one) => !isOfWidget(one)))
    for (const [key, text] of textsOf('fr', namespace)) expect(text, key).not.toMatch(/\S [:;!?»]|« /)
})
