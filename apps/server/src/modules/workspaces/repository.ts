import { and, asc, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Role } from '@parlance/contract/lib/roles'
import type { Db } from '../../lib/db/pool.ts'
import { credentials, workspaceMembers, workspaces } from './schema.ts'

export type WorkspaceRow = typeof workspaces.$inferSelect
export type NewWorkspace = typeof workspaces.$inferInsert
export type CredentialRow = typeof credentials.$inferSelect

export async function find(db: Db, uid: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.uid, uid))
  return row
}

export async function findPersonal(db: Db, ownerId: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.ownerId, ownerId), workspaces.personal))
  return row
}

/** Undefined if the owner has a personal workspace already. */
export async function insertPersonal(db: Db, workspace: NewWorkspace): Promise<WorkspaceRow | undefined> {
  const [made] = await db
    .insert(workspaces)
    .values(workspace)
    .onConflictDoNothing({ target: workspaces.ownerId, where: sql`personal` })
    .returning()
  if (made) await insertOwner(db, workspace)
  return made
}

export async function insertOwner(db: Db, { uid, email, joinedAt }: NewWorkspace): Promise<void> {
  const joined = { invitedAt: joinedAt, joinedAt }
  await db.insert(workspaceMembers).values({ workspaceId: uid, email, role: 'owner', ...joined })
}

export const workspacesOwnedBy = (db: Db, ownerId: string): Promise<WorkspaceRow[]> =>
  db.select().from(workspaces).where(eq(workspaces.ownerId, ownerId)).orderBy(workspaces.uid)

/** False if the workspace has this secret already. Safe under concurrency. */
export async function setSecret(
  db: Db,
  uid: string,
  secret: Pick<WorkspaceRow, 'secretHash' | 'sealedSecret'>,
): Promise<boolean> {
  const changed = await db
    .update(workspaces)
    .set(secret)
    .where(and(eq(workspaces.uid, uid), ne(workspaces.secretHash, secret.secretHash)))
    .returning({ uid: workspaces.uid })
  return changed.length > 0
}

export const setPhotoURL = (db: Db, ownerId: string, photoURL: string) =>
  db
    .update(workspaces)
    .set({ photoURL })
    .where(and(eq(workspaces.ownerId, ownerId), ne(workspaces.photoURL, photoURL)))

export const setFreeCreditsAt = (db: Db, uid: string, at: Date) =>
  db.update(workspaces).set({ freeAt: at }).where(eq(workspaces.uid, uid))

/** Workspaces that the person of this address belongs to: their own first, then by name. */
export function listByMember(
  db: Db,
  email: string,
): Promise<{ workspace: WorkspaceRow; role: Role; joinedAt: Date | null }[]> {
  return db
    .select({ workspace: workspaces, role: workspaceMembers.role, joinedAt: workspaceMembers.joinedAt })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.uid, workspaceMembers.workspaceId))
    .where(eq(workspaceMembers.email, email))
    .orderBy(
      desc(sql`${workspaceMembers.role} = 'owner'`),
      desc(workspaces.personal),
      asc(workspaces.workspaceName),
      asc(workspaces.uid),
    )
    .limit(500)
}

export async function findRole(
  db: Db,
  uid: string,
  email: string,
): Promise<{ role: Role; joinedAt: Date | null; ownerId: string } | undefined> {
  const [row] = await db
    .select({ role: workspaceMembers.role, joinedAt: workspaceMembers.joinedAt, ownerId: workspaces.ownerId })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.uid, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.workspaceId, uid), eq(workspaceMembers.email, email)))
  return row
}

export async function memberEmails(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .select({ email: workspaceMembers.email })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.workspaceId, uid))
    .orderBy(desc(sql`${workspaceMembers.role} = 'owner'`), asc(workspaceMembers.email))
  return rows.map((row) => row.email)
}

export async function findBySecretHash(db: Db, hash: string): Promise<string | undefined> {
  const [row] = await db.select({ uid: workspaces.uid }).from(workspaces).where(eq(workspaces.secretHash, hash))
  return row?.uid
}

