// Fetches a URL: a page as Markdown, plain text, or a file for the document parser.
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_SOURCE_BYTES } from '@parlance/contract/knowledge/schemas'
import {
  PageError,
  type ReadFile,
  type ReadOptions,
  type ReadPage,
  type UnchangedPage,
} from '../../modules/knowledge/pages.ports.ts'
import type { ParsedPage, Parser } from '../../modules/knowledge/parsing.ports.ts'
import { type ExchangeOptions, type Exchange, exchange } from './request.ts'
import { failure, refusedBy } from './page-errors.ts'
import { decodeText, headerCharset } from '@parlance/contract/lib/decode-text'
import { msg } from '@parlance/i18n/messages'
import { ParseError } from '../../modules/knowledge/parsing.ports.ts'

export const MAX_FILE = MAX_SOURCE_BYTES
const MAX_PAGE = 5_000_000
const MAX_TEXT = 3_000_000
const FILE_MS = 60_000
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,text/plain;q=0.8,application/pdf;q=0.7,*/*;q=0.5'

export interface ReadContext {
  readonly parsePage: Parser['parsePage']
  readonly tempDir: string
  readonly asked: (headers: Readonly<Record<string, string>>, signal?: AbortSignal) => ExchangeOptions
}

export async function readPage(
  address: string,
  { etag, lastModified, signal, crawling }: ReadOptions,
  reading: ReadContext,
): Promise<ReadPage | ReadFile | UnchangedPage> {
  const headers = {
    accept: ACCEPT,
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
  const got = await exchange(address, reading.asked(headers, signal))
  try {
    const { response, url } = got
    if (response.status === 304) return { kind: 'unchanged', url }
    if (!response.ok) throw refusedBy(response)
    if (crawling && forbids(response.headers.get('x-robots-tag'))) throw failure('noindex', { code: response.status })
    const kind = kindOf(response, url)
    if (kind === 'other') throw failure('not-text', { code: response.status })
    if (kind === 'file') return await asFile(got, reading.tempDir, undefined)
    return await asPage(got, kind, { crawling: crawling === true, signal }, reading)
  } catch (error) {
    throw withExchange(error, got)
  } finally {
    got.close()
  }
}

function withExchange(error: unknown, { response, redirectedTo }: Exchange): unknown {
  if (!(error instanceof PageError)) return error
  const { kind, reason, retryable, retryAfterMs, cause } = error
  const code = error.code || response.status
  return new PageError(kind, reason, { code, retryable, retryAfterMs, redirectedTo, cause })
}

type Kind = 'html' | 'text' | 'file' | 'other'

const FILES =
  /^application\/(?:pdf|json|vnd\.openxmlformats-officedocument\.\w+\.\w+)$|^text\/(?:csv|vtt)$|^application\/x-subrip$/
const ENDINGS = /\.(?:pdf|docx|xlsx|pptx|csv|json|srt|vtt)$/i

function kindOf(response: Response, url: string): Kind {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/html' || type === 'application/xhtml+xml' || type === '') return 'html'
  if (FILES.test(type)) return 'file'
  if (/^text\/(?:plain|markdown|x-markdown)$/.test(type)) return 'text'
  return ENDINGS.test(new URL(url).pathname) && /octet-stream|download|binary/.test(type) ? 'file' : 'other'
}

const forbids = (header: string | null): boolean =>
  header !== null && header.split(',').some((part) => /^\s*(?:noindex|none)\s*$/i.test(part))

const common = ({ response, url, redirectedTo }: Exchange) => ({
  url,
  redirectedTo,
  etag: response.headers.get('etag')?.slice(0, 500) ?? '',
  lastModified: response.headers.get('last-modified')?.slice(0, 100) ?? '',
  code: response.status,
})

async function asPage(
  got: Exchange,
  kind: 'html' | 'text',
  { crawling, signal }: { crawling: boolean; signal: AbortSignal | undefined },
  reading: ReadContext,
): Promise<ReadPage | ReadFile> {
  const bytes = await got.body(MAX_PAGE)
  const contentType = got.response.headers.get('content-type') ?? ''
  // Some servers declare everything as HTML.
  if (isPdf(bytes) || isZip(bytes)) return asFile(got, reading.tempDir, bytes)
  if (bytes.byteLength === 0) throw failure('empty')
  const decoded = decodeText(bytes, headerCharset(contentType))
  if (decoded === undefined) throw failure('not-text')
  const page = { kind: 'page', ...common(got), bytes: bytes.byteLength } as const
  if (kind === 'text' || (contentType === '' && !/<[a-z!]/i.test(beginning(bytes)))) {
    const text = decoded.trim()
    if (!text) throw failure('empty')
    return {
      ...page,
      canonical: '',
      title: titleOf(text, got.url),
      markdown: text.slice(0, MAX_TEXT),
      links: [],
      language: '',
    }
  }
  const parsed = await parse(reading.parsePage, {
    html: bytes,
    url: got.url,
    contentType,
    ...(signal ? { signal } : {}),
  })
  if (crawling && parsed.noIndex) throw failure('noindex')
  const { title, links, language } = parsed
  const markdown = parsed.markdown.slice(0, MAX_TEXT)
  const missing = missingText(markdown, bytes)
  // A page without text may still have links.
  if (missing && links.length === 0) throw failure(missing)
  return { ...page, canonical: parsed.canonical ?? '', title, markdown: missing ? '' : markdown, links, language }
}

async function parse(parsePage: Parser['parsePage'], input: Parameters<Parser['parsePage']>[0]): Promise<ParsedPage> {
  try {
    return await parsePage(input)
  } catch (error) {
    if (input.signal?.aborted) throw error
    const reason = error instanceof ParseError ? error.reason : undefined
    throw failure('broken', { cause: error, ...(reason ? { reason } : {}) })
  }
}

const FEW = 200

function missingText(markdown: string, html: Uint8Array): 'needs-javascript' | 'empty' | undefined {
  const text = markdown.trim()
  const asksForScripts =
    text.length < FEW &&
    /\b(?:enable|activate|requires?|need)\b.{0,40}javascript|javascript.{0,40}\b(?:disabled|required|enabled?)\b/is.test(
      text,
    )
  if (text && !asksForScripts) return undefined
  return asksForScripts || /<script[\s>]/i.test(beginning(html, html.byteLength)) ? 'needs-javascript' : 'empty'
}

const beginning = (bytes: Uint8Array, length = 1000): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.byteLength)).toString('latin1')
const isPdf = (bytes: Uint8Array): boolean => beginning(bytes, 5) === '%PDF-'
const isZip = (bytes: Uint8Array): boolean => beginning(bytes, 4) === 'PK\u0003\u0004'

/** The first heading or line of a plain text, else the last part of its URL. */
function titleOf(text: string, url: string): string {
  const line = /^#{1,6}\s+(\S.{0,300})$/m.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? ''
  return line.trim().length <= 150 && line.trim() ? line.trim() : nameOf(url)
}

function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url)
  const last = pathname.split('/').findLast(Boolean) ?? hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

async function asFile(got: Exchange, tempDir: string, read: Uint8Array | undefined): Promise<ReadFile> {
  const { response, url } = got
  if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE) throw tooLarge()
  got.extend(FILE_MS)
  await mkdir(tempDir, { recursive: true })
  const dir = await mkdtemp(join(tempDir, 'web-'))
  const dispose = () => rm(dir, { recursive: true, force: true })
  const path = join(dir, 'file')
  let bytes = 0
  async function* counted() {
    for await (const piece of read ? [read] : got.pieces()) {
      bytes += piece.byteLength
      if (bytes > MAX_FILE) throw tooLarge()
      yield piece
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if (bytes === 0) throw failure('empty', { reason: msg('file_empty') })
  } catch (error) {
    await dispose()
    throw error
  }
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
  return { kind: 'file', ...common(got), path, dispose, fileName: nameOf(url), mediaType, bytes }
}

const tooLarge = () => failure('too-large', { reason: msg('download_too_large') })
