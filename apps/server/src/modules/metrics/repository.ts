// All SQL of metrics. The caller has checked access; every query names the agent or a metric found before.
import type { LabelledCount } from '@parlance/contract/metrics/agreement'
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { metricClaims, type MetricRow, metricResults, metrics, metricUsage, type ResultRow } from './schema.ts'

type Version = Pick<MetricRow, 'id' | 'version'>
const ofVersion = ({ id, version }: Version) => and(eq(metricResults.metricId, id), eq(metricResults.version, version))

export const list = (db: Db, agentId: string): Promise<MetricRow[]> =>
  db.select().from(metrics).where(eq(metrics.agentId, agentId)).orderBy(asc(metrics.createdAt), asc(metrics.id))

export async function find(db: Db, agentId: string, id: string): Promise<MetricRow | undefined> {
  const [row] = await db
    .select()
    .from(metrics)
    .where(and(eq(metrics.agentId, agentId), eq(metrics.id, id)))
  return row
}

export async function lock(db: Db, agentId: string, id: string): Promise<MetricRow | undefined> {
  const [row] = await db
    .select()
    .from(metrics)
    .where(and(eq(metrics.agentId, agentId), eq(metrics.id, id)))
    .for('update')
  return row
}

/** Serializes adding metrics to an agent. */
export const lockAgent = (db: Db, agentId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`metrics:${agentId}`}, 0))`)

export const insert = (db: Db, row: MetricRow) => db.insert(metrics).values(row)
export const update = (db: Db, id: string, set: Partial<Omit<MetricRow, 'id'>>) =>
  db.update(metrics).set(set).where(eq(metrics.id, id))

/** False, without effect, if it was disabled, changed, or advanced by another process. */
export async function advance(db: Db, { id, version }: Version, scannedUntil: Date): Promise<boolean> {
  const isBehind = or(isNull(metrics.scannedUntil), lt(metrics.scannedUntil, scannedUntil))
  const moved = await db
    .update(metrics)
    .set({ scannedUntil, failures: 0 })
    .where(and(eq(metrics.id, id), eq(metrics.version, version), eq(metrics.enabled, true), isBehind))
    .returning({ id: metrics.id })
  return moved.length > 0
}

export async function remove(db: Db, agentId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(metrics)
    .where(and(eq(metrics.agentId, agentId), eq(metrics.id, id)))
    .returning({ id: metrics.id })
  return gone.length > 0
}
export const removeOfAgent = (db: Db, agentId: string) => db.delete(metrics).where(eq(metrics.agentId, agentId))

export const listEnabled = (db: Db, after: string, limit: number): Promise<MetricRow[]> =>
  db
    .select()
    .from(metrics)
    .where(and(eq(metrics.enabled, true), sql`${metrics.id} > ${after}`))
    .orderBy(asc(metrics.id))
    .limit(limit)

/** Answers to the current question with their counts, by metric; of all conversations or of these. */
export async function answersByMetric(
  db: Db,
  agentId: string,
  among?: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const rows = await db
    .select({ id: metrics.id, value: metricResults.value, n: count() })
    .from(metricResults)
    .innerJoin(metrics, and(eq(metrics.id, metricResults.metricId), eq(metrics.version, metricResults.version)))
    .where(
      and(
        eq(metrics.agentId, agentId),
        among && sql`${metricResults.conversationId} = any(${sql.param([...among])}::text[])`,
      ),
    )
    .groupBy(metrics.id, metricResults.value)
  const answers = new Map<string, Record<string, number>>()
  for (const { id, value, n } of rows) answers.set(id, { ...answers.get(id), [value]: n })
  return answers
}

export async function spent(db: Db, ids: readonly string[], month: string): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: metricUsage.metricId, milli: metricUsage.milli })
    .from(metricUsage)
    .where(and(inArray(metricUsage.metricId, [...ids]), eq(metricUsage.month, month)))
  return new Map(rows.map(({ id, milli }) => [id, milli]))
}

export interface Spending {
  readonly metricId: string
  readonly workspaceId: string
  readonly month: string
  readonly milli: number
  readonly cap: number
}
/** Adds to the month's spending; false, without effect, if that would exceed the cap. */
export async function reserve(db: Db, { metricId, workspaceId, month, milli, cap }: Spending): Promise<boolean> {
  if (milli > cap) return false
  const rows = await db
    .insert(metricUsage)
    .values({ metricId, workspaceId, month, milli })
    .onConflictDoUpdate({
      target: [metricUsage.metricId, metricUsage.month],
      set: { milli: sql`${metricUsage.milli} + ${milli}` },
      setWhere: sql`${metricUsage.milli} + ${milli} <= ${cap}`,
    })
    .returning({ milli: metricUsage.milli })
  return rows.length > 0
}
export const giveBack = (db: Db, { metricId, month, milli }: Pick<Spending, 'metricId' | 'month' | 'milli'>) =>
  db
    .update(metricUsage)
    .set({ milli: sql`${metricUsage.milli} - ${milli}` })
    .where(and(eq(metricUsage.metricId, metricId), eq(metricUsage.month, month)))

/** Those of these conversations that were judged already. */
export async function judgedAmong(db: Db, metric: Version, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: metricResults.conversationId })
    .from(metricResults)
    .where(and(ofVersion(metric), inArray(metricResults.conversationId, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

export interface Claim extends Pick<ResultRow, 'conversationId' | 'metricId' | 'version' | 'workspaceId'> {}
/** Longer than a model may take, so an older claim is abandoned. */
const CLAIMED = sql.raw(`interval '10 minutes'`)
/** The time of the claim, for releasing it; undefined if another process is judging this conversation. */
export async function claim(db: Db, pair: Claim): Promise<Date | undefined> {
  const now = sql`now()`
  const [row] = await db
    .insert(metricClaims)
    .values({ ...pair, claimedAt: now })
    .onConflictDoUpdate({
      target: [metricClaims.conversationId, metricClaims.metricId, metricClaims.version],
      set: { claimedAt: now },
      setWhere: sql`${metricClaims.claimedAt} < now() - ${CLAIMED}`,
    })
    .returning({ claimedAt: metricClaims.claimedAt })
  return row?.claimedAt
}
export const release = (db: Db, { conversationId, metricId, version }: Claim, claimedAt: Date) =>
  db
    .delete(metricClaims)
    .where(
      and(
        eq(metricClaims.conversationId, conversationId),
        eq(metricClaims.metricId, metricId),
        eq(metricClaims.version, version),
        eq(metricClaims.claimedAt, claimedAt),
      ),
    )

/** Replaces an answer to an earlier version of the question, with its label, but not one to the same or a later version. */
export const addResult = (db: Db, row: ResultRow) =>
  db
    .insert(metricResults)
    .values(row)
    .onConflictDoUpdate({
      target: [metricResults.metricId, metricResults.conversationId],
      set: {
        version: row.version,
        value: row.value,
        quote: row.quote,
        seq: row.seq,
        reason: row.reason,
        model: row.model,
        cost: row.cost,
        label: null,
        endedAt: row.endedAt,
        judgedAt: row.judgedAt,
      },
      setWhere: lt(metricResults.version, row.version),
    })

export interface Between {
  readonly from: Date
  readonly to: Date
}
const between = ({ from, to }: Between) => and(gte(metricResults.endedAt, from), lt(metricResults.endedAt, to))

/** Newest first; one row more than `limit` when there is a next page. */
export const listResults = (
  db: Db,
  metric: Version,
  asked: Between & { readonly value?: string | undefined; readonly after?: Cursor | undefined; readonly limit: number },
): Promise<ResultRow[]> =>
  db
    .select()
    .from(metricResults)
    .where(
      and(
        ofVersion(metric),
        between(asked),
        asked.value === undefined ? undefined : eq(metricResults.value, asked.value),
        asked.after &&
          sql`(${metricResults.endedAt}, ${metricResults.conversationId}) < (${asked.after.at.toISOString()}::timestamptz, ${asked.after.id})`,
      ),
    )
    .orderBy(desc(metricResults.endedAt), desc(metricResults.conversationId))
    .limit(asked.limit + 1)

export const resultsOf = (db: Db, metric: Version, ids: readonly string[]): Promise<ResultRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(metricResults)
        .where(and(ofVersion(metric), inArray(metricResults.conversationId, [...ids])))

export interface CountedAnswers {
  readonly at: number
  readonly value: string
  readonly count: number
}
export async function countAnswers(db: Db, metric: Version, period: Between): Promise<CountedAnswers[]> {
  const bin = sql<number>`(extract(epoch from date_bin('15 minutes', ${metricResults.endedAt}, timestamptz 'epoch')) * 1000)::float8`
  return db
    .select({ at: bin, value: metricResults.value, count: count() })
    .from(metricResults)
    .where(and(ofVersion(metric), between(period)))
    .groupBy(sql`1`, metricResults.value)
}
export const countLabels = async (db: Db, metric: Version, period: Between): Promise<LabelledCount[]> => {
  const rows = await db
    .select({ value: metricResults.value, label: metricResults.label, count: count() })
    .from(metricResults)
    .where(and(ofVersion(metric), between(period), sql`${metricResults.label} is not null`))
    .groupBy(metricResults.value, metricResults.label)
  return rows.map((row) => ({ ...row, label: row.label ?? '' }))
}

export async function setLabel(
  db: Db,
  metric: Version,
  conversationId: string,
  label: string | null,
): Promise<ResultRow | undefined> {
  const [row] = await db
    .update(metricResults)
    .set({ label })
    .where(and(ofVersion(metric), eq(metricResults.conversationId, conversationId)))
    .returning()
  return row
}
