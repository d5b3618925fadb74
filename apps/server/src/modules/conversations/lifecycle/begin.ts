// An unsolicited message of the agent: starts a conversation, or continues an open one.
import { messageItems } from '@parlance/contract/conversations/attachments'
import type { MessagingChannel } from '@parlance/contract/channels/list'
import { newConversationId, newMessageId } from '@parlance/contract/lib/ids'
import { storable } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../lib/ctx.ts'
import { rows } from '../../../lib/db/sql.ts'
import { outboxColumns } from '../outbox/repository.ts'
import { previewOf } from '../preview.ts'

export interface FirstWords {
  readonly agentId: string
  readonly channel: MessagingChannel
  readonly visitorHash: string
  readonly visitor: string
  readonly text: string
  /** Continues this conversation of the same visitor, unless it has ended. */
  readonly conversationId: string | undefined
  readonly key: string
}

/** Call it in a transaction. Returns its position; storing it hands it to the channel. */
export async function beginConversation(tx: Ctx, words: FirstWords): Promise<{ conversationId: string; seq: number }> {
  const at = tx.now().toISOString()
  const text = storable(words.text)
  const preview = previewOf(text)
  const [open] =
    words.conversationId === undefined
      ? []
      : await rows<{ id: string }>(
          tx.db,
          sql`select id from conversations where id = ${words.conversationId} and agent_id = ${words.agentId}
            and visitor_hash = ${words.visitorHash} and state <> 'ended_chat' for update`,
        )
  const conversationId = open?.id ?? newConversationId()
  if (!open)
    await tx.db.execute(
      sql`insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, title, started_at, last_message_at)
        values (${conversationId}, ${tx.workspaceId}, ${words.agentId}, ${words.channel}, ${words.visitorHash}, ${words.visitor}, ${preview}, ${at}::timestamptz, ${at}::timestamptz)`,
    )
  const id = newMessageId()
  const [said] = await rows<{ seq: number }>(
    tx.db,
    sql`with numbered as (
      update conversations set message_count = message_count + 1, last_message_at = ${at}::timestamptz, preview = ${preview}
      where id = ${conversationId} returning message_count, workspace_id, agent_id, channel
    ), told as (
      insert into message_outbox (${outboxColumns})
      select workspace_id, agent_id, ${conversationId}, message_count, ${id}, 'agent', channel, ${!open}, false, ${at}::timestamptz from numbered
    )
    insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, status, at)
    select ${conversationId}, workspace_id, message_count, ${id}, ${`campaign:${words.key}`}, 'agent',
      ${JSON.stringify(messageItems(text, []))}::jsonb, 'complete', ${at}::timestamptz from numbered
    returning seq`,
  )
  return { conversationId, seq: said?.seq ?? 1 }
}
