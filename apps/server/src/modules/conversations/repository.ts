// SQL that reads and deletes conversations. Lists are sorted by newest message and paged by keyset.
import { storable } from '@parlance/contract/lib/text'
import type { SpeakerState } from '@parlance/contract/conversations/lifecycle'
import type { InboxView } from '@parlance/contract/conversations/api'
import { pageAddress } from '@parlance/contract/conversations/page-address'
import type { Conversation, Message, Person, Presence, Source, Speaker } from '@parlance/contract/conversations/schemas'
import type { EngineState } from '@parlance/contract/engine/types'
import type { FormField, Item, Submission } from '@parlance/contract/items/schemas'
import type { ChatMessage } from '@parlance/engine/prompt'
import { sql, type SQL } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { deleteInBatches, rows } from '../../lib/db/sql.ts'

export interface ConversationRow {
  id: string
  workspace_id: string
  agent_id: string
  channel: Conversation['channel']
  state: Conversation['state']
  visitor_hash: string
  visitor: string
  visitor_code: string
  title: string
  preview: string
  page_url: string
  message_count: number
  running_turn: string | null
  lease_until: Date | string | null
  started_at: Date | string
  last_message_at: Date | string
  visitor_read_seq: number
  visitor_read_at: Date | string | null
  /** Subject of a signed identity; name and e-mail address are those of its last token. */
  identity: string | null
  ephemeral: boolean
  person_name: string | null
  person_email: string | null
  handoff_at: Date | string | null
  ended_at: Date | string | null
  rating: number | null
  rating_comment: string | null
  rated_at: Date | string | null
  left_message: Conversation['leftMessage'] | null
  left_open: boolean
  assignee: Person | null
  team_id: string | null
  /** Only when read for the team. */
  team?: { readonly id: string; readonly name: string } | null
  tags: string[]
  seen_seq: number
  snoozed_until: Date | string | null
  missed: Conversation['missed'] | null
  /** Only when read for the team. */
  presence?: Presence | null
  queue_position?: number | null
}

export const cursorOf = (row: ConversationRow): Cursor => ({ at: new Date(row.last_message_at), id: row.id })

const iso = (at: Date | string) => new Date(at).toISOString()

/** A person as visitors see them, without an id. */
export const shownAs = ({ name, photoURL }: Person): Speaker => ({ name, ...(photoURL && { photoURL }) })

/** `forStaff` includes fields for the agent's staff only. */
export const toConversation = (row: ConversationRow, forStaff: boolean): Conversation => ({
  id: row.id,
  agentId: row.agent_id,
  channel: row.channel,
  state: row.state,
  visitor: row.visitor,
  ...(row.visitor_code === '' ? {} : { visitorMessage: { code: 'visitor_label', params: { code: row.visitor_code } } }),
  title: row.title,
  messageCount: row.message_count,
  pageUrl: pageAddress(row.page_url),
  startedAt: iso(row.started_at),
  lastMessageAt: iso(row.last_message_at),
  readSeq: row.visitor_read_seq,
  ...(row.identity === null ? {} : { signed: { name: row.person_name ?? '', email: row.person_email ?? '' } }),
  handoffAt: row.handoff_at === null ? null : iso(row.handoff_at),
  endedAt: row.ended_at === null ? null : iso(row.ended_at),
  ...(row.state === 'human-chatting' && row.assignee ? { human: shownAs(row.assignee) } : {}),
  ...(row.queue_position ? { queuePosition: row.queue_position } : {}),
  ...(row.missed ? { missed: row.missed } : {}),
  isRated: row.rating !== null,
  ...(forStaff ? staffFields(row) : {}),
})

const staffFields = (row: ConversationRow): Pick<Conversation, 'rating' | 'leftMessage' | 'inbox'> => ({
  ...(row.rating === null || row.rated_at === null
    ? {}
    : { rating: { score: row.rating, comment: row.rating_comment ?? '', at: iso(row.rated_at) } }),
  ...(row.left_message === null ? {} : { leftMessage: row.left_message }),
  inbox: {
    assignee: row.assignee,
    ...(row.team ? { team: row.team } : {}),
    tags: row.tags,
    snoozedUntil: row.snoozed_until && new Date(row.snoozed_until) > new Date() ? iso(row.snoozed_until) : null,
    seenSeq: row.seen_seq,
    ...(row.visitor_read_at === null ? {} : { readAt: iso(row.visitor_read_at) }),
    ...(row.presence ? { presence: { ...row.presence, pageUrl: pageAddress(row.presence.pageUrl) } } : {}),
  },
})

