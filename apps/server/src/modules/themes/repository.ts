// All SQL of custom themes; every query is bound to one workspace.
import { and, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter, containsText } from '../../lib/db/sql.ts'
import { customThemes } from './schema.ts'

export type ThemeRow = typeof customThemes.$inferSelect

export interface ListQuery {
  readonly workspaceId: string
  readonly search?: string | undefined
  readonly after?: Cursor | undefined
  readonly limit: number
}

const ofWorkspace = (workspaceId: string, id: string) =>
  and(eq(customThemes.workspaceId, workspaceId), eq(customThemes.id, id))
export const isTheme = (workspaceId: string, id: string): SQL => sql`${ofWorkspace(workspaceId, id)}`

/** Newest first; `search` finds parts of names. */
export const list = (db: Db, { workspaceId, search, after, limit }: ListQuery): Promise<ThemeRow[]> =>
  db
    .select()
    .from(customThemes)
    .where(
      and(
        eq(customThemes.workspaceId, workspaceId),
        search ? containsText(customThemes.name, search) : undefined,
        isAfter(after, { at: customThemes.createdAt, id: customThemes.id, idOrder: 'asc' }),
      ),
    )
    .orderBy(desc(customThemes.createdAt), customThemes.id)
    .limit(limit)

export async function find(db: Db, workspaceId: string, id: string): Promise<ThemeRow | undefined> {
  const [row] = await db.select().from(customThemes).where(ofWorkspace(workspaceId, id))
  return row
}

/** Whether a theme other than `id` has this name, ignoring case. */
export async function isTaken(db: Db, workspaceId: string, name: string, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: customThemes.id })
    .from(customThemes)
    .where(
      and(
        eq(customThemes.workspaceId, workspaceId),
        sql`lower(${customThemes.name}) = lower(${name})`,
        ne(customThemes.id, id),
      ),
    )
    .limit(1)
  return row !== undefined
}

export async function countThemes(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(customThemes).where(eq(customThemes.workspaceId, workspaceId))
  return row?.n ?? 0
}

export const insert = (db: Db, row: ThemeRow) => db.insert(customThemes).values(row)

export const update = (db: Db, { workspaceId, id, name, theme, updatedAt }: ThemeRow) =>
  db.update(customThemes).set({ name, theme, updatedAt }).where(ofWorkspace(workspaceId, id))

export async function remove(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const gone = await db.delete(customThemes).where(ofWorkspace(workspaceId, id)).returning({ id: customThemes.id })
  return gone.length > 0
}

export const removeAll = (db: Db, workspaceId: string) =>
  db.delete(customThemes).where(eq(customThemes.workspaceId, workspaceId))

/** Serializes writers of a workspace's themes until the transaction ends, so that names and limits hold. */
export const lockWorkspace = (db: Db, workspaceId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`themes|${workspaceId}`}, 0))`)
