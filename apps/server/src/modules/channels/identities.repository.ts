import { storableJson as json } from '@parlance/contract/lib/text'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import { storedMessage } from '../../lib/stored-message.ts'
import { byOrder } from './inbound/arrange.ts'
import type { FormState } from './inbound/fill-form.ts'
import type { ChannelRequest, Inbound } from './ports.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

export interface IdentityRow {
  readonly id: string
  readonly workspace_id: string
  readonly agent_id: string
  readonly connection_id: string
  readonly external_id: string
  readonly thread: string
  readonly is_group: boolean
  readonly visitor_hash: string
  readonly name: string
  readonly language: string
  readonly conversation_id: string | null
  readonly form: FormState | null
  readonly is_blocked: boolean
  readonly consented_at: Date | string | null
  readonly details: Readonly<Record<string, string>>
  readonly draft: string | null
  readonly last_inbound_at: Date | string | null
  readonly received: number
  readonly received_since: Date | string | null
}

export interface NewIdentity {
  readonly id: string
  readonly workspaceId: string
  readonly agentId: string
  readonly connectionId: string
  readonly externalId: string
  readonly thread: string
  readonly isGroup: boolean
  readonly visitorHash: string
  readonly name: string
  readonly language: string
  readonly details?: Readonly<Record<string, string>> | undefined
}

export const identityColumns = sql`id, workspace_id, agent_id, connection_id, external_id, thread, is_group, visitor_hash, name, language, details, created_at`
/** Uses the connection's current agent, not a cached one. */
export const identityValues = (given: NewIdentity, now: Date) =>
  sql`${given.id}, ${given.workspaceId}, coalesce((select agent_id from channel_connections where id = ${given.connectionId}), ${given.agentId}), ${given.connectionId}, ${given.externalId}, ${given.thread}, ${given.isGroup}, ${given.visitorHash}, ${given.name}, ${given.language}, ${json(given.details ?? {})}::jsonb, ${moment(now)}`
export const identityChanges = sql`name = case when external_identities.is_group or excluded.name = '' then external_identities.name else excluded.name end,
        external_id = case when external_identities.is_group then external_identities.external_id else excluded.external_id end,
        details = case when excluded.details = '{}'::jsonb then external_identities.details else excluded.details end`

export async function upsertIdentity(
  db: Db,
  given: NewIdentity,
  now: Date,
): Promise<{ id: string; isBlocked: boolean }> {
  const [row] = await rows<{ id: string; isBlocked: boolean }>(
    db,
    sql`insert into external_identities (${identityColumns}) values (${identityValues(given, now)})
      on conflict (connection_id, thread) do update set ${identityChanges}
      returning id, is_blocked as "isBlocked"`,
  )
  return row ?? { id: given.id, isBlocked: false }
}
/** The thread of a person known by one of these names. */
export async function findThread(
  db: Db,
  connectionId: string,
  aliases: readonly string[],
): Promise<string | undefined> {
  const names = sql.param([...aliases])
  const [row] = await rows<{ thread: string }>(
    db,
    sql`select thread from external_identities where connection_id = ${connectionId} and not is_group
      and (thread = any(${names}::text[]) or external_id = any(${names}::text[])) order by created_at limit 1`,
  )
  return row?.thread
}
export async function findIdentity(db: Db, id: string): Promise<IdentityRow | undefined> {
  return (await rows<IdentityRow>(db, sql`select * from external_identities where id = ${id}`))[0]
}
export async function findOfConversation(db: Db, conversationId: string): Promise<IdentityRow | undefined> {
  return (
    await rows<IdentityRow>(
      db,
      sql`select * from external_identities where conversation_id = ${conversationId} order by last_inbound_at desc nulls last limit 1`,
    )
  )[0]
}
export const hasThread = async (db: Db, conversationId: string): Promise<boolean> =>
  (await rows(db, sql`select 1 from external_identities where conversation_id = ${conversationId} limit 1`)).length > 0
