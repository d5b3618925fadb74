// SQL of replies that go by mail to whoever left a message.
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

/** The reply, and those that come before the mail goes, are mailed at `at`; nothing where no message was left. */
export async function planReplyMail(db: Db, conversationId: string, seq: number, at: Date): Promise<void> {
  await db.execute(
    sql`update conversations set reply_mail_at = coalesce(reply_mail_at, ${at.toISOString()}::timestamptz), reply_mail_seq = coalesce(reply_mail_seq, ${seq}::int)
      where id = ${conversationId} and left_message is not null`,
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
  readonly visitor_read_seq: number
  readonly page_url: string
  readonly language: string
}
/** Locks it until the end of the transaction; undefined where another process has mailed it. */
export async function lockDue(db: Db, id: string, now: Date): Promise<ReplyMailRow | undefined> {
  const [row] = await rows<ReplyMailRow>(
    db,
    sql`select id, agent_id, workspace_id, left_message, reply_mail_seq, visitor_read_seq, page_url, language from conversations
      where id = ${id} and left_message is not null and reply_mail_at <= ${now.toISOString()}::timestamptz for update`,
  )
  return row
}

export async function clearReplyMail(db: Db, id: string): Promise<void> {
  await db.execute(sql`update conversations set reply_mail_at = null, reply_mail_seq = null where id = ${id}`)
}
export async function postponeReplyMail(db: Db, id: string, at: Date): Promise<void> {
  await db.execute(
    sql`update conversations set reply_mail_at = ${at.toISOString()}::timestamptz where id = ${id} and reply_mail_at is not null`,
  )
}
