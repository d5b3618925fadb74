// Writes contents of documents: cleans and chunks them, and keeps unchanged chunks with their vectors.
import { createHash } from 'node:crypto'
import { AppError } from '@parlance/contract/lib/errors'
import { newDocumentId, randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../../lib/ctx.ts'
import * as chunks from '../ingestion/chunks.repository.ts'
import { chunkContent } from '../ingestion/chunk-content.ts'
import { emitKnowledgeChanged } from './document-views.ts'
import type { Indexer } from '../ingestion/index-documents.ts'
import * as repository from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { keepVersion, type VersionRow } from './document-history.repository.ts'

/** Documents up to this many chunks are embedded within the request that saves them. */
export const MAX_INLINE_CHUNKS = 8
/** After this time a job embeds the document, or the sweep if the process ended. */
const SWEEP_AFTER_MS = 15_000
const NAME_CHARS = 60
const MAX_NAME = 300
const MAX_HEADING = 200

type Piece = Omit<chunks.NewChunk, 'n'>

/** A prepared content: preparing may be slow, so it happens outside the transaction. */
export interface Prepared {
  readonly content: string
  readonly size: number
  readonly contentHash: string
  readonly pieces: readonly Piece[]
}

export async function prepareContent(
  { agents }: Pick<KnowledgeDeps, 'agents'>,
  ctx: Ctx,
  agentId: string,
  text: string,
): Promise<Prepared> {
  const { maxChunkSize } = await agents.settingsOf(ctx, agentId)
  const content = cleanText(text)
  // Each of these steps takes about ten milliseconds for the longest texts, so it yields in between.
  if (content.length > 500_000) await new Promise(setImmediate)
  const pieces = await chunkContent(content, maxChunkSize)
  return { content, ...hashed(content), pieces }
}

const hashed = (content: string) => ({
  size: content.length,
  contentHash: createHash('sha256').update(content).digest('hex'),
})

/** Removes what PostgreSQL cannot store (NUL, lone surrogates), and normalises to NFC. */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().normalize('NFC')

export const cleanName = (name: string, otherwise: string): string =>
  cleanText(name).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME).toWellFormed().trim() || otherwise

