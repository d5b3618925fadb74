import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWebsite } from '@parlance/simulators/website/server'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageError } from '../../modules/knowledge/pages.ports.ts'
import type { Parser } from '../../modules/knowledge/parsing.ports.ts'
import type { Resolve } from '../../lib/outbound/guarded-fetch.ts'
import { readRobots } from './robots.ts'
import { entriesOf } from './sitemap.ts'
import { createPageReader } from './page-reader.ts'

const parsePage: Parser['parsePage'] = async ({ html, url, contentType }) => {
  const text = new TextDecoder(/charset=([\w-]+)/.exec(contentType)?.[1] ?? 'utf-8').decode(html)
  const hrefs = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => new URL(href, url).href)
  const canonical = /rel="canonical" href="([^"]+)"/.exec(text)?.[1]
  return {
    title: /<title>([^<]*)/.exec(text)?.[1] ?? '',
    markdown: (/<(?:main|body)>([\s\S]*)/.exec(text)?.[1] ?? '').replaceAll(/<[^>]*>/g, '').trim(),
    canonical: canonical === undefined ? null : new URL(canonical, url).href,
    links: hrefs,
    language: 'en',
    noIndex: text.includes('noindex'),
  }
}

const site = await startWebsite()
const tempDir = mkdtempSync(join(tmpdir(), 'parlance-web-'))
const options = { parsePage, allow: [site.host], appOrigin: () => 'https://parlance.example', tempDir, timeoutMs: 1500 }
const reader = createPageReader(options)
const at = (path: string) => `${site.url}${path}`
beforeEach(() => {
  site.asked.length = 0
})
afterAll(async () => {
  await site.close()
  rmSync(tempDir, { recursive: true, force: true })
})
const failureOf = async (promise: Promise<unknown>): Promise<PageError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PageError)) throw new Error(`no PageError but ${String(error)}`)
  return error
}

describe('a page', () => {
  test('is read with its metadata, under our name', async () => {
    const page = await reader.read(at('/docs/a'))
    expect(page).toMatchObject({
      kind: 'page',
      url: at('/docs/a'),
      title: 'Doc A',
      etag: '"a1"',
      code: 200,
      language: 'en',
    })
    expect(page).toMatchObject({ markdown: expect.stringContaining('as the shop has done'), bytes: expect.any(Number) })
    expect(site.asked[0]?.headers['user-agent']).toBe('ParlanceBot/1.0 (+https://parlance.example/bot)')
    expect(await reader.read(at('/copy'))).toMatchObject({
      canonical: at('/about'),
      links: expect.arrayContaining([at('/')]),
    })
  })
  test('is not sent again when unchanged', async () => {
    expect(await reader.read(at('/docs/a'), { etag: '"a1"' })).toEqual({ kind: 'unchanged', url: at('/docs/a') })
    expect(await reader.read(at('/docs/a'), { etag: '"a0"' })).toMatchObject({ kind: 'page' })
  })
  test('is found behind its redirects', async () => {
    expect(await reader.read(at('/docs/moved'))).toMatchObject({ url: at('/docs/b'), title: 'Doc B' })
  })
  test('is decoded by its charset', async () => {
    expect(await reader.read(at('/latin'))).toMatchObject({ title: 'Café' })
  })
  test('is its text when plain', async () => {
    expect(await reader.read(at('/text.txt'))).toMatchObject({
      title: 'Opening hours',
      markdown: expect.stringMatching(/^Opening hours\n\nThe/),
    })
  })
  test('stays on disk until it was read when it is a file', async () => {
    const file = await reader.read(at('/data.csv'))
    if (file.kind !== 'file') throw new Error(file.kind)
    expect(file).toMatchObject({ fileName: 'data.csv', mediaType: 'text/csv', bytes: 23 })
    expect(readFileSync(file.path, 'utf8')).toContain('Bern')
    await file.dispose()
    expect(existsSync(file.path)).toBe(false)
    site.set('/report', { headers: { 'content-type': 'text/html' }, body: '%PDF-1.7 and so on' })
    const pdf = await reader.read(at('/report'))
    if (pdf.kind !== 'file') throw new Error(pdf.kind)
    expect(readFileSync(pdf.path, 'utf8')).toBe('%PDF-1.7 and so on')
    await pdf.dispose()
    expect(readdirSync(tempDir)).toEqual([])
  })
  test('respects noindex only when no user named it', async () => {
    expect(await reader.read(at('/hidden'))).toMatchObject({ kind: 'page' })
    expect((await failureOf(reader.read(at('/hidden'), { crawling: true }))).kind).toBe('noindex')
    site.set('/header', { headers: { 'x-robots-tag': 'nofollow, NoIndex' }, body: '<main>text' })
    expect((await failureOf(reader.read(at('/header'), { crawling: true }))).kind).toBe('noindex')
  })
})

