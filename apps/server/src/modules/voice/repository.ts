// SQL of calls.
import type { CallEntry, CallLatency } from '@parlance/contract/voice/schemas'
import type { EndReason, VoiceService } from '@parlance/contract/voice/protocol'
import { storableJson } from '@parlance/contract/lib/text'
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { calls } from './schema.ts'

export type CallRow = typeof calls.$inferSelect

export async function insertCall(db: Db, row: typeof calls.$inferInsert): Promise<void> {
  await db.insert(calls).values(row)
}

/** Running calls, and unstarted ones that are younger than `since`. */
export async function countOpen(db: Db, workspaceId: string, since: Date): Promise<number> {
  return db.$count(
    calls,
    and(
      eq(calls.workspaceId, workspaceId),
      ne(calls.state, 'ended'),
      or(eq(calls.state, 'live'), sql`${calls.createdAt} > ${since.toISOString()}::timestamptz`),
    ),
  )
}

export async function findCall(db: Db, agentId: string, id: string): Promise<CallRow | undefined> {
  return (
    await db
      .select()
      .from(calls)
      .where(and(eq(calls.id, id), eq(calls.agentId, agentId)))
  )[0]
}

/** Starts a call that has not started; undefined otherwise. */
export async function answerCall(
  db: Db,
  id: string,
  now: Date,
  node: string,
  services: Pick<CallRow, 'transcriber' | 'speech'>,
) {
  return (
    await db
      .update(calls)
      .set({ state: 'live', answeredAt: now, beatAt: now, node, ...services })
      .where(and(eq(calls.id, id), eq(calls.state, 'created')))
      .returning()
  )[0]
}

export async function beat(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db
    .update(calls)
    .set({ beatAt: now })
    .where(and(inArray(calls.id, [...ids]), eq(calls.state, 'live')))
}

/** Adds a charge at once, so that a call whose process dies keeps it. */
export async function addCost(db: Db, id: string, cost: number): Promise<void> {
  await db
    .update(calls)
    .set({ cost: sql`${calls.cost} + ${cost}` })
    .where(eq(calls.id, id))
}

export interface EndedCall {
  readonly conversationId: string | null
  readonly endReason: EndReason
  readonly durationMs: number
  readonly interruptions: number
  readonly cost: number
  readonly transcript: readonly CallEntry[]
  readonly latencies: readonly CallLatency[]
  readonly recording?: string | undefined
  readonly transcriber?: VoiceService
}

/** Names the conversation of a call that began without one. */
export async function setConversation(db: Db, id: string, conversationId: string): Promise<void> {
  await db
    .update(calls)
    .set({ conversationId })
    .where(and(eq(calls.id, id), isNull(calls.conversationId)))
}

/** What was said so far, for other processes, and for a call whose process dies. */
export async function keepTranscript(db: Db, id: string, transcript: readonly CallEntry[]): Promise<void> {
  await db
    .update(calls)
    .set({ transcript: sql`${storableJson(transcript)}::jsonb` })
    .where(and(eq(calls.id, id), eq(calls.state, 'live')))
}

/** Undefined when it is over already. */
export async function endCall(db: Db, id: string, ended: EndedCall, now: Date): Promise<CallRow | undefined> {
  const [row] = await db
    .update(calls)
    .set({
      ...ended,
      // Words come from callers, transcribers and models.
      transcript: sql`${storableJson(ended.transcript)}::jsonb`,
      state: 'ended',
      endedAt: now,
    })
    .where(and(eq(calls.id, id), ne(calls.state, 'ended')))
    .returning()
  return row
}

/** Calls whose process died, or that were never answered. */
export async function endLost(
  db: Db,
  { now, beatBefore, createdBefore }: { now: Date; beatBefore: Date; createdBefore: Date },
): Promise<CallRow[]> {
  const dropped = await db
    .update(calls)
    .set({
      state: 'ended',
      endedAt: now,
      endReason: 'server_restart',
      durationMs: sql`coalesce(greatest(0, floor(extract(epoch from ${calls.beatAt} - ${calls.answeredAt}) * 1000)), 0)::int`,
    })
    .where(and(eq(calls.state, 'live'), lt(calls.beatAt, beatBefore)))
    .returning()
  const unanswered = await db
    .update(calls)
    .set({ state: 'ended', endedAt: now, endReason: 'never_connected' })
    .where(and(eq(calls.state, 'created'), lt(calls.createdAt, createdBefore)))
    .returning()
  return [...dropped, ...unanswered]
}

export function listCalls(
  db: Db,
  {
    agentId,
    kind,
    after,
    limit,
  }: { agentId: string; kind?: string | undefined; after?: Cursor | undefined; limit: number },
): Promise<CallRow[]> {
  return db
    .select()
    .from(calls)
    .where(
      and(
        eq(calls.agentId, agentId),
        kind === undefined ? undefined : eq(calls.kind, kind),
        after && sql`(${calls.createdAt}, ${calls.id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(calls.createdAt), desc(calls.id))
    .limit(limit)
}

export function callsOfConversation(
  db: Db,
  agentId: string,
  conversationId: string,
  limit: number,
): Promise<CallRow[]> {
  return db
    .select()
    .from(calls)
    .where(and(eq(calls.agentId, agentId), eq(calls.conversationId, conversationId)))
    .orderBy(asc(calls.createdAt), asc(calls.id))
    .limit(limit)
}

export async function forgetRecording(db: Db, id: string): Promise<void> {
  await db.update(calls).set({ recording: null }).where(eq(calls.id, id))
}

export async function deleteOfAgent(db: Db, agentId: string): Promise<void> {
  await db.delete(calls).where(eq(calls.agentId, agentId))
}

export async function deleteOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.delete(calls).where(eq(calls.workspaceId, workspaceId))
}

/** Recordings and transcripts are deleted with the conversation. */
export async function deleteOfConversations(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(calls).where(inArray(calls.conversationId, [...ids]))
}
