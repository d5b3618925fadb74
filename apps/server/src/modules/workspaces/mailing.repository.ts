// All SQL of the log of workspaces and of the count of their mails.
import { and, desc, eq, gt, lt, or } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter, containsText } from '../../lib/db/sql.ts'
import { workspaceLogs, workspaceMails } from './schema.ts'

export type LogRow = typeof workspaceLogs.$inferSelect

export const insert = (db: Db, row: LogRow) => db.insert(workspaceLogs).values(row)

export async function find(db: Db, workspaceId: string, id: string): Promise<LogRow | undefined> {
  const [row] = await db
    .select()
    .from(workspaceLogs)
    .where(and(eq(workspaceLogs.workspaceId, workspaceId), eq(workspaceLogs.id, id)))
  return row
}

export interface LogQuery {
  readonly workspaceId: string
  readonly search?: string | undefined
  readonly type?: string | undefined
  readonly agentId?: string | undefined
  readonly after?: Cursor | undefined
  readonly limit: number
}

export const list = (db: Db, { workspaceId, search, type, agentId, after, limit }: LogQuery): Promise<LogRow[]> =>
  db
    .select()
    .from(workspaceLogs)
    .where(
      and(
        eq(workspaceLogs.workspaceId, workspaceId),
        type ? eq(workspaceLogs.type, type) : undefined,
        agentId ? eq(workspaceLogs.agentId, agentId) : undefined,
        search ? or(containsText(workspaceLogs.type, search), containsText(workspaceLogs.content, search)) : undefined,
        isAfter(after, { at: workspaceLogs.at, id: workspaceLogs.id, idOrder: 'desc' }),
      ),
    )
    .orderBy(desc(workspaceLogs.at), desc(workspaceLogs.id))
    .limit(limit)

export async function deleteLogsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(workspaceLogs).where(lt(workspaceLogs.at, before))
}

export async function mailsSince(db: Db, workspaceId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: workspaceMails.at })
    .from(workspaceMails)
    .where(and(eq(workspaceMails.workspaceId, workspaceId), gt(workspaceMails.at, since)))
  return rows.map(({ at }) => at)
}

export const addMail = (db: Db, row: typeof workspaceMails.$inferInsert) => db.insert(workspaceMails).values(row)
export const deleteMail = (db: Db, id: string) => db.delete(workspaceMails).where(eq(workspaceMails.id, id))
export const deleteMailsBefore = (db: Db, before: Date) =>
  db.delete(workspaceMails).where(lt(workspaceMails.at, before))