export async function listByThreads(db: Db, connectionId: string, threads: readonly string[]): Promise<IdentityRow[]> {
  if (threads.length === 0) return []
  return rows<IdentityRow>(
    db,
    sql`select * from external_identities where connection_id = ${connectionId} and thread = any(${sql.param([...threads])}::text[])`,
  )
}
/** Threads of these conversations; the most recent writers first, those who never wrote last. */
export async function listOfConversations(
  db: Db,
  connectionId: string,
  conversationIds: readonly string[],
): Promise<IdentityRow[]> {
  if (conversationIds.length === 0) return []
  return rows<IdentityRow>(
    db,
    sql`select * from external_identities where connection_id = ${connectionId} and not is_group
      and conversation_id = any(${sql.param([...conversationIds])}::text[]) order by last_inbound_at desc nulls last`,
  )
}
export interface OutcomeRow {
  readonly identityId: string
  readonly outKey: string
  /** Undefined while nothing is queued. */
  readonly state: string | null
  readonly error: string
  readonly replied: boolean
}
export async function outcomesOf(
  db: Db,
  asked: readonly { readonly identityId: string; readonly outKey: string; readonly at: Date }[],
): Promise<OutcomeRow[]> {
  if (asked.length === 0) return []
  const given = json(asked.map(({ identityId, outKey, at }) => ({ i: identityId, k: outKey, at: at.toISOString() })))
  return rows<OutcomeRow>(
    db,
    sql`select r.i as "identityId", r.k as "outKey", o.state, coalesce(o.error, '') as error,
        coalesce(e.last_inbound_at > r.at, false) as replied
      from jsonb_to_recordset(${given}::jsonb) as r(i text, k text, at timestamptz)
      left join channel_outbox o on o.identity_id = r.i and o.key = r.k
      left join external_identities e on e.id = r.i`,
  )
}
export async function setConversation(db: Db, id: string, conversationId: string | null): Promise<void> {
  await db.execute(sql`update external_identities set conversation_id = ${conversationId} where id = ${id}`)
}
/** What further messages to the thread need. */
export async function setDetails(db: Db, id: string, details: IdentityRow['details']): Promise<void> {
  await db.execute(sql`update external_identities set details = ${json(details)}::jsonb where id = ${id}`)
}
export async function setDraft(db: Db, id: string, draft: string): Promise<void> {
  await db.execute(sql`update external_identities set draft = ${draft} where id = ${id}`)
}
/** It is nobody else's from then on; undefined where there is none. */
export async function takeDraft(db: Db, id: string): Promise<string | undefined> {
  const [found] = await rows<{ draft: string | null }>(
    db,
    sql`update external_identities set draft = null from (select draft from external_identities where id = ${id} for update) as was
      where id = ${id} and was.draft is not null returning was.draft`,
  )
  return found?.draft ?? undefined
}
export async function setName(db: Db, id: string, name: string): Promise<void> {
  await db.execute(sql`update external_identities set name = ${name} where id = ${id}`)
}
export async function setForm(db: Db, id: string, form: FormState | null): Promise<void> {
  await db.execute(sql`update external_identities set form = ${form && json(form)}::jsonb where id = ${id}`)
}
/** Unless another form was started meanwhile. */
export async function endForm(db: Db, id: string, { messageId }: Pick<FormState, 'messageId'>): Promise<void> {
  await db.execute(
    sql`update external_identities set form = null where id = ${id} and form ->> 'messageId' = ${messageId}`,
  )
}
export async function setConsented(db: Db, id: string, now: Date): Promise<void> {
  await db.execute(sql`update external_identities set consented_at = ${moment(now)} where id = ${id}`)
}
/** `said` is by the provider's clock; older news than the stored one is ignored. */
export async function setBlocked(db: Db, id: string, isBlocked: boolean, said: Date): Promise<void> {
  await db.execute(
    sql`update external_identities set is_blocked = ${isBlocked}, blocked_at = ${moment(said)}
      where id = ${id} and (blocked_at is null or blocked_at <= ${moment(said)})`,
  )
}
/** A person who writes again is unblocked. */
export async function unblock(db: Db, id: string, said: Date): Promise<void> {
  await db.execute(
    sql`update external_identities set is_blocked = false, blocked_at = ${moment(said)}
      where id = ${id} and is_blocked and (blocked_at is null or blocked_at <= ${moment(said)})`,
  )
}
/** The provider's name for a person differs from their thread's. Those who wrote are known by it already, or have a thread of it. */
export async function setPerson(db: Db, id: string, person: string): Promise<void> {
  await db.execute(
    sql`update external_identities set external_id = ${person} where id = ${id} and external_id = thread and not is_group
      and not exists (select 1 from external_identities o where o.connection_id = external_identities.connection_id
        and o.id <> external_identities.id and o.thread = ${person})`,
  )
}
/** The provider renamed the thread. */
export async function moveThread(db: Db, id: string, thread: string): Promise<void> {
  await db.execute(
    sql`update external_identities set thread = ${thread} where id = ${id}
      and not exists (select 1 from external_identities o where o.connection_id = external_identities.connection_id and o.thread = ${thread})`,
  )
}

