// Fetches the text of a source: from its file in the bucket, or its URL.
import { storedMessage } from '../../../lib/stored-message.ts'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { MILLI } from '@parlance/contract/lib/money'
import { MAX_SOURCE_CHARS } from '@parlance/contract/knowledge/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { DocumentHead } from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import type { ReadFile } from '../pages.ports.ts'
import { ParseError, type Parsed } from '../parsing.ports.ts'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** A fetched page costs one credit if its text changed. */
export const PAGE_COST = MILLI

export interface Fetched {
  readonly title: string
  readonly markdown: string | undefined
  readonly mediaType: string
  readonly pages: number | null
  /** What reading left out. */
  readonly warnings: readonly MessageDescriptor[]
  readonly bytes: number
  readonly etag: string
  readonly lastModified: string
  /** Charges the fetch if the page changed, in the transaction that stores it. */
  readonly pay: (tx: Ctx, isChanged: boolean) => Promise<void>
  /** Releases what was not charged. Idempotent. */
  readonly dispose: () => Promise<void>
}

type FetchDeps = Pick<KnowledgeDeps, 'charge' | 'pages' | 'parser' | 'storage'>
type FetchSource = (ctx: Ctx, row: DocumentHead, signal: AbortSignal) => Promise<Fetched>

export const createFetchSource = (deps: FetchDeps): FetchSource => {
  const fromFile = readFile(deps)
  const fromPage = readPage(deps)
  return (ctx, row, signal) => (row.sourceType === 'file' ? fromFile(ctx, row, signal) : fromPage(ctx, row, signal))
}

const readFile =
  ({ storage, parser }: FetchDeps): FetchSource =>
  async (ctx, row, signal) => {
    const dir = await mkdtemp(join(tmpdir(), 'parlance-read-'))
    try {
      const path = join(dir, 'file')
      const file = await storage.bucket(ctx.region).open(row.fileKey)
      if (!file) throw new ParseError('broken', msg('upload_unfinished'))
      await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }), { signal })
      const { fileName, mediaType } = row
      const parsed = await parser.parse({ source: { path }, fileName, mediaType, signal })
      return {
        ...textOf(parsed),
        bytes: row.bytes,
        etag: '',
        lastModified: '',
        pay: async () => {},
        dispose: async () => {},
      }
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  }

const readPage =
  (deps: FetchDeps): FetchSource =>
  async (ctx, row, signal) => {
    const { workspaceId, agentId } = row
    const item = {
      workspaceId,
      agentId,
      key: `knowledge-page:${row.id}:${randomId(12)}`,
      cause: storedMessage(msg('credit_page', { name: row.name })),
    }
    let held = true
    await deps.charge.hold(ctx, { ...item, amount: PAGE_COST })
    const dispose = async () => {
      if (held) await deps.charge.settle(ctx, { ...item, cost: 0 })
      held = false
    }
    const pay = async (tx: Ctx, isChanged: boolean) => {
      await deps.charge.settle(tx, { ...item, cost: isChanged ? PAGE_COST : 0 })
      held = false
    }
    try {
      const { etag, lastModified } = row
      const page = await deps.pages.read(row.sourceUrl, { etag, lastModified, signal })
      if (page.kind === 'unchanged')
        return {
          title: '',
          markdown: undefined,
          mediaType: row.mediaType,
          pages: row.pages,
          warnings: [],
          bytes: row.bytes,
          etag,
          lastModified,
          pay,
          dispose,
        }
      const metadata = { bytes: page.bytes, etag: page.etag, lastModified: page.lastModified, pay, dispose }
      if (page.kind === 'file') return { ...textOf(await parsedFile(deps, page, signal)), ...metadata }
      return { ...textOf({ ...page, mediaType: 'text/html', pages: null, warnings: [] }), ...metadata }
    } catch (error) {
      await dispose()
      throw error
    }
  }

async function parsedFile({ parser }: FetchDeps, file: ReadFile, signal: AbortSignal): Promise<Parsed> {
  try {
    const { path, fileName, mediaType } = file
    return await parser.parse({ source: { path }, fileName, mediaType, signal })
  } finally {
    await file.dispose()
  }
}

/** Validates the output of parsers before it is stored. */
function textOf({
  title,
  markdown,
  mediaType,
  pages,
  warnings,
}: Pick<Parsed, 'title' | 'markdown' | 'mediaType' | 'pages' | 'warnings'>) {
  if (!markdown.trim()) throw new ParseError('empty', msg('text_missing'))
  if (markdown.length > MAX_SOURCE_CHARS)
    throw new ParseError('too-large', msg('text_too_long', { max: MAX_SOURCE_CHARS }))
  return { title, markdown, mediaType, pages, warnings }
}

export const isNoCredits = (error: unknown): boolean => error instanceof AppError && error.code === 'CREDITS_EXHAUSTED'
