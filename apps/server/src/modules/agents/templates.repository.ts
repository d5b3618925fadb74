// All SQL of templates of workspaces' own; every query is bound to one workspace.
import { and, count as countOf, desc, eq, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter } from '../../lib/db/sql.ts'
import { agentTemplates, type TemplateRow } from './schema.ts'

const ofWorkspace = (workspaceId: string, id: string) =>
  and(eq(agentTemplates.workspaceId, workspaceId), eq(agentTemplates.id, id))

export const list = (
  db: Db,
  workspaceId: string,
  after: Cursor | undefined,
  limit: number,
): Promise<Omit<TemplateRow, 'config' | 'workspaceId'>[]> =>
  db
    .select({
      id: agentTemplates.id,
      name: agentTemplates.name,
      description: agentTemplates.description,
      createdAt: agentTemplates.createdAt,
    })
    .from(agentTemplates)
    .where(
      and(
        eq(agentTemplates.workspaceId, workspaceId),
        isAfter(after, { at: agentTemplates.createdAt, id: agentTemplates.id, idOrder: 'asc' }),
      ),
    )
    .orderBy(desc(agentTemplates.createdAt), agentTemplates.id)
    .limit(limit)

export async function find(db: Db, workspaceId: string, id: string): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(agentTemplates).where(ofWorkspace(workspaceId, id))
  return row
}

export async function count(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ n: countOf() })
    .from(agentTemplates)
    .where(eq(agentTemplates.workspaceId, workspaceId))
  return row?.n ?? 0
}

export const insert = (db: Db, row: TemplateRow) => db.insert(agentTemplates).values(row)

export async function remove(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const gone = await db.delete(agentTemplates).where(ofWorkspace(workspaceId, id)).returning({ id: agentTemplates.id })
  return gone.length > 0
}

export const removeAll = (db: Db, workspaceId: string) =>
  db.delete(agentTemplates).where(eq(agentTemplates.workspaceId, workspaceId))

/** Serializes adding templates to a workspace until the transaction ends, so that the limit holds. */
export const lockWorkspace = (db: Db, workspaceId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`templates|${workspaceId}`}, 0))`)
