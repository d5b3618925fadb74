// Fills a workspace by SQL with years of data: the bench measures reads, not writes.
import type { Pool } from '../../apps/server/src/lib/db/pool.ts'
import { readPassages } from '../kb/questions.ts'

/** Rows per workspace; messages per conversation. */
export const SIZES = {
  agents: 1000,
  conversations: 10_000,
  messages: 5,
  documents: 10_000,
  deliveries: 10_000,
  entries: 10_000,
  logs: 10_000,
  members: 200,
}
/** Occurs in one of fifty thousand messages. */
export const RARE_WORD = 'zwetschgendatschi'
export const COMMON_WORD = 'delivery'

export interface SeedTarget {
  readonly workspaceId: string
  /** Created by hand; the others are copies of it. */
  readonly agentId: string
}

const WORDS = readPassages().flatMap(({ text }) => text.split(/\s+/))
const SENTENCES = Array.from({ length: 5000 }, (_, index) => {
  const from = (index * 37) % (WORDS.length - 48)
  const words = WORDS.slice(from, from + 8 + (index % 40))
  return (index % 3 === 0 ? words.with(4, COMMON_WORD) : words).join(' ')
})

const ID = (seed: string) => `substr(md5(${seed}), 1, 16)`
const rows = (count: number, step: number) =>
  `place p, generate_series(1, ${count}) n join texts t on t.i = (n * ${step}) % 5000`
const ago = (minutes: string) => `p.now - make_interval(mins => ${minutes})`

const STATEMENTS: readonly string[] = [
  `insert into agents select (jsonb_populate_record(made, jsonb_build_object('id', ${ID(`p.w || 'agent' || n`)}, 'title', 'Agent ' || n || ' ' || left(t.text, 30),
      'secret_hash', md5(p.w || n), 'last_modified', ${ago('n')}))).*
    from ${rows(SIZES.agents - 1, 1)} join agents made on true where made.id = p.a`,
  `insert into conversations (id, workspace_id, agent_id, channel, state, visitor_hash, visitor, title, preview, message_count, started_at, last_message_at)
    select ${ID(`p.w || 'conversation' || n`)}, p.w, case when n % 2 = 0 then p.a else ${ID(`p.w || 'agent' || (1 + n % ${SIZES.agents - 1})`)} end,
      (array['web-chat', 'test', 'api'])[1 + n % 3], (array['ai-chatting', 'ended_chat'])[1 + n % 2], md5(p.w || n), 'visitor-' || n,
      left(t.text, 60), left(t.text, 140), ${SIZES.messages}, ${ago('7 * n')}, ${ago('7 * n - 5')}
    from ${rows(SIZES.conversations, 7)}`,
  `insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, status, at)
    select c.id, c.workspace_id, m, substr(md5(c.id || m), 1, 24), substr(md5(c.id || 't' || m), 1, 24), case when m % 2 = 1 then 'user' else 'agent' end,
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', t.text)), 'complete', c.started_at + make_interval(secs => m)
    from place p join conversations c on c.workspace_id = p.w cross join generate_series(1, ${SIZES.messages}) m
      join texts t on t.i = (hashtext(c.id || m) & 2147483647) % 5000`,
  `update messages set items = jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Do you sell ${RARE_WORD} here?'))
    where seq = 3 and conversation_id = (select id from conversations, place p where workspace_id = p.w order by last_message_at offset 5000 limit 1)`,
  `insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, progress, chunk_count, created_at, updated_at, source_type, source_url)
    select ${ID(`p.w || 'document' || n`)}, p.a, p.w, 'Document ' || n || ' ' || left(t.text, 40), t.text, length(t.text), md5(t.text), '', 'ready', 100, 1,
      ${ago('n')}, ${ago('n')}, 'url', 'https://example.com/' || n
    from ${rows(SIZES.documents, 11)}`,
  `insert into chunks (agent_id, document_id, n, title, heading, text)
    select d.agent_id, d.id, 0, d.name, '', d.content from place p join documents d on d.workspace_id = p.w`,
  `insert into event_deliveries (id, workspace_id, type, body, endpoint, state, attempts, created_at, finished_at, last_status)
    select 'msg_' || md5(p.w || n), p.w, (array['message_received', 'new_conversation', 'agent_updated'])[1 + n % 3],
      jsonb_build_object('type', 'message_received', 'data', jsonb_build_object('agentId', md5(n::text), 'text', t.text))::text, 'https://example.com/events',
      (array['delivered', 'failed'])[1 + (n % 20 = 0)::int], 1, ${ago('n')}, ${ago('n')}, 200
    from ${rows(SIZES.deliveries, 13)}`,
  `insert into audit_entries (workspace_id, seq, at, actor_kind, actor_id, actor_name, action, object_type, object_id, previous_hash, hash)
    select p.w, s.last + n, ${ago(`9 * (${SIZES.entries} - n)`)}, 'session', md5((n % 200)::text), 'member-' || n % 200 || '@example.com',
      (array['agents.publish', 'knowledge.create', 'agents.saveDraft'])[1 + n % 3], 'agent', p.a, md5(n::text), md5((n + 1)::text)
    from place p, generate_series(1, ${SIZES.entries}) n, lateral (select coalesce(max(seq), 0) as last from audit_entries where workspace_id = p.w) s`,
  `insert into workspace_logs (id, workspace_id, agent_id, type, content, at)
    select ${ID(`p.w || 'log' || n`)}, p.w, p.a, 'crm', t.text, ${ago('n')} from ${rows(SIZES.logs, 17)}`,
  `insert into workspace_members (workspace_id, email, role, joined_at)
    select p.w, 'member-' || n || '@example.com', 'editor', p.now from place p, generate_series(1, ${SIZES.members - 1}) n`,
]

export async function seedLists(pool: Pool, { workspaceId, agentId }: SeedTarget): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('drop table if exists texts, place')
    await client.query('create temporary table texts (i int primary key, text text)')
    await client.query('insert into texts select n - 1, text from unnest($1::text[]) with ordinality as t(text, n)', [
      SENTENCES,
    ])
    await client.query('create temporary table place (w text, a text, now timestamptz(3))')
    await client.query('insert into place values ($1, $2, now())', [workspaceId, agentId])
    for (const statement of STATEMENTS) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
