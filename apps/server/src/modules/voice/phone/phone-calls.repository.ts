// SQL of the additional data of phone calls.
import type { EndReason } from '@parlance/contract/voice/protocol'
import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { CallRow } from '../repository.ts'
import { calls } from '../schema.ts'
import type { AnsweredBy, CarrierStatus } from './ports.ts'
import type { StoredTransfer } from './stored-transfers.ts'

/** False when the carrier's call is known already. */
export async function insertPhoneCall(db: Db, row: typeof calls.$inferInsert): Promise<boolean> {
  return (await db.insert(calls).values(row).onConflictDoNothing().returning({ id: calls.id })).length > 0
}

export async function findPhoneCall(db: Db, id: string): Promise<CallRow | undefined> {
  return (
    await db
      .select()
      .from(calls)
      .where(and(eq(calls.id, id), eq(calls.kind, 'phone')))
  )[0]
}

export const listPhoneCalls = (db: Db, workspaceId: string, ids: readonly string[]): Promise<CallRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(calls)
        .where(and(inArray(calls.id, [...ids]), eq(calls.kind, 'phone'), eq(calls.workspaceId, workspaceId)))

export async function findByProvider(db: Db, workspaceId: string, providerId: string): Promise<CallRow | undefined> {
  return (
    await db
      .select()
      .from(calls)
      .where(and(eq(calls.workspaceId, workspaceId), eq(calls.providerId, providerId)))
  )[0]
}

/** Calls that this caller made to the agent. */
export const countIncoming = (
  db: Db,
  { agentId, visitorHash, since }: { readonly agentId: string; readonly visitorHash: string; readonly since: Date },
): Promise<number> =>
  db.$count(
    calls,
    and(
      eq(calls.agentId, agentId),
      eq(calls.visitorHash, visitorHash),
      eq(calls.direction, 'in'),
      gt(calls.createdAt, since),
    ),
  )

/** False when it has another provider id already. */
export async function nameProvider(db: Db, id: string, providerId: string): Promise<boolean> {
  const named = await db
    .update(calls)
    .set({ providerId })
    .where(and(eq(calls.id, id), inArray(calls.providerId, ['', providerId])))
    .returning({ id: calls.id })
  return named.length > 0
}

export async function noteStatus(db: Db, id: string, carrierStatus: CarrierStatus): Promise<void> {
  await db.update(calls).set({ carrierStatus }).where(eq(calls.id, id))
}

export async function noteAnsweredBy(db: Db, id: string, answeredBy: AnsweredBy): Promise<void> {
  await db.update(calls).set({ answeredBy }).where(eq(calls.id, id))
}

/** Calls whose transfers run, or are not charged yet. */
export const listOpenTransfers = (
  db: Db,
  { createdAfter, limit }: { createdAfter: Date; limit: number },
): Promise<CallRow[]> =>
  db
    .select()
    .from(calls)
    .where(
      and(
        isNotNull(calls.transfer),
        gt(calls.createdAt, createdAfter),
        sql`jsonb_path_exists(${calls.transfer}, '$[*] ? (@.state == "calling" || @.state == "connected" || @.charged == false)')`,
      ),
    )
    .orderBy(calls.createdAt)
    .limit(limit)

/** Changes the transfers of a call under a lock; undefined when `next` changes nothing. */
export const changeTransfers = (
  ctx: Ctx,
  id: string,
  next: (all: readonly StoredTransfer[]) => readonly StoredTransfer[] | undefined,
): Promise<readonly StoredTransfer[] | undefined> =>
  ctx.tx(async (tx) => {
    const [row] = await tx.db.select({ transfer: calls.transfer }).from(calls).where(eq(calls.id, id)).for('update')
    const changed = row && next((row.transfer as readonly StoredTransfer[] | null) ?? [])
    if (changed) await tx.db.update(calls).set({ transfer: changed }).where(eq(calls.id, id))
    return changed
  })

/** Ends a call that has not started; undefined if it has started or ended. */
export async function endUnanswered(db: Db, id: string, endReason: EndReason, now: Date): Promise<CallRow | undefined> {
  return (
    await db
      .update(calls)
      .set({ state: 'ended', endReason, endedAt: now })
      .where(and(eq(calls.id, id), eq(calls.state, 'created')))
      .returning()
  )[0]
}
