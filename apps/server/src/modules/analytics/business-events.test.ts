import { describe, expect, test } from 'vitest'
import { clientOf } from '@parlance/contract/analytics/clients'
import { countsOf, countsOfTurn } from '@parlance/contract/analytics/counts'
import { addDays, before, changeOf, daysIn, eachDay, periodOf } from './period.ts'
import { isPreviewCall, locateWidget, siteOf } from '@parlance/contract/analytics/widget-location'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
describe('browsers and platforms', () => {
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'chrome', 'windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'edge',
      'windows',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'opera', 'linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
      'safari',
      'macos',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
      'safari',
      'ios',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'chrome',
      'ios',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
      'firefox',
      'ios',
    ],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox', 'linux'],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'samsung',
      'android',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'chrome', 'chromeos'],
    ['curl/8.9.1', 'other', 'other'],
    ['', 'other', 'other'],
    ['<script>alert(1)</script>', 'other', 'other'],
    [`${'x'.repeat(1_000_000)} Firefox/1`, 'other', 'other'],
  ])('%#: %s', (agent, browser, platform) => {
    expect(clientOf({ agent, brands: '', platform: '' })).toEqual({ browser, platform })
  })

  test('prefers client hints to the old header', () => {
    const agent = `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`
    const brands = '"Chromium";v="142", "Microsoft Edge";v="142", "Not_A Brand";v="99"'
    expect(clientOf({ agent, brands, platform: '"Android"' })).toEqual({ browser: 'edge', platform: 'android' })
    expect(clientOf({ agent, brands: '', platform: '"Plan 9"' })).toEqual({ browser: 'chrome', platform: 'linux' })
  })
})

describe('places', () => {
  const place = locateWidget(() => 'https://app.test')
  test.each([
    ['https://shop.test/', false],
    ['https://app.test/app/eu/prototype', true],
    ['https://app.test/app/na/demo/abc/page1', true],
    ['https://agency.test/eu/prototype/abc', true],
    ['https://app.test/anything', true],
    ['https://app.test/app/eu/agents/abc/share', false],
    ['https://shop.test/prototype', false],
    ['https://shop.test/app/eu/democracy', false],
    ['', false],
    ['nonsense', false],
  ])('%s is a preview: %s', (url, preview) => expect(place.isPreview(url)).toBe(preview))

  test.each([
    [{ origin: 'https://shop.test', host: 'app.test', referer: '' }, false],
    [{ origin: undefined, host: 'app.test', referer: '' }, false],
    [{ origin: 'https://app.test', host: '127.0.0.1', referer: '' }, true],
    [{ origin: 'https://agency.test', host: 'agency.test', referer: 'https://agency.test/eu/prototype/a' }, true],
    [{ origin: 'https://app.test', host: 'app.test', referer: 'https://app.test/app/eu/agents/a/share' }, false],
    [{ origin: 'https://app.test', host: 'app.test', referer: 'https://app.test.evil/app/eu/agents/a/share' }, true],
  ])('a call %j is one of a preview: %s', (call, preview) => {
    expect(isPreviewCall(call, 'https://app.test')).toBe(preview)
  })

  test.each([
    ['https://shop.test', 'https://shop.test'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://shop.test/', undefined],
    ['https://shop.test/page', undefined],
    ['https://user@shop.test', undefined],
    ['null', undefined],
    ['', undefined],
    [null, undefined],
    ['chrome-extension://abcdefgh', undefined],
    ['file://', undefined],
    [`https://${'a'.repeat(300)}.test`, undefined],
    ['=HYPERLINK("https://x")', undefined],
  ])('the site of %s is %s', (header, site) => expect(siteOf(header)).toBe(site))
})

describe('counted dimensions', () => {
  const load = { record: 'loads', channel: 'web-chat', browser: 'chrome', platform: 'linux' } as const
  test('counts a load in the sum and by dimension, without a country when disabled', () => {
    expect(countsOf(load).map(({ kind, value }) => `${kind}:${value}`)).toEqual([
      ':',
      'channel:web-chat',
      'browser:chrome',
      'platform:linux',
    ])
    expect(countsOf({ ...load, country: 'DE' }).map(({ kind }) => kind)).toContain('country')
  })

  const place = locateWidget(() => 'https://app.test')
  const turn = { channel: 'web-chat', pageUrl: 'https://shop.test/', isFirst: false }
  const named = (counts: ReturnType<typeof countsOfTurn>) =>
    counts.map(({ record, kind, value }) => `${record} ${kind}:${value}`)
  test.each([
    ['a message', turn, ['messages :', 'messages channel:web-chat']],
    [
      'the first message',
      { ...turn, isFirst: true },
      ['chats :', 'chats channel:web-chat', 'messages :', 'messages channel:web-chat'],
    ],
    ['one through the API', { ...turn, channel: 'api', pageUrl: '' }, ['messages :', 'messages channel:api']],
    ['one of an owner', { ...turn, channel: 'test', isFirst: true }, []],
    [
      'one on the demo page',
      { ...turn, pageUrl: 'https://app.test/app/eu/demo/a/page1' },
      ['messages channel:preview'],
    ],
  ])('%s', (_, given, counts) => expect(named(countsOfTurn(given, place))).toEqual(counts))
  test('excludes previews from sums', () => {
    expect(countsOf({ ...load, channel: 'preview', country: 'DE' })).toEqual([
      { record: 'loads', kind: 'channel', value: 'preview' },
    ])
  })
})

describe('periods', () => {
  const now = new Date('2026-03-01T00:30:00Z')
  test.each([
    [{}, { from: '2026-01-31', to: '2026-03-01' }],
    [{ from: '2026-02-27' }, { from: '2026-02-27', to: '2026-03-01' }],
    [{ to: '2024-03-01' }, { from: '2024-02-01', to: '2024-03-01' }],
    [{ from: '2026-05-01' }, { from: '2026-05-01', to: '2026-05-01' }],
    [{ from: '2026-02-02', to: '2026-02-01' }, { message: 'The period ends before it starts.' }],
    [{ from: '2020-01-01', to: '2026-02-01' }, { message: 'Choose a period of up to 366 days.' }],
    [{ from: '0001-01-01', to: '0001-01-02' }, { message: 'Choose a period between 2000-01-01 and 2999-12-31.' }],
    [{ to: '0000-01-01' }, { message: 'Choose a period between 2000-01-01 and 2999-12-31.' }],
    [{ from: '9999-12-31' }, { message: 'Choose a period between 2000-01-01 and 2999-12-31.' }],
    [
      { from: '2024-01-01', to: '2024-12-31' },
      { from: '2024-01-01', to: '2024-12-31' },
    ],
  ])('%j is %j', (asked, period) => expect(periodOf(asked, now)).toMatchObject(period))

  test('has a previous period of equal length, over leap days and clock changes', () => {
    expect(before({ from: '2024-03-01', to: '2024-03-31' })).toEqual({ from: '2024-01-30', to: '2024-02-29' })
    expect(before({ from: '2026-11-21', to: '2026-11-21' })).toEqual({ from: '2026-11-20', to: '2026-11-20' })
    expect(daysIn({ from: '2026-03-28', to: '2026-03-30' })).toBe(3)
    expect(eachDay({ from: '2026-03-28', to: '2026-03-30' })).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  test.each([
    [3, 2, 0.5],
    [0, 2, -1],
    [2, 0, null],
    [0, 0, null],
  ])('from %d after %d', (value, previous, change) => expect(changeOf(value, previous)).toBe(change))
})