/** Threads whose waiting items have been quiet for `quietMs` or wait for `longestMs`, and that no process handles. */
export const listDueLanes = (
  db: Db,
  now: Date,
  wait: { quietMs: number; longestMs: number },
): Promise<{ id: string }[]> =>
  rows(
    db,
    sql`select i.id from external_identities i join (
        select identity_id, max(received_at) as newest, min(received_at) as oldest, bool_or(batch is not null) as begun
        from channel_inbound where done_at is null group by identity_id
      ) w on w.identity_id = i.id
      where (w.begun or w.newest <= ${moment(new Date(now.getTime() - wait.quietMs))} or w.oldest <= ${moment(new Date(now.getTime() - wait.longestMs))})
        and (i.lane_until is null or i.lane_until < ${moment(now)})
      limit 50`,
  )

/** When the thread's waiting items are due; undefined when nothing waits or another process handles it. */
export async function dueOfLane(
  db: Db,
  id: string,
  now: Date,
  { quietMs, longestMs }: { quietMs: number; longestMs: number },
): Promise<Date | undefined> {
  const [row] = await rows<{ newest: Date | string | null; oldest: Date | string | null; begun: boolean | null }>(
    db,
    sql`select max(w.received_at) as newest, min(w.received_at) as oldest, bool_or(w.batch is not null) as begun
      from external_identities i join channel_inbound w on w.identity_id = i.id and w.done_at is null
      where i.id = ${id} and (i.lane_until is null or i.lane_until < ${moment(now)})`,
  )
  if (!row?.newest || !row.oldest) return undefined
  if (row.begun) return now
  return new Date(Math.min(new Date(row.newest).getTime() + quietMs, new Date(row.oldest).getTime() + longestMs))
}

/** Takes or renews the lease on a thread's lane; false while another process has it. */
export async function holdLane(db: Db, id: string, node: string, until: Date, now: Date): Promise<boolean> {
  const held = await rows(
    db,
    sql`update external_identities set lane_node = ${node}, lane_until = ${moment(until)}
      where id = ${id} and (lane_node = ${node} or lane_until is null or lane_until < ${moment(now)}) returning 1`,
  )
  return held.length > 0
}
export async function releaseLane(db: Db, id: string, node: string): Promise<void> {
  await db.execute(sql`update external_identities set lane_until = null where id = ${id} and lane_node = ${node}`)
}
export async function holdSender(db: Db, id: string, node: string, until: Date, now: Date): Promise<boolean> {
  const held = await rows(
    db,
    sql`update external_identities set send_node = ${node}, send_until = ${moment(until)}
      where id = ${id} and (send_node = ${node} or send_until is null or send_until < ${moment(now)}) returning 1`,
  )
  return held.length > 0
}
export async function releaseSender(db: Db, id: string, node: string): Promise<void> {
  await db.execute(sql`update external_identities set send_until = null where id = ${id} and send_node = ${node}`)
}
/** Only when no other process can hold a lease. */
export async function releaseAll(db: Db): Promise<void> {
  await db.execute(
    sql`update external_identities set lane_until = null, send_until = null where lane_until is not null or send_until is not null`,
  )
}

