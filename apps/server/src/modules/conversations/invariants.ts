// Invariants of conversations, checked by `npm run verify`. Each query returns the rows that break its rule.
export const checks = [
  {
    name: 'messages are numbered without gaps from 1',
    sql: `select conversation_id, min(seq), max(seq), count(*) from messages group by 1 having min(seq) <> 1 or max(seq) <> count(*) limit 20`,
  },
  {
    name: 'a conversation counts its messages',
    sql: `select c.id, c.message_count, count(m.seq) from conversations c left join messages m on m.conversation_id = c.id group by 1 having c.message_count <> count(m.seq) limit 20`,
  },
  {
    name: 'a turn has one question and at most one answer',
    sql: `select turn_id, author, count(*) from messages where author in ('user', 'agent') group by 1, 2 having count(*) > 1 limit 20`,
  },
  {
    name: 'no turn runs past its lease',
    sql: `select id from turns where status = 'running' and lease_until < now() - interval '2 minutes' limit 20`,
  },
  {
    name: 'who is waited for, and what has ended, is in that state',
    sql: `select id from conversations where (handoff_at is not null and state <> 'requested_chat') or (ended_at is not null and state <> 'ended_chat') limit 20`,
  },
  {
    name: 'an ended turn holds no credits',
    sql: `select t.id from turns t join ledger_holds h on h.workspace_id = coalesce(t.payer_id, t.workspace_id) and h.key = 'hold:turn:' || t.id where t.status <> 'running' limit 20`,
  },
] as const
