// Invariants of golden questions, checked by `npm run verify`. Each query returns the rows that break its rule.
export const checks = [
  {
    name: 'a run of golden questions counts its hits',
    sql: `select r.id, r.hits, count(one) filter (where one->>'rank' is not null)
      from golden_runs r left join lateral jsonb_array_elements(r.results) as one on true
      group by r.id having r.hits <> count(one) filter (where one->>'rank' is not null) limit 20`,
  },
  {
    name: 'a run of golden questions that came to its end asked all of them',
    sql: `select id, total from golden_runs where status = 'done' and total <> jsonb_array_length(results) limit 20`,
  },
  {
    name: 'an agent is asked by one run at a time',
    sql: `select agent_id, count(*) from golden_runs where status = 'running' group by 1 having count(*) > 1 limit 20`,
  },
]