export interface Taken {
  readonly urls: readonly string[]
  /** Transcripts of voice notes. */
  readonly text: string
  /** Refused files, reported to the visitor. */
  readonly refused: readonly MessageDescriptor[]
}
export interface InboundRow {
  readonly id: number
  readonly body: Inbound & { readonly taken?: Taken }
  readonly batch: string | null
  readonly received_at: Date | string
}
/** The next batch: one that was started, else all waiting items as batch `fresh`. In sending order. */
export async function takeBatch(db: Db, identityId: string, fresh: string): Promise<InboundRow[]> {
  const begun = await rows<InboundRow>(
    db,
    sql`select id, body, batch, received_at from channel_inbound where identity_id = ${identityId} and done_at is null and batch is not null order by id`,
  )
  const [first] = begun
  if (first) return begun.filter(({ batch }) => batch === first.batch).toSorted((a, b) => byOrder(a.body, b.body))
  const taken = await rows<InboundRow>(
    db,
    sql`update channel_inbound set batch = ${fresh} where identity_id = ${identityId} and done_at is null returning id, body, batch, received_at`,
  )
  return taken.toSorted((a, b) => byOrder(a.body, b.body))
}
/** Their text is cleared, because the conversation has it; an edit needs the place. */
export async function finishInbound(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db.execute(
    sql`update channel_inbound set done_at = ${moment(now)},
      body = case when body ? 'place' then jsonb_build_object('place', body -> 'place') else '{}'::jsonb end where id = any(${sql.param([...ids])}::bigint[])`,
  )
}

