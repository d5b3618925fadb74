// SQL of widget counts. Written in the order of keys, to avoid deadlocks.
import type { Count, CountKind, CountRecord } from '@parlance/contract/analytics/counts'
import { storableJson as json } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import { runPrepared } from '../../lib/db/prepared-statement.ts'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'

export interface DayCount extends Count {
  readonly agentId: string
  readonly day: string
  readonly count: number
}
export interface SiteLoads {
  readonly agentId: string
  readonly origin: string
  readonly loads: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/** Sites stored per agent; the least loaded, then the longest unseen, are deleted first. */
export const MAX_SITES = 200

export async function addCounts(db: Db, counts: readonly DayCount[]): Promise<void> {
  if (counts.length === 0) return
  const input = json(
    counts.map(({ agentId, day, record, kind, value, count }) => ({
      a: agentId,
      d: day,
      r: record,
      k: kind,
      v: value,
      n: count,
    })),
  )
  await runPrepared(
    db,
    'analytics_add',
    sql`insert into agent_counts (agent_id, day, record, kind, value, count)
      select a, d, r, k, v, sum(n) from jsonb_to_recordset(${input}::jsonb) as r(a text, d date, r text, k text, v text, n bigint)
      group by a, d, r, k, v order by a, d, r, k, v
      on conflict (agent_id, day, record, kind, value) do update set count = agent_counts.count + excluded.count`,
  )
}

export async function addSites(db: Db, sites: readonly SiteLoads[]): Promise<void> {
  if (sites.length === 0) return
  const input = json(
    sites.map(({ agentId, origin, loads, firstAt, lastAt }) => ({
      a: agentId,
      o: origin,
      n: loads,
      f: firstAt,
      l: lastAt,
    })),
  )
  await db.execute(sql`insert into agent_sites (agent_id, origin, loads, first_at, last_at)
    select a, o, n, f, l from jsonb_to_recordset(${input}::jsonb) as r(a text, o text, n bigint, f timestamptz, l timestamptz)
    order by a, o
    on conflict (agent_id, origin) do update set loads = agent_sites.loads + excluded.loads, last_at = greatest(agent_sites.last_at, excluded.last_at)`)
  const agents = sql.param([...new Set(sites.map(({ agentId }) => agentId))])
  await db.execute(sql`delete from agent_sites s using (
      select agent_id, origin, row_number() over (partition by agent_id order by loads desc, last_at desc, origin) as place
      from agent_sites where agent_id = any(${agents}::text[])
    ) r where r.place > ${MAX_SITES} and s.agent_id = r.agent_id and s.origin = r.origin`)
}

/** The commit does not wait for the disk: a power cut may lose the last moment of counts. */
export const disableSynchronousCommit = (db: Db) => db.execute(sql`set local synchronous_commit = off`)

export interface DaySum {
  day: string
  record: CountRecord
  count: number
}
export interface Share {
  kind: CountKind
  value: string
  record: CountRecord
  count: number
}

export const sumsByDay = (db: Db, agentId: string, from: string, to: string): Promise<DaySum[]> =>
  rows(
    db,
    sql`select day::text as day, record, count::float8 as count from agent_counts
      where agent_id = ${agentId} and day between ${from}::date and ${to}::date and kind = '' order by day`,
  )

export const shares = (db: Db, agentId: string, from: string, to: string): Promise<Share[]> =>
  rows(
    db,
    sql`select kind, value, record, sum(count)::float8 as count from agent_counts
      where agent_id = ${agentId} and day between ${from}::date and ${to}::date and kind <> '' group by kind, value, record`,
  )

export async function hasAny(db: Db, agentId: string): Promise<boolean> {
  return (await rows(db, sql`select 1 from agent_counts where agent_id = ${agentId} limit 1`)).length > 0
}

export async function sitesOf(db: Db, agentId: string, from: string, to: string, limit: number): Promise<SiteLoads[]> {
  const found = await rows<{ origin: string; loads: number; first_at: string; last_at: string }>(
    db,
    sql`select origin, loads::float8 as loads, first_at, last_at from agent_sites
      where agent_id = ${agentId} and last_at >= ${from}::date::timestamp at time zone 'utc' and first_at < (${to}::date + 1)::timestamp at time zone 'utc'
      order by loads desc, last_at desc, origin limit ${limit}`,
  )
  return found.map((row) => ({
    agentId,
    origin: row.origin,
    loads: row.loads,
    firstAt: new Date(row.first_at),
    lastAt: new Date(row.last_at),
  }))
}

/** For each agent the site that loaded it last, and the number of sites, without `own`. */
export async function lastSites(db: Db, agentIds: readonly string[], own: string) {
  const found = await rows<{ agent_id: string; origin: string; last_at: string; sites: number }>(
    db,
    sql`select distinct on (agent_id) agent_id, origin, last_at, (count(*) over (partition by agent_id))::float8 as sites
      from agent_sites where agent_id = any(${sql.param([...agentIds])}::text[]) and origin <> ${own}
      order by agent_id, last_at desc, origin`,
  )
  return new Map(
    found.map((row) => [row.agent_id, { origin: row.origin, lastAt: new Date(row.last_at), sites: row.sites }]),
  )
}

export async function chatsOn(db: Db, agentIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>> {
  const found = await rows<{ agent_id: string; chats: number }>(
    db,
    sql`select agent_id, sum(count)::float8 as chats from agent_counts
      where agent_id = any(${sql.param([...agentIds])}::text[]) and day = ${day}::date and kind = '' and record = 'chats'
      group by agent_id`,
  )
  return new Map(found.map(({ agent_id, chats }) => [agent_id, chats]))
}

export async function forget(db: Db, agentIds: readonly string[]): Promise<void> {
  if (agentIds.length === 0) return
  const ids = sql.param([...agentIds])
  await db.execute(sql`delete from agent_counts where agent_id = any(${ids}::text[])`)
  await db.execute(sql`delete from agent_sites where agent_id = any(${ids}::text[])`)
}

/** Agents with counts, in order, after the given one. One index lookup per agent. */
export async function agentsAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`with recursive ids as (
        (select agent_id as id, 1 as n from agent_counts where agent_id > ${after} order by agent_id limit 1)
        union all
        select (select c.agent_id from agent_counts c where c.agent_id > ids.id order by c.agent_id limit 1), ids.n + 1
        from ids where ids.id is not null and ids.n < ${limit}
      ) select id from ids where id is not null`,
  )
  return found.map(({ id }) => id)
}
