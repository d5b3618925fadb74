import type { TestResult } from '@parlance/contract/evaluations/schemas'
import type { TestDefinition } from './expectations.ts'
import type { Verdicts } from './ports.ts'
import type { Milli } from '@parlance/contract/lib/money'
import { storableJson } from '@parlance/contract/lib/text'
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { agentTests, testResults, testRuns } from './schema.ts'

export type TestRow = Omit<typeof agentTests.$inferSelect, 'definition'> & { definition: TestDefinition }
/** What a run left when credits ran out within a test. */
export interface Pause {
  readonly available: Milli
  readonly testId: string
  readonly testHash: string
  readonly verdicts: Verdicts
}
export type RunRow = Omit<typeof testRuns.$inferSelect, 'testIds' | 'pause'> & {
  testIds: string[]
  pause: Pause | null
}

export const listTests = (db: Db, agentId: string): Promise<TestRow[]> =>
  db
    .select()
    .from(agentTests)
    .where(eq(agentTests.agentId, agentId))
    .orderBy(asc(agentTests.createdAt), asc(agentTests.id)) as Promise<TestRow[]>

/** Ids of the required tests of agents of a workspace, by agent. */
export async function requiredTests(
  db: Db,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (agentIds.length === 0) return found
  const rows = await db
    .select({ agentId: agentTests.agentId, id: agentTests.id })
    .from(agentTests)
    .where(
      and(
        eq(agentTests.workspaceId, workspaceId),
        inArray(agentTests.agentId, [...agentIds]),
        sql`${agentTests.definition}->>'protected' = 'true'`,
      ),
    )
    .orderBy(asc(agentTests.createdAt), asc(agentTests.id))
  for (const { agentId, id } of rows) found.set(agentId, [...(found.get(agentId) ?? []), id])
  return found
}

export async function countTests(db: Db, agentId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(agentTests).where(eq(agentTests.agentId, agentId))
  return row?.n ?? 0
}

/** Serializes adding tests to an agent until the transaction ends. */
export const lockTests = (db: Db, agentId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tests:${agentId}`}, 0))`)

export async function addTests(db: Db, rows: readonly TestRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(agentTests)
      .values([...rows])
      .onConflictDoNothing()
}

export async function putTest(db: Db, row: TestRow): Promise<void> {
  const { definition, hash } = row
  await db
    .insert(agentTests)
    .values(row)
    .onConflictDoUpdate({ target: [agentTests.agentId, agentTests.id], set: { definition, hash } })
}

export async function findTest(db: Db, agentId: string, id: string): Promise<TestRow | undefined> {
  const [row] = await db
    .select()
    .from(agentTests)
    .where(and(eq(agentTests.agentId, agentId), eq(agentTests.id, id)))
  return row as TestRow | undefined
}
export const hasTest = async (db: Db, agentId: string, id: string): Promise<boolean> =>
  (await findTest(db, agentId, id)) !== undefined

export const isTest = (agentId: string, id: string): SQL =>
  sql`${eq(agentTests.agentId, agentId)} and ${eq(agentTests.id, id)}`

export async function deleteTest(db: Db, agentId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(agentTests)
    .where(and(eq(agentTests.agentId, agentId), eq(agentTests.id, id)))
    .returning({ id: agentTests.id })
  return gone.length > 0
}

/** The last result of each test of an agent on one configuration, by test id; only for the test's current definition. */
export async function latest(db: Db, agentId: string, configHash: string): Promise<Map<string, boolean>> {
  const rows = await db
    .selectDistinctOn([testResults.testId], { testId: testResults.testId, passed: testResults.passed })
    .from(testResults)
    .innerJoin(
      agentTests,
      and(
        eq(agentTests.agentId, testResults.agentId),
        eq(agentTests.id, testResults.testId),
        eq(agentTests.hash, testResults.testHash),
      ),
    )
    // An aborted test says nothing about the agent.
    .where(
      and(
        eq(testResults.agentId, agentId),
        eq(testResults.configHash, configHash),
        sql`${testResults.result}->>'error' = ''`,
      ),
    )
    .orderBy(asc(testResults.testId), desc(testResults.at))
  return new Map(rows.map(({ testId, passed }) => [testId, passed]))
}

const UNFINISHED = ['running', 'paused'] as const

/**
 * Inserts the run unless the agent has an unfinished one, which is returned; undefined if inserted. Safe under concurrency.
 */
