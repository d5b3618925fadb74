// All SQL of how client users sign in: sessions, links, codes, wrong passwords.
import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import {
  clientCodes,
  clientLinks,
  type ClientRow,
  clients,
  clientSessions,
  type LINK_PURPOSES,
  type OrgRow,
  orgs,
} from './schema.ts'

export type SessionRow = typeof clientSessions.$inferSelect
export type LinkRow = typeof clientLinks.$inferSelect
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
export type CodeRow = typeof clientCodes.$inferSelect

export interface FoundSession {
  readonly session: SessionRow
  /** Null for the agency's admin. */
  readonly client: ClientRow | null
  readonly org: OrgRow | null
}

/** While it has not ended: `now` is before its end, and it was used after `idleSince`. */
export async function findSession(
  db: Db,
  tokenHash: string,
  now: Date,
  idleSince: Date,
): Promise<FoundSession | undefined> {
  const [row] = await db
    .select({ session: clientSessions, client: clients, org: orgs })
    .from(clientSessions)
    .leftJoin(clients, eq(clients.id, clientSessions.clientId))
    .leftJoin(orgs, eq(orgs.id, clients.orgId))
    .where(
      and(
        eq(clientSessions.tokenHash, tokenHash),
        gt(clientSessions.expiresAt, now),
        gt(clientSessions.lastUsedAt, idleSince),
      ),
    )
  return row
}

export const insertSession = (db: Db, row: SessionRow) => db.insert(clientSessions).values(row)

export const touchSession = (db: Db, tokenHash: string, now: Date) =>
  db.update(clientSessions).set({ lastUsedAt: now }).where(eq(clientSessions.tokenHash, tokenHash))

export const endSession = (db: Db, tokenHash: string) =>
  db.delete(clientSessions).where(eq(clientSessions.tokenHash, tokenHash))

/** All sessions of a client user, but for the one that is kept. */
export const endSessionsOf = (ctx: Ctx, clientId: string, keptHash = ''): Promise<void> =>
  ctx.tx(async (tx) => {
    await tx.db
      .delete(clientSessions)
      .where(and(eq(clientSessions.clientId, clientId), ne(clientSessions.tokenHash, keptHash)))
    await tx.emit({ type: 'sessions.ended', personId: clientId, at: tx.now().getTime(), region: tx.region })
  })

export const removeOfWorkspace = async (db: Db, workspaceId: string): Promise<void> => {
  await db.delete(clientSessions).where(eq(clientSessions.workspaceId, workspaceId))
  await db.delete(clientLinks).where(eq(clientLinks.workspaceId, workspaceId))
}

/** What ended or was used up a day ago. */
export async function removeOld(db: Db, before: Date, idleSince: Date): Promise<void> {
  await db
    .delete(clientSessions)
    .where(sql`${clientSessions.expiresAt} < ${before} or ${clientSessions.lastUsedAt} < ${idleSince}`)
  await db.delete(clientLinks).where(lt(clientLinks.expiresAt, before))
}

export const insertLink = (db: Db, row: LinkRow) => db.insert(clientLinks).values(row)

/** A new link of a kind is the only one of it. */
export const removeLinksOf = (db: Db, clientId: string, purpose: LinkPurpose) =>
  db.delete(clientLinks).where(and(eq(clientLinks.clientId, clientId), eq(clientLinks.purpose, purpose)))

/** Uses the link up; undefined where it was, has ended, or is of another kind. Of two at once one gets it. */
export async function useLink(
  db: Db,
  tokenHash: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<LinkRow | undefined> {
  const [row] = await db
    .update(clientLinks)
    .set({ usedAt: now })
    .where(
      and(
        eq(clientLinks.tokenHash, tokenHash),
        isNull(clientLinks.usedAt),
        gt(clientLinks.expiresAt, now),
        sql`${clientLinks.purpose} = any(${sql.param([...purposes])}::text[])`,
      ),
    )
    .returning()
  return row
}

/** The row, held against other writers until the transaction ends. */
export async function lockClient(db: Db, clientId: string): Promise<ClientRow | undefined> {
  const [row] = await db.select().from(clients).where(eq(clients.id, clientId)).for('update')
  return row
}

export async function findCode(db: Db, clientId: string): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(clientCodes).where(eq(clientCodes.clientId, clientId))
  return row
}

export const saveCode = (db: Db, { clientId, ...values }: CodeRow) =>
  db
    .insert(clientCodes)
    .values({ clientId, ...values })
    .onConflictDoUpdate({ target: clientCodes.clientId, set: values })

export const countTry = (db: Db, clientId: string) =>
  db
    .update(clientCodes)
    .set({ tries: sql`${clientCodes.tries} + 1` })
    .where(eq(clientCodes.clientId, clientId))

/** The times at which codes were sent stay, so that using one up gives no further mails. */
export const endCode = (db: Db, clientId: string) =>
  db.update(clientCodes).set({ codeHash: '' }).where(eq(clientCodes.clientId, clientId))
