// Records unanswered questions in the background, and groups them.
import { groupQuestions, type Group, representative } from './group-questions.ts'
import { centroidOf, fromBytes, toBytes } from './similarity.ts'
import { randomId } from '@parlance/contract/lib/ids'
import { cut, storable } from '@parlance/contract/lib/text'
import type { Ctx } from '../../lib/ctx.ts'
import { createWriteBuffer } from '../../lib/write-buffer.ts'
import type { GapsDeps } from './ports.ts'
import * as repository from './repository.ts'

export const GROUP_JOB = 'gaps.group'
const GATHER_MS = 300
/** Delay before storing is tried again; questions beyond `MAX_GATHERED` are lost. */
const RETRY_MS = 5000
const MAX_GATHERED = 5000
const QUIET_MS = 1500
const MAX_CHARS = 500
const BATCH = 40
/** Maximum groups that a question is compared with. */
const MAX_GROUPS = 1000
const MEMBERS = 50
const SWEPT_AT_ONCE = 100

export interface Asked {
  readonly agentId: string
  readonly workspaceId: string
  readonly conversationId: string
  readonly turnId: string
  readonly question: string
}

interface GatheredQuestion {
  readonly ctx: Ctx
  readonly row: repository.NewQuestion
}

export function createQuestionRecorder(deps: GapsDeps) {
  const gathered = createWriteBuffer<GatheredQuestion>({
    name: 'unanswered questions',
    log: deps.log,
    delayMs: GATHER_MS,
    maxItems: MAX_GATHERED,
    retryMs: RETRY_MS,
    async write(region, questions) {
      const [{ ctx } = {}] = questions
      if (!ctx) return
      const rows = questions.map(({ row }) => row)
      await repository.addQuestions(ctx.db, rows)
      for (const { agentId, workspaceId } of new Map(rows.map((row) => [row.agentId, row])).values())
        deps.later(`group:${region}:${agentId}`, QUIET_MS, () => deps.enqueue(ctx, GROUP_JOB, { workspaceId, agentId }))
    },
  })

  return {
    /** Records a question. Returns at once and never throws. */
    record(ctx: Ctx, asked: Asked): void {
      const question = cut(storable(asked.question.trim()), MAX_CHARS)
      gathered.add(ctx.region, { ctx, row: { ...asked, question, askedAt: ctx.now() } })
    },
    /** Stores buffered questions. */
    settle: gathered.flush,
    async group(ctx: Ctx, agentId: string): Promise<void> {
      while ((await groupSome(deps, ctx, agentId)) === BATCH);
    },
    /** Every minute: enqueues grouping of agents with ungrouped questions. */
    async sweep(ctx: Ctx): Promise<void> {
      for (const { agentId, workspaceId } of await repository.agentsWithNew(ctx.db, SWEPT_AT_ONCE))
        await deps.enqueue(ctx, GROUP_JOB, { workspaceId, agentId })
    },
    /** Deletes questions of deleted conversations, and groups left empty. */
    async onConversationsDeleted(ctx: Ctx, conversationIds: readonly string[]): Promise<void> {
      const gone = new Set(conversationIds)
      gathered.remove(ctx.region, ({ row }) => gone.has(row.conversationId))
      await forget(ctx, conversationIds)
    },
    async removeOfAgent(ctx: Ctx, agentId: string): Promise<void> {
      gathered.remove(ctx.region, ({ row }) => row.agentId === agentId)
      await repository.deleteOfAgent(ctx.db, { agentId, workspaceId: ctx.workspaceId })
    },
  }
}

async function forget(ctx: Ctx, conversationIds: readonly string[]): Promise<void> {
  if (conversationIds.length === 0) return
  await ctx.tx(async (tx) => {
    const found = await repository.ofConversations(tx.db, conversationIds)
    const agents = [...new Set(found.map(({ agentId }) => agentId))].sort()
    for (const agentId of agents) await repository.lock(tx.db, agentId)
    // Read again under the lock: a question may have been grouped meanwhile.
    const touched = await repository.ofConversations(tx.db, conversationIds)
    await repository.deleteOfConversations(tx.db, conversationIds)
    for (const { gapId, ...owner } of touched) if (gapId) await refresh(tx, owner, gapId)
  })
}