describe('reasons for no page', () => {
  test.each<[string, string, number, boolean]>([
    ['/missing', 'gone', 404, false],
    ['/removed', 'gone', 410, false],
    ['/forbidden', 'forbidden', 403, false],
    ['/teapot', 'refused', 418, false],
    ['/failing', 'server', 500, true],
    ['/busy', 'busy', 503, true],
    ['/loop/a', 'redirects', 0, false],
    ['/forever', 'redirects', 0, false],
    ['/inside', 'not-public', 0, false],
    ['/inside/metadata', 'not-public', 0, false],
    ['/inside/mapped', 'not-public', 0, false],
    ['/inside/file', 'not-public', 0, false],
    ['/nowhere', 'not-public', 0, false],
    ['/app', 'needs-javascript', 200, false],
    ['/empty', 'empty', 200, false],
    ['/picture.png', 'not-text', 200, false],
    ['/binary', 'not-text', 200, false],
    ['/huge', 'too-large', 200, false],
    ['/huge/declared', 'too-large', 0, false],
    ['/bomb', 'too-large', 200, false],
    ['/stream', 'endless', 200, false],
    ['/half', 'endless', 200, false],
    ['/silent', 'timeout', 0, true],
    ['/broken', 'unreachable', 200, true],
  ])('%s: %s', async (path, kind, code, retryable) => {
    const error = await failureOf(reader.read(at(path)))
    expect(error).toMatchObject({ kind, code, retryable })
    expect(error.message).toMatch(/^[A-Z].{20,150}\.$/)
    expect(error.message).not.toMatch(/127\.0|169\.254|ECONN|undefined/)
  })

  const names: Resolve = async (host) => [{ address: host.startsWith('in') ? '10.0.0.1' : '1.1.1.1', family: 4 }]
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://printer.local/',
    'http://inside.example/',
    'http://u:p@1.1.1.1/',
    'http://1.1.1.1:22/',
    'file:///etc/passwd',
    'nonsense',
  ])('%s is not public', async (address) => {
    const inside = createPageReader({ ...options, allow: [], resolve: names })
    expect((await failureOf(inside.read(address))).kind).toBe('not-public')
    expect((await failureOf(inside.sitemap(address, { limit: 5 }))).kind).toBe('not-public')
    expect(site.asked).toEqual([])
  })
  test('[1.1c] refuses a name whose address changes between two look-ups', async () => {
    const answers = ['1.1.1.1', '127.0.0.1']
    const resolve: Resolve = async () => [{ address: answers.pop() ?? '127.0.0.1', family: 4 }]
    const inside = createPageReader({ ...options, allow: [], resolve })
    expect((await failureOf(inside.read('http://rebind.example/'))).kind).toBe('not-public')
  })
  test('reports how long a busy site wants to wait', async () => {
    expect((await failureOf(reader.read(at('/busy')))).retryAfterMs).toBe(7000)
  })
  test('stops at once when its caller aborts, with the caller’s reason', async () => {
    const controller = new AbortController()
    const reading = reader.read(at('/silent'), { signal: controller.signal })
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })
})

