import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeAddress } from './address.ts'
import type { CrawlPage } from '@parlance/contract/crawler/schemas'
import { releasesDuplicates, defersTo, compareContent } from './duplicates.ts'
import { matchesPattern } from './address-patterns.ts'
import { decide, type Scope } from './scope.ts'
import { trapOf, variantOf } from './traps.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

describe('normalised URLs', () => {
  test.each<[string, string | undefined]>([
    ['https://Example.COM', 'https://example.com/'],
    ['https://example.com:443/a#part', 'https://example.com/a'],
    ['http://example.com:80/', 'http://example.com/'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/docs/index.html', 'https://example.com/docs/'],
    ['https://example.com/Default.aspx?b=2&a=1', 'https://example.com/?a=1&b=2'],
    ['https://example.com/a/index.html/index.php', 'https://example.com/a/index.html/'],
    ['https://example.com/index', 'https://example.com/index'],
    ['https://example.com/?utm_source=x&UTM_Medium=y&id=7&gclid=1', 'https://example.com/?id=7'],
    ['https://example.com/?utm_source=x', 'https://example.com/'],
    ['https://example.com/?b=2&a=2&a=1&', 'https://example.com/?a=2&a=1&b=2'],
    ['https://example.com/?', 'https://example.com/'],
    ['https://example.com/a;jsessionid=12AB?x=1', 'https://example.com/a?x=1'],
    ['https://example.com/%7euser/%e4%b8', 'https://example.com/~user/%E4%B8'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['  https://example.com/a  ', 'https://example.com/a'],
    ['mailto:a@example.com', undefined],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['https://user:secret@example.com/', undefined],
    ['nonsense', undefined],
    ['', undefined],
    [`https://example.com/${'a'.repeat(2000)}`, undefined],
  ])('%s is %s', (address, expected) => expect(normalizeAddress(address)).toBe(expected))

  test.each([
    ['../c?x#y', 'https://example.com/a/b', 'https://example.com/c?x'],
    ['//cdn.example.com/a', 'https://example.com/', 'https://cdn.example.com/a'],
    ['', 'https://example.com/a', 'https://example.com/a'],
  ])('%j on %s is %s', (address, base, expected) => expect(normalizeAddress(address, base)).toBe(expected))

  test('is idempotent', () => {
    const parts = fc.string({ unit: fc.constantFrom(...'ab/.%27e=&?;#index.html~ü+ '), maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(parts, fc.webPath(), fc.string()), (path) => {
        const once = normalizeAddress(`https://example.com/${path}`)
        if (once !== undefined) expect(normalizeAddress(once)).toBe(once)
      }),
    )
  })
  test('ignores the order of parameters with different names', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 6 })
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.nat()), (keys, [value = 1]) => {
        const query = keys.map((key) => `${key}=${value}`)
        const address = (parts: string[]) => normalizeAddress(`https://example.com/?${parts.join('&')}`)
        expect(address(query)).toBe(address(query.toReversed()))
      }),
    )
  })
})

describe('patterns', () => {
  test.each<[string, string, boolean]>([
    ['/docs/*', 'https://example.com/docs/a/b', true],
    ['/docs/*', 'https://example.com/docs/', true],
    ['/docs/*', 'https://example.com/docs', true],
    ['/docs/*', 'https://example.com/docsabc', false],
    ['/docs/*', 'https://example.com/en/docs/a', false],
    ['*/docs/*', 'https://example.com/en/docs/a', true],
    ['/docs', 'https://example.com/docs/', true],
    ['/docs/', 'https://example.com/docs', true],
    ['/docs', 'https://example.com/docs/a', false],
    ['/Docs/*', 'https://example.com/docs/A', true],
    ['/', 'https://example.com/', true],
    ['/', 'https://example.com/a', false],
    ['/*', 'https://example.com/', true],
    ['*', 'https://example.com/a?b', true],
    ['/a', 'https://example.com/a?page=2', true],
    ['/a?page=*', 'https://example.com/a?page=2', true],
    ['/a?page=*', 'https://example.com/a', false],
    ['*?*', 'https://example.com/a?x=1', true],
    ['*?*', 'https://example.com/a', false],
    ['/*.pdf', 'https://example.com/files/a.pdf', true],
    ['example.com/docs/*', 'https://example.com/docs/a', true],
    ['example.com/docs/*', 'https://other.example/docs/a', false],
    ['*.example.com/*', 'https://shop.example.com/a', true],
    ['https://example.com/a*', 'https://example.com/abc', true],
    ['https://example.com/a*', 'http://example.com/abc', false],
    ['https://example.com', 'https://example.com/', true],
    ['*pricing*', 'https://example.com/our-pricing-2026', true],
    ['/a b/*', 'https://example.com/a%20b/c', true],
    ['/%zz', 'https://example.com/%zz', true],
    // Patterns are not regular expressions.
    ['/doc./', 'https://example.com/docs', false],
    ['/(a+)+$/', 'https://example.com/aaa', false],
  ])('%s and %s: %s', (matcher, url, expected) => expect(matchesPattern(matcher, url)).toBe(expected))

  test('are fast with many stars', () => {
    const url = `https://example.com/${'a'.repeat(1900)}b`
    const started = performance.now()
    expect(matchesPattern(`/${'a*'.repeat(249)}c`, url)).toBe(false)
    expect(performance.now() - started).toBeLessThan(200)
  })
  test('are fast over thousands of URLs that nearly match', () => {
    const urls = Array.from({ length: 4000 }, (_, n) => `https://example.com/${'a'.repeat(960)}${n}`)
    const started = performance.now()
    expect(urls.some((url) => matchesPattern(`*${'a'.repeat(480)}b`, url))).toBe(false)
    expect(performance.now() - started).toBeLessThan(1000)
  })
  test.each([
    ['/ab*ba', 'https://example.com/aba', false],
    ['/ab*ba', 'https://example.com/abba', true],
    ['/a*b*b', 'https://example.com/ab', false],
    ['/a*b*b', 'https://example.com/abb', true],
    ['/a**b', 'https://example.com/ab', true],
  ])('no part of an address stands for two of a matcher: %s and %s: %s', (matcher, url, expected) =>
    expect(matchesPattern(matcher, url)).toBe(expected),
  )
  test('match a path by itself, and by itself with stars in it', () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{1,8}$/)
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), fc.nat(), (segments, at) => {
        const url = `https://example.com/${segments.join('/')}`
        const starred = segments.with(at % segments.length, '*')
        expect(matchesPattern(`/${segments.join('/')}`, url)).toBe(true)
        expect(matchesPattern(`/${starred.join('/')}`, url)).toBe(true)
        expect(matchesPattern(`/${segments.join('/')}x`, url)).toBe(false)
      }),
    )
  })
})

