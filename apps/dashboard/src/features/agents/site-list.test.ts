import { expect, test } from 'vitest'
import { readPath, readSites, sitesFit, wrongSite } from './site-list.ts'

test.each([
  ['', []],
  ['shop.example', ['shop.example']],
  [
    'https://Shop.example/lamps?x=1\n *.shop.example , localhost:5173',
    ['shop.example', '*.shop.example', 'localhost:5173'],
  ],
  ['a.example\n\na.example', ['a.example']],
])('%j', (text, sites) => {
  expect(readSites(text)).toEqual(sites)
})

test('reports an invalid domain, and too many', () => {
  expect(wrongSite(['a.example', 'not_one', '*.b.example'])).toBe('not_one')
  expect(wrongSite(['*'])).toBe('*')
  expect(sitesFit(['a.example'])).toBe(true)
  expect(sitesFit(['-a.example'])).toBe(false)
  expect(sitesFit(Array.from({ length: 51 }, (_, n) => `a${n}.example`))).toBe(false)
})

test('starts paths at the root', () => {
  expect(readPath(' cart/* ')).toBe('/cart/*')
  expect(readPath('/cart')).toBe('/cart')
  expect(readPath('  ')).toBe('')
})