describe('a sitemap', () => {
  test('is followed through indexes and gzip, up to the limit', async () => {
    const all = await reader.sitemap(at('/sitemap.xml'), { limit: 100 })
    expect(all.more).toBe(false)
    expect(all.items).toHaveLength(22)
    expect(all.items[0]).toEqual({ url: at('/pages/0'), lastModified: '2026-11-01' })
    expect(all.items.at(-1)).toEqual({ url: at('/docs/a'), lastModified: '' })
    const some = await reader.sitemap(at('/sitemap.xml'), { limit: 5 })
    expect([some.items.length, some.more]).toEqual([5, true])
  })
  test.each([
    ['/about', 'broken'],
    ['/missing', 'gone'],
    ['/sitemap-bomb.xml.gz', 'too-large'],
    ['/loop/a', 'redirects'],
  ])('at %s is none: %s', async (path, kind) => {
    expect((await failureOf(reader.sitemap(at(path), { limit: 5 }))).kind).toBe(kind)
  })
  test('normalises its URLs', async () => {
    const loc = async (text: string) =>
      (await entriesOf(`<urlset><url><loc>${text}</loc></url></urlset>`, 'https://a.example/'))?.items[0]?.url
    expect(await loc('https://a.example/?a=1&amp;b=2')).toBe('https://a.example/?a=1&b=2')
    expect(await loc('<![CDATA[https://a.example/c]]>')).toBe('https://a.example/c')
    expect(await loc(' /relative ')).toBe('https://a.example/relative')
    expect(await loc('https://a.example/&#x41;')).toBe('https://a.example/A')
    expect(await loc('javascript:alert(1)')).toBeUndefined()
    expect(await entriesOf('<html></html>', 'https://a.example/')).toBeUndefined()
    expect(await entriesOf('no address', 'https://a.example/')).toBeUndefined()
    expect(await entriesOf('https://a.example/1\r\n\r\nno\nhttps://a.example/2', 'https://a.example/')).toEqual({
      items: ['1', '2'].map((n) => ({ url: `https://a.example/${n}`, lastModified: '' })),
      sitemaps: [],
      more: false,
    })
  })
  test.each([
    ['marks', `<urlset>${'<loc>'.repeat(1_000_000)}`],
    ['entries', `<urlset>${'<loc>/a</loc>'.repeat(3_000_000)}`],
    ['lines', 'http://a\n'.repeat(4_000_000)],
  ])('of millions of %s is read to where the format ends, and others have their turn', async (_what, text) => {
    const turns = { longest: 0, last: performance.now() }
    const timer = setInterval(() => {
      turns.longest = Math.max(turns.longest, performance.now() - turns.last)
      turns.last = performance.now()
    }, 1)
    const entries = await entriesOf(text, 'https://a.example/')
    clearInterval(timer)
    expect(entries?.items.length).toBeLessThanOrEqual(50_000)
    expect(entries?.more).toBe((entries?.items.length ?? 0) > 0)
    expect(turns.longest).toBeLessThan(500)
  })
})

describe('robots.txt', () => {
  test('allows and forbids, fetched once', async () => {
    const robots = await reader.robots(site.url)
    expect([robots.allow(at('/about')), robots.allow(at('/private/plan'))]).toEqual([true, false])
    expect(robots.sitemaps).toEqual([at('/sitemap.xml')])
    await reader.robots(site.url)
    expect(site.asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(1)
  })
  test.each([[404], [403]])('allows everything when it returns %i', async (status) => {
    site.set('/robots.txt', { status })
    expect((await createPageReader(options).robots(site.url)).allow(at('/private/plan'))).toBe(true)
  })
  test('makes us wait when it returns 500', async () => {
    site.set('/robots.txt', { status: 500 })
    expect(await failureOf(createPageReader(options).robots(site.url))).toMatchObject({
      kind: 'robots',
      retryable: true,
    })
  })
  test('counts up to the limit when endless', async () => {
    site.set('/robots.txt', { body: `User-agent: *\nDisallow: /a\n${'# more\n'.repeat(200_000)}Disallow: /b` })
    const robots = await createPageReader(options).robots(site.url)
    expect([robots.allow(at('/a')), robots.allow(at('/b'))]).toEqual([false, true])
    site.set('/robots.txt', undefined)
  })
  test('addresses us by name, and sets a delay', () => {
    const robots = readRobots(
      'https://a.example/robots.txt',
      'User-agent: ParlanceBot\nDisallow: /x*y$\nCrawl-delay: 2\n\nUser-agent: *\nDisallow: /',
    )
    expect(robots.crawlDelayMs).toBe(2000)
    expect(robots.allow('https://a.example/a')).toBe(true)
    expect(robots.allow('https://a.example/x1y')).toBe(false)
  })
  test('is matched fast when full of stars', () => {
    const text = `User-agent: *\n${`Disallow: /${'a*'.repeat(240)}b\n`.repeat(2000)}`
    const robots = readRobots('https://a.example/robots.txt', text)
    const started = performance.now()
    robots.allow(`https://a.example/${'a'.repeat(1900)}`)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

test('does not keep a gigabyte in memory', async () => {
  const before = process.memoryUsage().rss
  await vi.waitFor(() => failureOf(reader.read(at('/huge'))))
  await failureOf(reader.read(at('/bomb')))
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})
