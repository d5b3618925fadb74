import { pageAddress } from '@parlance/contract/conversations/page-address'
import type { Presence, SeenPage } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

export interface PresenceRow {
  readonly workspace_id: string
  readonly agent_id: string
  readonly conversation_id: string
  readonly is_here: boolean
  readonly seen_at: Date | string
  readonly page_url: string
}
const told = sql`workspace_id, agent_id, conversation_id, is_here, seen_at, coalesce(pages -> -1 ->> 'url', '') as page_url`

export const toPresence = (row: PresenceRow): Presence => ({
  isHere: row.is_here,
  pageUrl: pageAddress(row.page_url),
  at: new Date(row.seen_at).toISOString(),
})

/** Undefined for visitors who were present already, and for deleted conversations. */
export async function setHere(db: Db, conversationId: string, now: Date): Promise<PresenceRow | undefined> {
  const at = now.toISOString()
  const [row] = await rows<PresenceRow & { was_here: boolean }>(
    db,
    sql`with before as (select is_here from visitor_presence where conversation_id = ${conversationId})
      insert into visitor_presence (conversation_id, workspace_id, agent_id, is_here, seen_at)
      select id, workspace_id, agent_id, true, ${at}::timestamptz from conversations where id = ${conversationId}
      on conflict (conversation_id) do update set is_here = true, seen_at = excluded.seen_at
      returning ${told}, coalesce((select is_here from before), false) as was_here`,
  )
  return row?.was_here ? undefined : row
}

/** Undefined if they came back, on any node, after `since`. */
export async function setAway(db: Db, conversationId: string, since: Date): Promise<PresenceRow | undefined> {
  const [row] = await rows<PresenceRow>(
    db,
    sql`update visitor_presence set is_here = false, seen_at = ${since.toISOString()}::timestamptz
      where conversation_id = ${conversationId} and is_here and seen_at <= ${since.toISOString()}::timestamptz returning ${told}`,
  )
  return row
}

/** Returns those that were wrongly marked away. */
export const keepHere = (db: Db, conversationIds: readonly string[], now: Date): Promise<PresenceRow[]> =>
  rows(
    db,
    sql`with before as (select conversation_id from visitor_presence where conversation_id = any(${sql.param([...conversationIds])}::text[]) and not is_here),
      kept as (update visitor_presence set is_here = true, seen_at = ${now.toISOString()}::timestamptz
        where conversation_id = any(${sql.param([...conversationIds])}::text[]) returning *)
      select ${told} from kept where conversation_id in (select conversation_id from before)`,
  )

/** Marks visitors away who were not renewed since: their node may have died. */
export const sweepAway = (db: Db, before: Date): Promise<PresenceRow[]> =>
  rows(
    db,
    sql`update visitor_presence set is_here = false where is_here and seen_at < ${before.toISOString()}::timestamptz returning ${told}`,
  )

/** Adds a page, keeping the last `limit`; undefined for the current page, or a deleted conversation. */
export async function addPage(
  db: Db,
  conversationId: string,
  page: SeenPage,
  limit: number,
): Promise<PresenceRow | undefined> {
  const one = JSON.stringify(page)
  const [row] = await rows<PresenceRow>(
    db,
    sql`insert into visitor_presence (conversation_id, workspace_id, agent_id, is_here, seen_at, pages)
      select id, workspace_id, agent_id, true, ${page.at}::timestamptz, jsonb_build_array(${one}::jsonb) from conversations where id = ${conversationId}
      on conflict (conversation_id) do update set is_here = true, seen_at = excluded.seen_at,
        pages = (select jsonb_agg(e order by n) from jsonb_array_elements(visitor_presence.pages || ${one}::jsonb) with ordinality as a(e, n)
          where n > jsonb_array_length(visitor_presence.pages) + 1 - ${limit}::int)
      where visitor_presence.pages -> -1 ->> 'url' is distinct from ${page.url} returning ${told}`,
  )
  return row
}

export async function listPages(db: Db, conversationId: string): Promise<SeenPage[]> {
  const [row] = await rows<{ pages: SeenPage[] }>(
    db,
    sql`select pages from visitor_presence where conversation_id = ${conversationId}`,
  )
  // Older stored pages are cleaned the way new ones are.
  return (row?.pages ?? []).map((page) => ({ ...page, url: pageAddress(page.url) }))
}
