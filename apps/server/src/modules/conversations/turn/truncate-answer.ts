// Cuts a stored answer to what a caller heard, so that the conversation continues from words that were really said.
import { storable } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../lib/ctx.ts'
import { rows } from '../../../lib/db/sql.ts'
import type { Turns } from './turns.ts'

interface Heard {
  readonly agentId: string
  readonly conversationId: string
  readonly turnId: string
  readonly heard: string
}

export async function truncateAnswer(
  turns: Pick<Turns, 'publishLiveUpdate'>,
  ctx: Ctx,
  { agentId, conversationId, turnId, heard }: Heard,
): Promise<void> {
  const items = heard === '' ? [] : [{ type: 'text', text: storable(heard) }]
  const [cut] = await rows<{ seq: number; workspace_id: string }>(
    ctx.db,
    sql`update messages m set items = ${JSON.stringify(items)}::jsonb, plain = null, status = 'interrupted'
      from conversations c where c.id = m.conversation_id and c.agent_id = ${agentId} and c.workspace_id = ${ctx.workspaceId}
        and m.conversation_id = ${conversationId} and m.turn_id = ${turnId} and m.author = 'agent'
      returning m.seq, c.workspace_id`,
  )
  if (cut)
    turns.publishLiveUpdate(ctx.region, cut.workspace_id, {
      type: 'message',
      agentId,
      conversationId,
      seq: cut.seq,
      from: 'agent',
    })
}