describe('traps', () => {
  test.each<[string, boolean]>([
    ['https://example.com/a/b/c', false],
    ['https://example.com/products/1234/5678', false],
    ['https://example.com/2024/05/04/news', false],
    ['https://example.com/calendar/2026-12', false],
    ['https://example.com/calendar/2031-01', true],
    ['https://example.com/calendar/2031/01', true],
    ['https://example.com/calendar/1960/01/01', true],
    ['https://example.com/calendar?month=2&year=2040', true],
    ['https://example.com/calendar?month=2&year=2027', false],
    ['https://example.com/calendar?date=2199-01-05', true],
    ['https://example.com/article/1871', false],
    ['https://example.com/a/a/a/a', true],
    ['https://example.com/a/b/a/b/a/b', true],
    ['https://example.com/1/1/1/1', false],
    [`https://example.com/${'x/'.repeat(3)}${[...'abcdefghijklm'].join('/')}`, true],
    ['https://example.com/?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1', false],
    ['https://example.com/?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1', true],
    [`https://example.com/${'a'.repeat(1000)}`, true],
  ])('%s: %s', (url, expected) => expect(trapOf(url, NOW) !== undefined).toBe(expected))

  test('counts variants per path', () => {
    expect(variantOf('https://example.com/a?b=1')).toBe('https://example.com/a')
    expect(variantOf('https://example.com/a')).toBeUndefined()
  })
})

describe('a job’s pages', () => {
  const scope: Scope = {
    kind: 'site',
    startUrls: ['https://www.example.com/'],
    include: [],
    exclude: [],
    maxDepth: 2,
    maxPages: 10,
    stayOnDomain: true,
  }
  const decisionFor = (url: string, depth = 1, more: Partial<Scope> = {}) => {
    const decision = decide({ ...scope, ...more }, url, depth, NOW)
    return 'foreign' in decision && decision.foreign ? 'foreign' : decision.do
  }
  test.each<[string, string, number, Partial<Scope>]>([
    ['read', 'https://www.example.com/a', 1, {}],
    ['read', 'https://example.com/a', 1, {}],
    ['read', 'https://shop.example.com/a', 1, {}],
    ['foreign', 'https://badexample.com/a', 1, {}],
    ['foreign', 'https://example.com.evil.example/', 1, {}],
    ['read', 'https://other.example/', 1, { stayOnDomain: false }],
    ['foreign', 'http://1.10.0.0.1.example/', 1, { startUrls: ['http://10.0.0.1/'] }],
    ['skip', 'https://example.com/a', 3, {}],
    ['read', 'https://example.com/a', 2, {}],
    ['skip', 'https://example.com/a.jpg', 1, {}],
    ['read', 'https://example.com/a.pdf', 1, {}],
    ['skip', 'https://example.com/private/x', 1, { exclude: ['/private/*'] }],
    ['skip', 'https://example.com/docs/x', 1, { include: ['/docs/*'], exclude: ['*/x'] }],
    ['skip', 'https://example.com/a', 1, { include: ['/docs/*'] }],
    ['read', 'https://example.com/docs/a', 1, { include: ['/docs/*'] }],
    ['links', 'https://example.com/', 0, { include: ['/docs/*'] }],
    ['skip', 'https://example.com/', 0, { include: ['/docs/*'], kind: 'sitemap' }],
    ['skip', 'https://example.com/a/a/a/a', 1, {}],
    ['read', 'https://example.com/a/a/a/a', 0, {}],
    ['foreign', 'https://example.com/', 1, { startUrls: ['nonsense'] }],
  ])('%s: %s at %i', (expected, url, depth, more) => expect(decisionFor(url, depth, more)).toBe(expected))
})

test('defers a page to its canonical one, unless that one is not read', () => {
  const states: [CrawlPage['status'] | undefined, boolean][] = [
    [undefined, true],
    ['waiting', true],
    ['read', true],
    ['unchanged', true],
    ['duplicate', false],
    ['skipped', false],
    ['failed', false],
  ]
  for (const [state, expected] of states) expect(defersTo(state)).toBe(expected)
  expect((['failed', 'skipped', 'read', 'duplicate'] as const).map(releasesDuplicates)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('compares a text with its previous version and other pages', () => {
  expect(compareContent({ hash: 'a', before: 'a', twin: 'x' })).toBe('unchanged')
  expect(compareContent({ hash: 'a', before: 'b', twin: 'x' })).toBe('duplicate')
  expect(compareContent({ hash: 'a', before: '', twin: undefined })).toBe('read')
})
