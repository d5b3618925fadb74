// Invariants of the audit logs, checked by `npm run verify`. Each query returns the rows that break its rule.
import { brokenEntriesSql } from './repository.ts'

export const checks = [
  { name: 'entries of a log are as they were written, and none is missing', sql: `${brokenEntriesSql('')} limit 20` },
  {
    name: 'addresses in a log are cut after 30 days',
    sql: `select workspace_id, seq from audit_entries
      where at < now() - interval '32 days' and ip <> '' and ip !~ '\\.0$' and ip !~ '::$' limit 20`,
  },
]
