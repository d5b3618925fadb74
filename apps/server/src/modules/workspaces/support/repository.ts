import { and, asc, eq, gt, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { workspaceMembers, workspaces, workspaceSupport } from '../schema.ts'
import type { WorkspaceRow } from '../repository.ts'

export type SupportRow = typeof workspaceSupport.$inferSelect
type Grant = Pick<SupportRow, 'workspaceId' | 'role' | 'grantedBy' | 'grantedAt' | 'until'>

export async function find(db: Db, workspaceId: string): Promise<SupportRow | undefined> {
  const [row] = await db.select().from(workspaceSupport).where(eq(workspaceSupport.workspaceId, workspaceId))
  return row
}

export async function upsert(db: Db, given: Grant): Promise<SupportRow> {
  const set = { ...given, endedAt: null, opened: {} }
  const [row] = await db
    .insert(workspaceSupport)
    .values(set)
    .onConflictDoUpdate({ target: workspaceSupport.workspaceId, set })
    .returning()
  if (!row) throw new Error('the access was not stored')
  return row
}

export const end = (db: Db, workspaceId: string, at: Date) =>
  db
    .update(workspaceSupport)
    .set({ endedAt: at, opened: {} })
    .where(and(eq(workspaceSupport.workspaceId, workspaceId), isNull(workspaceSupport.endedAt)))

/** Workspaces whose access expired without being recorded yet. */
export async function findOverdue(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ workspaceId: workspaceSupport.workspaceId })
    .from(workspaceSupport)
    .where(and(isNull(workspaceSupport.endedAt), lte(workspaceSupport.until, now)))
    .limit(1000)
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Access granted by this address until `left`, not by a later holder. */
export async function workspacesGrantedBy(db: Db, email: string, left: Date): Promise<string[]> {
  const laterSeat = db
    .select({ one: sql`1` })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceSupport.workspaceId),
        eq(workspaceMembers.email, email),
        or(eq(workspaceMembers.role, 'owner'), gt(workspaceMembers.invitedAt, left)),
      ),
    )
  const rows = await db
    .select({ workspaceId: workspaceSupport.workspaceId })
    .from(workspaceSupport)
    .where(
      and(
        eq(workspaceSupport.grantedBy, email),
        isNull(workspaceSupport.endedAt),
        // Owners and people invited since are later holders of the address: the former one's seats were removed.
        or(lte(workspaceSupport.grantedAt, left), notExists(laterSeat)),
      ),
    )
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Workspaces with open access in which nobody of this address is a member. */
export const openWorkspacesOf = (
  db: Db,
  email: string,
  now: Date,
): Promise<{ workspace: WorkspaceRow; support: SupportRow }[]> =>
  db
    .select({ workspace: workspaces, support: workspaceSupport })
    .from(workspaceSupport)
    .innerJoin(workspaces, eq(workspaces.uid, workspaceSupport.workspaceId))
    .where(
      and(
        isNull(workspaceSupport.endedAt),
        gt(workspaceSupport.until, now),
        notExists(
          db
            .select({ one: sql`1` })
            .from(workspaceMembers)
            .where(and(eq(workspaceMembers.workspaceId, workspaces.uid), eq(workspaceMembers.email, email))),
        ),
      ),
    )
    .orderBy(asc(workspaces.workspaceName), asc(workspaces.uid))
    .limit(500)

/** Key in `opened` for listings; visits are stored under the account id itself. */
export const listedNoteKey = (userId: string): string => `listed:${userId}`

/** Stores the day for a key; false if it was stored already. Safe under concurrency. */
export async function markNoted(db: Db, workspaceId: string, key: string, day: string): Promise<boolean> {
  const { opened } = workspaceSupport
  const noted = await db
    .update(workspaceSupport)
    .set({ opened: sql`${opened} || jsonb_build_object(${key}::text, ${day}::text)` })
    .where(
      and(eq(workspaceSupport.workspaceId, workspaceId), sql`${opened} ->> ${key}::text is distinct from ${day}::text`),
    )
    .returning({ workspaceId: workspaceSupport.workspaceId })
  return noted.length > 0
}
