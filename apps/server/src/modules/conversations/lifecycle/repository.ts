import type { Conversation, Person, Speaker } from '@parlance/contract/conversations/schemas'
import {
  type MailCounts,
  type NoticeKind,
  noticeId,
  NOTICES,
  type SpeakerState,
} from '@parlance/contract/conversations/lifecycle'
import { newMessageId } from '@parlance/contract/lib/ids'
import { cut, storable } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import type { Cursor } from '../../../lib/cursor.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { outboxColumns } from '../outbox/repository.ts'
import { afterSql, type ConversationRow, findConversation } from '../repository.ts'

/** Locks it until the end of the transaction. Lock the balances first, as turns do. */
export async function lockConversation(db: Db, agentId: string, id: string): Promise<ConversationRow | undefined> {
  await db.execute(sql`select 1 from conversations where id = ${id} and agent_id = ${agentId} for update`)
  return findConversation(db, agentId, id)
}

/** `missed` is stored with the state after a missed hand-off. */
export async function setConversationStatus(
  db: Db,
  id: string,
  to: SpeakerState,
  { now, missed = null }: { readonly now: Date; readonly missed?: Conversation['missed'] | null },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(
    sql`update conversations set state = ${to.state}, handoff_at = ${to.awaited ? at : null}, ended_at = ${to.closed ? at : null},
      missed = ${to.missed && missed ? JSON.stringify(missed) : null}::jsonb, left_open = left_open and ${to.state !== 'human-chatting' && !to.closed} where id = ${id}`,
  )
}

export async function setAssignee(db: Db, id: string, assignee: Person | null, now: Date): Promise<void> {
  await db.execute(
    sql`update conversations set assignee = ${assignee && JSON.stringify(assignee)}::jsonb, assigned_at = ${assignee && now.toISOString()}::timestamptz, snoozed_until = null where id = ${id}`,
  )
}

/** Adds a system message, with the visitor's `words` if given; returns its sequence number. */
export async function addNotice(
  db: Db,
  id: string,
  { kind, by, words = '' }: { readonly kind: NoticeKind; readonly by?: Speaker | undefined; readonly words?: string },
  now: Date,
): Promise<number> {
  const at = now.toISOString()
  const messageId = noticeId(kind, newMessageId())
  const items = JSON.stringify([{ type: 'text', text: words === '' ? NOTICES[kind] : storable(words) }])
  const [added] = await rows<{ seq: number }>(
    db,
    sql`with numbered as (
      update conversations set message_count = message_count + 1, last_message_at = ${at}::timestamptz where id = ${id} returning message_count, workspace_id, agent_id, channel
    ), told as (
      insert into message_outbox (${outboxColumns})
      select workspace_id, agent_id, ${id}, message_count, ${messageId}, 'system', channel, false, false, ${at}::timestamptz from numbered
    )
    insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, by, status, at)
    select ${id}, workspace_id, message_count, ${messageId}, '', 'system', ${items}::jsonb, ${by ? JSON.stringify(by) : null}::jsonb, 'complete', ${at}::timestamptz from numbered
    returning seq`,
  )
  return added?.seq ?? 0
}

export interface NewConversation {
  readonly id: string
  readonly workspaceId: string
  readonly agentId: string
  readonly channel: Conversation['channel']
  readonly visitorHash: string
  readonly visitor: string
  readonly visitorCode: string
  readonly pageUrl: string
  readonly language: string
  readonly ephemeral: boolean
  readonly consented: boolean
}

export async function insertConversation(db: Db, row: NewConversation, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(
    sql`insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, visitor_code, page_url, language, ephemeral, message_count, started_at, last_message_at, consented_at, identity)
      select ${row.id}, ${row.workspaceId}, ${row.agentId}, ${row.channel}, ${row.visitorHash}, ${row.visitor}, ${row.visitorCode}, ${storable(row.pageUrl)}, ${storable(row.language)}, ${row.ephemeral}, 0, ${at}, ${at},
        ${row.consented ? at : null}, (select subject from visitors v where v.agent_id = ${row.agentId} and v.visitor_hash = ${row.visitorHash} limit 1)`,
  )
}