export const personSql = sql`left join visitors p on p.agent_id = c.agent_id and p.subject = c.identity`

export const presenceSql = sql`(select jsonb_build_object('isHere', v.is_here, 'pageUrl', coalesce(v.pages -> -1 ->> 'url', ''),
    'at', to_char(v.seen_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from visitor_presence v where v.conversation_id = c.id) as presence`

export const teamSql = sql`(select jsonb_build_object('id', t.id, 'name', t.name) from teams t where t.id = c.team_id) as team`

export async function findConversation(db: Db, agentId: string, id: string): Promise<ConversationRow | undefined> {
  return (
    await rows<ConversationRow>(
      db,
      sql`select c.*, ${presenceSql}, ${teamSql}, case when c.handoff_at is not null then (select count(*)::int from conversations q where q.workspace_id = c.workspace_id and q.agent_id = c.agent_id
          and q.handoff_at is not null and (q.handoff_at, q.id) <= (c.handoff_at, c.id)) end as queue_position,
        p.name as person_name, p.email as person_email from conversations c ${personSql} where c.id = ${id} and c.agent_id = ${agentId}`,
    )
  )[0]
}

/** All must match. `from` and `to` are ISO times of the newest message; `to` is exclusive. */
export interface Filters {
  readonly agentId?: string | undefined
  readonly channel?: Conversation['channel'] | undefined
  readonly state?: Conversation['state'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly tag?: string | undefined
  /** `nobody`, or a person or a team as `kind:id`. */
  readonly assignee?: string | undefined
  readonly view?: InboxView | undefined
  /** The caller, for the view of their own conversations. */
  readonly person?: Pick<Person, 'kind' | 'id'> | undefined
}

/** A message of the visitor that no one on the team has seen. */
export const unreadSql = sql`exists (select 1 from messages u where u.conversation_id = c.id and u.seq > c.seen_seq and u.author = 'user')`
/** A snooze ends at its time, or when the visitor writes. */
export const snoozedSql = sql`c.snoozed_until is not null and c.snoozed_until > now() and not ${unreadSql}`

function viewSql(view: InboxView, person: Filters['person']): SQL {
  switch (view) {
    case 'waiting':
      return sql`and (c.handoff_at is not null or c.left_open) and not (${snoozedSql})`
    case 'people':
      return sql`and c.state = 'human-chatting' and not (${snoozedSql})`
    case 'unread':
      return sql`and ${unreadSql}`
    case 'snoozed':
      return sql`and ${snoozedSql}`
    case 'mine':
      return person === undefined
        ? sql`and false`
        : sql`and c.assignee ->> 'id' = ${person.id} and c.assignee ->> 'kind' = ${person.kind} and c.ended_at is null and not (${snoozedSql})`
  }
}

function assigneeSql(assignee: string): SQL {
  if (assignee === 'nobody') return sql`and c.assignee is null and c.team_id is null`
  const [kind = ''] = assignee.split(':', 1)
  if (kind === 'team') return sql`and c.team_id = ${assignee.slice(kind.length + 1)}`
  return sql`and c.assignee ->> 'id' = ${assignee.slice(kind.length + 1)} and c.assignee ->> 'kind' = ${kind}`
}

function filtersSql({ agentId, channel, state, from, to, tag, assignee, view, person }: Filters): SQL {
  const parts = [
    agentId === undefined ? undefined : sql`and c.agent_id = ${agentId}`,
    channel === undefined ? undefined : sql`and c.channel = ${channel}`,
    state === undefined ? undefined : sql`and c.state = ${state}`,
    from === undefined ? undefined : sql`and c.last_message_at >= ${new Date(from).toISOString()}::timestamptz`,
    to === undefined ? undefined : sql`and c.last_message_at < ${new Date(to).toISOString()}::timestamptz`,
    tag === undefined ? undefined : sql`and c.tags @> array[${tag}]::text[]`,
    assignee === undefined ? undefined : assigneeSql(assignee),
    view === undefined ? undefined : viewSql(view, person),
  ]
  return sql.join(
    parts.filter((part) => part !== undefined),
    sql` `,
  )
}

export interface ListQuery {
  readonly owner: { readonly agentId: string } | { readonly workspaceId: string }
  readonly filters?: Filters
  readonly after?: Cursor | undefined
  readonly limit: number
}

/** Conversations with people, or with a left message, are kept even if the agent keeps no history. */
export const keptSql = sql`(not ephemeral or handoff_at is not null or left_message is not null or state = 'human-chatting')`

/** Conditions on `conversations c`: owner, filters, and the page's start. */
export function whereSql({ owner, filters = {}, after }: ListQuery): SQL {
  const whose = 'agentId' in owner ? sql`c.agent_id = ${owner.agentId}` : sql`c.workspace_id = ${owner.workspaceId}`
  return sql`${whose} ${filtersSql(filters)} ${afterSql(after)}`
}

/** The first condition lets the index start at the page. */
export function afterSql(after: Cursor | undefined): SQL {
  if (!after) return sql``
  const at = sql`${after.at.toISOString()}::timestamptz`
  return sql`and c.last_message_at <= ${at} and (c.last_message_at, c.id) < (${at}, ${after.id})`
}

export interface ListedRow extends ConversationRow {
  unread: boolean
}

/** One row more than `limit` when there is a next page. */
export const listConversations = (db: Db, query: ListQuery): Promise<ListedRow[]> =>
  rows(
    db,
    sql`select c.*, ${presenceSql}, ${teamSql}, ${unreadSql} as unread, p.name as person_name, p.email as person_email from conversations c ${personSql} where ${whereSql(query)} and ${keptSql}
      order by c.last_message_at desc, c.id desc limit ${query.limit + 1}`,
  )

interface MessageRow {
  seq: number
  id: string
  turn_id: string
  author: Message['from']
  items: Message['items']
  submission: Message['submission'] | null
  by: Message['by'] | null
  status: Message['status']
  sources: Source[]
  at: Date | string
  edited_at: Date | string | null
}

const SOURCES = sql`sources`
const SOURCES_WITHOUT_TEXT = sql`(select coalesce(jsonb_agg(source || '{"text":""}' order by n), '[]') from jsonb_array_elements(sources) with ordinality one (source, n)) as sources`

export async function clientMessageId(db: Db, conversationId: string, seq: number): Promise<string | undefined> {
  const [found] = await rows<{ id: string }>(
    db,
    sql`select t.client_message_id as id from messages m join turns t on t.id = m.turn_id
      where m.conversation_id = ${conversationId} and m.seq = ${seq} and m.author = 'user'`,
  )
  return found?.id
}

/** The newest `limit` messages before sequence number `before`, oldest first. */
export async function readMessages(
  db: Db,
  conversationId: string,
  before: number | undefined,
  limit: number,
  { withSourceText = true }: { readonly withSourceText?: boolean } = {},
): Promise<Message[]> {
  const found = await rows<MessageRow>(
    db,
    sql`select seq, id, turn_id, author, items, submission, by, status, ${withSourceText ? SOURCES : SOURCES_WITHOUT_TEXT}, at, edited_at from messages where conversation_id = ${conversationId} ${before === undefined ? sql`` : sql`and seq < ${before}`} order by seq desc limit ${limit}`,
  )
  return found.toReversed().map((row) => ({
    id: row.id,
    seq: row.seq,
    turnId: row.turn_id,
    from: row.author,
    items: row.items,
    ...(row.submission ? { submission: row.submission } : {}),
    ...(row.by ? { by: row.by } : {}),
    status: row.status,
    sources: row.sources,
    at: iso(row.at),
    ...(row.edited_at ? { editedAt: iso(row.edited_at) } : {}),
  }))
}

/** The messages before one, for the model: at most the last 40 that have text. */
export async function readHistory(db: Db, conversationId: string, beforeSeq: number): Promise<ChatMessage[]> {
  const found = await rows<{ author: string; text: string | null }>(
    db,
    sql`select author, coalesce(plain, items->0->>'text') as text from messages where conversation_id = ${conversationId} and seq < ${beforeSeq} and author <> 'system' order by seq desc limit 40`,
  )
  return found
    .toReversed()
    .flatMap((row) =>
      row.text ? [{ role: row.author === 'user' ? ('user' as const) : ('assistant' as const), content: row.text }] : [],
    )
}

export async function latestAnswer(db: Db, conversationId: string): Promise<readonly Item[]> {
  const [found] = await rows<{ items: Item[] }>(
    db,
    sql`select items from messages where conversation_id = ${conversationId} and author = 'agent' order by seq desc limit 1`,
  )
  return found?.items ?? []
}

/** One item of an answer of this conversation. */
export async function findItem(
  db: Db,
  conversationId: string,
  messageId: string,
  index: number,
): Promise<Item | undefined> {
  const [found] = await rows<{ item: Item | null }>(
    db,
    sql`select items->${index}::int as item from messages where id = ${messageId} and conversation_id = ${conversationId} and author = 'agent'`,
  )
  return found?.item ?? undefined
}

export async function findFieldNames(
  db: Db,
  conversationId: string,
  types: readonly FormField['type'][],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ name: string }>(
    db,
    sql`select distinct field->>'name' as name from messages m, jsonb_array_elements(m.items) item,
      jsonb_array_elements(case item->>'type' when 'form' then item->'fields' when 'input' then jsonb_build_array(item->'field') else '[]'::jsonb end) field
      where m.conversation_id = ${conversationId} and m.author = 'agent' and field->>'type' = any(${sql.param([...types])}::text[])`,
  )
  return new Set(found.map(({ name }) => name))
}

