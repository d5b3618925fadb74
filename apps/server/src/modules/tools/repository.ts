// All SQL of tools and their secrets; every query is bound to one workspace.
import { and, asc, count, desc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter, containsText } from '../../lib/db/sql.ts'
import { type SecretRow, type ToolRow, toolSecrets, tools } from './schema.ts'

export interface ListQuery {
  readonly workspaceId: string
  readonly search?: string | undefined
  readonly after?: Cursor | undefined
  readonly limit: number
}

/** Newest-modified first; `search` finds parts of names and descriptions. */
export function list(db: Db, { workspaceId, search, after, limit }: ListQuery): Promise<ToolRow[]> {
  return db
    .select()
    .from(tools)
    .where(
      and(
        eq(tools.workspaceId, workspaceId),
        search
          ? or(containsText(tools.name, search), containsText(sql`${tools.config}->>'description'`, search))
          : undefined,
        isAfter(after, { at: tools.lastModified, id: tools.id, idOrder: 'asc' }),
      ),
    )
    .orderBy(desc(tools.lastModified), tools.id)
    .limit(limit)
}

export function byIds(db: Db, workspaceId: string, ids: readonly string[]): Promise<ToolRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(tools)
    .where(and(eq(tools.workspaceId, workspaceId), inArray(tools.id, [...ids])))
}

export async function idByName(db: Db, workspaceId: string, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.workspaceId, workspaceId), eq(tools.name, name)))
  return row?.id
}

export async function countTools(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(tools).where(eq(tools.workspaceId, workspaceId))
  return row?.n ?? 0
}

/** The caller holds the lock of the workspace and has checked that the name is free. */
export async function upsert(db: Db, row: ToolRow): Promise<void> {
  const { workspaceId: _workspace, id: _id, ...set } = row
  await db
    .insert(tools)
    .values(row)
    .onConflictDoUpdate({ target: [tools.workspaceId, tools.id], set })
}

export const remove = (db: Db, workspaceId: string, id: string) =>
  db.delete(tools).where(and(eq(tools.workspaceId, workspaceId), eq(tools.id, id)))

export const listSecrets = (db: Db, workspaceId: string): Promise<Pick<SecretRow, 'name' | 'updatedAt'>[]> =>
  db
    .select({ name: toolSecrets.name, updatedAt: toolSecrets.updatedAt })
    .from(toolSecrets)
    .where(eq(toolSecrets.workspaceId, workspaceId))
    .orderBy(asc(toolSecrets.name))

export function findSecrets(db: Db, workspaceId: string, names: readonly string[]): Promise<SecretRow[]> {
  if (names.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(toolSecrets)
    .where(and(eq(toolSecrets.workspaceId, workspaceId), inArray(toolSecrets.name, [...names])))
}

export async function upsertSecret(db: Db, row: SecretRow): Promise<void> {
  const { sealed, updatedAt } = row
  await db
    .insert(toolSecrets)
    .values(row)
    .onConflictDoUpdate({ target: [toolSecrets.workspaceId, toolSecrets.name], set: { sealed, updatedAt } })
}

export const removeSecret = (db: Db, workspaceId: string, name: string) =>
  db.delete(toolSecrets).where(and(eq(toolSecrets.workspaceId, workspaceId), eq(toolSecrets.name, name)))

/** Serializes writers, so that limits hold. */
export const lockWorkspace = (db: Db, workspaceId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tools|${workspaceId}`}, 0))`)

export const deleteSecretsUntil = (db: Db, workspaceId: string, until: Date) =>
  db.delete(toolSecrets).where(and(eq(toolSecrets.workspaceId, workspaceId), lte(toolSecrets.updatedAt, until)))
