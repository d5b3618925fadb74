/**
 * A loopback web site: linked pages, sitemaps and robots.txt, changing pages, and everything that goes wrong on the
 * web.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { HOSTILE } from './hostile.ts'
import { generated, html, prose } from './pages.ts'

export interface WebsiteOptions {
  /** A free one when absent. */
  readonly port?: number
  /** Pages under `/pages/`; 20 when absent. */
  readonly pages?: number
  /** Text of robots.txt; forbids `/private/` when absent. */
  readonly robots?: string
  /** Milliseconds before every answer. */
  readonly delayMs?: number
}

/** Replaces the response of an address. */
export interface Override {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Answers only then. */
  readonly after?: Promise<unknown>
}

export interface Website {
  readonly url: string
  /** `host:port`, as in an allow-list. */
  readonly host: string
  /** Requests, oldest first. */
  readonly asked: { readonly path: string; readonly at: number; readonly headers: IncomingMessage['headers'] }[]
  /** From now on; `undefined` ends it. */
  readonly set: (path: string, override: Override | undefined) => void
  readonly close: () => Promise<void>
}

const HTML = 'text/html; charset=utf-8'
const LATIN = Buffer.from(
  '<title>Caf\u00e9</title><main><p>Unser Caf\u00e9 ist t\u00e4glich ge\u00f6ffnet, au\u00dfer an Feiertagen im Winter.</p></main>',
  'latin1',
)
const LINKED = ['/about', '/docs/', '/pages/0', '/copy?from=home', '/app', '/private/plan', '/missing', '/text.txt']

