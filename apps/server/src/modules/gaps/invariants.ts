// Invariants of gaps, checked by `npm run verify`. Each query returns the rows that break its rule.
export const checks = [
  {
    name: 'a gap counts its questions',
    sql: `select g.id, g.count, count(q.id) from gaps g left join gap_questions q on q.gap_id = g.id
      group by g.id having g.count <> count(q.id) limit 20`,
  },
  {
    name: 'a question stands in a gap of its agent',
    sql: `select q.id from gap_questions q join gaps g on g.id = q.gap_id
      where g.agent_id <> q.agent_id or g.workspace_id <> q.workspace_id limit 20`,
  },
  {
    name: 'a dismissed gap has no document',
    sql: `select id, doc_id from gaps where status = 'dismissed' and doc_id <> '' limit 20`,
  },
  {
    name: 'a contradiction that people see says what it is about',
    sql: `select id from conflicts where (status = 'agrees') <> (about = '') limit 20`,
  },
]