/** A conversation with nothing but a hand-off request, so that a repeated request finds the first. */
export async function findPendingHandoff(
  db: Db,
  agentId: string,
  visitorHash: string,
  isTurnedAway: boolean,
): Promise<string | undefined> {
  const [found] = await rows<{ id: string }>(
    db,
    sql`select id from conversations where agent_id = ${agentId} and visitor_hash = ${visitorHash} and ${isTurnedAway ? sql`missed is not null` : sql`handoff_at is not null`} and message_count = 1 order by started_at desc limit 1`,
  )
  return found?.id
}

export async function setRating(db: Db, id: string, score: number, comment: string, now: Date): Promise<void> {
  await db.execute(
    sql`update conversations set rating = ${score}, rating_comment = ${storable(comment)}, rated_at = ${now.toISOString()}::timestamptz where id = ${id}`,
  )
}

/** Characters of a list's preview. */
const MAX_PREVIEW = 200

export interface LeftMessage {
  readonly email: string
  readonly message: string
  readonly at: string
}
export async function setLeftMessage(db: Db, id: string, left: LeftMessage): Promise<void> {
  const value = JSON.stringify({ ...left, message: storable(left.message) })
  const preview = cut(storable(left.message).replaceAll(/\s+/g, ' ').trim(), MAX_PREVIEW)
  await db.execute(
    sql`update conversations set left_message = ${value}::jsonb, left_open = true, preview = ${preview} where id = ${id}`,
  )
}

export interface OwnRow extends ConversationRow {
  unread: number
}
/** A visitor's own conversations, by newest message; one row more than `limit` when there is a next page. */
export async function listOfVisitor(
  db: Db,
  of: { readonly agentId: string; readonly visitorHash: string },
  after: Cursor | undefined,
  limit: number,
): Promise<OwnRow[]> {
  return rows(
    db,
    sql`select c.*, (select count(*)::int from messages m where m.conversation_id = c.id and m.seq > c.visitor_read_seq and m.author in ('agent', 'human')) as unread
      from conversations c where c.agent_id = ${of.agentId} and c.visitor_hash = ${of.visitorHash} ${afterSql(after)}
      order by c.last_message_at desc, c.id desc limit ${limit + 1}`,
  )
}

interface SentMail {
  readonly id: string
  readonly kind: 'transcript' | 'reply'
  readonly agentId: string
  readonly conversationId: string
  readonly recipient: string
}

/** Counts mails since a time. The next caller waits for the end of this transaction, so that limits hold. */
export async function countMails(db: Db, mail: Omit<SentMail, 'id'>, since: Date): Promise<MailCounts> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('transcript_mails'))`)
  const at = sql`${since.toISOString()}::timestamptz`
  const [counts] = await rows<MailCounts>(
    db,
    sql`select
      (select count(*)::int from transcript_mails where conversation_id = ${mail.conversationId} and kind = ${mail.kind} and at > ${at}) as conversation,
      (select count(*)::int from transcript_mails where recipient = ${mail.recipient} and kind = ${mail.kind} and at > ${at}) as recipient,
      (select count(*)::int from transcript_mails where agent_id = ${mail.agentId} and kind = ${mail.kind} and at > ${at}) as agent`,
  )
  return counts ?? { conversation: 0, recipient: 0, agent: 0 }
}

export async function insertMail(db: Db, mail: SentMail, now: Date): Promise<void> {
  await db.execute(
    sql`insert into transcript_mails (id, agent_id, conversation_id, kind, recipient, at) values (${mail.id}, ${mail.agentId}, ${mail.conversationId}, ${mail.kind}, ${mail.recipient}, ${now.toISOString()}::timestamptz)`,
  )
}
export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from transcript_mails where id = ${id}`)
}
export async function deleteMailsBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from transcript_mails where at < ${before.toISOString()}::timestamptz`)
}
