// All SQL of client sign-in: sessions, links, codes, wrong passwords.
import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import {
  type ClientBrowserRow,
  clientBrowsers,
  clientInvitationMails,
  clientLinks,
  type ClientRow,
  clients,
  clientSessions,
  clientSignInCodes,
  type LINK_PURPOSES,
  type OrgRow,
  orgs,
} from './schema.ts'

export type SessionRow = typeof clientSessions.$inferSelect
export type LinkRow = typeof clientLinks.$inferSelect
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
export type CodeRow = typeof clientSignInCodes.$inferSelect

export interface FoundSession {
  readonly session: SessionRow
  readonly client: ClientRow | null
  readonly org: OrgRow | null
}

/** A live session: `now` is before its end, and it was used after `idleSince`. */
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

export const endSessionsOf = (ctx: Ctx, clientId: string, keptHash = ''): Promise<void> =>
  ctx.tx(async (tx) => {
    await tx.db
      .delete(clientSessions)
      .where(and(eq(clientSessions.clientId, clientId), ne(clientSessions.tokenHash, keptHash)))
    await tx.emit({ type: 'sessions.ended', personId: clientId, at: tx.now().getTime(), region: tx.region })
  })

/** Detaches sessions of people who are about to be deleted, so that their browsers get the reason. */
export async function orphanSessionsOf(db: Db, clientIds: readonly string[]): Promise<void> {
  await db
    .update(clientSessions)
    .set({ clientId: null })
    .where(inArray(clientSessions.clientId, [...clientIds]))
}

export const removeOfWorkspace = async (db: Db, workspaceId: string): Promise<void> => {
  await db.delete(clientSessions).where(eq(clientSessions.workspaceId, workspaceId))
  await db.delete(clientLinks).where(eq(clientLinks.workspaceId, workspaceId))
}

/** Deletes what ended or was used a day ago. */
export async function removeOld(db: Db, before: Date, idleSince: Date): Promise<void> {
  await db
    .delete(clientSessions)
    .where(sql`${clientSessions.expiresAt} < ${before} or ${clientSessions.lastUsedAt} < ${idleSince}`)
  await db.delete(clientLinks).where(lt(clientLinks.expiresAt, before))
  await db.delete(clientSignInCodes).where(lt(clientSignInCodes.sentAt, before))
  await db.delete(clientInvitationMails).where(lt(clientInvitationMails.at, before))
  await db.delete(clientBrowsers).where(sql`${clientBrowsers.usedAt} < ${before}::timestamptz - interval '180 days'`)
}

export const insertLink = (db: Db, row: LinkRow) => db.insert(clientLinks).values(row)

/** A new link replaces others of its kind. */
export const removeLinksOf = (db: Db, clientId: string, purpose: LinkPurpose) =>
  db.delete(clientLinks).where(and(eq(clientLinks.clientId, clientId), eq(clientLinks.purpose, purpose)))

/** A link and the host on which it is used; empty for our own. */
export interface NamedLink {
  readonly tokenHash: string
  readonly host: string
}

/** The client user that a link names; undefined for one of an administrator, and for an unknown one. */
export async function clientOfLink(db: Db, { tokenHash, host }: NamedLink): Promise<string | undefined> {
  const [row] = await db
    .select({ clientId: clientLinks.clientId })
    .from(clientLinks)
    .where(and(eq(clientLinks.tokenHash, tokenHash), eq(clientLinks.host, host)))
  return row?.clientId ?? undefined
}

export async function isLinkOpen(
  db: Db,
  { tokenHash, host }: NamedLink,
  purpose: LinkPurpose,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ purpose: clientLinks.purpose })
    .from(clientLinks)
    .where(
      and(
        eq(clientLinks.tokenHash, tokenHash),
        eq(clientLinks.host, host),
        isNull(clientLinks.usedAt),
        gt(clientLinks.expiresAt, now),
      ),
    )
  return row?.purpose === purpose
}

/** Why a link is not valid; undefined for an unknown one. */
export async function whyInvalid(
  db: Db,
  { tokenHash, host }: NamedLink,
  now: Date,
): Promise<'used' | 'expired' | undefined> {
  const [row] = await db
    .select({ usedAt: clientLinks.usedAt, expiresAt: clientLinks.expiresAt })
    .from(clientLinks)
    .where(and(eq(clientLinks.tokenHash, tokenHash), eq(clientLinks.host, host)))
  if (!row) return undefined
  return row.usedAt !== null ? 'used' : row.expiresAt <= now ? 'expired' : undefined
}

