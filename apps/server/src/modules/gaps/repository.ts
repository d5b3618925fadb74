// All SQL of gaps: unanswered questions and their groups.
import type { Gap } from '@parlance/contract/gaps/schemas'
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { gapQuestions, gaps } from './schema.ts'

export type GapRow = typeof gaps.$inferSelect
export type QuestionRow = typeof gapQuestions.$inferSelect
export type NewQuestion = Pick<
  QuestionRow,
  'agentId' | 'workspaceId' | 'conversationId' | 'turnId' | 'question' | 'askedAt'
>

export interface Owner {
  readonly agentId: string
  readonly workspaceId: string
}
const gapsOf = ({ agentId, workspaceId }: Owner) => and(eq(gaps.agentId, agentId), eq(gaps.workspaceId, workspaceId))
const questionsOf = ({ agentId, workspaceId }: Owner) =>
  and(eq(gapQuestions.agentId, agentId), eq(gapQuestions.workspaceId, workspaceId))

/** Serializes changes of an agent's groups until the transaction ends. */
export const lock = (db: Db, agentId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`gaps:${agentId}`}, 0))`)

/** One per turn; existing ones are unchanged. */
export async function addQuestions(db: Db, rows: readonly NewQuestion[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(gapQuestions)
      .values([...rows])
      .onConflictDoNothing()
}

export const agentsWithNew = (db: Db, limit: number): Promise<Owner[]> =>
  db
    .selectDistinct({ agentId: gapQuestions.agentId, workspaceId: gapQuestions.workspaceId })
    .from(gapQuestions)
    .where(isNull(gapQuestions.gapId))
    .limit(limit)

export const newQuestions = (db: Db, owner: Owner, limit: number): Promise<QuestionRow[]> =>
  db
    .select()
    .from(gapQuestions)
    .where(and(questionsOf(owner), isNull(gapQuestions.gapId)))
    .orderBy(asc(gapQuestions.id))
    .limit(limit)

/** Those of these questions that are still ungrouped. */
export async function stillNew(db: Db, owner: Owner, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: gapQuestions.id })
    .from(gapQuestions)
    .where(and(questionsOf(owner), isNull(gapQuestions.gapId), inArray(gapQuestions.id, [...ids])))
    .for('update')
  return new Set(rows.map(({ id }) => id))
}

/** The most recently asked groups that a new question can join, oldest first. */
export async function joinable(db: Db, owner: Owner, limit: number): Promise<GapRow[]> {
  const rows = await db
    .select()
    .from(gaps)
    .where(and(gapsOf(owner), ne(gaps.status, 'answered')))
    .orderBy(desc(gaps.lastAt))
    .limit(limit)
  return rows.sort((a, b) => a.firstAt.getTime() - b.firstAt.getTime() || (a.id < b.id ? -1 : 1))
}

export async function addGap(db: Db, row: GapRow): Promise<void> {
  await db.insert(gaps).values(row)
}

export async function placeQuestion(
  db: Db,
  owner: Owner,
  { id, ...set }: Pick<QuestionRow, 'id' | 'gapId' | 'similarity' | 'embedding'>,
): Promise<void> {
  await db
    .update(gapQuestions)
    .set(set)
    .where(and(questionsOf(owner), eq(gapQuestions.id, id)))
}

/** Moves the questions of one group to another, and deletes the group. */
export async function mergeInto(db: Db, owner: Owner, from: string, to: string): Promise<void> {
  await db
    .update(gapQuestions)
    .set({ gapId: to })
    .where(and(questionsOf(owner), eq(gapQuestions.gapId, from)))
  await db.delete(gaps).where(and(gapsOf(owner), eq(gaps.id, from)))
}

export async function countOpen(
  db: Db,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await db
    .select({ agentId: gaps.agentId, n: count() })
    .from(gaps)
    .where(and(inArray(gaps.agentId, [...agentIds]), eq(gaps.status, 'open'), eq(gaps.workspaceId, workspaceId)))
    .groupBy(gaps.agentId)
  return new Map(found.map(({ agentId, n }) => [agentId, n]))
}

/** Clears vectors of another model in these groups. */
export async function forgetVectors(
  db: Db,
  owner: Owner,
  gapIds: readonly string[],
  except: readonly number[],
): Promise<void> {
  if (gapIds.length === 0) return
  await db
    .update(gapQuestions)
    .set({ embedding: null })
    .where(
      and(
        questionsOf(owner),
        inArray(gapQuestions.gapId, [...gapIds]),
        sql`not (${gapQuestions.id} = any(${sql.param([...except])}::bigint[]))`,
      ),
    )
}

export const members = (db: Db, owner: Owner, gapId: string, limit: number) =>
  db
    .select({ id: gapQuestions.id, question: gapQuestions.question, embedding: gapQuestions.embedding })
    .from(gapQuestions)
    .where(and(questionsOf(owner), eq(gapQuestions.gapId, gapId)))
    .orderBy(desc(gapQuestions.askedAt), desc(gapQuestions.id))
    .limit(limit)

/** Number of questions of a group, and the times of the first and the last. */
export async function spanOf(db: Db, owner: Owner, gapId: string) {
  const [row] = await db
    .select({
      n: count(),
      firstAt: sql<string | null>`min(${gapQuestions.askedAt})`,
      lastAt: sql<string | null>`max(${gapQuestions.askedAt})`,
    })
    .from(gapQuestions)
    .where(and(questionsOf(owner), eq(gapQuestions.gapId, gapId)))
  return { count: row?.n ?? 0, firstAt: new Date(row?.firstAt ?? 0), lastAt: new Date(row?.lastAt ?? 0) }
}

export async function updateGap(
  db: Db,
  owner: Owner,
  id: string,
  set: Partial<Omit<GapRow, 'id' | 'agentId' | 'workspaceId'>>,
  /** Only while it has one of these states. */
  from?: readonly Gap['status'][],
): Promise<boolean> {
  const changed = await db
    .update(gaps)
    .set(set)
    .where(and(gapsOf(owner), eq(gaps.id, id), from ? inArray(gaps.status, [...from]) : undefined))
    .returning({ id: gaps.id })
  return changed.length > 0
}

export async function deleteGap(db: Db, owner: Owner, id: string): Promise<void> {
  await db.delete(gaps).where(and(gapsOf(owner), eq(gaps.id, id)))
}

export async function findGap(db: Db, owner: Owner, id: string): Promise<GapRow | undefined> {
  const [row] = await db
    .select()
    .from(gaps)
    .where(and(gapsOf(owner), eq(gaps.id, id)))
  return row
}

export interface After {
  readonly count: number
  readonly lastAt: Date
  readonly id: string
}

/** Most asked first, then most recently asked. Searches all questions of a group. */
export const listGaps = (
  db: Db,
  {
    status,
    search,
    after,
    limit,
    ...owner
  }: Owner & {
    readonly status: Gap['status']
    readonly search: string
    readonly after: After | undefined
    readonly limit: number
  },
): Promise<GapRow[]> =>
  db
    .select()
    .from(gaps)
    .where(
      and(
        gapsOf(owner),
        eq(gaps.status, status),
        after
          ? sql`(${gaps.count}, ${gaps.lastAt}, ${gaps.id}) < (${after.count}::int, ${after.lastAt.toISOString()}::timestamptz, ${after.id})`
          : undefined,
        search
          ? sql`(position(lower(${search}) in lower(${gaps.question})) > 0 or exists (select 1 from gap_questions q
              where q.gap_id = ${gaps.id} and position(lower(${search}) in lower(q.question)) > 0))`
          : undefined,
      ),
    )
    .orderBy(desc(gaps.count), desc(gaps.lastAt), desc(gaps.id))
    .limit(limit)

export async function examples(db: Db, owner: Owner, gapIds: readonly string[], each: number) {
  const ranked = db
    .select({
      gapId: gapQuestions.gapId,
      question: gapQuestions.question,
      conversationId: gapQuestions.conversationId,
      askedAt: gapQuestions.askedAt,
      similarity: gapQuestions.similarity,
      place:
        sql<number>`row_number() over (partition by ${gapQuestions.gapId} order by ${gapQuestions.askedAt} desc, ${gapQuestions.id} desc)`.as(
          'place',
        ),
    })
    .from(gapQuestions)
    .where(and(questionsOf(owner), inArray(gapQuestions.gapId, [...gapIds])))
    .as('ranked')
  if (gapIds.length === 0) return []
  return db
    .select()
    .from(ranked)
    .where(sql`${ranked.place} <= ${each}`)
    .orderBy(ranked.gapId, ranked.place)
}

/** Gaps that a document answers or answered, answered ones first. */
export const withDocument = (db: Db, owner: Owner, limit: number) =>
  db
    .select({ id: gaps.id, docId: gaps.docId, status: gaps.status })
    .from(gaps)
    .where(and(gapsOf(owner), ne(gaps.status, 'dismissed'), ne(gaps.docId, '')))
    .orderBy(sql`${gaps.status} <> 'answered'`, desc(gaps.lastAt))
    .limit(limit)

/** Groups and agents of the questions of these conversations. */
export const ofConversations = (db: Db, conversationIds: readonly string[]) =>
  db
    .selectDistinct({
      agentId: gapQuestions.agentId,
      workspaceId: gapQuestions.workspaceId,
      gapId: gapQuestions.gapId,
    })
    .from(gapQuestions)
    .where(inArray(gapQuestions.conversationId, [...conversationIds]))

export async function deleteOfConversations(db: Db, conversationIds: readonly string[]): Promise<void> {
  await db.delete(gapQuestions).where(inArray(gapQuestions.conversationId, [...conversationIds]))
}

export async function deleteOfAgent(db: Db, owner: Owner): Promise<void> {
  await db.delete(gapQuestions).where(questionsOf(owner))
  await db.delete(gaps).where(gapsOf(owner))
}

export interface AskedGap {
  readonly question: string
  readonly agentId: string
  readonly count: number
}
/** Number of questions per conversation in no answered or dismissed group. All agents when undefined. */
export async function openQuestions(
  db: Db,
  workspaceId: string,
  { agentIds, from, to }: { readonly agentIds: readonly string[] | undefined; readonly from: Date; readonly to: Date },
): Promise<{ conversationId: string; questions: number }[]> {
  return db
    .select({ conversationId: gapQuestions.conversationId, questions: count() })
    .from(gapQuestions)
    .leftJoin(gaps, eq(gaps.id, gapQuestions.gapId))
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        agentIds ? inArray(gapQuestions.agentId, [...agentIds]) : undefined,
        sql`${gapQuestions.askedAt} >= ${from.toISOString()}::timestamptz`,
        sql`${gapQuestions.askedAt} < ${to.toISOString()}::timestamptz`,
        sql`coalesce(${gaps.status}, 'open') = 'open'`,
      ),
    )
    .groupBy(gapQuestions.conversationId)
}

/** Open groups by number of questions in a period, most first, and the total. All agents when undefined. */
export async function askedIn(
  db: Db,
  workspaceId: string,
  {
    agentIds,
    from,
    to,
    limit,
  }: {
    readonly agentIds: readonly string[] | undefined
    readonly from: Date
    readonly to: Date
    readonly limit: number
  },
): Promise<{ items: AskedGap[]; total: number }> {
  const asked = db
    .select({
      gapId: gapQuestions.gapId,
      count: count().as('asked_count'),
    })
    .from(gapQuestions)
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        agentIds ? inArray(gapQuestions.agentId, [...agentIds]) : undefined,
        sql`${gapQuestions.askedAt} >= ${from.toISOString()}::timestamptz`,
        sql`${gapQuestions.askedAt} < ${to.toISOString()}::timestamptz`,
      ),
    )
    .groupBy(gapQuestions.gapId)
    .as('asked')
  const items = await db
    .select({
      question: gaps.question,
      agentId: gaps.agentId,
      count: asked.count,
      total: sql<number>`(sum(${asked.count}) over ())::float8`,
    })
    .from(asked)
    .innerJoin(gaps, eq(gaps.id, asked.gapId))
    .where(eq(gaps.status, 'open'))
    .orderBy(desc(asked.count), desc(gaps.lastAt), gaps.id)
    .limit(limit)
  return {
    items: items.map(({ question, agentId, count: times }) => ({ question, agentId, count: times })),
    total: items[0]?.total ?? 0,
  }
}
