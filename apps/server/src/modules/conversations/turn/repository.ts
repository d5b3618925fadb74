// SQL of turns: the two transactions for batches of turns, their chunks and leases, and taking over orphans.
import type { Missed } from '../handoff/repository.ts'
import { budgetsLeftSql, type PaidBy } from '../../billing/index.ts'
import type { AdmissionFacts, IncomingMessage } from './admission.ts'
import type { Values } from '@parlance/contract/agents/variables'
import type { MessageItem } from '@parlance/contract/conversations/attachments'
import type { Conversation, Source } from '@parlance/contract/conversations/schemas'
import type { SpeakerState } from '@parlance/contract/conversations/lifecycle'
import { bodyOf, type Chunk, type TurnStatus } from './stream-parts.ts'
import type { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import type { Item, Submission } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { storableJson as json } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import { runPrepared } from '../../../lib/db/prepared-statement.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import type { EndedTurn } from '../ports.ts'
import { outboxColumns } from '../outbox/repository.ts'
import { isBlockedSql } from '../visitors/blocks.repository.ts'
import { previewOf, previewOfAnswer } from '../preview.ts'

/** With the check interval (`turn/recover-turns.ts`), a dead node's turns end within 30 s. */
export const LEASE_SECONDS = 25
/** By the clock of the database, which all nodes share. */
const LEASE_END = sql.raw(`now() + interval '${LEASE_SECONDS} seconds'`)

interface FactsRow {
  i: number
  earlier_turn: string | null
  earlier_conversation: string | null
  earlier_body: string | null
  id: string | null
  agent_id: string | null
  visitor_hash: string | null
  message_count: number | null
  running_turn: string | null
  leased: boolean | null
  consented: boolean | null
  state: SpeakerState['state'] | null
  awaited: boolean | null
  closed: boolean | null
  engine: EngineState | null
  used_messages: number | null
  used_milli: number | null
  blocked: boolean
  agent_left: string | null
  payer_left: string | null
}

/** Looked up one by one, because joins would read whole tables. Call it with the balances locked. */
export async function readAdmissionFacts(db: Db, messages: readonly IncomingMessage[], month: string) {
  const found = await runPrepared<FactsRow>(
    db,
    'turns_known',
    sql`select r.i, t.id as earlier_turn, t.conversation_id as earlier_conversation, t.body_hash as earlier_body,
          c.id, c.agent_id, c.visitor_hash, c.message_count, c.running_turn, c.engine, c.consented_at is not null as consented, c.state, c.handoff_at is not null as awaited, c.ended_at is not null as closed, c.lease_until > now() as leased,
          u.messages as used_messages, u.milli as used_milli, coalesce(b.blocked, false) as blocked, l.agent_left, l.payer_left
        from jsonb_to_recordset(${json(messages.map((a, i) => ({ i, w: a.workspaceId, a: a.agentId, v: a.visitorHash, m: a.clientMessageId, c: a.conversationId ?? null, p: a.payerId })))}::jsonb) as r(i int, w text, a text, v text, m text, c text, p text)
        left join lateral (select id, conversation_id, body_hash from turns where agent_id = r.a and visitor_hash = r.v and client_message_id = r.m limit 1) t on true
        left join lateral (select * from conversations where id = r.c limit 1) c on true
        left join lateral (select messages, milli from agent_usage where agent_id = r.a and month = ${month} limit 1) u on true
        left join lateral (select true as blocked from blocked_visitors b where ${isBlockedSql({ workspaceId: sql`r.w`, agentId: sql`r.a`, visitorHash: sql`r.v` })} limit 1) b on true
        cross join lateral (${budgetsLeftSql({ agentId: sql`r.a`, payerId: sql`r.p`, month: sql`${month}::text` })}) l
        order by r.i`,
  )
  const usage = new Map<string, { messages: number; milli: number }>()
  const facts = found.map((row, index): AdmissionFacts => {
    const agentId = messages[index]?.agentId ?? ''
    if (row.used_messages !== null) usage.set(agentId, { messages: row.used_messages, milli: Number(row.used_milli) })
    return {
      isBlocked: row.blocked,
      agentLeft: row.agent_left === null ? undefined : Number(row.agent_left),
      payerLeft: row.payer_left === null ? undefined : Number(row.payer_left),
      earlier:
        row.earlier_turn !== null
          ? {
              turnId: row.earlier_turn,
              conversationId: row.earlier_conversation ?? '',
              bodyHash: row.earlier_body ?? undefined,
            }
          : undefined,
      conversation:
        row.id === null
          ? undefined
          : {
              id: row.id,
              agentId: row.agent_id ?? '',
              visitorHash: row.visitor_hash ?? '',
              messageCount: row.message_count ?? 0,
              runningTurn: row.running_turn ?? undefined,
              isLeased: row.leased ?? false,
              consented: row.consented === true,
              speakerState: {
                state: row.state ?? 'ai-chatting',
                awaited: row.awaited === true,
                closed: row.closed === true,
              },
              engine: row.engine ?? undefined,
            },
    }
  })
  return { facts, usage }
}

export const NO_MODEL = ''

export interface AcceptedRow {
  readonly turnId: string
  readonly workspaceId: string
  readonly payerId: string
  readonly agentId: string
  readonly conversationId: string
  readonly isNew: boolean
  readonly seq: number
  readonly messageId: string
  readonly replyId: string
  readonly clientMessageId: string
  readonly bodyHash: string
  readonly isEdited?: boolean
  readonly visitorHash: string
  readonly visitor: string
  readonly visitorCode: string
  readonly channel: Conversation['channel']
  readonly ephemeral: boolean
  /** People answer it: its turn ends at once. */
  readonly humanHandled: boolean
  /** The visitor gave their consent with this message. */
  readonly consents: boolean
  readonly text: string
  readonly items?: readonly MessageItem[] | undefined
  /** For a submission from an item: the item, and the validated values. */
  readonly submission?: Submission | undefined
  /** Its values as variables of the conversation, which keep them if no turn completes. */
  readonly values?: Values | undefined
  readonly pageUrl: string
  readonly language: string
  readonly model: string
  readonly paidBy: PaidBy
  readonly hold: number
  /** Whether it counts towards the monthly messages; owners' tests do not. */
  readonly counted: boolean
}

const acceptedInput = (accepted: readonly AcceptedRow[]) =>
  accepted.map((a) => ({
    t: a.turnId,
    w: a.workspaceId,
    payer: a.payerId === a.workspaceId ? undefined : a.payerId,
    a: a.agentId,
    c: a.conversationId,
    fresh: a.isNew,
    s: a.seq,
    mid: a.messageId,
    rid: a.replyId,
    cm: a.clientMessageId,
    bh: a.bodyHash,
    vh: a.visitorHash,
    v: a.visitor,
    vc: a.visitorCode,
    ch: a.channel,
    e: a.ephemeral,
    con: a.consents,
    q: a.humanHandled,
    items: a.items ?? [{ type: 'text', text: a.text }],
    p: a.items ? a.text : undefined,
    sub: a.submission,
    vals: a.values,
    ed: a.isEdited === true,
    title: previewOf(a.text),
    page: a.pageUrl,
    lang: a.language,
    model: a.model,
    pays: a.paidBy,
    hold: a.hold,
    n: a.counted ? 1 : 0,
  }))

/** One statement per batch. A hold counts as usage, so that concurrent turns stay within the agent's limit. */
export async function insertAccepted(
  db: Db,
  accepted: readonly AcceptedRow[],
  node: string,
  now: Date,
  month: string,
): Promise<void> {
  if (accepted.length === 0) return
  const input = json(acceptedInput(accepted))
  const at = now.toISOString()
  await runPrepared(
    db,
    'turns_accept',
    sql`
    with r as materialized (
      select * from jsonb_to_recordset(${input}::jsonb) as r(t text, w text, payer text, a text, c text, fresh boolean, s int, mid text, rid text, cm text, bh text, vh text, v text, vc text, ch text, e boolean, con boolean, q boolean, items jsonb, p text, sub jsonb, vals jsonb, ed boolean, title text, page text, lang text, model text, pays text, hold bigint, n int)
    ), begun as (
      insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, visitor_code, title, preview, page_url, language, ephemeral, message_count, running_turn, lease_until, started_at, last_message_at, identity, visitor_read_seq, consented_at)
      select c, w, a, ch, vh, v, vc, title, title, page, lang, e, 1, t, ${LEASE_END}, ${at}::timestamptz, ${at}::timestamptz,
        (select p.subject from visitors p where p.agent_id = r.a and p.visitor_hash = r.vh), 1, case when con then ${at}::timestamptz end from r where fresh
    ), continued as (
      update conversations set message_count = r.s, last_message_at = ${at}::timestamptz, preview = r.title, snoozed_until = null,
        engine = case when r.vals is null then engine
          else coalesce(engine, '{"status":"talking"}') || jsonb_build_object('variables', coalesce(engine -> 'variables', '{}') || r.vals) end,
        running_turn = case when r.q then running_turn else r.t end, lease_until = case when r.q then lease_until else ${LEASE_END} end,
        -- A visitor who writes has read everything before.
        visitor_read_seq = case when conversations.visitor_hash = r.vh then r.s else visitor_read_seq end,
        visitor_read_at = case when conversations.visitor_hash = r.vh then ${at}::timestamptz else visitor_read_at end,
        consented_at = coalesce(consented_at, case when r.con then ${at}::timestamptz end)
      from r where conversations.id = r.c and not r.fresh
    ), said as (
      insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, plain, submission, status, at, edited_at)
      select c, w, s, mid, t, 'user', items, p, sub, 'complete', ${at}::timestamptz, case when ed then ${at}::timestamptz end from r
    ), told as (
      insert into message_outbox (${outboxColumns}) select w, a, c, s, mid, 'user', ch, fresh, coalesce(sub, '{}') ? 'values', ${at}::timestamptz from r
    ), opened as (
      insert into turns (id, workspace_id, payer_id, agent_id, conversation_id, visitor_hash, client_message_id, body_hash, reply_id, model, paid_by, hold, node, lease_until, started_at, status, finish_reason, ended_at)
      select t, w, payer, a, c, vh, cm, bh, rid, model, pays, hold, ${node}, ${LEASE_END}, ${at}::timestamptz,
        case when q then 'complete' else 'running' end, case when q then 'stop' else '' end, case when q then ${at}::timestamptz end from r
    )
    insert into agent_usage (agent_id, month, messages, milli) select a, ${month}, sum(n)::int, sum(hold) from r group by a
    on conflict (agent_id, month) do update set messages = agent_usage.messages + excluded.messages, milli = agent_usage.milli + excluded.milli`,
  )
}

export interface FinishedRow {
  readonly turnId: string
  readonly workspaceId: string
  readonly agentId: string
  readonly conversationId: string
  readonly replyId: string
  /** Well-formed: the database refuses lone surrogates. */
  readonly items: readonly Item[]
  readonly status: TurnStatus
  readonly error: string
  readonly finishReason: string
  readonly sources: readonly Source[]
  readonly cost: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly hold: number
  readonly hasChunks: boolean
  /** Undefined keeps the stored state. */
  readonly engine?: EngineState | undefined
  readonly trace?: readonly TraceEntry[] | undefined
  /** New state of the conversation; undefined keeps it. */
  readonly state?: 'requested_chat' | 'ended_chat' | 'ai-chatting' | undefined
  /** The visitor waits for a human from now on; not set for owners' tests. */
  readonly waits?: boolean | undefined
  /** A failed hand-off; undefined keeps the result of an earlier one. */
  readonly missed?: Missed | undefined
}

const isPlain = ([first, ...more]: readonly Item[]) => more.length === 0 && (!first || first.type === 'text')

/** Changes and returns only turns that this node still runs. A failed turn stores an empty answer, a visible gap. */
export async function insertFinished(db: Db, finished: readonly FinishedRow[], node: string, now: Date) {
  const input = json(
    finished.map((f) => ({
      t: f.turnId,
      c: f.conversationId,
      rid: f.replyId,
      items: f.items,
      plain: isPlain(f.items) ? undefined : plainText(f.items),
      eng: f.engine,
      trace: f.trace,
      state: f.state,
      waits: f.waits === true,
      missed: f.missed,
      said: f.items.length > 0 || f.status === 'failed',
      status: f.status,
      err: f.error,
      fin: f.finishReason,
      src: f.sources,
      cost: f.cost,
      hold: f.hold,
      inp: f.inputTokens,
      outp: f.outputTokens,
      prev: previewOfAnswer(f.items),
    })),
  )
  const at = now.toISOString()
  return runPrepared<EndedTurn>(
    db,
    'turns_finish',
    sql`
    with r as materialized (
      select * from jsonb_to_recordset(${input}::jsonb) as r(t text, c text, rid text, items jsonb, plain text, eng jsonb, trace jsonb, state text, waits boolean, missed jsonb, said boolean, status text, err text, fin text, src jsonb, cost bigint, hold bigint, inp int, outp int, prev text)
    ), ended as (
      update turns set status = r.status, error = r.err, finish_reason = r.fin, sources = r.src, cost = r.cost, input_tokens = r.inp, output_tokens = r.outp, engine = r.eng, trace = r.trace, ended_at = ${at}::timestamptz
      from r where turns.id = r.t and turns.status = 'running' and turns.node = ${node} returning turns.id, turns.agent_id, to_char(turns.started_at at time zone 'utc', 'YYYY-MM-DD') as day
    ), numbered as (
      update conversations set message_count = message_count + (case when r.said then 1 else 0 end), running_turn = null, lease_until = null,
        engine = coalesce(r.eng, conversations.engine), 
        state = case when conversations.running_turn = r.t then coalesce(r.state, conversations.state) else conversations.state end,
        handoff_at = case when conversations.running_turn is distinct from r.t or r.state is null then handoff_at when r.waits then ${at}::timestamptz end, last_message_at = ${at}::timestamptz, preview = case when r.prev <> '' then r.prev else preview end,
        missed = case when conversations.running_turn is distinct from r.t then conversations.missed when r.waits then null else coalesce(r.missed, conversations.missed) end
      from r join ended on ended.id = r.t where conversations.id = r.c returning conversations.id, conversations.workspace_id, conversations.message_count, conversations.channel, conversations.page_url
    ), answered as (
      insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, plain, status, sources, at)
      select r.c, numbered.workspace_id, numbered.message_count, r.rid, r.t, 'agent', r.items, r.plain, r.status, r.src, ${at}::timestamptz
      from r join ended on ended.id = r.t join numbered on numbered.id = r.c where r.said returning turn_id, seq
    ), told as (
      insert into message_outbox (${outboxColumns}) select numbered.workspace_id, ended.agent_id, r.c, numbered.message_count, r.rid, 'agent', numbered.channel, false, false, ${at}::timestamptz
      from r join ended on ended.id = r.t join numbered on numbered.id = r.c where r.said
    ), used as (
      insert into agent_usage (agent_id, month, milli) select ended.agent_id, left(ended.day, 7), sum(r.cost - r.hold) from r join ended on ended.id = r.t group by 1, 2
      on conflict (agent_id, month) do update set milli = agent_usage.milli + excluded.milli
    )
    select ended.id, answered.seq, ended.agent_id as "agentId", ended.day, numbered.channel, numbered.page_url as "pageUrl",
      exists (select 1 from messages m where m.conversation_id = r.c and m.seq = 1 and m.turn_id = ended.id) as "isFirst"
    from ended join r on r.t = ended.id join numbered on numbered.id = r.c left join answered on answered.turn_id = ended.id`,
  )
}

export async function setCost(db: Db, turnId: string, cost: number): Promise<void> {
  await db.execute(sql`update turns set cost = ${cost} where id = ${turnId}`)
}

export async function deleteChunks(db: Db, turnIds: readonly string[]): Promise<void> {
  if (turnIds.length > 0)
    await db.execute(sql`delete from turn_chunks where turn_id = any(${sql.param([...turnIds])}::text[])`)
}

/** Sources come with the first text. Doesn't wait for the disk: a power cut may lose the last moment. */
export async function appendChunks(
  db: Db,
  chunks: readonly (Chunk & { turnId: string; sources: readonly Source[] })[],
): Promise<void> {
  const found = chunks.filter(({ at, sources }) => at === 0 && sources.length > 0)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = off`)
    if (found.length > 0)
      await tx.execute(sql`update turns set sources = r.s
        from jsonb_to_recordset(${json(found.map(({ turnId, sources }) => ({ t: turnId, s: sources })))}::jsonb) as r(t text, s jsonb)
        where turns.id = r.t and turns.status = 'running'`)
    await tx.execute(sql`insert into turn_chunks (turn_id, at_char, text, item)
      select t, a, x, i from jsonb_to_recordset(${json(chunks.map((c) => ({ t: c.turnId, a: c.at, x: c.text, i: c.item })))}::jsonb) as r(t text, a int, x text, i jsonb) on conflict do nothing`)
  })
}

export async function renewLeases(db: Db, turnIds: readonly string[]): Promise<void> {
  const ids = sql.param([...turnIds])
  await db.execute(sql`with t as (update turns set lease_until = ${LEASE_END} where id = any(${ids}::text[]) and status = 'running' returning id)
    update conversations set lease_until = ${LEASE_END} from t where running_turn = t.id`)
}

export interface StoredTurn {
  id: string
  workspace_id: string
  payer_id: string | null
  channel: string
  agent_id: string
  conversation_id: string
  visitor_hash: string
  reply_id: string
  status: string
  error: string
  model: string
  paid_by: PaidBy
  finish_reason: '' | 'stop' | 'length' | 'error' | 'other'
  sources: Source[]
  hold: number
  cost: number
  node: string
  is_expired: boolean
}

const STORED_TURN = sql.raw(
  "id, workspace_id, payer_id, coalesce((select c.channel from conversations c where c.id = turns.conversation_id), '') as channel, agent_id, conversation_id, visitor_hash, reply_id, status, error, model, paid_by, finish_reason, sources, hold, cost, node, lease_until < now() as is_expired",
)

export async function findTurn(db: Db, turnId: string): Promise<StoredTurn | undefined> {
  return (await rows<StoredTurn>(db, sql`select ${STORED_TURN} from turns where id = ${turnId}`))[0]
}

/** Whether a turn has sent a request to a tool, answered or not. */
export async function hasCalledTools(db: Db, turnId: string): Promise<boolean> {
  const sent = sql`jsonb_path_exists(trace, '$[*] ? (@.type == "tool" && @.result.request.url != "")')`
  return (await rows(db, sql`select 1 from turns where id = ${turnId} and ${sent}`)).length > 0
}

export interface Receipt {
  status: string
  model: string
  cost: number
  inputTokens: number
  outputTokens: number
  ms: number | null
  engine: unknown
  trace: unknown[] | null
}

export async function findReceipt(db: Db, agentId: string, turnId: string): Promise<Receipt | undefined> {
  const [found] = await rows<Receipt>(
    db,
    sql`select status, model, cost::float8 as cost, input_tokens as "inputTokens", output_tokens as "outputTokens", engine, trace,
        (extract(epoch from ended_at - started_at) * 1000)::float8 as ms from turns where id = ${turnId} and agent_id = ${agentId}`,
  )
  return found
}

/** A turn's text and items: from its answer once ended, else from its chunks. */
export async function turnBody(db: Db, turn: Pick<StoredTurn, 'id' | 'status'>): Promise<Item[]> {
  if (turn.status !== 'running') {
    const [found] = await rows<{ items: Item[] }>(
      db,
      sql`select items from messages where turn_id = ${turn.id} and author = 'agent'`,
    )
    return found?.items ?? []
  }
  const chunks = await rows<{ at: number; text: string; item: Item | null }>(
    db,
    sql`select at_char as at, text, item from turn_chunks where turn_id = ${turn.id} order by at_char`,
  )
  return bodyOf(chunks.map(({ at, text, item }) => ({ at, text, item: item ?? undefined })))
}

/** Takes over turns of dead nodes: those with an expired lease, or all when this is the only process. */
export async function takeOrphans(db: Db, node: string, everything: boolean): Promise<StoredTurn[]> {
  return rows<StoredTurn>(
    db,
    sql`update turns set node = ${node}, lease_until = ${LEASE_END}
      where id in (select id from turns where status = 'running' and ((${everything} and node <> ${node}) or lease_until < now()) limit 500 for update skip locked)
      returning ${STORED_TURN}`,
  )
}

export async function assertReachable(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

/** Chunks of ended or deleted turns that a process left behind. */
export async function deleteOrphanedChunks(db: Db): Promise<void> {
  await db.execute(
    sql`delete from turn_chunks c where not exists (select 1 from turns t where t.id = c.turn_id and t.status = 'running')`,
  )
}

/** Costs of a conversation's turns, and their tool calls from the traces. */
export const readCallsOfTurns = (db: Db, of: { agentId: string; conversationId: string; turnIds: readonly string[] }) =>
  rows<{ turnId: string; cost: number; tools: unknown[] }>(
    db,
    sql`select id as "turnId", cost::float8 as cost,
        jsonb_path_query_array(coalesce(trace, '[]'), '$[*] ? (@.type == "tool")') as tools
      from turns where conversation_id = ${of.conversationId} and agent_id = ${of.agentId}
        and id = any(${sql.param([...of.turnIds])}::text[])`,
  )
