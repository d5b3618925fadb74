// Adds sources: files, pages and sitemaps. Each becomes a document that is read in the background.
import { SOURCE_ENDINGS, MAX_SOURCE_BYTES, MAX_SOURCES_A_DAY, Tags } from '@parlance/contract/knowledge/schemas'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { newDocumentId } from '@parlance/contract/lib/ids'
import { DAY_MS, HOUR_MS } from '@parlance/contract/lib/time'
import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import type { Refresh } from '@parlance/contract/knowledge/refresh'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import {
  assertCharacterQuota,
  cleanName,
  lockCollection,
  newDocumentHead,
  awaitingIndexing,
  removeDocument,
  afterSave,
} from '../documents/write-content.ts'
import { fileKeyOf } from '../documents/agent-knowledge.ts'
import { toSummary, type DocumentRef, requireDocumentHead } from '../documents/document-views.ts'
import type { Indexer } from './index-documents.ts'
import { READ_JOB, type SourceReader } from './read-sources.ts'
import * as repository from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { assertDocumentQuota } from '../documents/save-document.ts'
import { PageError } from '../pages.ports.ts'
import { pageAddress, pageName } from './page-addresses.ts'
import * as sources from './sources.repository.ts'

const UPLOAD_MS = HOUR_MS
const SITEMAP_LIMIT = 5000
const SITEMAP_MS = 45_000
/** Concurrent DNS look-ups, and the timeout of one; slower hosts are checked when the page is read. */
const LOOKUPS = 20
const LOOKUP_MS = 3000

const WRONG_KIND = msg('file_types_allowed', { endings: SOURCE_ENDINGS.join(', ') })
const NO_ADDRESS = msg('web_page_address_invalid')
const NOT_PUBLIC = msg('page_not_public')

interface RefusedUrl extends Omit<MessageDescriptor, 'message'> {
  readonly url: string
  readonly reason: string
}
const refusedUrl = (url: string, { message, ...reason }: MessageDescriptor): RefusedUrl => ({
  url,
  reason: message,
  ...reason,
})

type IntakeDeps = Pick<
  KnowledgeDeps,
  'jobs' | 'storage' | 'assertStorageQuota' | 'assertCharacters' | 'pages' | 'checkAddress'
>

/** Acts inside `ctx.workspaceId`. @throws NOT_FOUND for a document of another workspace or agent */
export interface SourceIntake {
  /** Stores the file and queues its document. @throws INVALID_INPUT, PAYLOAD_TOO_LARGE above 50 MB, LIMIT_REACHED */
  readonly upload: (
    ctx: Ctx,
    input: { readonly agentId: string; readonly name: string; readonly tags?: string | undefined },
  ) => Promise<DocumentSummary>
  /** Queues pages. Existing ones are returned as they are; invalid and private URLs are rejected. */
  readonly addUrls: (
    ctx: Ctx,
    input: {
      readonly tags?: readonly string[] | undefined
      readonly agentId: string
      readonly urls: readonly string[]
      readonly refresh?: Refresh | undefined
    },
  ) => Promise<{ items: DocumentSummary[]; refused: RefusedUrl[] }>
  /** @throws INVALID_INPUT for an invalid or private URL, UPSTREAM_FAILED with the reason if it cannot be read */
  readonly readSitemap: (
    ctx: Ctx,
    input: { readonly agentId: string; readonly url: string },
  ) => Promise<{ items: { url: string; lastModified: string }[]; more: boolean }>
  /** Reads a page again, or retries a failed document; otherwise does nothing. */
  readonly refetch: (ctx: Ctx, of: DocumentRef) => Promise<DocumentSummary>
  /** Stops reading; a document without content is deleted. Does nothing if it is not being read. */
  readonly cancel: (ctx: Ctx, of: DocumentRef) => Promise<void>
}

const UNPAUSED = { creditsNeeded: null, creditHold: '' } as const
const queued = (ctx: Ctx) =>
  ({ status: 'queued', reason: '', attempts: 0, progress: 0, leaseUntil: null, dueAt: ctx.now(), ...UNPAUSED }) as const
const enqueueRead = (deps: IntakeDeps, ctx: Ctx) => deps.jobs.enqueue(ctx, READ_JOB, { workspaceId: ctx.workspaceId })