export async function openRun(db: Db, row: RunRow): Promise<RunRow | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`test-run:${row.agentId}`}, 0))`)
  const open = await db
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.agentId, row.agentId), inArray(testRuns.status, [...UNFINISHED])))
  if (open[0]) return open[0] as RunRow
  await db.insert(testRuns).values(row)
  return undefined
}

export async function unfinishedRun(db: Db, agentId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: testRuns.id })
    .from(testRuns)
    .where(and(eq(testRuns.agentId, agentId), inArray(testRuns.status, [...UNFINISHED])))
    .limit(1)
  return row?.id ?? null
}

export async function findRun(db: Db, agentId: string, id: string): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.id, id), eq(testRuns.agentId, agentId)))
  return row as RunRow | undefined
}

export async function endRun(db: Db, id: string, status: string, at: Date): Promise<void> {
  await db
    .update(testRuns)
    .set({ status, endedAt: at })
    .where(and(eq(testRuns.id, id), inArray(testRuns.status, [...UNFINISHED])))
}

export async function pauseRun(db: Db, id: string, pause: Pause): Promise<void> {
  await db
    .update(testRuns)
    .set({ status: 'paused', pause: JSON.parse(storableJson(pause)) as Pause })
    .where(and(eq(testRuns.id, id), eq(testRuns.status, 'running')))
}

/** False if the run is not paused any more. */
export async function resumeRun(db: Db, id: string, at: Date): Promise<boolean> {
  const resumed = await db
    .update(testRuns)
    .set({ status: 'running', resumedAt: at })
    .where(and(eq(testRuns.id, id), eq(testRuns.status, 'paused')))
    .returning({ id: testRuns.id })
  return resumed.length > 0
}

/** Workspaces of the region with paused runs. */
export async function workspacesWithPaused(db: Db, limit: number): Promise<string[]> {
  const found = await db
    .selectDistinct({ workspaceId: testRuns.workspaceId })
    .from(testRuns)
    .where(eq(testRuns.status, 'paused'))
    .limit(limit)
  return found.map(({ workspaceId }) => workspaceId)
}

export async function pausedRuns(db: Db, workspaceId: string): Promise<RunRow[]> {
  const found = await db
    .select()
    .from(testRuns)
    .where(and(eq(testRuns.workspaceId, workspaceId), eq(testRuns.status, 'paused')))
    .orderBy(asc(testRuns.startedAt), asc(testRuns.id))
  return found as RunRow[]
}

/** Running runs whose last progress was after `from` and not after `to`. */
export async function silentRuns(db: Db, from: Date, to: Date): Promise<RunRow[]> {
  const sign = sql`greatest(${testRuns.startedAt}, ${testRuns.resumedAt}, (select max(r.at) from test_results r where r.run_id = ${testRuns.id}))`
  const found = await db
    .select()
    .from(testRuns)
    .where(
      sql`${testRuns.status} = 'running' and ${sign} > ${from.toISOString()}::timestamptz and ${sign} <= ${to.toISOString()}::timestamptz`,
    )
  return found as RunRow[]
}

/** Fails runs without progress, whose process has died. */
export async function endLost(db: Db, before: Date, at: Date): Promise<number> {
  const lost = await db
    .update(testRuns)
    .set({ status: 'failed', endedAt: at })
    .where(
      sql`${testRuns.status} = 'running' and greatest(${testRuns.startedAt}, ${testRuns.resumedAt}) < ${before.toISOString()}::timestamptz and not exists (
        select 1 from test_results r where r.run_id = ${testRuns.id} and r.at > ${before.toISOString()}::timestamptz)`,
    )
    .returning({ id: testRuns.id })
  return lost.length
}

export async function results(db: Db, runId: string): Promise<TestResult[]> {
  const rows = await db
    .select({ result: testResults.result })
    .from(testResults)
    .where(eq(testResults.runId, runId))
    .orderBy(asc(testResults.at), asc(testResults.testId))
  return rows.map(({ result }) => result as TestResult)
}

export async function addResult(
  db: Db,
  row: Omit<typeof testResults.$inferInsert, 'result'> & { result: TestResult },
): Promise<void> {
  // Answers of models may contain characters that jsonb rejects.
  const result = JSON.parse(storableJson(row.result)) as TestResult
  await db.transaction(async (tx) => {
    const run = await tx.select({ id: testRuns.id }).from(testRuns).where(eq(testRuns.id, row.runId)).for('share')
    // The agent may have been deleted while the test ran.
    if (run.length === 0) return
    await tx
      .insert(testResults)
      .values({ ...row, result })
      .onConflictDoNothing()
  })
}

/** Deletes old runs with their results; the newest of each agent are kept. */
export async function trimRuns(db: Db, agentId: string, keep: number): Promise<void> {
  const old = db
    .select({ id: testRuns.id })
    .from(testRuns)
    .where(eq(testRuns.agentId, agentId))
    .orderBy(desc(testRuns.startedAt))
    .offset(keep)
  await db.delete(testRuns).where(inArray(testRuns.id, old))
}

export async function deleteOfAgent(db: Db, agentId: string): Promise<void> {
  await db.delete(testRuns).where(eq(testRuns.agentId, agentId))
  await db.delete(agentTests).where(eq(agentTests.agentId, agentId))
}
