// All SQL of support access.
import { and, asc, eq, gt, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { workspaceMembers, workspaces, workspaceSupport } from '../schema.ts'
import type { WorkspaceRow } from '../repository.ts'

export type SupportRow = typeof workspaceSupport.$inferSelect
type Given = Pick<SupportRow, 'workspaceId' | 'role' | 'grantedBy' | 'grantedAt' | 'until'>

export async function find(db: Db, workspaceId: string): Promise<SupportRow | undefined> {
  const [row] = await db.select().from(workspaceSupport).where(eq(workspaceSupport.workspaceId, workspaceId))
  return row
}

/** In place of what was there before. */
export async function put(db: Db, given: Given): Promise<SupportRow> {
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

/** Workspaces whose access is over by the clock and not told of yet. */
export async function overdue(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ workspaceId: workspaceSupport.workspaceId })
    .from(workspaceSupport)
    .where(and(isNull(workspaceSupport.endedAt), lte(workspaceSupport.until, now)))
    .limit(1000)
  return rows.map(({ workspaceId }) => workspaceId)
}

/**
 * Workspaces in which somebody of this address, who left it at that time, let support in and nobody has ended that. What
 * whoever has the address since let into a workspace of their own is none of it.
 */
export async function givenBy(db: Db, email: string, left: Date): Promise<string[]> {
  const owning = db
    .select({ one: sql`1` })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceSupport.workspaceId),
        eq(workspaceMembers.email, email),
        eq(workspaceMembers.role, 'owner'),
      ),
    )
  const rows = await db
    .select({ workspaceId: workspaceSupport.workspaceId })
    .from(workspaceSupport)
    .where(
      and(
        eq(workspaceSupport.grantedBy, email),
        isNull(workspaceSupport.endedAt),
        // A seat that was theirs before is nobody's by the time it is used anew.
        or(lte(workspaceSupport.grantedAt, left), notExists(owning)),
      ),
    )
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Those that are open now and to which nobody of this address belongs. */
export const openTo = (db: Db, email: string, now: Date): Promise<{ workspace: WorkspaceRow; support: SupportRow }[]> =>
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

/** Under which it is noted that an account was shown the workspace, beside its id, under which its coming is. */
export const listedKey = (userId: string): string => `listed:${userId}`

/** Notes that the log was told of an account on this day; false when that is known. Of two at once only one notes it. */
export async function noteOpened(db: Db, workspaceId: string, key: string, day: string): Promise<boolean> {
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
