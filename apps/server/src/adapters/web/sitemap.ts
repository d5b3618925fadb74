import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { PageError, type PageReader, type SitemapItem } from '../../modules/knowledge/pages.ports.ts'
import { type ExchangeOptions, type Exchange, exchange } from './request.ts'
import { failure, refusedBy } from './page-errors.ts'
import { decodeText, headerCharset } from '@parlance/contract/lib/decode-text'
import { msg } from '@parlance/i18n/messages'

const unpack = promisify(gunzip)
/** Bytes of one unpacked sitemap, the limit of the format. */
const MAX_BYTES = 50_000_000
/** Entries of one sitemap, the limit of the format. */
const MAX_ENTRIES = 50_000
const MAX_FILES = 300
const MAX_NESTED = 3
const TIMEOUT_MS = 45_000
/** For all files together. */
const BUDGET_MS = 120_000
const BUDGET_BYTES = 300_000_000
/** Bytes of all sitemaps being downloaded, across all callers. */
const MAX_COMING = 150_000_000
/** Longer URLs are truncated and so become invalid. */
const MAX_LOC = 5000
/** Entries read before yielding to the event loop. */
const AT_ONCE = 500

type AskedWith = (headers: Readonly<Record<string, string>>, signal?: AbortSignal) => ExchangeOptions

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
    const listed = await listedAt(next.url, asked, signal).catch((error: unknown) => {
      if (files === 0 || !(error instanceof PageError)) throw error
      return undefined
    })
    if (files === 0 && !listed) throw failure('broken', { reason: msg('sitemap_missing') })
    bytes += listed?.length ?? 0
    more ||= listed?.more === true
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

type Listed = Entries & { /** Of its text. */ readonly length: number }

async function listedAt(url: string, asked: AskedWith, signal: AbortSignal | undefined): Promise<Listed | undefined> {
  const got = await exchange(url, {
    ...asked({ accept: 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5' }, signal),
    timeoutMs: TIMEOUT_MS,
  })
  const held = { bytes: 0 }
  try {
    if (!got.response.ok) throw refusedBy(got.response)
    const bytes = await gathered(got, held)
    const contentType = got.response.headers.get('content-type') ?? ''
    return await alone(async () => {
      const text = decodeText(isGzip(bytes) ? await unpacked(bytes) : bytes, headerCharset(contentType)) ?? ''
      const entries = await entriesOf(text, url)
      return entries && { ...entries, length: text.length }
    })
  } finally {
    coming -= held.bytes
    got.close()
  }
}

let coming = 0

/** Reads the body against the shared limit, so that many large sitemaps do not exhaust memory together. */
async function gathered(got: Exchange, held: { bytes: number }): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of got.pieces()) {
    held.bytes += piece.byteLength
    coming += piece.byteLength
    if (held.bytes > MAX_BYTES) throw tooLarge()
    if (coming > MAX_COMING) throw new PageError('busy', msg('too_much_fetched'), { retryable: true })
    parts.push(piece)
  }
  return Buffer.concat(parts, held.bytes)
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time, because each is large once unpacked. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await unpack(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    const large = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (large) throw tooLarge(error)
    throw failure('broken', { reason: msg('sitemap_broken'), cause: error })
  }
}

const tooLarge = (cause?: unknown) => failure('too-large', { reason: msg('sitemap_too_large'), cause })

export interface Entries {
  readonly items: readonly SitemapItem[]
  readonly sitemaps: readonly string[]
  readonly more: boolean
}

/** Undefined for other texts. Scans tag by tag within the format's limit, and yields in between. */
export async function entriesOf(text: string, base: string): Promise<Entries | undefined> {
  const isPlain = !text.slice(0, 2000).trimStart().startsWith('<')
  const head = text.slice(0, 100_000)
  if (!isPlain && !/<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/i.test(head)) return undefined
  const items: SitemapItem[] = []
  let seen = 0
  let more = false
  for (const { loc, lastModified } of isPlain ? linesOf(text) : located(text)) {
    more = ++seen > MAX_ENTRIES
    if (more) break
    if (seen % AT_ONCE === 0) await yieldToEventLoop()
    const url = absolute(loc, base)
    if (url) items.push({ url, lastModified })
  }
  if (isPlain) return items.length > 0 ? { items, sitemaps: [], more } : undefined
  const isIndex = /<(?:\w+:)?sitemapindex[\s>]/i.test(head)
  return isIndex ? { items: [], sitemaps: items.map(({ url }) => url), more } : { items, sitemaps: [], more }
}

function* linesOf(text: string): Generator<{ loc: string; lastModified: string }> {
  for (let at = 0; at < text.length;) {
    const end = /[\r\n]|$/g
    end.lastIndex = at
    const to = end.exec(text)?.index ?? text.length
    const line = text.slice(at, Math.min(to, at + MAX_LOC)).trim()
    at = to + 1
    if (line) yield { loc: /^https?:\/\//i.test(line) ? line : '', lastModified: '' }
  }
}

/** Every `<loc>` with its own `<lastmod>`. `image:loc` and the like do not count. */
function* located(text: string): Generator<{ loc: string; lastModified: string }> {
  let at = text.indexOf('<loc>')
  while (at >= 0) {
    const end = text.indexOf('</loc>', at)
    if (end < 0) return
    const next = text.indexOf('<loc>', end)
    const mod = between(text.slice(end, Math.min(next < 0 ? text.length : next, end + 1000)), '<lastmod>', '</lastmod>')
    const loc = text.slice(at + 5, Math.min(end, at + 5 + MAX_LOC))
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
