import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { agencies, type AgencyRow } from './schema.ts'

export async function find(db: Db, agencyId: string): Promise<AgencyRow | undefined> {
  const [row] = await db.select().from(agencies).where(eq(agencies.id, agencyId))
  return row
}

export async function findOfWorkspace(db: Db, workspaceId: string): Promise<AgencyRow | undefined> {
  const [row] = await db.select().from(agencies).where(eq(agencies.workspaceId, workspaceId))
  return row
}

export async function findBySecretHash(
  db: Db,
  hash: string,
): Promise<{ agencyId: string; workspaceId: string } | undefined> {
  const [row] = await db
    .select({ agencyId: agencies.id, workspaceId: agencies.workspaceId })
    .from(agencies)
    .where(eq(agencies.secretHash, hash))
  return row
}

export const withEmailDomain = (db: Db): Promise<AgencyRow[]> =>
  db
    .select()
    .from(agencies)
    .where(sql`coalesce(${agencies.profile} ->> 'resendEmailDomainId', '') <> ''`)

export async function lockOfWorkspace(db: Db, workspaceId: string): Promise<AgencyRow | undefined> {
  const [row] = await db.select().from(agencies).where(eq(agencies.workspaceId, workspaceId)).for('update')
  return row
}

export const insert = (db: Db, row: AgencyRow) =>
  db.insert(agencies).values(row).onConflictDoNothing({ target: agencies.workspaceId })

export const update = (db: Db, id: string, values: Partial<Omit<AgencyRow, 'id'>>) =>
  db.update(agencies).set(values).where(eq(agencies.id, id))

export const removeOfWorkspace = (db: Db, workspaceId: string) =>
  db.delete(agencies).where(eq(agencies.workspaceId, workspaceId))
