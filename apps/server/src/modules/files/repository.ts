// All SQL of uploaded files.
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../lib/db/pool.ts'
import { files, fileUses } from './schema.ts'

export type FileRow = typeof files.$inferSelect

/** Uploads of one workspace take turns until the transaction ends, so that none slips past the daily limit. */
export async function lockWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files:${workspaceId}`}, 0))`)
}

export async function countSince(db: Db, workspaceId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(files)
    .where(
      and(
        eq(files.workspaceId, workspaceId),
        gt(files.createdAt, since),
        isNull(files.conversationId),
        isNull(files.visitorHash),
      ),
    )
  return row?.n ?? 0
}

/** Of pictures, and of what visitors sent or are about to send. */
export async function bytesOfWorkspace(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(eq(files.workspaceId, workspaceId))
  return Number(row?.bytes ?? 0)
}

export async function insert(db: Db, file: FileRow): Promise<void> {
  await db.insert(files).values(file)
  await db.insert(fileUses).values({ fileId: file.id, agentId: file.agentId })
}

/** Visitors' uploads to one agent take turns until the transaction ends, so that none slips past a limit. */
export async function lockAgent(db: Db, agentId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files-of-visitors:${agentId}`}, 0))`)
}

export async function visitorUsage(
  db: Db,
  agentId: string,
  conversationId: string,
): Promise<{ bytesOfAgent: number; filesOfConversation: number }> {
  const [row] = await db
    .select({
      bytes: sql<string>`coalesce(sum(${files.size}), 0)`,
      here: sql<string>`count(*) filter (where ${files.conversationId} = ${conversationId} and ${files.visitorHash} is null)`,
    })
    .from(files)
    .where(and(eq(files.agentId, agentId), isNotNull(files.conversationId)))
  return { bytesOfAgent: Number(row?.bytes ?? 0), filesOfConversation: Number(row?.here ?? 0) }
}

interface VisitorOf {
  readonly agentId: string
  readonly visitorHash: string
}

/** Bytes of all visitors of an agent, and how many attachments this one uploaded since. What is not sent is never old. */
export async function attachmentUsage(
  db: Db,
  of: VisitorOf & { readonly workspaceId: string; readonly since: Date },
): Promise<{ bytes: number; today: number }> {
  const { agentId, visitorHash, workspaceId, since } = of
  const unsent = and(
    eq(files.workspaceId, workspaceId),
    gt(files.createdAt, since),
    eq(files.agentId, agentId),
    isNotNull(files.visitorHash),
  )
  const [[recent], [sent]] = await Promise.all([
    db
      .select({
        bytes: sql<string>`coalesce(sum(${files.size}) filter (where ${files.conversationId} is null), 0)`,
        mine: sql<string>`count(*) filter (where ${files.visitorHash} = ${visitorHash})`,
      })
      .from(files)
      .where(unsent),
    db
      .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
      .from(files)
      .where(and(eq(files.agentId, agentId), isNotNull(files.conversationId))),
  ])
  return { bytes: Number(recent?.bytes ?? 0) + Number(sent?.bytes ?? 0), today: Number(recent?.mine ?? 0) }
}

const ofVisitor = ({ agentId, visitorHash }: VisitorOf) =>
  and(eq(files.agentId, agentId), eq(files.visitorHash, visitorHash))

/** Those of these that are this visitor's, sent or not. */
export async function findOfVisitor(db: Db, owner: VisitorOf, ids: readonly string[], now: Date): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), ofVisitor(owner), or(isNull(files.expiresAt), gt(files.expiresAt, now))))
}

/** A file that is about to go is not taken any more: the sweep may have it already. */
const GRACE_MS = 60_000

/** In the order of ids, so that two transactions never wait for each other in a circle. */
export async function lockUnsent(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const found = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        inArray(files.id, [...ids]),
        isNull(files.conversationId),
        isNotNull(files.visitorHash),
        gt(files.expiresAt, new Date(now.getTime() + GRACE_MS)),
      ),
    )
    .orderBy(files.id)
    .for('update')
  return found.map(({ id }) => id)
}

