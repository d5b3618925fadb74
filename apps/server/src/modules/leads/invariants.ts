// Invariants of leads, checked by `npm run verify`. Each query returns the rows that break its rule.
export const checks = [
  {
    name: 'a lead is in a stage of its agent',
    sql: `select l.id, l.stage from leads l left join lead_settings s on s.agent_id = l.agent_id
      where not coalesce(s.stages, '[{"id":"new"},{"id":"contacted"},{"id":"qualified"},{"id":"won"},{"id":"lost"}]')
        @> jsonb_build_array(jsonb_build_object('id', l.stage)) limit 20`,
  },
  {
    name: 'a note stands in the workspace of its lead',
    sql: `select n.lead_id, n.id from lead_notes n join leads l on l.id = n.lead_id
      where n.workspace_id <> l.workspace_id limit 20`,
  },
]
