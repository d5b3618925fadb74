// All SQL of golden questions, their runs, and agents with due runs.
import type { GoldenResult, GoldenRun } from '@parlance/contract/retrieval-evals/schemas'
import { and, asc, count, desc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter } from '../../lib/db/sql.ts'
import { goldenDue, goldenQuestions, goldenRuns } from './schema.ts'

export type QuestionRow = typeof goldenQuestions.$inferSelect
/** A result stores a hash of the question, so that a changed question is not compared with its old result. */
export type KeptResult = GoldenResult & { readonly asked: string }
export type RunRow = Omit<typeof goldenRuns.$inferSelect, 'results'> & { results: KeptResult[] }

export interface Owner {
  readonly agentId: string
  readonly workspaceId: string
}
export const cursorOf = (row: { readonly createdAt: Date; readonly id: string }): Cursor => ({
  at: row.createdAt,
  id: row.id,
})
interface Page extends Owner {
  readonly after: Cursor | undefined
  readonly limit: number
}

const questionsOf = ({ agentId, workspaceId }: Owner) =>
  and(eq(goldenQuestions.agentId, agentId), eq(goldenQuestions.workspaceId, workspaceId))
export const isQuestion = (owner: Owner, id: string): SQL =>
  sql`${questionsOf(owner)} and ${eq(goldenQuestions.id, id)}`
const runsOf = ({ agentId, workspaceId }: Owner) =>
  and(eq(goldenRuns.agentId, agentId), eq(goldenRuns.workspaceId, workspaceId))

