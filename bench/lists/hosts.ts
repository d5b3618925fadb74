// `npm run bench:hosts`: which agency a request's host belongs to, among 10,000 stored hosts and among one, cached and
// uncached.
import { createHostStore, type MayHaveHosts } from '../../apps/server/src/modules/domains/index.ts'
import { createOrigins } from '../../apps/server/src/lib/origin/origin.ts'
import type { Pool } from '../../apps/server/src/lib/db/pool.ts'
import { withDatabase } from '../kb/database.ts'
import { print, say } from '../output.ts'
import { summarise } from '../stats.ts'

const HOSTS = 10_000
/** Milliseconds. */
const AIM = 0.1
const ROUNDS = 2000

const addHosts = (pool: Pool, from: number, to: number) =>
  pool.query(
    `insert into hosts (host, kind, region, agency_id, workspace_id, status, created_at, updated_at)
     select 'chat' || n || '.agency.example', 'custom', 'eu', 'a' || n, 'w' || n, 'live', now(), now()
     from generate_series($1::int, $2::int) n`,
    [from, to],
  )

const everyone: MayHaveHosts = async () => true

await withDatabase(async ({ pool, ctx }) => {
  const rows: Record<string, string | number>[] = []
  for (const stored of [1, HOSTS]) {
    await addHosts(pool, stored === 1 ? 1 : 2, stored)
    await pool.query('vacuum analyze hosts')
    const origins = createOrigins({ publicUrl: 'https://app.example' }, createHostStore(ctx.db, everyone))
    const hostOf = (nth: number) => `chat${1 + ((nth * 7919) % stored)}.agency.example`
    const headersOf = (nth: number) => new Headers({ host: hostOf(nth) })
    const time = async (nth: number) => {
      const headers = headersOf(nth)
      const began = performance.now()
      const found = origins.resolve(headers)
      const origin = found instanceof Promise ? await found : found
      const ms = performance.now() - began
      if (origin?.kind !== 'agency') throw new Error(`${hostOf(nth)} was not found`)
      return ms
    }
    const measure = async (what: string, before: (nth: number) => void) => {
      const times: number[] = []
      for (let nth = 0; nth < ROUNDS; nth += 1) {
        before(nth)
        times.push(await time(nth))
      }
      const { median, p95, p99 } = summarise(times)
      rows.push({ 'stored hosts': stored, how: what, p50: median, p95, p99 })
      return p95
    }
    await measure('uncached, one indexed row', (nth) => origins.forget(hostOf(nth)))
    for (let nth = 0; nth < stored; nth += 1) await origins.resolve(headersOf(nth))
    const p95 = await measure('cached', () => {})
    if (stored === HOSTS) say(`cached p95 ${p95 <= AIM ? 'meets' : 'misses'} the aim of ${AIM} ms`)
  }
  print(rows)
}, 'identity')
