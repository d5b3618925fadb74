// SQL of replies mailed to visitors who left a message, and of their answers by mail.
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

/** Schedules the mail of the reply, and of those until then, at `at`; does nothing without a left message, or once mailed. */
export async function planReplyMail(db: Db, conversationId: string, seq: number, at: Date): Promise<void> {
  await db.execute(
    sql`update conversations set reply_mail_at = coalesce(reply_mail_at, ${at.toISOString()}::timestamptz), reply_mail_seq = coalesce(reply_mail_seq, ${seq}::int)
      where id = ${conversationId} and left_message is not null and reply_mailed_seq < ${seq}::int`,
  )
}

export interface DueRow {
  readonly id: string
  readonly agent_id: string
  readonly workspace_id: string
}
export const listDue = (db: Db, now: Date, limit: number): Promise<DueRow[]> =>
  rows(
    db,
    sql`select id, agent_id, workspace_id from conversations where reply_mail_at <= ${now.toISOString()}::timestamptz order by reply_mail_at limit ${limit}`,
  )

export interface ReplyMailRow extends DueRow {
  readonly left_message: NonNullable<Conversation['leftMessage']>
  readonly reply_mail_seq: number
  readonly reply_mailed_seq: number
  readonly running_turn: string | null
  readonly visitor_read_seq: number
  readonly page_url: string
  readonly language: string
}
/** Locks it until the end of the transaction; undefined when another process has mailed it. */
export async function lockDue(db: Db, id: string, now: Date): Promise<ReplyMailRow | undefined> {
  const [row] = await rows<ReplyMailRow>(
    db,
    sql`select id, agent_id, workspace_id, left_message, reply_mail_seq, reply_mailed_seq, running_turn, visitor_read_seq, page_url, language from conversations
      where id = ${id} and left_message is not null and reply_mail_at <= ${now.toISOString()}::timestamptz for update`,
  )
  return row
}

export async function clearReplyMail(db: Db, id: string): Promise<void> {
  await db.execute(sql`update conversations set reply_mail_at = null, reply_mail_seq = null where id = ${id}`)
}
export async function setMailed(db: Db, id: string, seq: number): Promise<void> {
  await db.execute(
    sql`update conversations set reply_mail_at = null, reply_mail_seq = null, reply_mailed_seq = ${seq}::int where id = ${id}`,
  )
}
export async function postponeReplyMail(db: Db, id: string, at: Date): Promise<void> {
  await db.execute(
    sql`update conversations set reply_mail_at = ${at.toISOString()}::timestamptz where id = ${id} and reply_mail_at is not null`,
  )
}

export interface ReplyAddress {
  readonly tokenHash: string
  readonly workspaceId: string
  readonly agentId: string
  readonly conversationId: string
  readonly recipient: string
}
export async function insertReplyAddress(db: Db, given: ReplyAddress, expiresAt: Date): Promise<void> {
  await db.execute(
    sql`insert into reply_addresses (token_hash, workspace_id, agent_id, conversation_id, recipient, expires_at)
      values (${given.tokenHash}, ${given.workspaceId}, ${given.agentId}, ${given.conversationId}, ${given.recipient}, ${expiresAt.toISOString()}::timestamptz)`,
  )
}
export async function findReplyAddress(db: Db, tokenHash: string, now: Date): Promise<ReplyAddress | undefined> {
  const [row] = await rows<ReplyAddress>(
    db,
    sql`select token_hash as "tokenHash", workspace_id as "workspaceId", agent_id as "agentId", conversation_id as "conversationId", recipient
      from reply_addresses where token_hash = ${tokenHash} and expires_at > ${now.toISOString()}::timestamptz`,
  )
  return row
}
/** The visitor wrote by mail, so the agent's answers are mailed too. */
export async function setAnswered(db: Db, tokenHash: string, seq: number): Promise<void> {
  await db.execute(
    sql`update reply_addresses set answered_seq = greatest(answered_seq, ${seq}::int) where token_hash = ${tokenHash}`,
  )
}
/** The visitor's latest message by mail; undefined without one. */
export async function answeredSeq(db: Db, conversationId: string): Promise<number | undefined> {
  const [row] = await rows<{ seq: number | null }>(
    db,
    sql`select max(answered_seq) as seq from reply_addresses where conversation_id = ${conversationId}`,
  )
  return row?.seq ?? undefined
}
export async function deleteReplyAddressesBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from reply_addresses where expires_at < ${before.toISOString()}::timestamptz`)
}