export interface Queued {
  readonly connectionId: string
  readonly identityId: string
  readonly key: string
  readonly request: ChannelRequest
  /** It is not sent afterwards. */
  readonly notAfter?: Date | undefined
}
/** All or none, in order; keys that were queued before are left alone. */
export async function queueOut(db: Db, all: readonly Queued[], now: Date): Promise<void> {
  if (all.length === 0) return
  const given = json(
    all.map(({ connectionId: c, identityId: i, key: k, request: r, notAfter: n }) => ({ c, i, k, r, n })),
  )
  await db.execute(
    sql`insert into channel_outbox (connection_id, identity_id, key, request, next_at, not_after, created_at)
      select q.one ->> 'c', q.one ->> 'i', q.one ->> 'k', q.one -> 'r', ${moment(now)}, (q.one ->> 'n')::timestamptz, ${moment(now)}
      from jsonb_array_elements(${given}::jsonb) with ordinality as q(one, nth) order by q.nth
      on conflict (identity_id, key) do nothing`,
  )
}
/** Those of these keys that were queued. */
export async function knownKeys(db: Db, identityId: string, keys: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ key: string }>(
    db,
    sql`select key from channel_outbox where identity_id = ${identityId} and key = any(${sql.param([...keys])}::text[])`,
  )
  return new Set(found.map(({ key }) => key))
}
/** How much the provider's clock may differ. */
const ECHO_MS = 60_000
/** Whether we sent the message that the provider reports; unknown while a send is in progress. */
export async function whoSent(
  db: Db,
  identityId: string,
  { id: providerId, at }: Pick<Inbound, 'id' | 'at'>,
): Promise<'us' | 'nobody' | 'unknown'> {
  const [found] = await rows<{ is_ours: boolean; is_sending: boolean }>(
    db,
    sql`select coalesce(bool_or(provider_id = ${providerId}), false) as is_ours, coalesce(bool_or(state = 'sending'), false) as is_sending
      from channel_outbox where identity_id = ${identityId}`,
  )
  if (found?.is_ours) return 'us'
  if (found?.is_sending) return 'unknown'
  // A message with unknown outcome has arrived after all.
  const known = await rows(
    db,
    sql`update channel_outbox set state = 'sent', provider_id = ${providerId}, error = '' where id = (
        select id from channel_outbox where identity_id = ${identityId} and state = 'unknown' and provider_id = ''
          and next_at <= ${moment(new Date(at + ECHO_MS))} and sent_at >= ${moment(new Date(at - ECHO_MS))} order by id limit 1
      ) returning 1`,
  )
  return known.length > 0 ? 'us' : 'nobody'
}
interface Arrived {
  readonly connectionId: string
  readonly identityId: string
  readonly key: string
  readonly providerId: string
  readonly at: Date
}
export async function markArrived(db: Db, { connectionId, identityId, key, providerId, at }: Arrived): Promise<void> {
  await db.execute(
    sql`insert into channel_outbox (connection_id, identity_id, key, request, state, provider_id, next_at, created_at, sent_at)
      values (${connectionId}, ${identityId}, ${key}, '{}'::jsonb, 'sent', ${providerId}, ${moment(at)}, ${moment(at)}, ${moment(at)})
      on conflict (identity_id, key) do nothing`,
  )
}
export async function hasArrived(db: Db, identityId: string, key: string): Promise<boolean> {
  const found = await rows(db, sql`select 1 from channel_outbox where identity_id = ${identityId} and key = ${key}`)
  return found.length > 0
}
export interface OutboxRow {
  readonly id: number
  readonly connection_id: string
  readonly request: ChannelRequest
  readonly state: 'queued' | 'sending'
  readonly attempts: number
  readonly next_at: Date | string
  readonly not_after: Date | string | null
  readonly created_at: Date | string
}
/** Threads whose oldest unsent part is due. */
export const listDueSenders = (db: Db, now: Date): Promise<{ id: string }[]> =>
  rows(
    db,
    sql`select o.identity_id as id from channel_outbox o join external_identities i on i.id = o.identity_id
      where o.state in ('queued', 'sending') and o.next_at <= ${moment(now)} and (i.send_until is null or i.send_until < ${moment(now)})
        and not exists (select 1 from channel_outbox before where before.identity_id = o.identity_id
          and before.state in ('queued', 'sending') and before.id < o.id) limit 100`,
  )