export function nameFromText(text: string): string {
  const line = cleanText(text.slice(0, 2000))
    .replaceAll(/\s+/g, ' ')
    .replace(/^[#\s>*-]+/, '')
    .trim()
  if (line.length <= NAME_CHARS) return line || 'Untitled'
  const short = line.slice(0, NAME_CHARS)
  return `${short.slice(0, short.lastIndexOf(' ') > 20 ? short.lastIndexOf(' ') : NAME_CHARS).toWellFormed()}…`
}

const userOf = (ctx: Ctx): string => (ctx.actor.kind === 'session' ? ctx.actor.userId : '')

export const awaitingIndexing = (ctx: Ctx) =>
  ({
    status: 'indexing',
    reason: '',
    attempts: 0,
    leaseUntil: null,
    creditsNeeded: null,
    creditHold: '',
    dueAt: new Date(ctx.now().getTime() + SWEEP_AFTER_MS),
  }) as const

export function newDocumentHead(
  ctx: Ctx,
  agentId: string,
  given: Partial<repository.DocumentHead> & { readonly name: string },
): repository.DocumentHead {
  return {
    id: newDocumentId(),
    agentId,
    workspaceId: ctx.workspaceId,
    ...hashed(''),
    userId: userOf(ctx),
    ...awaitingIndexing(ctx),
    warning: '',
    chunkCount: 0,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    sourceType: 'text',
    sourceUrl: '',
    fileName: '',
    mediaType: '',
    bytes: 0,
    fileKey: '',
    pages: null,
    tags: [],
    crawlId: '',
    refresh: 'never',
    fetchedAt: null,
    nextFetchAt: null,
    etag: '',
    lastModified: '',
    sourceHash: '',
    progress: 0,
    ...given,
  }
}

/** Locks the agent's collection and returns the version of the coming change. @throws NOT_FOUND for another workspace's */
export async function lockCollection(
  ctx: Ctx,
  agentId: string,
  name?: string,
): Promise<{ name: string; version: number }> {
  const locked = await repository.lockCollection(ctx.db, { agentId, workspaceId: ctx.workspaceId }, name)
  if (!locked) throw new AppError('NOT_FOUND')
  return { name: locked.name, version: locked.version + 1 }
}

/** Throws PLAN_LIMIT if the workspace's plan has no room for this many more characters; shrinking always works. */
export async function assertCharacterQuota(
  { assertCharacters }: Pick<KnowledgeDeps, 'assertCharacters'>,
  tx: Ctx,
  more: number,
): Promise<void> {
  if (more > 0) await assertCharacters(tx, more, () => repository.charactersOf(tx.db, tx.workspaceId))
}

/** The question of a Q&A document is part of its chunks. */
const piecesOf = (row: repository.DocumentHead, { pieces }: Prepared): readonly Piece[] =>
  row.sourceType === 'qa'
    ? pieces.map((piece) => ({
        ...piece,
        heading: (piece.heading ? `${row.name} > ${piece.heading}` : row.name).slice(0, MAX_HEADING).toWellFormed(),
      }))
    : pieces

/** Writes a new document with its chunks, and returns it as stored. */
export async function insertWithContent(
  tx: Ctx,
  head: repository.DocumentHead,
  prepared: Prepared,
): Promise<repository.DocumentHead> {
  const { content, size, contentHash } = prepared
  const pieces = piecesOf(head, prepared)
  const row = { ...head, size, contentHash, chunkCount: pieces.length }
  await repository.insertDocument(tx.db, { ...row, content })
  const fresh = await chunks.insertChunks(tx.db, ownerOf(row), numbered(pieces))
  await lockCollection(tx, row.agentId)
  await chunks.countWords(tx.db, row.agentId, fresh)
  await repository.bumpCollection(tx.db, row.agentId, fresh.length, 0)
  return row
}

/** Call it with the row locked; `row` is the new state. Locks the collection last: writing takes longest. */
export async function replaceContent(
  tx: Ctx,
  before: repository.DocumentHead,
  row: repository.DocumentHead,
  prepared: Prepared,
  cause: VersionRow['cause'],
): Promise<repository.DocumentHead> {
  if (before.size > 0 && before.contentHash !== prepared.contentHash)
    await keepVersion(tx.db, before, {
      id: randomId(20),
      cause,
      userId: userOf(tx),
      createdAt: tx.now(),
    })
  const { content, size, contentHash } = prepared
  const after = { ...row, size, contentHash, chunkCount: prepared.pieces.length }
  await repository.writeContent(tx.db, after, content)
  await repository.updateDocument(tx.db, after)
  await rewriteChunks(tx, before, after, piecesOf(after, prepared))
  return after
}

async function rewriteChunks(
  tx: Ctx,
  before: repository.DocumentHead,
  after: repository.DocumentHead,
  pieces: readonly Piece[],
): Promise<void> {
  const old = await chunks.chunksOf(tx.db, after.agentId, after.id)
  const plan = planChunkChanges(old, numbered(pieces))
  await chunks.setAside(tx.db, [...plan.gone, ...plan.moved.map(({ id }) => id)])
  const fresh = await chunks.insertChunks(tx.db, ownerOf(after), plan.fresh)
  await chunks.place(tx.db, plan.moved)
  await lockCollection(tx, after.agentId)
  const vectors = await chunks.dropChunks(tx.db, after.agentId, plan.gone)
  await chunks.countWords(tx.db, after.agentId, fresh)
  if (after.name !== before.name) await chunks.retitle(tx.db, after.agentId, plan.kept, after.name)
  await repository.bumpCollection(tx.db, after.agentId, pieces.length - old.length, -vectors)
}

/** Which old chunks are kept, their new positions, and which are new. */
function planChunkChanges(old: readonly chunks.StoredChunk[], wanted: readonly chunks.NewChunk[]) {
  const key = (one: { heading: string; text: string }) => `${one.heading}\n\n${one.text}`
  const known = new Map<string, chunks.StoredChunk[]>()
  for (const one of old) {
    const same = known.get(key(one))
    if (same) same.push(one)
    else known.set(key(one), [one])
  }
  const fresh: chunks.NewChunk[] = []
  const moved: chunks.StoredChunk[] = []
  const kept = new Set<number>()
  for (const one of wanted) {
    const same = known.get(key(one))?.shift()
    if (!same) {
      fresh.push(one)
      continue
    }
    kept.add(same.id)
    if (same.n !== one.n || same.start !== one.start || same.end !== one.end)
      moved.push({ ...same, n: one.n, start: one.start, end: one.end })
  }
  return { fresh, moved, kept: [...kept], gone: old.filter(({ id }) => !kept.has(id)).map(({ id }) => id) }
}

const numbered = (pieces: readonly Piece[]): chunks.NewChunk[] => pieces.map((piece, n) => ({ ...piece, n }))
const ownerOf = (row: repository.DocumentHead) => ({ agentId: row.agentId, documentId: row.id, title: row.name })

export async function removeDocument(tx: Ctx, row: repository.DocumentHead): Promise<void> {
  const old = await chunks.idsOf(tx.db, row.agentId, row.id)
  await lockCollection(tx, row.agentId)
  const vectors = await chunks.dropChunks(tx.db, row.agentId, old)
  await repository.deleteDocument(tx.db, row, row.id)
  await repository.bumpCollection(tx.db, row.agentId, -old.length, -vectors)
  await emitKnowledgeChanged(tx, row)
}

/** Enqueues the indexing job after a save, unless the document is short enough to be embedded at once. */
export async function afterSave(
  tx: Ctx,
  row: repository.DocumentHead,
  indexing: Indexer,
  atOnce = MAX_INLINE_CHUNKS,
): Promise<void> {
  if (row.status === 'indexing' && row.chunkCount > atOnce) await indexing.enqueue(tx, row.id)
  await tx.emit({ type: 'document.saved', workspaceId: row.workspaceId, agentId: row.agentId, docId: row.id })
  await emitKnowledgeChanged(tx, row)
}
