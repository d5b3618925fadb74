// Writing documents: cut into chunks in the transaction that stores them, so that words are found at once.
import { createHash } from 'node:crypto'
import { chunkText } from '@parlance/core/knowledge/chunking'
import { AppError } from '@parlance/core/kit/errors'
import { newDocumentId } from '@parlance/core/kit/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { asDocument, found } from './knowledge.documents.ts'
import type { Indexing } from './knowledge.indexing.ts'
import * as store from './knowledge.store.ts'
import type { Knowledge, KnowledgeDeps } from './knowledge.ts'

/** Documents up to so many chunks are embedded within the request that saves them. */
const AT_ONCE = 8
/** A job takes over when a save has not been embedded by then; the sweep, when the process ended in between. */
const SWEEP_AFTER_MS = 15_000
const NAME_CHARS = 60

type Writing = Pick<
  Knowledge,
  'create' | 'update' | 'remove' | 'createCollection' | 'addPoint' | 'onAgentDeleted' | 'copyAll'
>

export function createWriting({ agents }: KnowledgeDeps, indexing: Indexing): Writing {
  const create: Knowledge['create'] = async (ctx, input) => {
    const { maxChunkSize } = await agents.settingsOf(ctx, input.agentId)
    const row = newRow(ctx, input.agentId, clean(input.name), clean(input.content))
    await ctx.tx(async (tx) => {
      const { version } = await collection(tx, input.agentId)
      const chunks = chunkText(row.content, maxChunkSize)
      row.chunkCount = chunks.length
      await store.insertDocument(tx.db, row)
      const vectors = await store.insertChunks(tx.db, owner(row, version), chunks)
      await store.bumpCollection(tx.db, row.agentId, chunks.length, vectors)
      await saved(tx, row, indexing)
    })
    return asDocument(await embedded(ctx, row, indexing))
  }

  const update: Knowledge['update'] = async (ctx, input) => {
    const { maxChunkSize } = await agents.settingsOf(ctx, input.agentId)
    const row = await ctx.tx(async (tx) => {
      const { version } = await collection(tx, input.agentId)
      const before = await found(tx, input.agentId, input.docId, true)
      const name = input.name === undefined ? before.name : clean(input.name)
      const content = input.content === undefined ? before.content : clean(input.content)
      const rewritten = content !== before.content
      const after = { ...before, name, content, updatedAt: ctx.now() }
      if (rewritten || before.status === 'failed') Object.assign(after, pending(ctx), hashed(content))
      if (rewritten) after.chunkCount = await rewrite(tx, after, version, maxChunkSize)
      else if (name !== before.name) await store.retitleChunks(tx.db, after.agentId, after.id, name)
      await store.updateDocument(tx.db, after)
      await saved(tx, after, indexing)
      return after
    })
    return asDocument(await embedded(ctx, row, indexing))
  }

  return {
    create,
    update,
    remove,
    createCollection: async (ctx, { agentId, name }) => ({ name: (await collection(ctx, agentId, name)).name }),
    async addPoint(ctx, { agentId, text, name }) {
      const made = await create(ctx, { agentId, name: name ?? nameOf(text), content: text })
      return { docId: made.ID, points: made.chunkCount }
    },
    onAgentDeleted: (ctx, agentId) =>
      ctx.tx((tx) => store.deleteAgent(tx.db, { agentId, workspaceId: ctx.workspaceId })),
    copyAll,
  }
}

/** With a save that is too long to be embedded at once goes the job that does it. */
async function saved(tx: Ctx, row: store.DocumentRow, indexing: Indexing): Promise<void> {
  if (row.status === 'indexing' && row.chunkCount > AT_ONCE) await indexing.enqueue(tx, row.id)
  await tx.emit({ type: 'document.saved', workspaceId: row.workspaceId, agentId: row.agentId, docId: row.id })
}

/** What is short is embedded now, so that a first question finds it. */
async function embedded(ctx: Ctx, row: store.DocumentRow, indexing: Indexing): Promise<store.DocumentRow> {
  if (row.status !== 'indexing' || row.chunkCount > AT_ONCE) return row
  await indexing.indexNow(ctx, row.id)
  return found(ctx, row.agentId, row.id)
}

