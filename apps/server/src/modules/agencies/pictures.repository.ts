import { and, eq, inArray, lt, notInArray } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { agencyPictures } from './schema.ts'

export const insert = (db: Db, row: typeof agencyPictures.$inferSelect) => db.insert(agencyPictures).values(row)

export async function find(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ bytes: agencyPictures.bytes }).from(agencyPictures).where(eq(agencyPictures.id, id))
  return row?.bytes
}

export async function own(db: Db, workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: agencyPictures.id })
    .from(agencyPictures)
    .where(and(eq(agencyPictures.workspaceId, workspaceId), inArray(agencyPictures.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

/** Deletes pictures that were uploaded before a time and are not in use. */
export const removeOthers = (db: Db, workspaceId: string, kept: readonly string[], before: Date) =>
  db
    .delete(agencyPictures)
    .where(
      and(
        eq(agencyPictures.workspaceId, workspaceId),
        lt(agencyPictures.createdAt, before),
        kept.length > 0 ? notInArray(agencyPictures.id, [...kept]) : undefined,
      ),
    )

export const removeOfWorkspace = (db: Db, workspaceId: string) =>
  db.delete(agencyPictures).where(eq(agencyPictures.workspaceId, workspaceId))
