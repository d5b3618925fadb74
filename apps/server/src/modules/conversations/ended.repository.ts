// SQL of ended conversations, for metrics.
import { PREVIEW_PAGES } from '@parlance/contract/analytics/widget-location'
import type { Message } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import { readMessages } from './repository.ts'

export interface EndedConversation {
  readonly id: string
  readonly title: string
  /** Time of the last message, in milliseconds. */
  readonly endedAt: number
}
interface EndedQuery {
  readonly agentId: string
  readonly from: Date
  readonly to: Date
  readonly newestFirst: boolean
  readonly limit: number
}

/** Visitors' conversations with an answer; without those that keep no history. */
export const listEnded = (
  db: Db,
  { agentId, from, to, newestFirst, limit }: EndedQuery,
): Promise<EndedConversation[]> =>
  rows(
    db,
    sql`select c.id, c.title, (extract(epoch from c.last_message_at) * 1000)::float8 as "endedAt" from conversations c
      where c.agent_id = ${agentId} and c.channel <> 'test' and not c.ephemeral and c.message_count > 1
        and not c.page_url ~ ${PREVIEW_PAGES.preview}
        and c.last_message_at >= ${from.toISOString()}::timestamptz and c.last_message_at < ${to.toISOString()}::timestamptz
      order by c.last_message_at ${newestFirst ? sql`desc` : sql`asc`}, c.id limit ${limit}`,
  )

export async function titlesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; title: string }>(
    db,
    sql`select id, title from conversations where id = any(${sql.param([...ids])}::text[])`,
  )
  return new Map(found.map(({ id, title }) => [id, title]))
}

const MOST = 300
export const transcript = (db: Db, conversationId: string): Promise<Message[]> =>
  readMessages(db, conversationId, undefined, MOST)