const remove: Knowledge['remove'] = (ctx, { agentId, docId }) =>
  ctx.tx(async (tx) => {
    await collection(tx, agentId)
    const row = await found(tx, agentId, docId, true)
    const gone = await store.deleteChunks(tx.db, agentId, row.id)
    await store.deleteDocument(tx.db, row, row.id)
    await store.bumpCollection(tx.db, agentId, -gone.chunks, -gone.vectors)
  })

/** Locks the agent's collection; NOT_FOUND when it is another workspace's. Answers the version of the coming change. */
async function collection(ctx: Ctx, agentId: string, name?: string): Promise<{ name: string; version: number }> {
  const locked = await store.lockCollection(ctx.db, { agentId, workspaceId: ctx.workspaceId }, name)
  if (!locked) throw new AppError('NOT_FOUND')
  return { name: locked.name, version: locked.version + 1 }
}

/** Cuts the new content, keeping the vectors of chunks that stay the same. Answers how many chunks there are. */
async function rewrite(tx: Ctx, row: store.DocumentRow, version: number, maxChunkSize: number): Promise<number> {
  const key = (chunk: { heading: string; text: string }) => `${chunk.heading}\n\n${chunk.text}`
  const known = new Map((await store.vectorsOf(tx.db, row.agentId, row.id)).map((one) => [key(one), one]))
  const chunks = chunkText(row.content, maxChunkSize).map((chunk) => ({ ...chunk, vector: known.get(key(chunk)) }))
  const gone = await store.deleteChunks(tx.db, row.agentId, row.id)
  const vectors = await store.insertChunks(tx.db, owner(row, version), chunks)
  await store.bumpCollection(tx.db, row.agentId, chunks.length - gone.chunks, vectors - gone.vectors)
  return chunks.length
}

/** Always the same for the same copy, so that copying twice is copying once. */
const copyId = (docId: string, toAgent: string): string =>
  createHash('sha256')
    .update(`${toAgent}/${docId}`)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, docId.length)

const copyAll: Knowledge['copyAll'] = (ctx, fromAgent, toAgent) =>
  ctx.tx(async (tx) => {
    const from = { agentId: fromAgent, workspaceId: ctx.workspaceId }
    const ids = (await store.documentIds(tx.db, from)).map((old) => ({ old, fresh: copyId(old, toAgent) }))
    const { version } = await collection(tx, toAgent)
    if (ids.length > 0) await store.copyDocuments(tx.db, from, { agentId: toAgent, version }, ids)
  })

const owner = (row: store.DocumentRow, version: number) => ({
  agentId: row.agentId,
  documentId: row.id,
  title: row.name,
  version,
})

const hashed = (content: string) => ({
  size: content.length,
  contentHash: createHash('sha256').update(content).digest('hex'),
})
const pending = (ctx: Ctx) =>
  ({ status: 'indexing', reason: '', attempts: 0, dueAt: new Date(ctx.now().getTime() + SWEEP_AFTER_MS) }) as const

/** What a text that people write has nothing of. */
const PLAIN = {
  sourceType: 'text',
  sourceUrl: '',
  fileName: '',
  mediaType: '',
  bytes: 0,
  fileKey: '',
  pages: null,
  tags: [] as string[],
  crawlId: '',
  refresh: 'never',
  fetchedAt: null,
  nextFetchAt: null,
  etag: '',
  lastModified: '',
  progress: 0,
} as const satisfies Partial<store.DocumentRow>

function newRow(ctx: Ctx, agentId: string, name: string, content: string): store.DocumentRow {
  return {
    id: newDocumentId(),
    agentId,
    workspaceId: ctx.workspaceId,
    name,
    content,
    ...hashed(content),
    userId: ctx.actor.kind === 'session' ? ctx.actor.userId : '',
    ...pending(ctx),
    chunkCount: 0,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    leaseUntil: null,
    ...PLAIN,
  }
}

/** What PostgreSQL cannot hold (NUL, halves of characters) goes; letters with accents become one character each. */
const clean = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().normalize('NFC')

function nameOf(text: string): string {
  const line = clean(text)
    .replaceAll(/\s+/g, ' ')
    .replace(/^[#\s>*-]+/, '')
    .trim()
  if (line.length <= NAME_CHARS) return line || 'Untitled'
  const cut = line.slice(0, NAME_CHARS)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 20 ? cut.lastIndexOf(' ') : NAME_CHARS).toWellFormed()}…`
}
