// All SQL of deleted items. Rows are copied inside the database, independent of their columns.
import { and, eq, getTableName, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../lib/db/pool.ts'
import { trashedItems } from './schema.ts'

export type ItemRow = typeof trashedItems.$inferSelect
export type ItemKey = Pick<ItemRow, 'workspaceId' | 'agentId' | 'kind' | 'itemId'>

const named = ({ workspaceId, agentId, kind, itemId }: ItemKey) =>
  and(
    eq(trashedItems.workspaceId, workspaceId),
    eq(trashedItems.agentId, agentId),
    eq(trashedItems.kind, kind),
    eq(trashedItems.itemId, itemId),
  )

/** Replaces an earlier item with the same key. */
export async function addItem(db: Db, row: ItemRow): Promise<void> {
  await db.delete(trashedItems).where(named(row))
  await db.insert(trashedItems).values(row)
}

/** Generated columns, which are not copied. */
const ownColumns = (name: string): SQL =>
  sql`select attname::text from pg_attribute
      where attrelid = ${name}::regclass and (attgenerated <> '' or attidentity <> '')`

/** Copies the rows of a table that match a condition. */
export async function copyRows(db: Db, trashId: string, table: PgTable, where: SQL): Promise<void> {
  const name = getTableName(table)
  await db.execute(
    sql`insert into trashed_rows (trash_id, table_name, row)
        select ${trashId}, ${name}, to_jsonb(t) - array(${ownColumns(name)})
        from (select * from ${sql.identifier(name)} where ${where}) as t`,
  )
}

/** Inserts the kept rows of a table. A column that was added since gets its default, one that was dropped is left out. */
export async function insertRows(db: Db, trashId: string, table: PgTable): Promise<void> {
  const name = getTableName(table)
  const { rows } = await db.execute<{ name: string }>(
    sql`select key as name
        from (select row from trashed_rows where trash_id = ${trashId} and table_name = ${name} limit 1) as kept,
          jsonb_object_keys(kept.row) as key
        where key in (select attname from pg_attribute
                      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped)
          and key not in (${ownColumns(name)})`,
  )
  if (rows.length === 0) return
  const columns = rows.map((column) => sql.identifier(column.name))
  const inserted = sql.join(columns, sql`, `)
  const kept = sql.join(
    columns.map((column) => sql`p.${column}`),
    sql`, `,
  )
  await db.execute(
    sql`insert into ${sql.identifier(name)} (${inserted})
        select ${kept} from trashed_rows r
          cross join lateral jsonb_populate_record(null::${sql.identifier(name)}, r.row) as p
        where r.trash_id = ${trashId} and r.table_name = ${name} order by r.id`,
  )
}

/** An item deleted after `since`, locked until the transaction ends. */
export async function findItem(db: Db, name: ItemKey, since: Date): Promise<ItemRow | undefined> {
  const [row] = await db
    .select()
    .from(trashedItems)
    .where(and(named(name), gt(trashedItems.deletedAt, since)))
    .for('update')
  return row
}

export async function removeItems(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(trashedItems).where(inArray(trashedItems.id, [...ids]))
}

/** Expired items, locked until the transaction ends; those being restored are skipped. */
export const expired = (db: Db, before: Date, limit: number): Promise<ItemRow[]> =>
  db
    .select()
    .from(trashedItems)
    .where(lte(trashedItems.deletedAt, before))
    .orderBy(trashedItems.deletedAt)
    .limit(limit)
    .for('update', { skipLocked: true })

export const itemsOf = (db: Db, workspaceId: string, agentId?: string): Promise<ItemRow[]> =>
  db
    .select()
    .from(trashedItems)
    .where(
      and(
        eq(trashedItems.workspaceId, workspaceId),
        agentId === undefined ? undefined : eq(trashedItems.agentId, agentId),
      ),
    )
    .for('update')

/** Bytes of files in the bucket that are kept for restoring. */
export async function bytesOfFiles(db: Db, workspaceId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select coalesce(sum((r.row->>'bytes')::bigint), 0)::float8 as n
        from trashed_items i join trashed_rows r on r.trash_id = i.id and r.table_name = 'documents'
        where i.workspace_id = ${workspaceId} and i.kind = 'document' and cardinality(i.file_keys) > 0`,
  )
  return rows[0]?.n ?? 0
}