export const createSourceIntake = (deps: IntakeDeps, indexing: Indexer, reading: SourceReader): SourceIntake => ({
  upload: createUpload(deps),
  addUrls: createAddUrls(deps),
  async readSitemap(ctx, { url }) {
    const address = pageAddress(url)
    if (!address) throw new AppError('INVALID_INPUT', NO_ADDRESS)
    try {
      const signal = AbortSignal.timeout(SITEMAP_MS)
      return await deps.pages.sitemap(address, { limit: SITEMAP_LIMIT, signal })
    } catch (error) {
      if (!(error instanceof PageError)) throw error
      const code = error.kind === 'not-public' ? 'INVALID_INPUT' : 'UPSTREAM_FAILED'
      throw new AppError(code, error.reason, { cause: error })
    }
  },
  refetch: (ctx, { agentId, docId }) =>
    ctx.tx(async (tx) => {
      const row = await requireDocumentHead(tx, agentId, docId, true)
      const isPaused = row.creditsNeeded !== null
      if ((row.status === 'queued' || row.status === 'reading') && !isPaused) return toSummary(row)
      // A document that was read and only waits for credits is not read, or charged, again.
      const again = (row.sourceType === 'url' || row.fileKey !== '') && !(isPaused && row.status === 'indexing')
      if (!again && row.status !== 'failed' && !isPaused) return toSummary(row)
      if (!again && row.size === 0) throw new AppError('INVALID_INPUT', msg('upload_unreadable'))
      const after = { ...row, ...(again ? queued(tx) : awaitingIndexing(tx)) }
      await repository.updateDocument(tx.db, after)
      if (again) await enqueueRead(deps, tx)
      else await indexing.enqueue(tx, row.id)
      return toSummary(after)
    }),
  async cancel(ctx, { agentId, docId }) {
    await ctx.tx(async (tx) => {
      const row = await requireDocumentHead(tx, agentId, docId, true)
      if (row.status !== 'queued' && row.status !== 'reading') return
      if (row.size > 0) {
        const after = { ...row, ...awaitingIndexing(tx) }
        await repository.updateDocument(tx.db, after)
        return afterSave(tx, after, indexing, 0)
      }
      if (row.fileKey) await deps.storage.bucket(ctx.region).delete(row.fileKey)
      await removeDocument(tx, row)
    })
    reading.stop(docId)
  },
})

function createUpload(deps: IntakeDeps): SourceIntake['upload'] {
  return async (ctx, { agentId, name, tags }) => {
    const file = ctx.request?.file
    const fileName = nameOfFile(name)
    if (!file) throw new AppError('INVALID_INPUT', untranslated('Send the file as the body.'))
    const bucket = deps.storage.bucket(ctx.region)
    const id = newDocumentId()
    // The row is stored before the bytes, so that no bytes are orphaned.
    const row = await ctx.tx(async (tx) => {
      await assertUploads(tx)
      await assertDocumentQuota(tx, agentId, 1)
      // The size is unknown yet: rejects the upload if there is no space at all.
      await deps.assertStorageQuota(tx, 1)
      await assertCharacterQuota(deps, tx, 1)
      const head = newDocumentHead(tx, agentId, {
        id,
        name: fileName,
        sourceType: 'file',
        fileName,
        mediaType: mediaTypeOf(ctx),
        fileKey: fileKeyOf(ctx.workspaceId, id),
        tags: tagsIn(tags),
        ...queued(tx),
        dueAt: new Date(ctx.now().getTime() + UPLOAD_MS),
      })
      await repository.insertDocument(tx.db, { ...head, content: '' })
      await lockCollection(tx, agentId)
      return head
    })
    try {
      const bytes = await bucket.receive(row.fileKey, file, MAX_SOURCE_BYTES)
      if (bytes === 0) throw new AppError('INVALID_INPUT', msg('file_empty'))
      return toSummary(await completeUpload(deps, ctx, row, bytes))
    } catch (error) {
      await bucket.delete(row.fileKey)
      await ctx.tx(async (tx) => {
        const left = await repository.findHead(tx.db, row, row.id, true)
        if (left) await removeDocument(tx, left)
      })
      throw error
    }
  }
}

