// Reads everything that is stored, so that a test can check that nothing changed, or that a text is nowhere.
import { expect, vi } from 'vitest'
import type { TestDatabases } from './databases.ts'
import { cancelPlannedModelCalls } from './operations.ts'

/** Tables that record activity: sessions, the logs of workspaces, and which process holds a gateway. */
const TELLING = ['audit_entries', 'request_log', 'sessions', 'provider_gateways']

const planes = ({ identity, eu, na }: TestDatabases) => [identity, eu, na]

async function tablesOf({ pool }: TestDatabases['eu']): Promise<string[]> {
  const { rows } = await pool.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ tablename }) => tablename)
}

/**
 * A fingerprint of every table of the identity store and both regions, a line each, so that a difference names its
 * table.
 */
export async function snapshotDatabases(dbs: TestDatabases): Promise<string> {
  const prints = await Promise.all(
    planes(dbs).map(async (handle) => {
      const sums = (await tablesOf(handle))
        .filter((name) => !TELLING.includes(name))
        .map(
          (name) =>
            `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from "${name}" t`,
        )
      const { rows } = await handle.pool.query<{ name: string; sum: string }>(sums.join(' union all '))
      return rows.map(({ name, sum }) => `${name} ${sum}`)
    }),
  )
  return prints.flat().join('\n')
}

/** Names of the tables that contain the text. */
export async function holding(dbs: TestDatabases, text: string): Promise<string[]> {
  const found = await Promise.all(
    planes(dbs).map(async (handle) => {
      const looks = (await tablesOf(handle)).map(
        (name) => `select '${name}' as name from "${name}" t where position($1 in t::text) > 0`,
      )
      const { rows } = await handle.pool.query<{ name: string }>(looks.join(' union all '), [text])
      return rows.map(({ name }) => name)
    }),
  )
  return found.flat()
}

/** True when no job or stored message of a region waits. Jobs write on their own, so they have to end before a comparison. */
export async function idle({ eu, na }: TestDatabases): Promise<boolean> {
  const waiting = await Promise.all(
    [eu, na].map(({ pool }) =>
      pool.query(
        `select 1 from pgboss.job where name not like '\\_\\_%' and state in ('created', 'retry', 'active')
         union all select 1 from message_outbox`,
      ),
    ),
  )
  return waiting.every(({ rows }) => rows.length === 0)
}

/** Waits until no job is left and no later model call is planned: from then on only calls change data. */
export async function quiet(dbs: TestDatabases): Promise<void> {
  await vi.waitFor(async () => expect(await idle(dbs)).toBe(true), { timeout: 20_000, interval: 100 })
  await cancelPlannedModelCalls(dbs)
}

/** Waits until page reading and event delivery are done in the first region. */
export const settled = ({ eu }: TestDatabases) =>
  vi.waitFor(
    async () => {
      const { rows } = await eu.pool.query(
        `select 1 from pgboss.job where name not like '\\_\\_%' and state in ('created', 'active')
         union all select 1 from documents where status in ('queued', 'reading', 'indexing') and credits_needed is null`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 100 },
  )

/** Runs `work` for each item, a few at a time. */
export async function walk<T>(items: readonly T[], work: (item: T) => Promise<unknown>, lanes = 6): Promise<void> {
  const left = [...items]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}

/** The text of a response until it ends or is silent for so long; open streams send what they have at once. */
export async function textWithin(response: Response, milliseconds: number): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader) {
    const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds))
    const next = await Promise.race([reader.read().catch(() => undefined), silence])
    if (next === undefined || next.done) break
    text += decoder.decode(next.value, { stream: true })
  }
  await reader?.cancel().catch(() => undefined)
  return text
}