export async function markSent(
  db: Db,
  sent: readonly { readonly id: string; readonly conversationId: string }[],
): Promise<void> {
  await db.execute(sql`update files set conversation_id = r.c, expires_at = null
    from jsonb_to_recordset(${JSON.stringify(sent.map(({ id, conversationId }) => ({ i: id, c: conversationId })))}::jsonb) as r(i text, c text)
    where files.id = r.i`)
}

export async function lockOneUnsent(db: Db, owner: VisitorOf, id: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), ofVisitor(owner), isNull(files.conversationId)))
    .for('update')
  return row
}

/** What no message carries yet; the rest is found by its conversation. */
export const moveUnsent = (db: Db, { agentId, visitorHash }: Pick<VisitorOf, 'agentId' | 'visitorHash'>, to: string) =>
  db
    .update(files)
    .set({ visitorHash: to })
    .where(
      and(
        eq(files.agentId, agentId),
        eq(files.visitorHash, visitorHash),
        isNull(files.conversationId),
        isNotNull(files.expiresAt),
      ),
    )

export const expire = (db: Db, id: string, now: Date) =>
  db.update(files).set({ expiresAt: now }).where(eq(files.id, id))

/** What messages of visitors carried; files of forms and of people's replies are not among them. */
export const attachedTo = (db: Db, conversationId: string, limit: number): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.conversationId, conversationId), isNotNull(files.visitorHash), eq(files.userId, '')))
    .orderBy(desc(files.createdAt), files.id)
    .limit(limit)

/** Without a use by an agent: no duplicate keeps it. */
export const insertOfVisitor = (db: Db, file: FileRow) => db.insert(files).values(file)

export const lockOfConversations = (db: Db, conversationIds: readonly string[]): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(inArray(files.conversationId, [...conversationIds]))
    .for('update')

export const lockOfVisitors = (db: Db, workspaceId: string, agentId: string): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(
      and(
        eq(files.workspaceId, workspaceId),
        eq(files.agentId, agentId),
        or(isNotNull(files.conversationId), isNotNull(files.visitorHash)),
      ),
    )
    .for('update')

/** Uploaded for no agent, up to that moment. */
export const lockLogos = (db: Db, workspaceId: string, until: Date): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.workspaceId, workspaceId), eq(files.agentId, ''), lte(files.createdAt, until)))
    .for('update')

export const lockOfWorkspace = (db: Db, workspaceId: string, limit: number): Promise<FileRow[]> =>
  db.select().from(files).where(eq(files.workspaceId, workspaceId)).limit(limit).for('update')

export const remove = (db: Db, ids: readonly string[]) => db.delete(files).where(inArray(files.id, [...ids]))

/** One that has not expired. */
export async function find(db: Db, id: string, now: Date): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), or(isNull(files.expiresAt), gt(files.expiresAt, now))))
  return row
}

/** Files of a workspace that no agent but this one has; locked, so that no copy can begin to use them meanwhile. */
export function lockOnlyUsedBy(db: Db, workspaceId: string, agentId: string): Promise<FileRow[]> {
  const other = alias(fileUses, 'other')
  const own = db.select({ id: fileUses.fileId }).from(fileUses).where(eq(fileUses.agentId, agentId))
  const elsewhere = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.fileId, files.id), sql`${other.agentId} <> ${agentId}`))
  return db
    .select()
    .from(files)
    .where(and(eq(files.workspaceId, workspaceId), inArray(files.id, own), notExists(elsewhere)))
    .for('update')
}

export const removeUses = (db: Db, agentId: string) => db.delete(fileUses).where(eq(fileUses.agentId, agentId))

export async function copyUses(db: Db, workspaceId: string, from: string, to: string): Promise<void> {
  await db.execute(sql`insert into file_uses (file_id, agent_id)
    select u.file_id, ${to} from file_uses u join files f on f.id = u.file_id
    where u.agent_id = ${from} and f.workspace_id = ${workspaceId} on conflict do nothing`)
}

export function listExpired(db: Db, now: Date, limit: number): Promise<FileRow[]> {
  return db.select().from(files).where(lte(files.expiresAt, now)).orderBy(files.expiresAt).limit(limit)
}