/** Consumes the link; undefined if used, expired or of another kind. Of concurrent callers one gets it. */
export async function useLink(
  db: Db,
  { tokenHash, host }: NamedLink,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<LinkRow | undefined> {
  const [row] = await db
    .update(clientLinks)
    .set({ usedAt: now })
    .where(
      and(
        eq(clientLinks.tokenHash, tokenHash),
        eq(clientLinks.host, host),
        isNull(clientLinks.usedAt),
        gt(clientLinks.expiresAt, now),
        sql`${clientLinks.purpose} = any(${sql.param([...purposes])}::text[])`,
      ),
    )
    .returning()
  return row
}

export async function lockClient(db: Db, clientId: string): Promise<ClientRow | undefined> {
  const [row] = await db.select().from(clients).where(eq(clients.id, clientId)).for('update')
  return row
}

const MAX_BROWSERS = 20
export async function rememberBrowser(db: Db, clientId: string, browserHash: string, usedAt: Date): Promise<void> {
  await db
    .insert(clientBrowsers)
    .values({ clientId, browserHash, usedAt })
    .onConflictDoUpdate({
      target: [clientBrowsers.clientId, clientBrowsers.browserHash],
      set: { usedAt, failures: 0, blockedUntil: null },
    })
  await db.execute(
    sql`delete from client_browsers where client_id = ${clientId} and browser_hash in (
      select browser_hash from client_browsers where client_id = ${clientId} order by used_at desc offset ${MAX_BROWSERS}::int)`,
  )
}
/** Locked until the transaction ends; undefined when they have not signed in there. */
export async function lockBrowser(
  db: Db,
  clientId: string,
  browserHash: string,
): Promise<ClientBrowserRow | undefined> {
  const [row] = await db.select().from(clientBrowsers).where(isBrowser(clientId, browserHash)).for('update')
  return row
}
export const updateBrowser = (
  db: Db,
  clientId: string,
  browserHash: string,
  set: Partial<Pick<ClientBrowserRow, 'failures' | 'blockedUntil' | 'guessedAt'>>,
) => db.update(clientBrowsers).set(set).where(isBrowser(clientId, browserHash))
const isBrowser = (clientId: string, browserHash: string) =>
  and(eq(clientBrowsers.clientId, clientId), eq(clientBrowsers.browserHash, browserHash))
export const forgetBrowsers = (db: Db, clientId: string) =>
  db.delete(clientBrowsers).where(eq(clientBrowsers.clientId, clientId))

/** Codes tried since then in browsers where the client user has not signed in before. */
export async function countStrangersTries(db: Db, clientId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ tries: sql<number>`coalesce(sum(${clientSignInCodes.tries}), 0)::int` })
    .from(clientSignInCodes)
    .where(
      and(
        eq(clientSignInCodes.clientId, clientId),
        gt(clientSignInCodes.sentAt, since),
        sql`not exists (select 1 from client_browsers b where b.client_id = ${clientSignInCodes.clientId} and b.browser_hash = ${clientSignInCodes.browserHash})`,
      ),
    )
  return row?.tries ?? 0
}

/** The newest code requested by this browser, which replaces earlier ones. */
export async function findCode(db: Db, clientId: string, browserHash: string): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(clientSignInCodes)
    .where(and(eq(clientSignInCodes.clientId, clientId), eq(clientSignInCodes.browserHash, browserHash)))
    .orderBy(desc(clientSignInCodes.sentAt))
    .limit(1)
  return row
}

/** Codes of all browsers, newest last. */
export const listSentCodes = (
  db: Db,
  clientId: string,
  since: Date,
): Promise<Pick<CodeRow, 'sentAt' | 'addressHash' | 'browserHash'>[]> =>
  db
    .select({
      sentAt: clientSignInCodes.sentAt,
      addressHash: clientSignInCodes.addressHash,
      browserHash: clientSignInCodes.browserHash,
    })
    .from(clientSignInCodes)
    .where(and(eq(clientSignInCodes.clientId, clientId), gt(clientSignInCodes.sentAt, since)))
    .orderBy(clientSignInCodes.sentAt)

export const insertCode = (db: Db, row: CodeRow) => db.insert(clientSignInCodes).values(row)

export const countTry = (db: Db, id: string) =>
  db
    .update(clientSignInCodes)
    .set({ tries: sql`${clientSignInCodes.tries} + 1` })
    .where(eq(clientSignInCodes.id, id))

/** Invalidates all codes of a client user. Send times are kept for the limit. */
export const endCode = (db: Db, clientId: string) =>
  db.update(clientSignInCodes).set({ codeHash: '' }).where(eq(clientSignInCodes.clientId, clientId))

/** Times of invitations to the mailbox since then, newest last. Serialized per mailbox until the transaction ends. */
export async function lockInvitations(db: Db, mailbox: string, since: Date): Promise<Date[]> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations|${mailbox}`}, 0))`)
  const found = await db
    .select({ at: clientInvitationMails.at })
    .from(clientInvitationMails)
    .where(and(eq(clientInvitationMails.mailbox, mailbox), gt(clientInvitationMails.at, since)))
    .orderBy(clientInvitationMails.at)
  return found.map(({ at }) => at)
}
export const insertInvitation = (db: Db, row: typeof clientInvitationMails.$inferSelect) =>
  db.insert(clientInvitationMails).values(row)