/** Deletes messages from there on, and restores the place in the graph; receipts stay. False during an answer. */
export async function rewind(db: Db, conversationId: string, seq: number): Promise<boolean> {
  const [free] = await rows(
    db,
    sql`select 1 from conversations where id = ${conversationId} and (running_turn is null or lease_until < now()) for update`,
  )
  if (!free) return false
  await db.execute(sql`delete from messages where conversation_id = ${conversationId} and seq >= ${seq}`)
  await db.execute(sql`update conversations set message_count = ${seq - 1}, state = 'ai-chatting', handoff_at = null, missed = null, ended_at = null, running_turn = null, engine = (
      select t.engine from messages m join turns t on t.id = m.turn_id
      where m.conversation_id = ${conversationId} and t.engine is not null order by m.seq desc limit 1)
    where id = ${conversationId}`)
  return true
}

/** Whether this message of this visitor began a turn before. */
export async function wasAccepted(
  db: Db,
  { agentId, visitorHash, clientMessageId }: { agentId: string; visitorHash: string; clientMessageId: string },
): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from turns where agent_id = ${agentId} and visitor_hash = ${visitorHash} and client_message_id = ${clientMessageId}`,
  )
  return found.length > 0
}

export async function deleteConversation(db: Db, agentId: string, id: string): Promise<boolean> {
  return (
    (await rows(db, sql`delete from conversations where id = ${id} and agent_id = ${agentId} returning id`)).length > 0
  )
}

export async function runningTurnsOfAgent(db: Db, agentId: string): Promise<string[]> {
  const found = await rows<{ running_turn: string }>(
    db,
    sql`select running_turn from conversations where agent_id = ${agentId} and running_turn is not null`,
  )
  return found.map((row) => row.running_turn)
}

/** Deletes everything of a deleted agent. Receipts stay in the ledger. */
export async function deleteOfAgent(db: Db, agentId: string, batch = 500): Promise<void> {
  await deleteInBatches(
    db,
    sql`delete from conversations where id in (select id from conversations where agent_id = ${agentId} limit ${batch}) returning id`,
    batch,
  )
  await db.execute(sql`delete from visitors where agent_id = ${agentId}`)
  await db.execute(sql`delete from contact_visitors where agent_id = ${agentId}`)
  await db.execute(sql`delete from blocked_visitors where agent_id = ${agentId} and agent_ids is not null`)
  await db.execute(sql`delete from agent_usage where agent_id = ${agentId}`)
}

export async function existingConversations(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rows<{ id: string }>(
    db,
    sql`select id from conversations where id = any(${sql.param([...ids])}::text[])`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Conversations with an unanswered hand-off request or left message, by agent. */
export async function countWaiting(
  db: Db,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows<{ agent_id: string; n: number }>(
    db,
    sql`select agent_id, count(*)::float8 as n from conversations
      where workspace_id = ${workspaceId} and agent_id = any(${sql.param([...agentIds])}::text[]) and (handoff_at is not null or left_open)
      group by agent_id`,
  )
  return new Map(found.map(({ agent_id, n }) => [agent_id, n]))
}

export async function hasAny(db: Db, workspaceId: string, agentId: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from conversations where agent_id = ${agentId} and workspace_id = ${workspaceId} limit 1`,
  )
  return found.length > 0
}