async function groupSome(deps: GapsDeps, ctx: Ctx, agentId: string): Promise<number> {
  const owner = { agentId, workspaceId: ctx.workspaceId }
  const rows = await repository.newQuestions(ctx.db, owner, BATCH)
  if (rows.length === 0) return 0
  const asked = await stillAsked(deps, ctx, rows)
  if (asked.length === 0) return rows.length
  const texts = asked.map(({ question }) => question)
  const made = await deps.knowledge.embed(ctx, { agentId, texts })
  const similarities = made ? await deps.knowledge.similarities(ctx, { agentId, ...made }) : []
  const points = asked.map(({ id, question }, at) => ({
    id,
    text: question,
    vector: made?.vectors[at] ?? null,
    model: made?.model ?? '',
    similarity: similarities[at] ?? null,
    row: asked[at],
  }))
  await ctx.tx(async (tx) => {
    await repository.lock(tx.db, agentId)
    const fresh = await repository.stillNew(
      tx.db,
      owner,
      points.map(({ id }) => id),
    )
    await place(
      tx,
      owner,
      points.filter(({ id }) => fresh.has(id)),
    )
  })
  return rows.length
}

/** Filters out questions of conversations deleted before they were stored. */
async function stillAsked(
  deps: GapsDeps,
  ctx: Ctx,
  rows: readonly repository.QuestionRow[],
): Promise<repository.QuestionRow[]> {
  const ids = [...new Set(rows.map(({ conversationId }) => conversationId))]
  const left = await deps.conversationsLeft(ctx, ids)
  await forget(
    ctx,
    ids.filter((id) => !left.has(id)),
  )
  return rows.filter(({ conversationId }) => left.has(conversationId))
}

interface Placed {
  readonly id: number
  readonly text: string
  readonly vector: Float32Array | null
  readonly model: string
  readonly similarity: number | null
  readonly row: repository.QuestionRow | undefined
}

async function place(tx: Ctx, owner: repository.Owner, points: readonly Placed[]): Promise<void> {
  const rows = await repository.joinable(tx.db, owner, MAX_GROUPS)
  const groups = rows.map(({ id, question, centre, embeddingModel, count, status }): Group => ({
    id,
    text: question,
    vector: centre && fromBytes(centre),
    model: embeddingModel,
    count,
    fixed: status === 'dismissed',
  }))
  const { placed, merged } = groupQuestions(groups, points, () => randomId(16))
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const id of new Set(placed.values()))
    if (!known.has(id)) await repository.addGap(tx.db, emptyGap(owner, id, tx.now()))
  for (const [from, to] of merged) await repository.mergeInto(tx.db, owner, from, to)
  for (const { id, vector, similarity } of points)
    await repository.placeQuestion(tx.db, owner, {
      id,
      gapId: placed.get(id) ?? null,
      similarity,
      embedding: vector && toBytes(vector),
    })
  const model = points.find(({ vector }) => vector !== null)?.model
  const touched = [...new Set([...placed.values(), ...merged.values()])]
  const others = touched.filter((id) => model !== undefined && known.has(id) && known.get(id)?.embeddingModel !== model)
  await repository.forgetVectors(
    tx.db,
    owner,
    others,
    points.map(({ id }) => id),
  )
  for (const id of touched) await refresh(tx, owner, id, model)
}

const emptyGap = (owner: repository.Owner, id: string, at: Date): repository.GapRow => ({
  ...owner,
  id,
  question: '',
  count: 0,
  status: 'open',
  docId: '',
  firstAt: at,
  lastAt: at,
  centre: null,
  embeddingModel: '',
})

/** Updates count, centroid and representative of a group; deletes it if empty. */
async function refresh(tx: Ctx, owner: repository.Owner, id: string, model?: string): Promise<void> {
  const span = await repository.spanOf(tx.db, owner, id)
  if (span.count === 0) return repository.deleteGap(tx.db, owner, id)
  const newest = await repository.members(tx.db, owner, id, MEMBERS)
  const points = newest.map(({ question, embedding }) => ({
    text: question,
    vector: embedding && fromBytes(embedding),
    model: '',
  }))
  const centre = centroidOf(points.flatMap(({ vector }) => vector ?? []))
  await repository.updateGap(tx.db, owner, id, {
    ...span,
    question: representative(points)?.text ?? '',
    centre: centre && toBytes(centre),
    ...(model === undefined ? {} : { embeddingModel: model }),
  })
}
