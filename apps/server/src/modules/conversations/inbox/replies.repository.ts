import type { Attached, MessageItem } from '@parlance/contract/conversations/attachments'
import { messageItems, messagePlain } from '@parlance/contract/conversations/attachments'
import type { Message, Person } from '@parlance/contract/conversations/schemas'
import { newMessageId } from '@parlance/contract/lib/ids'
import { storable } from '@parlance/contract/lib/text'
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { previewOf } from '../preview.ts'
import { rows } from '../../../lib/db/sql.ts'
import { outboxColumns } from '../outbox/repository.ts'
import { shownAs } from '../repository.ts'
import { messageTranslations, type TranslationRow } from './schema.ts'

export interface NewReply {
  readonly conversationId: string
  /** The client's id: a repeat is the same message. */
  readonly clientId: string
  readonly text: string
  readonly attachments: readonly Attached[]
  readonly by: Person
}

/** Turns and replies share a column; no turn id has this form. */
const replyTurn = (clientId: string) => `reply:${clientId}`

/** Sequence number of an already stored reply. */
export async function findReply(db: Db, conversationId: string, clientId: string): Promise<number | undefined> {
  const [found] = await rows<{ seq: number }>(
    db,
    sql`select seq from messages where conversation_id = ${conversationId} and turn_id = ${replyTurn(clientId)} and author = 'human'`,
  )
  return found?.seq
}

export async function lastVisitorMessageAt(db: Db, conversationId: string): Promise<Date | undefined> {
  const [found] = await rows<{ at: Date | string | null }>(
    db,
    sql`select max(at) as at from messages where conversation_id = ${conversationId} and author = 'user'`,
  )
  return found?.at ? new Date(found.at) : undefined
}

/** Call it under the conversation's lock. */
export async function insertReply(db: Db, reply: NewReply, now: Date): Promise<{ seq: number; id: string }> {
  const at = now.toISOString()
  const text = storable(reply.text)
  const plain = messagePlain(text, reply.attachments)
  const id = newMessageId()
  const [added] = await rows<{ seq: number }>(
    db,
    sql`with numbered as (
      update conversations set message_count = message_count + 1, last_message_at = ${at}::timestamptz, preview = ${previewOf(plain)},
        seen_seq = message_count + 1, snoozed_until = null
      where id = ${reply.conversationId} returning message_count, workspace_id, agent_id, channel
    ), told as (
      insert into message_outbox (${outboxColumns})
      select workspace_id, agent_id, ${reply.conversationId}, message_count, ${id}, 'human', channel, false, false, ${at}::timestamptz from numbered
    )
    insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, plain, by, status, at)
    select ${reply.conversationId}, workspace_id, message_count, ${id}, ${replyTurn(reply.clientId)}, 'human',
      ${JSON.stringify(messageItems(text, reply.attachments))}::jsonb, ${reply.attachments.length > 0 ? plain : null},
      ${JSON.stringify(shownAs(reply.by))}::jsonb, 'complete', ${at}::timestamptz from numbered
    returning seq`,
  )
  return { seq: added?.seq ?? 0, id }
}

/** Language of a person's text before translation. */
export const ORIGINAL = ''
const MAX_SHOWN = 1000

/** In this language, plus people's originals; newest first. */
export const listTranslations = (db: Db, conversationId: string, language: string): Promise<TranslationRow[]> =>
  db
    .select()
    .from(messageTranslations)
    .where(
      and(
        eq(messageTranslations.conversationId, conversationId),
        or(eq(messageTranslations.language, language), eq(messageTranslations.language, ORIGINAL)),
      ),
    )
    .orderBy(desc(messageTranslations.at), messageTranslations.messageId)
    .limit(MAX_SHOWN)

export const findTranslations = (
  db: Db,
  conversationId: string,
  language: string,
  messageIds: readonly string[],
): Promise<TranslationRow[]> =>
  db
    .select()
    .from(messageTranslations)
    .where(
      and(
        eq(messageTranslations.conversationId, conversationId),
        eq(messageTranslations.language, language),
        inArray(messageTranslations.messageId, [...messageIds]),
      ),
    )

export async function insertTranslations(db: Db, made: readonly TranslationRow[]): Promise<void> {
  if (made.length > 0)
    await db
      .insert(messageTranslations)
      .values(made.map((one) => ({ ...one, text: storable(one.text) })))
      .onConflictDoNothing()
}

export interface Said {
  readonly id: string
  readonly seq: number
  readonly author: Message['from']
  readonly items: readonly MessageItem[]
}

/** Those of these messages that are in the conversation, oldest first, without system messages. */
export const findSaid = (db: Db, conversationId: string, ids: readonly string[]): Promise<Said[]> =>
  rows<Said>(
    db,
    sql`select id, seq, author, items from messages where conversation_id = ${conversationId} and author <> 'system'
      and status <> 'streaming' and id = any(${sql.param([...ids])}::text[]) order by seq`,
  )

/** The visitor's newest messages, newest first, and their browser language. */
export async function readVisitorWords(
  db: Db,
  conversationId: string,
  limit: number,
): Promise<{ readonly language: string; readonly said: readonly Pick<Said, 'items'>[] }> {
  const [known, said] = await Promise.all([
    rows<{ language: string }>(db, sql`select language from conversations where id = ${conversationId}`),
    rows<Pick<Said, 'items'>>(
      db,
      sql`select items from messages where conversation_id = ${conversationId} and author = 'user' order by seq desc limit ${limit}`,
    ),
  ])
  return { language: known[0]?.language ?? '', said }
}
