// SQL that finds conversations by what was said in them, by their titles and by who their visitors are.
import type { Message } from '@parlance/contract/conversations/schemas'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { type ConversationRow, keptSql, type ListQuery, personSql, rows, whereSql } from './repository.ts'

/**
 * What everybody says stands in the newest conversations, so those are looked through first; the index is for what is seldom
 * said, where it has little to read.
 */
const NEAR = 200
/** Characters given of a message around what was found; more than any excerpt has before and after. */
const [BEFORE, AROUND] = [300, 900]

export interface FoundRow extends ConversationRow {
  /** The newest message that holds the words; null where they stand elsewhere. */
  found_id: string | null
  found_seq: number | null
  found_from: Message['from'] | null
  found_text: string | null
}
export interface SearchQuery extends ListQuery {
  readonly workspaceId: string
  readonly search: string
}

/** As the index `messages_words` has it. */
const said = sql`coalesce(m.plain, m.items->0->>'text')`
const named = (like: string) =>
  sql`(c.title ilike ${like} or c.visitor ilike ${like} or p.name ilike ${like} or p.email ilike ${like})`

/** Of one conversation, read by its key: joined to nothing, the text is kept from leading to the index of all words. */
const newestHit = (search: string, like: string) => sql`left join lateral (
  select m.id as found_id, m.seq as found_seq, m.author as found_from,
    substr(${said}, greatest(1, strpos(lower(${said}), lower(${search})) - ${BEFORE}::int), ${AROUND}::int) as found_text
  from messages m where m.conversation_id = c.id and ${said} || '' ilike ${like} order by m.seq desc limit 1
) m on true`
const newestFirst = sql`order by c.last_message_at desc, c.id desc`
const listed = (query: ListQuery): SQL =>
  sql`select c.*, p.name as person_name, p.email as person_email from conversations c ${personSql} where ${whereSql(query)} and ${keptSql}`

/** Newest first; one row more than `limit` tells that there is a next page. */
export async function searchConversations(db: Db, query: SearchQuery): Promise<FoundRow[]> {
  const { search, limit } = query
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const near = await rows<FoundRow & { id: string | null; looked: number }>(
    db,
    sql`with c as materialized (${listed(query)} ${newestFirst} limit ${NEAR}),
      found as (
        select c.*, m.* from c ${newestHit(search, like)}
        where m.found_seq is not null or c.title ilike ${like} or c.visitor ilike ${like} or c.person_name ilike ${like} or c.person_email ilike ${like}
        ${newestFirst} limit ${limit + 1}
      )
      select found.*, one.looked from (select count(*)::int as looked from c) one left join found on true
      order by found.last_message_at desc, found.id desc`,
  )
  const found = near.filter((row) => row.id !== null)
  return found.length > limit || (near[0]?.looked ?? 0) < NEAR ? found : searchAll(db, query, like)
}

const searchAll = (db: Db, query: SearchQuery, like: string): Promise<FoundRow[]> =>
  rows(
    db,
    sql`with hits as materialized (
        select m.conversation_id as id from messages m where m.workspace_id = ${query.workspaceId} and ${said} ilike ${like}
        union select c.id from conversations c ${personSql} where ${whereSql(query)} and ${named(like)}
      ),
      c as materialized (${listed(query)} and c.id in (select id from hits) ${newestFirst} limit ${query.limit + 1})
      select c.*, m.* from c ${newestHit(query.search, like)} ${newestFirst}`,
  )
