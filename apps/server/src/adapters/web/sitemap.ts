// Lists of addresses that sites publish: XML, its indexes, packed or as plain lines.
import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { PageError, type PageReader, type SitemapItem } from '../../modules/knowledge/pages.port.ts'
import { type Asked, exchange } from './exchange.ts'
import { failure, refusedBy } from './sentences.ts'
import { textOf } from './text.ts'

const unpack = promisify(gunzip)
/** Of one sitemap, unpacked: what the format allows. */
const MAX_BYTES = 50_000_000
const MAX_FILES = 300
const MAX_NESTED = 3
const TIMEOUT_MS = 45_000
/** Of all files together. */
const BUDGET_MS = 120_000
const BUDGET_BYTES = 300_000_000

type AskedWith = (headers: Readonly<Record<string, string>>, signal?: AbortSignal) => Asked

export async function readSitemap(
  address: string,
  { limit, signal }: { limit: number; signal?: AbortSignal },
  asked: AskedWith,
): ReturnType<PageReader['sitemap']> {
  const found = new Map<string, SitemapItem>()
  const todo: { url: string; nested: number }[] = [{ url: address, nested: 0 }]
  const seen = new Set([address])
  const until = Date.now() + BUDGET_MS
  let bytes = 0
  let more = false
  for (let files = 0; todo.length > 0; files += 1) {
    const next = todo.shift()
    if (!next || found.size > limit || files >= MAX_FILES || Date.now() > until || bytes > BUDGET_BYTES) {
      more = true
      break
    }
    const text = await contentOf(next.url, asked, signal).catch((error: unknown) => {
      if (files === 0 || !(error instanceof PageError)) throw error
      return ''
    })
    bytes += text.length
    const listed = entriesOf(text, next.url)
    if (files === 0 && !listed) throw failure('broken', { message: 'There is no sitemap at this address.' })
    for (const item of listed?.items ?? []) {
      if (found.size > limit) break
      if (!found.has(item.url)) found.set(item.url, item)
    }
    for (const url of listed?.sitemaps ?? []) {
      if (next.nested >= MAX_NESTED || seen.size > MAX_FILES || seen.has(url)) continue
      seen.add(url)
      todo.push({ url, nested: next.nested + 1 })
    }
  }
  return { items: [...found.values()].slice(0, limit), more: more || found.size > limit }
}

async function contentOf(url: string, asked: AskedWith, signal: AbortSignal | undefined): Promise<string> {
  const got = await exchange(url, {
    ...asked({ accept: 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5' }, signal),
    timeoutMs: TIMEOUT_MS,
  })
  try {
    if (!got.response.ok) throw refusedBy(got.response)
    const bytes = await got.body(MAX_BYTES)
    return textOf(isGzip(bytes) ? await unpacked(bytes) : bytes, got.response.headers.get('content-type') ?? '')
  } finally {
    got.close()
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await unpack(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    const large = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (large)
      throw failure('too-large', { message: 'The sitemap is larger than the 50 MB that are read.', cause: error })
    throw failure('broken', { message: 'The packed sitemap is broken.', cause: error })
  }
}

/** Undefined for a text that is no sitemap. Scans from mark to mark, so that no input takes long. */
export function entriesOf(text: string, base: string): { items: SitemapItem[]; sitemaps: string[] } | undefined {
  const start = text.slice(0, 2000).trimStart()
  if (!start.startsWith('<')) return linesOf(text, base)
  if (!/<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 100_000))) return undefined
  const isIndex = /<(?:\w+:)?sitemapindex[\s>]/i.test(text.slice(0, 100_000))
  const items = [...located(text)].flatMap(({ loc, lastModified }) => {
    const url = absolute(loc, base)
    return url ? [{ url, lastModified }] : []
  })
  return isIndex ? { items: [], sitemaps: items.map(({ url }) => url) } : { items, sitemaps: [] }
}

function linesOf(text: string, base: string) {
  const items = text.split(/\r\n|\r|\n/).flatMap((line) => {
    const url = /^https?:\/\//i.test(line.trim()) ? absolute(line, base) : undefined
    return url ? [{ url, lastModified: '' }] : []
  })
  return items.length > 0 ? { items, sitemaps: [] } : undefined
}

/** Every `<loc>` with the `<lastmod>` that follows before the next one. `image:loc` and its like are none. */
function* located(text: string): Generator<{ loc: string; lastModified: string }> {
  let at = text.indexOf('<loc>')
  while (at >= 0) {
    const end = text.indexOf('</loc>', at)
    if (end < 0) return
    const next = text.indexOf('<loc>', end)
    const mod = between(text.slice(end, Math.min(next < 0 ? text.length : next, end + 1000)), '<lastmod>', '</lastmod>')
    const loc = text.slice(at + 5, Math.min(end, at + 5 + 5000))
    yield { loc: unescaped(loc), lastModified: unescaped(mod).slice(0, 40) }
    at = next
  }
}

function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from)
  const end = start < 0 ? -1 : text.indexOf(to, start)
  return end < 0 ? '' : text.slice(start + from.length, end)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text
    .replace('<![CDATA[', '')
    .replace(']]>', '')
    .replaceAll(
      /&(?:(amp|lt|gt|quot|apos)|#(\d{1,6})|#x([0-9a-f]{1,6}));/gi,
      (_all, name?: string, dec?: string, hex?: string) => {
        if (name) return ENTITIES[name.toLowerCase()] ?? ''
        const code = dec ? Number(dec) : Number.parseInt(hex ?? '', 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      },
    )
    .trim()

function absolute(text: string, base: string): string | undefined {
  const trimmed = text.trim()
  if (!trimmed || !URL.canParse(trimmed, base)) return undefined
  const url = new URL(trimmed, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}