/** At most `limit` conversations whose agent keeps no history, idle since before `idleSince`. Returns their ids. */
export async function deleteEphemeral(db: Db, idleSince: Date, limit: number): Promise<string[]> {
  return (
    await rows<{ id: string }>(
      db,
      sql`delete from conversations where id in (
          select id from conversations where ephemeral and not ${keptSql} and running_turn is null
            and last_message_at < ${idleSince.toISOString()}::timestamptz order by last_message_at limit ${limit} for update skip locked
        ) returning id`,
    )
  ).map(({ id }) => id)
}

/** Visitors' ratings; `from` is inclusive, `to` exclusive. */
export async function readRatings(
  db: Db,
  { agentId, from, to }: { agentId: string; from: Date; to: Date },
): Promise<{ count: number; average: number | null }> {
  const [row] = await rows<{ count: number; average: number | null }>(
    db,
    sql`select count(*)::int as count, avg(rating)::float8 as average from conversations
      where agent_id = ${agentId} and channel <> 'test' and rating is not null
        and rated_at >= ${from.toISOString()}::timestamptz and rated_at < ${to.toISOString()}::timestamptz`,
  )
  return row ?? { count: 0, average: null }
}

export async function readUsage(db: Db, agentId: string, month: string): Promise<{ messages: number; milli: number }> {
  const [row] = await rows<{ messages: number; milli: number }>(
    db,
    sql`select messages, milli from agent_usage where agent_id = ${agentId} and month = ${month}`,
  )
  return row ? { messages: row.messages, milli: Number(row.milli) } : { messages: 0, milli: 0 }
}

