import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import type { ConnectionRow } from '../connections/connections.repository.ts'

export const listPages = (db: Db, workspaceId: string, agentId: string | undefined): Promise<ConnectionRow[]> =>
  rows(
    db,
    sql`select * from channel_connections where workspace_id = ${workspaceId} and channel = 'messenger'
      ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`} order by name, id`,
  )
type PageRow = ConnectionRow & { readonly channel: 'messenger' | 'instagram' }
/** Both channels of a page, if the workspace has it. */
export const listOfPage = (db: Db, workspaceId: string, pageId: string): Promise<PageRow[]> =>
  rows(
    db,
    sql`select * from channel_connections where workspace_id = ${workspaceId}
      and channel in ('messenger', 'instagram') and settings->>'pageId' = ${pageId} order by channel desc`,
  )
/** Every thread starts over. */
export async function moveToAgent(db: Db, ids: readonly string[], agentId: string): Promise<void> {
  const moved = sql.param([...ids])
  await db.execute(
    sql`update channel_connections set agent_id = ${agentId}, settings = settings || jsonb_build_object('agentId', ${agentId}::text) where id = any(${moved}::text[])`,
  )
  await db.execute(
    sql`update external_identities set agent_id = ${agentId}, conversation_id = null, form = null, consented_at = null, draft = null where connection_id = any(${moved}::text[])`,
  )
}