/** Serializes adding questions and opening runs of an agent until the transaction ends. */
export const lock = (db: Db, { agentId }: Owner) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`goldens:${agentId}`}, 0))`)

export const listQuestions = (db: Db, { after, limit, search, ...owner }: Page & { readonly search: string }) =>
  db
    .select()
    .from(goldenQuestions)
    .where(
      and(
        questionsOf(owner),
        isAfter(after, { at: goldenQuestions.createdAt, id: goldenQuestions.id, idOrder: 'desc' }),
        search ? sql`position(lower(${search}) in lower(${goldenQuestions.question})) > 0` : undefined,
      ),
    )
    .orderBy(desc(goldenQuestions.createdAt), desc(goldenQuestions.id))
    .limit(limit)

export const allQuestions = (db: Db, owner: Owner): Promise<QuestionRow[]> =>
  db
    .select()
    .from(goldenQuestions)
    .where(questionsOf(owner))
    .orderBy(desc(goldenQuestions.createdAt), desc(goldenQuestions.id))

export async function countQuestions(db: Db, owner: Owner): Promise<number> {
  const [row] = await db.select({ n: count() }).from(goldenQuestions).where(questionsOf(owner))
  return row?.n ?? 0
}

export async function findQuestion(db: Db, owner: Owner, id: string): Promise<QuestionRow | undefined> {
  const [row] = await db
    .select()
    .from(goldenQuestions)
    .where(and(questionsOf(owner), eq(goldenQuestions.id, id)))
  return row
}

/** Existing ones are unchanged. */
export async function addQuestions(db: Db, rows: readonly QuestionRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(goldenQuestions)
      .values([...rows])
      .onConflictDoNothing()
}

export async function updateQuestion(db: Db, { id, ...row }: QuestionRow): Promise<boolean> {
  const { question, docId, quote, rank, askedAt } = row
  const changed = await db
    .update(goldenQuestions)
    .set({ question, docId, quote, rank, askedAt })
    .where(and(questionsOf(row), eq(goldenQuestions.id, id)))
    .returning({ id: goldenQuestions.id })
  return changed.length > 0
}

/** Stores the rank of a question, unless the question was changed meanwhile. */
export async function noteRank(db: Db, row: QuestionRow, rank: number | null, askedAt: Date): Promise<void> {
  await db
    .update(goldenQuestions)
    .set({ rank, askedAt })
    .where(
      and(
        questionsOf(row),
        eq(goldenQuestions.id, row.id),
        eq(goldenQuestions.question, row.question),
        eq(goldenQuestions.docId, row.docId),
        eq(goldenQuestions.quote, row.quote),
      ),
    )
}

export async function deleteQuestion(db: Db, owner: Owner, id: string): Promise<boolean> {
  const gone = await db
    .delete(goldenQuestions)
    .where(and(questionsOf(owner), eq(goldenQuestions.id, id)))
    .returning({ id: goldenQuestions.id })
  return gone.length > 0
}

export const listRuns = (db: Db, { after, limit, ...owner }: Page): Promise<RunRow[]> =>
  db
    .select()
    .from(goldenRuns)
    .where(and(runsOf(owner), isAfter(after, { at: goldenRuns.createdAt, id: goldenRuns.id, idOrder: 'desc' })))
    .orderBy(desc(goldenRuns.createdAt), desc(goldenRuns.id))
    .limit(limit) as Promise<RunRow[]>

const rowOf = (rows: readonly unknown[]) => rows[0] as RunRow | undefined

export async function findRun(db: Db, owner: Owner, id: string): Promise<RunRow | undefined> {
  return rowOf(
    await db
      .select()
      .from(goldenRuns)
      .where(and(runsOf(owner), eq(goldenRuns.id, id))),
  )
}

export async function runningRun(db: Db, owner: Owner): Promise<RunRow | undefined> {
  return rowOf(
    await db
      .select()
      .from(goldenRuns)
      .where(and(runsOf(owner), eq(goldenRuns.status, 'running')))
      .limit(1),
  )
}

export async function lastDone(db: Db, owner: Owner, notThis: string): Promise<RunRow | undefined> {
  return rowOf(
    await db
      .select()
      .from(goldenRuns)
      .where(and(runsOf(owner), eq(goldenRuns.status, 'done'), ne(goldenRuns.id, notThis)))
      .orderBy(desc(goldenRuns.createdAt), desc(goldenRuns.id))
      .limit(1),
  )
}

export async function addRun(db: Db, row: RunRow): Promise<void> {
  await db.insert(goldenRuns).values(row)
}

/** False if the run has ended or was deleted meanwhile. */
export async function noteProgress(
  db: Db,
  { id, ...row }: Pick<RunRow, 'id' | 'agentId' | 'workspaceId'> & Partial<Omit<RunRow, 'id'>>,
): Promise<boolean> {
  const noted = await db
    .update(goldenRuns)
    .set(row)
    .where(and(runsOf(row), eq(goldenRuns.id, id), eq(goldenRuns.status, 'running')))
    .returning({ id: goldenRuns.id })
  return noted.length > 0
}

/** Fails runs that started long ago, whose process has died. */
export async function endLost(db: Db, before: Date, at: Date): Promise<number> {
  const status: GoldenRun['status'] = 'failed'
  const lost = await db
    .update(goldenRuns)
    .set({ status, endedAt: at })
    .where(and(eq(goldenRuns.status, 'running'), lte(goldenRuns.createdAt, before)))
    .returning({ id: goldenRuns.id })
  return lost.length
}

export async function trimRuns(db: Db, owner: Owner, keep: number): Promise<void> {
  const old = db
    .select({ id: goldenRuns.id })
    .from(goldenRuns)
    .where(runsOf(owner))
    .orderBy(desc(goldenRuns.createdAt), desc(goldenRuns.id))
    .offset(keep)
  await db.delete(goldenRuns).where(inArray(goldenRuns.id, old))
}

/** Sets the due time, also if there is one already. */
export async function putDue(db: Db, { agentId, workspaceId }: Owner, dueAt: Date): Promise<void> {
  await db
    .insert(goldenDue)
    .values({ agentId, workspaceId, dueAt })
    .onConflictDoUpdate({
      target: goldenDue.agentId,
      set: { dueAt: sql`greatest(${goldenDue.dueAt}, excluded.due_at)` },
    })
}

/** True for the one caller that takes it. */
export async function takeDue(db: Db, { agentId, workspaceId }: Owner, now: Date): Promise<boolean> {
  const taken = await db
    .delete(goldenDue)
    .where(and(eq(goldenDue.agentId, agentId), eq(goldenDue.workspaceId, workspaceId), lte(goldenDue.dueAt, now)))
    .returning({ agentId: goldenDue.agentId })
  return taken.length > 0
}

export const dueAgents = (db: Db, now: Date, limit: number): Promise<Owner[]> =>
  db
    .select({ agentId: goldenDue.agentId, workspaceId: goldenDue.workspaceId })
    .from(goldenDue)
    .where(lte(goldenDue.dueAt, now))
    .orderBy(asc(goldenDue.dueAt))
    .limit(limit)

export async function deleteOfAgent(db: Db, owner: Owner): Promise<void> {
  await db.delete(goldenDue).where(eq(goldenDue.agentId, owner.agentId))
  await db.delete(goldenRuns).where(runsOf(owner))
  await db.delete(goldenQuestions).where(questionsOf(owner))
}