/** Called when the upload is complete. @throws NOT_FOUND if agent, document or the caller's access are gone meanwhile */
const completeUpload = (deps: IntakeDeps, ctx: Ctx, { agentId, id }: repository.DocumentHead, bytes: number) =>
  ctx.tx(async (tx) => {
    await tx.assertStill?.(tx)
    const after = { ...(await requireDocumentHead(tx, agentId, id, true)), bytes, dueAt: tx.now() }
    await deps.assertStorageQuota(tx, bytes)
    await repository.updateDocument(tx.db, after)
    await enqueueRead(deps, tx)
    return after
  })

async function assertUploads(tx: Ctx): Promise<void> {
  await sources.lockAdding(tx.db, `uploads:${tx.workspaceId}`)
  const since = new Date(tx.now().getTime() - DAY_MS)
  if ((await sources.countUploads(tx.db, tx.workspaceId, since)) >= MAX_SOURCES_A_DAY)
    throw new AppError('LIMIT_REACHED', msg('document_upload_limit', { max: MAX_SOURCES_A_DAY }))
}

/** The file name without path and invisible characters. @throws INVALID_INPUT for an unsupported extension */
function nameOfFile(name: string): string {
  const seen = name.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
  const last = cleanName(seen.split(/[/\\]/).at(-1) ?? '', '')
  if (!SOURCE_ENDINGS.some((ending) => last.toLowerCase().endsWith(ending)))
    throw new AppError('INVALID_INPUT', WRONG_KIND)
  return last
}

const mediaTypeOf = (ctx: Ctx): string => (ctx.request?.headers.get('content-type') ?? '').slice(0, 200)

function tagsIn(text: string | undefined): string[] {
  const parts = (text ?? '').split(',').filter((part) => part.trim())
  const read = Tags.safeParse(parts)
  if (!read.success) throw new AppError('INVALID_INPUT', msg('document_tags_invalid'))
  return read.data
}

function createAddUrls(deps: IntakeDeps): SourceIntake['addUrls'] {
  return async (ctx, { agentId, urls, tags = [], refresh = 'never' }) => {
    const wanted = [...new Set(urls.map((url) => url.trim()))].map((url) => ({ url, address: pageAddress(url) }))
    const isPublic = await createLookups(deps, wanted)
    const refused = wanted.flatMap(({ url, address }) =>
      !address ? [refusedUrl(url, NO_ADDRESS)] : isPublic(address) ? [] : [refusedUrl(url, NOT_PUBLIC)],
    )
    const taken = [...new Set(wanted.flatMap(({ address }) => (address && isPublic(address) ? [address] : [])))]
    if (taken.length === 0) return { items: [], refused }
    const items = await ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      await sources.lockAdding(tx.db, `documents:${agentId}`)
      const known = await sources.pagesAt(tx.db, { agentId, workspaceId: tx.workspaceId }, taken)
      const old = new Map(known.map((row) => [row.sourceUrl, row]))
      await assertDocumentQuota(tx, agentId, taken.length - old.size)
      // The lengths of the pages are unknown yet.
      if (old.size < taken.length) await assertCharacterQuota(deps, tx, 1)
      const rows: repository.DocumentHead[] = []
      for (const address of taken) {
        const row =
          old.get(address) ?? newDocumentHead(tx, agentId, { ...pageOf(tx, address), tags: [...tags], refresh })
        if (!old.has(address)) await repository.insertDocument(tx.db, { ...row, content: '' })
        rows.push(row)
      }
      await lockCollection(tx, agentId)
      if (old.size < taken.length) await enqueueRead(deps, tx)
      return rows.map(toSummary)
    })
    return { items, refused }
  }
}

const pageOf = (ctx: Ctx, address: string) =>
  ({ name: pageName(address), sourceType: 'url', sourceUrl: address, ...queued(ctx) }) as const

/** Checks each origin once. */
async function createLookups(deps: IntakeDeps, wanted: readonly { readonly address: string | undefined }[]) {
  const origins = [...new Set(wanted.flatMap(({ address }) => (address ? [new URL(address).origin] : [])))]
  const allowed = new Set<string>()
  for (let at = 0; at < origins.length; at += LOOKUPS) {
    const some = origins.slice(at, at + LOOKUPS)
    const answers = await Promise.all(some.map((origin) => mayRead(deps, origin)))
    for (const [n, origin] of some.entries()) if (answers[n]) allowed.add(origin)
  }
  return (address: string) => allowed.has(new URL(address).origin)
}

async function mayRead({ checkAddress }: IntakeDeps, origin: string): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(true), LOOKUP_MS)
  const answer = checkAddress(`${origin}/`).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
