// SQL of the credit flow: where the credits spent in a period came from, who spent them, and what they paid for.
import { sql, type SQL } from 'drizzle-orm'
import type { CreditFlowGroup } from '@parlance/contract/billing/receipt-groups'
import type { Milli } from '@parlance/contract/lib/money'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import { IS_BACK, list, LOT } from './receipts.repository.ts'

export interface FlowQuery {
  readonly payers: readonly string[]
  readonly workspaceId: string
  readonly by: CreditFlowGroup
  readonly from: Date
  readonly before: Date
  /** Smaller agents or clients than this many are added up. */
  readonly most: number
}

export interface FlowRow {
  /** What brought the credits: kind, start of the key and, for a payment, cause of the first transaction. */
  readonly kind: string
  readonly origin: string
  readonly cause: string
  readonly isClient: boolean
  /** Null for those added up. */
  readonly key: string | null
  /** The first part of the hold's key. */
  readonly work: string
  readonly channel: string
  readonly credits: Milli
  /** How many agents or clients spent something. */
  readonly keys: number
}

const SPENDERS: Readonly<Record<CreditFlowGroup, SQL>> = {
  agent: sql.raw(`coalesce(t.agent_id, '')`),
  client: sql.raw('t.workspace_id'),
}

/** The oldest credits are spent first, as in `listReceiptsOfLot`. */
export function readCreditFlow(db: Db, query: FlowQuery): Promise<FlowRow[]> {
  const { workspaceId, by, most } = query
  const [from, before] = [query.from, query.before].map((at) => sql`${at.toISOString()}::timestamptz`)
  const of = sql`t.workspace_id = any(${list(query.payers)}) and t.amount <> 0 and t.kind not in ('hold', 'release')`
  const isSpent = sql`t.amount < 0 and not ${IS_BACK}`
  return rows<FlowRow>(
    db,
    sql`with moves as (
        select t.workspace_id, t.id, t.kind, t.amount, ${LOT} as lot, ${IS_BACK} as is_back,
          split_part(t.key, ':', 1) || ':' || split_part(t.key, ':', 2) as origin,
          case when t.kind = 'topup' then t.cause else '' end as cause
        from ledger_transactions t where ${of} and t.kind <> 'settle'
      ), came as (
        select workspace_id, min(id) as id, sum(amount) as amount, (array_agg(kind order by id))[1] as kind,
          (array_agg(origin order by id))[1] as origin, (array_agg(cause order by id))[1] as cause
        from moves where amount > 0 or is_back group by workspace_id, lot
      ), lots as (
        select workspace_id, kind, origin, cause, sum(amount) over w - amount as first, sum(amount) over w as last
        from came window w as (partition by workspace_id order by id)
      ), earlier as (
        select t.workspace_id, sum(-t.amount) as amount from ledger_transactions t
        where ${of} and ${isSpent} and t.at < ${from} group by t.workspace_id
      ), went as (
        select m.*, coalesce(e.amount, 0) + sum(m.amount) over w - m.amount as first,
          coalesce(e.amount, 0) + sum(m.amount) over w as last
        from (
          select t.workspace_id, t.id, t.kind, -t.amount as amount, ${SPENDERS[by]} as key, split_part(t.key, ':', 2) as work,
            case when t.usage->>'channel' in ('voice', 'test') then t.usage->>'channel' else '' end as channel
          from ledger_transactions t where ${of} and ${isSpent} and t.at >= ${from} and t.at < ${before}
        ) m left join earlier e on e.workspace_id = m.workspace_id
        window w as (partition by m.workspace_id order by m.id)
      ), span as (
        select workspace_id, min(first) as first, max(last) as last from went group by workspace_id
      ), used as (
        select l.* from lots l join span s on s.workspace_id = l.workspace_id and l.last > s.first and l.first < s.last
      ), ranked as (
        select key, row_number() over (order by sum(amount) desc, key) as nth from went where kind = 'settle' group by key
      )
      select u.kind, u.origin, u.cause, w.workspace_id <> ${workspaceId} as "isClient",
        case when r.nth <= ${most}::int then w.key end as key, w.work, w.channel,
        sum(least(w.last, u.last) - greatest(w.first, u.first))::float8 as credits, (select count(*)::int from ranked) as keys
      from went w join used u on u.workspace_id = w.workspace_id and w.last > u.first and w.first < u.last
        join ranked r on r.key = w.key
      where w.kind = 'settle' group by 1, 2, 3, 4, 5, 6, 7`,
  )
}
