// SQL of assistants at Vapi, and of calls that it runs.
import { storableJson } from '@parlance/contract/lib/text'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { CallRow } from '../repository.ts'
import { calls, vapiAssistants } from '../schema.ts'

export type AssistantRow = typeof vapiAssistants.$inferSelect

export async function findAssistant(db: Db, agentId: string): Promise<AssistantRow | undefined> {
  return (await db.select().from(vapiAssistants).where(eq(vapiAssistants.agentId, agentId)))[0]
}

/** Whether another agent uses this assistant. */
export async function isTaken(
  db: Db,
  { account, assistantId, agentId }: Pick<AssistantRow, 'account' | 'assistantId' | 'agentId'>,
): Promise<boolean> {
  const { account: at, assistantId: id, agentId: agent } = vapiAssistants
  return (await db.$count(vapiAssistants, and(eq(at, account), eq(id, assistantId), ne(agent, agentId)))) > 0
}

export async function saveAssistant(db: Db, row: AssistantRow): Promise<void> {
  const { agentId: _, workspaceId: __, ...changed } = row
  await db.insert(vapiAssistants).values(row).onConflictDoUpdate({ target: vapiAssistants.agentId, set: changed })
}

export async function forgetAssistant(db: Db, agentId: string): Promise<void> {
  await db.delete(vapiAssistants).where(eq(vapiAssistants.agentId, agentId))
}

export const listOfWorkspace = (db: Db, workspaceId: string): Promise<AssistantRow[]> =>
  db.select().from(vapiAssistants).where(eq(vapiAssistants.workspaceId, workspaceId))

export async function forgetWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.delete(vapiAssistants).where(eq(vapiAssistants.workspaceId, workspaceId))
}

export async function callOf(
  { db, workspaceId }: Pick<Ctx, 'db' | 'workspaceId'>,
  agentId: string,
  providerId: string,
): Promise<CallRow | undefined> {
  const { workspaceId: workspace, agentId: agent, providerId: id } = calls
  return (
    await db
      .select()
      .from(calls)
      .where(and(eq(workspace, workspaceId), eq(agent, agentId), eq(id, providerId)))
  )[0]
}

export async function nameCall(db: Db, id: string, named: Pick<CallRow, 'providerId' | 'engineReport'>): Promise<void> {
  await db.update(calls).set(named).where(eq(calls.id, id))
}

/** Adds to what was reported. */
export async function report(db: Db, id: string, reported: object): Promise<void> {
  await db
    .update(calls)
    .set({ engineReport: sql`coalesce(${calls.engineReport}, '{}'::jsonb) || ${storableJson(reported)}::jsonb` })
    .where(eq(calls.id, id))
}

export async function correctEnd(
  db: Db,
  id: string,
  ended: Pick<CallRow, 'endReason'> & Partial<Pick<CallRow, 'durationMs'>>,
): Promise<void> {
  await db
    .update(calls)
    .set(ended)
    .where(and(eq(calls.id, id), eq(calls.endReason, 'server_restart')))
}

/** False when the call has a recording already, or is gone. */
export async function attachRecording(db: Db, id: string, recording: string): Promise<boolean> {
  const changed = await db
    .update(calls)
    .set({ recording })
    .where(and(eq(calls.id, id), isNull(calls.recording)))
    .returning({ id: calls.id })
  return changed.length > 0
}
