// Fills an inbox by SQL with any number of conversations and their visitors' pages.
import type { Pool } from '../../apps/server/src/lib/db/pool.ts'
import type { SeedTarget } from '../lists/seed.ts'

const MESSAGES = 2
const SAID = 'Where is my order, and when will it be delivered to the address of my neighbour?'

// $1 workspace, $2 agent, $3 conversations
const STATEMENTS: readonly string[] = [
  `insert into conversations (id, workspace_id, agent_id, channel, state, visitor_hash, visitor, title, preview, message_count, seen_seq, started_at, last_message_at)
    select substr(md5($1::text || 'conversation' || n), 1, 16), $1::text, $2::text, 'web-chat', (array['ai-chatting', 'ended_chat', 'human-chatting'])[1 + n % 3], md5($1::text || n),
      'visitor-' || n, '${SAID} ' || n, '${SAID}', ${MESSAGES}, (n % 4), now() - make_interval(mins => 7 * n), now() - make_interval(mins => 7 * n - 5)
    from generate_series(1, $3::int) n`,
  `insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, status, at)
    select c.id, c.workspace_id, m, substr(md5(c.id || m), 1, 24), substr(md5(c.id || 't' || m), 1, 24), (array['user', 'agent'])[m],
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', '${SAID}')), 'complete', c.started_at
    from conversations c cross join generate_series(1, ${MESSAGES}) m where c.workspace_id = $1`,
  `insert into visitor_presence (conversation_id, workspace_id, agent_id, is_here, seen_at, pages)
    select id, workspace_id, agent_id, false, last_message_at, '[{"url": "https://example.com/order", "title": "Order", "at": "2026-01-01T00:00:00.000Z"}]'
    from conversations where workspace_id = $1`,
]

export const seedInbox =
  (conversations: number) =>
  async (pool: Pool, { workspaceId, agentId }: SeedTarget): Promise<void> => {
    const [begun = '', ...rest] = STATEMENTS
    await pool.query(begun, [workspaceId, agentId, conversations])
    for (const statement of rest) await pool.query(statement, [workspaceId])
    await pool.query('vacuum analyze')
  }