export async function startWebsite(options: WebsiteOptions = {}): Promise<Website> {
  const asked: Website['asked'] = []
  const overrides = new Map<string, Override>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.test')
    asked.push({ path: url.pathname + url.search, at: Date.now(), headers: request.headers })
    const reply = () => answer(request, response, url, { ...options, overrides, host: host() })
    if (options.delayMs) setTimeout(reply, options.delayMs)
    else reply()
  })
  const host = () => {
    const address = server.address()
    return `127.0.0.1:${address !== null && typeof address !== 'string' ? address.port : 0}`
  }
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    url: `http://${host()}`,
    host: host(),
    asked,
    set(path, override) {
      if (override) overrides.set(path, override)
      else overrides.delete(path)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Site extends WebsiteOptions {
  readonly overrides: ReadonlyMap<string, Override>
  readonly host: string
}

function answer(request: IncomingMessage, response: ServerResponse, url: URL, site: Site): void {
  const path = url.pathname
  const override = site.overrides.get(path + url.search) ?? site.overrides.get(path)
  if (override) return void Promise.resolve(override.after).then(() => send(request, response, override))
  const hostile = HOSTILE[path] ?? (path.startsWith('/deeper/') ? HOSTILE['/deeper'] : undefined)
  if (hostile) return hostile(request, response, url)
  send(request, response, pageAt(path, site))
}

/** Sends an entity tag, and 304 to clients that have it. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, headers = {}, body = '' }: Override,
): void {
  const all = { 'content-type': HTML, ...headers }
  const etag = headers['etag']
  if (etag !== undefined && request.headers['if-none-match'] === etag)
    return void response.writeHead(304, { etag }).end()
  response.writeHead(status, all).end(body)
}

function pageAt(path: string, site: Site): Override {
  const count = site.pages ?? 20
  const number = /^\/pages\/(\d+)$/.exec(path)?.[1]
  if (number !== undefined) return Number(number) < count ? { body: generated(Number(number), count) } : MISSING
  return FIXED(site)[path]?.() ?? MISSING
}

const MISSING: Override = { status: 404, body: html({ title: 'Not found', text: 'There is no such page here.' }) }
const xml = (body: string): Override => ({ headers: { 'content-type': 'application/xml' }, body })
const about = (head = '') =>
  html({ title: 'About the shop', text: prose(1_000_001), links: ['/', '/about#team', '/docs/index.html'], head })

const FIXED = ({ host, pages = 20, robots }: Site): Record<string, () => Override> => ({
  '/': () => ({
    body: html({ title: 'The shop', text: prose(1_000_000), links: [...LINKED, 'https://elsewhere.example/'] }),
  }),
  '/about': () => ({ body: about() }),
  '/copy': () => ({ body: about(`<link rel="canonical" href="/about">`) }),
  '/circle/one': () => ({
    body: html({ title: 'One', text: prose(1_000_020), head: '<link rel="canonical" href="/circle/two">' }),
  }),
  '/circle/two': () => ({ status: 301, headers: { location: '/circle/one' } }),
  '/twin': () => ({ body: about() }),
  '/docs/': () => ({
    body: html({ title: 'Docs', text: prose(1_000_002), links: ['/docs/a', '/docs/b', '/docs/moved'] }),
  }),
  '/docs/a': () => ({ body: html({ title: 'Doc A', text: prose(1_000_003) }), headers: { etag: '"a1"' } }),
  '/docs/b': () => ({ body: html({ title: 'Doc B', text: prose(1_000_004) }) }),
  '/docs/moved': () => ({ status: 301, headers: { location: '/docs/b' } }),
  '/private/plan': () => ({ body: html({ title: 'Plan', text: prose(1_000_005) }) }),
  '/hidden': () => ({
    body: html({ title: 'Hidden', text: prose(1_000_006), head: '<meta name="robots" content="noindex">' }),
  }),
  '/app': () => ({ body: '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>' }),
  '/empty': () => ({ body: '' }),
  '/latin': () => ({ body: LATIN, headers: { 'content-type': 'text/html; charset=iso-8859-1' } }),
  '/latin/undeclared': () => ({ body: LATIN, headers: { 'content-type': 'text/html; charset=utf-8' } }),
  '/text.txt': () => ({ body: `Opening hours\n\n${prose(1_000_007)}`, headers: { 'content-type': 'text/plain' } }),
  '/picture.png': () => ({
    body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]),
    headers: { 'content-type': 'image/png' },
  }),
  '/binary': () => ({ body: Buffer.alloc(500), headers: { 'content-type': 'text/html' } }),
  '/data.csv': () => ({ body: 'city,hours\nBern,9 to 5\n', headers: { 'content-type': 'text/csv' } }),
  '/forbidden': () => ({ status: 403, body: 'No.' }),
  '/removed': () => ({ status: 410, body: 'Gone.' }),
  '/teapot': () => ({ status: 418, body: 'Tea.' }),
  '/failing': () => ({ status: 500, body: 'Oops.' }),
  '/busy': () => ({ status: 503, body: 'Later.', headers: { 'retry-after': '7' } }),
  '/robots.txt': () => ({
    headers: { 'content-type': 'text/plain' },
    body: robots ?? `User-agent: *\nDisallow: /private/\nSitemap: http://${host}/sitemap.xml\n`,
  }),
  '/sitemap.xml': () =>
    xml(`<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <sitemap><loc>http://${host}/sitemap-pages.xml.gz</loc></sitemap>
      <sitemap><loc>http://${host}/sitemap.txt</loc></sitemap>
      <sitemap><loc>http://${host}/sitemap.xml</loc></sitemap>
      <sitemap><loc>http://${host}/sitemap-missing.xml</loc></sitemap></sitemapindex>`),
  '/sitemap-pages.xml.gz': () => ({
    headers: { 'content-type': 'application/gzip' },
    body: gzipSync(
      `<urlset>${Array.from({ length: pages }, (_, n) => `<url><loc>http://${host}/pages/${n}</loc><lastmod>2026-11-0${1 + (n % 9)}</lastmod></url>`).join('')}</urlset>`,
    ),
  }),
  '/sitemap.txt': () => ({
    headers: { 'content-type': 'text/plain' },
    body: `http://${host}/about\nhttp://${host}/docs/a\nnonsense\n`,
  }),
})