/** The oldest unsent part: later ones wait for it. */
export async function nextOut(db: Db, identityId: string): Promise<OutboxRow | undefined> {
  return (
    await rows<OutboxRow>(
      db,
      sql`select id, connection_id, request, state, attempts, next_at, not_after, created_at from channel_outbox where identity_id = ${identityId} and state in ('queued', 'sending') order by id limit 1`,
    )
  )[0]
}
/** False if it was sent, tried or withdrawn since it was read, or its time is over. */
export async function beginSending(
  db: Db,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  now: Date,
): Promise<boolean> {
  const begun = await rows(
    db,
    sql`update channel_outbox set state = 'sending', attempts = attempts + 1
      where id = ${id} and state = 'queued' and attempts = ${attempts} and (not_after is null or not_after > ${moment(now)}) returning 1`,
  )
  return begun.length > 0
}
export async function finishSending(
  db: Db,
  id: number,
  { state, providerId = '', error = '' }: { state: string; providerId?: string; error?: string },
  now: Date,
): Promise<void> {
  await db.execute(
    sql`update channel_outbox set state = ${state}, provider_id = ${providerId}, error = ${error}, sent_at = ${moment(now)},
      request = case when ${state} in ('sent', 'unknown', 'failed') then '{}'::jsonb else request end where id = ${id}`,
  )
}
export async function tryLater(db: Db, id: number, at: Date, error: string, request?: ChannelRequest): Promise<void> {
  await db.execute(
    sql`update channel_outbox set state = 'queued', next_at = ${moment(at)}, error = ${error}${request ? sql`, request = ${json(request)}::jsonb` : sql``} where id = ${id}`,
  )
}
/** States only move forward, in whatever order they are reported. Undefined for an unknown message. */
export async function setDelivery(
  db: Db,
  given: { connectionId: string; providerId: string; state: 'delivered' | 'read' | 'failed'; error: string },
): Promise<{ identityId: string; moved: boolean } | undefined> {
  if (given.providerId === '') return undefined
  const before = {
    delivered: ['sent', 'unknown'],
    read: ['sent', 'unknown', 'delivered'],
    failed: ['sent', 'unknown'],
  }
  const [found] = await rows<{ identity_id: string; moved: boolean }>(
    db,
    sql`with known as (
        select id, identity_id from channel_outbox where connection_id = ${given.connectionId} and provider_id = ${given.providerId} limit 1
      ), moved as (
        update channel_outbox o set state = ${given.state}, error = ${given.error} from known
        where o.id = known.id and o.state = any(${sql.param(before[given.state])}::text[]) returning o.id
      )
      select identity_id, exists (select 1 from moved) as moved from known`,
  )
  return found && { identityId: found.identity_id, moved: found.moved }
}
const TOLERANCE_MS = 2000
/** Applies to everything in a thread until then. Undefined for an unknown thread. */
export async function setDeliveryUntil(
  db: Db,
  given: { connectionId: string; thread: string; until: number; state: 'delivered' | 'read' | 'failed' },
): Promise<{ identityId: string; moved: boolean } | undefined> {
  const before = given.state === 'read' ? ['sent', 'unknown', 'delivered'] : ['sent', 'unknown']
  const [found] = await rows<{ id: string; moved: boolean }>(
    db,
    sql`with known as (
        select id from external_identities where connection_id = ${given.connectionId} and thread = ${given.thread}
      ), moved as (
        update channel_outbox o set state = ${given.state}, error = '' from known
        where o.identity_id = known.id and o.sent_at <= ${moment(new Date(given.until + TOLERANCE_MS))}
          and o.state = any(${sql.param(before)}::text[]) returning o.id
      )
      select id, exists (select 1 from moved) as moved from known`,
  )
  return found && { identityId: found.id, moved: found.moved }
}
/** The message of the current conversation with this provider id. */
export async function seqOfSent(
  db: Db,
  { id, connection_id: connectionId, conversation_id: conversationId }: IdentityRow,
  providerId: string,
): Promise<number | undefined> {
  const [found] = await rows<{ key: string }>(
    db,
    sql`select key from channel_outbox where connection_id = ${connectionId} and provider_id = ${providerId} and identity_id = ${id} limit 1`,
  )
  return found && seqOfKey(found.key, conversationId)
}
/** The message of this conversation that a queued part belongs to. */
export function seqOfKey(key: string, conversationId: string | null): number | undefined {
  const seq = key.startsWith(`m${conversationId}:`) ? /:(\d+):\d+$/.exec(key)?.[1] : undefined
  return seq === undefined ? undefined : Number(seq)
}
/** Whether the answer to something that was sent is still awaited. */
export async function isSending(db: Db, connectionId: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from channel_outbox where connection_id = ${connectionId} and state = 'sending' limit 1`,
  )
  return found.length > 0
}
export interface DeliveryRow {
  readonly key: string
  readonly state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'unknown' | 'failed'
  readonly error: string
}
export const listDeliveries = (db: Db, identityId: string, conversationId: string): Promise<DeliveryRow[]> =>
  rows(
    db,
    sql`select key, state, error from channel_outbox where identity_id = ${identityId} and starts_with(key, ${`m${conversationId}:`})
      order by id desc limit 2000`,
  )
export async function forget(db: Db, conversationIds: readonly string[]): Promise<void> {
  const ids = sql.param([...conversationIds])
  await db.execute(sql`delete from external_identities where conversation_id = any(${ids}::text[]) and not is_blocked`)
  await db.execute(sql`delete from channel_reactions where conversation_id = any(${ids}::text[])`)
  // Who opted out stays known by their address alone; ids of messages stay too, so that no repeat is read as new.
  const kept = sql`identity_id in (select id from external_identities where conversation_id = any(${ids}::text[]))`
  await db.execute(sql`delete from channel_outbox where ${kept}`)
  await db.execute(
    sql`update channel_inbound set body = '{}'::jsonb, note = '', done_at = coalesce(done_at, now()) where ${kept}`,
  )
  await db.execute(
    sql`update external_identities set name = '', details = '{}'::jsonb, form = null, conversation_id = null where conversation_id = any(${ids}::text[])`,
  )
}
export async function deleteBefore(db: Db, before: Date, outBefore: Date): Promise<void> {
  await db.execute(sql`delete from channel_inbound where received_at < ${moment(before)} and done_at is not null`)
  await db.execute(
    sql`delete from channel_outbox where created_at < ${moment(outBefore)} and state not in ('queued', 'sending')`,
  )
}

export interface LogRow {
  readonly at: Date | string
  readonly direction: 'in' | 'out'
  readonly state: string
  readonly error: string
}
/** Sent messages, and inbound items that were refused. */
export const listLog = (db: Db, connectionId: string, limit: number): Promise<LogRow[]> =>
  rows(
    db,
    sql`(select created_at as at, 'out' as direction, state, error from channel_outbox where connection_id = ${connectionId} order by id desc limit ${limit})
      union all
      (select received_at as at, 'in' as direction, 'refused' as state, note as error from channel_inbound
        where connection_id = ${connectionId} and note <> '' order by id desc limit ${limit})`,
  )
/** Files that are attached already, so that a retry attaches nothing twice. */
export async function setTaken(db: Db, id: number, taken: Taken): Promise<void> {
  await db.execute(
    sql`update channel_inbound set body = jsonb_set(body, '{taken}', ${json(taken)}::jsonb) where id = ${id} and done_at is null`,
  )
}
export async function noteInbound(db: Db, ids: readonly number[], note: MessageDescriptor): Promise<void> {
  await db.execute(
    sql`update channel_inbound set note = ${storedMessage(note)} where id = any(${sql.param([...ids])}::bigint[])`,
  )
}

export interface ThreadRow {
  readonly id: string
  readonly name: string
  readonly is_group: boolean
  readonly is_blocked: boolean
  readonly last_inbound_at: Date | string | null
}
export const listThreads = (db: Db, connectionId: string, limit: number): Promise<ThreadRow[]> =>
  rows(
    db,
    sql`select id, name, is_group, is_blocked, last_inbound_at from external_identities where connection_id = ${connectionId}
      order by last_inbound_at desc nulls last limit ${limit}`,
  )
export async function outcomeOf(
  db: Db,
  identityId: string,
  key: string,
): Promise<{ state: string; error: string } | undefined> {
  const prefix = `${key}:`
  return (
    await rows<{ state: string; error: string }>(
      db,
      sql`select state, error from channel_outbox where identity_id = ${identityId} and starts_with(key, ${prefix}) order by id desc limit 1`,
    )
  )[0]
}

/** Messages queued since then for all threads whose name has this prefix. */
export async function countAnswers(
  db: Db,
  { connectionId, sender, since }: { connectionId: string; sender: string; since: Date },
): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from external_identities i join channel_outbox o on o.identity_id = i.id
      where i.connection_id = ${connectionId} and starts_with(i.thread, ${sender}) and o.key like '%:0' and o.created_at > ${moment(since)}`,
  )
  return row?.n ?? 0
}