/** Adds milli-credits that an agent used outside turns. */
export async function addUsage(db: Db, agentId: string, month: string, milli: number): Promise<void> {
  await db.execute(
    sql`insert into agent_usage (agent_id, month, milli) values (${agentId}, ${month}, ${milli})
      on conflict (agent_id, month) do update set milli = agent_usage.milli + excluded.milli`,
  )
}

/** Adds them unless the monthly `limit` (0: none) is reached, concurrent callers included; then false. */
export async function reserveUsage(
  db: Db,
  { agentId, month, milli, limit }: { agentId: string; month: string; milli: number; limit: number },
): Promise<boolean> {
  const added = await rows(
    db,
    sql`insert into agent_usage (agent_id, month, milli) values (${agentId}, ${month}, ${milli})
      on conflict (agent_id, month) do update set milli = agent_usage.milli + excluded.milli
      where ${limit}::bigint = 0 or agent_usage.milli < ${limit}::bigint returning 1`,
  )
  return added.length > 0
}

export const speakerStateOf = (
  row: Pick<ConversationRow, 'state' | 'handoff_at' | 'ended_at' | 'missed'>,
): SpeakerState => ({
  state: row.state,
  awaited: row.handoff_at !== null,
  closed: row.ended_at !== null,
  ...(row.missed && { missed: true }),
})

export interface EventPayloadRow {
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

/** Includes one message when `messageId` names it; undefined for a deleted conversation. */
export async function readEventPayload(
  db: Db,
  { agentId, conversationId, messageId }: { agentId: string; conversationId: string; messageId?: string | undefined },
): Promise<EventPayloadRow | undefined> {
  const [row] = await rows<EventPayloadRow>(
    db,
    sql`
    select c.channel, c.visitor, c.page_url, c.language, c.ephemeral, c.engine->'variables' as variables, c.left_message,
      coalesce(m.plain, m.items->0->>'text') as text, m.submission->'values' as values
    from conversations c left join messages m on m.conversation_id = c.id and m.id = ${messageId ?? ''}
    where c.id = ${conversationId} and c.agent_id = ${agentId}`,
  )
  return row
}

/** The visitor's own messages, newest first, without forms. */
export async function readSaid(db: Db, conversationId: string, limit: number): Promise<string[]> {
  const said = await rows<{ text: string | null }>(
    db,
    sql`select coalesce(plain, items->0->>'text') as text from messages
      where conversation_id = ${conversationId} and author = 'user' and submission is null order by seq desc limit ${limit}`,
  )
  return said.flatMap(({ text }) => text ?? [])
}

/** Number of the last thing a person said or did in the conversation until then; 0 for none. */
export async function lastPersonSeq(db: Db, conversationId: string, until: Date): Promise<number> {
  const [last] = await rows<{ seq: number | null }>(
    db,
    sql`select max(seq) as seq from messages where conversation_id = ${conversationId}
      and author in ('human', 'system') and by is not null and at <= ${until.toISOString()}::timestamptz`,
  )
  return last?.seq ?? 0
}

export async function nameVisitor(db: Db, conversationId: string, name: string): Promise<void> {
  if (name !== '')
    await db.execute(
      sql`update conversations set visitor = ${storable(name)}, visitor_code = '' where id = ${conversationId}`,
    )
}

/** People's messages after one message, up to another. */
export const readRepliesAfter = (db: Db, conversationId: string, after: number, until: number) =>
  rows<{ text: string; by: string }>(
    db,
    sql`select coalesce(plain, items -> 0 ->> 'text', '') as text, coalesce(by ->> 'name', '') as by from messages
      where conversation_id = ${conversationId} and seq > ${after} and seq <= ${until} and author = 'human' order by seq`,
  )