/** Personal workspaces on the free plan without a refill since `month` started, ordered by uid, after the given one. */
export function findDueForRefill(
  db: Db,
  month: Date,
  unverifiedToo: boolean,
  after: string,
  limit: number,
): Promise<WorkspaceRow[]> {
  return db
    .select()
    .from(workspaces)
    .where(
      and(
        workspaces.personal,
        eq(workspaces.plan, 'free'),
        or(isNull(workspaces.freeAt), lt(workspaces.freeAt, month)),
        unverifiedToo ? undefined : workspaces.ownerVerified,
        gt(workspaces.uid, after),
      ),
    )
    .orderBy(asc(workspaces.uid))
    .limit(limit)
}

/** Absent fields are unchanged; `internal` is merged. */
export async function setPlan(
  db: Db,
  uid: string,
  { internal, ...change }: Partial<Omit<WorkspaceRow, 'internal'>> & { readonly internal?: object },
): Promise<void> {
  const set = {
    ...change,
    ...(internal ? { internal: sql`${workspaces.internal} || ${JSON.stringify(internal)}::jsonb` } : {}),
  }
  if (Object.keys(set).length > 0) await db.update(workspaces).set(set).where(eq(workspaces.uid, uid))
}

/** Whether another workspace of the owner had a trial. Serialises the owner's trials until the transaction ends. */
export async function hadTrialElsewhere(db: Db, { uid, ownerId }: WorkspaceRow): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`trial|${ownerId}`}, 0))`)
  const found = await db
    .select({ uid: workspaces.uid })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.ownerId, ownerId),
        sql`${workspaces.uid} <> ${uid}`,
        sql`coalesce((${workspaces.internal} ->> 'whitelabelTrialEndsAt')::numeric, 0) > 0`,
      ),
    )
    .limit(1)
  return found.length > 0
}

export async function listAutomaticBilling(db: Db): Promise<string[]> {
  const rows = await db.select({ uid: workspaces.uid }).from(workspaces).where(eq(workspaces.automaticBilling, true))
  return rows.map(({ uid }) => uid)
}

export const lockLimit = (db: Db, uid: string, name: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`limit|${uid}|${name}`}, 0))`)

export async function lock(db: Db, uid: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.uid, uid)).for('update')
  return row
}

export async function upsertCredential(db: Db, row: CredentialRow): Promise<void> {
  const { workspaceId: _workspace, provider: _provider, ...set } = row
  await db
    .insert(credentials)
    .values(row)
    .onConflictDoUpdate({ target: [credentials.workspaceId, credentials.provider], set })
}

export const listCredentials = (db: Db, workspaceId: string): Promise<CredentialRow[]> =>
  db.select().from(credentials).where(eq(credentials.workspaceId, workspaceId)).orderBy(asc(credentials.provider))

export async function findCredential(
  db: Db,
  workspaceId: string,
  provider: string,
): Promise<CredentialRow | undefined> {
  const [row] = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.workspaceId, workspaceId), eq(credentials.provider, provider)))
  return row
}

/** Only if the key was not replaced since `updatedAt`. */
export const setCredentialTest = (
  db: Db,
  { workspaceId, provider, updatedAt }: Pick<CredentialRow, 'workspaceId' | 'provider' | 'updatedAt'>,
  set: Pick<CredentialRow, 'testedAt' | 'testError'>,
) =>
  db
    .update(credentials)
    .set(set)
    .where(
      and(
        eq(credentials.workspaceId, workspaceId),
        eq(credentials.provider, provider),
        eq(credentials.updatedAt, updatedAt),
      ),
    )

export const deleteCredential = (db: Db, workspaceId: string, provider: string) =>
  db.delete(credentials).where(and(eq(credentials.workspaceId, workspaceId), eq(credentials.provider, provider)))

export const deleteCredentials = (db: Db, workspaceId: string) =>
  db.delete(credentials).where(eq(credentials.workspaceId, workspaceId))
