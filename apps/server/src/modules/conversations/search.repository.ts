// SQL that searches conversations by their messages, titles and visitors.
import type { Message } from '@parlance/contract/conversations/schemas'
import { or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { containsText, likePattern, rows } from '../../lib/db/sql.ts'
import {
  keptSql,
  type ListedRow,
  type ListQuery,
  personSql,
  presenceSql,
  teamSql,
  unreadSql,
  whereSql,
} from './repository.ts'

/** Frequent words are found here; the index is left to rare words, for which it has little to read. */
const NEWEST = 200
/** Characters returned before a hit, and in all; more than an excerpt shows. */
const [HIT_BEFORE, HIT_CHARS] = [300, 900]

export interface FoundRow extends ListedRow {
  /** The newest message with the words; null when only the title or the visitor matches. */
  found_id: string | null
  found_seq: number | null
  found_from: Message['from'] | null
  found_text: string | null
}
export interface SearchQuery extends ListQuery {
  readonly workspaceId: string
  readonly search: string
}

/** The expression of the index `messages_words`. */
const messageText = sql`coalesce(m.plain, m.items->0->>'text')`
const titleOrVisitorMatches = (search: string) =>
  or(...['c.title', 'c.visitor', 'p.name', 'p.email'].map((column) => containsText(sql.raw(column), search)))

/** Reads one conversation by its key; `|| ''` keeps the planner from using the index of all words. */
const newestHit = (search: string) => sql`left join lateral (
  select m.id as found_id, m.seq as found_seq, m.author as found_from,
    substr(${messageText}, greatest(1, strpos(knowledge_fold(${messageText}), knowledge_fold(${search})) - ${HIT_BEFORE}::int), ${HIT_CHARS}::int) as found_text
  from messages m where m.conversation_id = c.id and ${containsText(messageText, search)} order by m.seq desc limit 1
) m on true`
const newestFirst = sql`order by c.last_message_at desc, c.id desc`
const listed = (query: ListQuery): SQL =>
  sql`select c.*, ${presenceSql}, ${teamSql}, ${unreadSql} as unread, p.name as person_name, p.email as person_email from conversations c ${personSql} where ${whereSql(query)} and ${keptSql}`

/** Newest first; one row more than `limit` when there is a next page. */
export async function searchConversations(db: Db, query: SearchQuery): Promise<FoundRow[]> {
  const { search, limit } = query
  const like = likePattern(search)
  const recent = await rows<FoundRow & { id: string | null; scanned: number }>(
    db,
    sql`with c as materialized (${listed(query)} ${newestFirst} limit ${NEWEST}),
      found as (
        select c.*, m.* from c ${newestHit(search)}
        where m.found_seq is not null or ${or(...['c.title', 'c.visitor', 'c.person_name', 'c.person_email'].map((column) => containsText(sql.raw(column), search)))}
        ${newestFirst} limit ${limit + 1}
      )
      select found.*, one.scanned from (select count(*)::int as scanned from c) one left join found on true
      order by found.last_message_at desc, found.id desc`,
  )
  const found = recent.filter((row) => row.id !== null)
  return found.length > limit || (recent[0]?.scanned ?? 0) < NEWEST ? found : searchAll(db, query, like)
}

const searchAll = (db: Db, query: SearchQuery, like: string): Promise<FoundRow[]> =>
  rows(
    db,
    sql`with hits as materialized (
        select m.conversation_id as id from messages m where m.workspace_id = ${query.workspaceId} and ${messageText} ilike ${like}
        union select c.id from conversations c ${personSql} where ${whereSql(query)} and ${titleOrVisitorMatches(query.search)}
      ),
      c as materialized (${listed(query)} and c.id in (select id from hits) ${newestFirst} limit ${query.limit + 1})
      select c.*, m.* from c ${newestHit(query.search)} ${newestFirst}`,
  )
