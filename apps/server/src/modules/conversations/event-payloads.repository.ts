// SQL of what events tell of a conversation.
import type { Conversation } from '@parlance/contract/conversations/schemas'
import type { EngineState } from '@parlance/contract/engine/types'
import type { Submission } from '@parlance/contract/items/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'

export interface ToldRow {
  channel: string
  visitor: string
  page_url: string
  language: string
  ephemeral: boolean
  variables: EngineState['variables'] | null
  left_message: Conversation['leftMessage'] | null
  text: string | null
  values: Submission['values'] | null
}

/** With one of its messages, where that is named and there; undefined for a conversation that is gone. */
export async function readTold(
  db: Db,
  { agentId, conversationId, messageId }: { agentId: string; conversationId: string; messageId?: string | undefined },
): Promise<ToldRow | undefined> {
  const { rows } = (await db.execute(sql`
    select c.channel, c.visitor, c.page_url, c.language, c.ephemeral, c.engine->'variables' as variables, c.left_message,
      coalesce(m.plain, m.items->0->>'text') as text, m.submission->'values' as values
    from conversations c left join messages m on m.conversation_id = c.id and m.id = ${messageId ?? ''}
    where c.id = ${conversationId} and c.agent_id = ${agentId}`)) as unknown as { rows: ToldRow[] }
  return rows[0]
}
