// Invariants checked by `npm run verify`. Each query returns the rows that break its rule.
import { MAX_WORKSPACES } from '@parlance/contract/workspaces/members'

export const checks = [
  {
    name: 'a workspace has one owner, who is a member of it',
    sql: `select w.uid, count(m.email) as owners from workspaces w
      left join workspace_members m on m.workspace_id = w.uid and m.role = 'owner'
      group by w.uid having count(m.email) <> 1 or max(m.email) <> w.email limit 20`,
  },
  {
    name: 'nobody owns more workspaces in a region than they may',
    sql: `select owner_id, count(*) from workspaces group by 1 having count(*) > ${MAX_WORKSPACES} limit 20`,
  },
  {
    name: 'only personal workspaces get free credits',
    sql: `select uid, free_at from workspaces where not personal and free_at is not null limit 20`,
  },
]
