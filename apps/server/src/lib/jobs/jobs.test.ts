// Jobs whose process died are retried once, and never taken from a live process.
import { randomId } from '@parlance/contract/lib/ids'
import { afterAll, expect, test } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import type { Ctx } from '../ctx.ts'
import { openPool } from '../db/pool.ts'
import { createLog } from '../log.ts'
import { type Job, retryWhileAway, startJobs } from './jobs.ts'
import { testAll } from '../../../../../scripts/test-tier.ts'

const dbs = await freshDatabases()
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** A process of the installation. Its `long` jobs keep running until released. */
async function startNode(name: string, alone: boolean) {
  const pool = openPool(dbs.eu.url, { max: 4, applicationName: name })
  const begun: string[] = []
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  const run: Job['run'] = (_ctx, { id }) => (begun.push(String(id)), released)
  const kinds: Job[] = [
    { name: 'long', run },
    { name: 'single', run, onlyOne: ({ of }) => String(of) },
    { name: 'wide', run, atOnce: 2 },
  ]
  const log = createLog({ level: 'silent' })
  const jobs = await startJobs({
    region: 'eu',
    pool,
    alone,
    jobs: kinds,
    contextFor: () => ({}) as Ctx,
    log,
    supervision: { timeout: 10, check: 1, offer: 1 },
  })
  let over = false
  const end = async () => {
    release()
    if (over) return
    over = true
    await jobs.close()
    await pool.end()
  }
  closing.push(end)
  return {
    begun,
    enqueue: jobs.enqueue,
    release,
    end,
    async begin(id = randomId(8)) {
      await jobs.enqueue('long', { id })
      await expect.poll(() => begun, { timeout: 20_000 }).toContain(id)
      return id
    },
    /** From now on the database hears nothing from it, as after a power cut. */
    async die() {
      over = true
      await pool.end()
    },
  }
}
const statesOf = async (id: string) =>
  (await dbs.eu.pool.query<{ state: string }>(`select state from pgboss.job where data->>'id' = $1`, [id])).rows.map(
    ({ state }) => state,
  )

test('runs one job per key at a time, and others independently', { timeout: 60_000 }, async () => {
  const node = await startNode('single', true)
  await node.enqueue('single', { id: 'first', of: 'a' })
  await expect.poll(() => node.begun, { timeout: 20_000 }).toEqual(['first'])
  await node.enqueue('single', { id: 'dropped', of: 'a' })
  await node.enqueue('single', { id: 'other', of: 'b' })
  const stored = await dbs.eu.pool.query(`select data->>'id' as id from pgboss.job where name = 'single' order by 1`)
  expect(stored.rows).toEqual([{ id: 'first' }, { id: 'other' }])
  node.release()
  await expect.poll(() => statesOf('first'), { timeout: 20_000 }).toEqual(['completed'])
  await node.enqueue('single', { id: 'again', of: 'a' })
  await expect.poll(() => node.begun, { timeout: 20_000 }).toContain('again')
  await node.end()
})

test('runs a job while another one of its kind hangs', { timeout: 60_000 }, async () => {
  const node = await startNode('wide', true)
  await node.enqueue('wide', { id: 'hangs' })
  await expect.poll(() => node.begun, { timeout: 20_000 }).toEqual(['hangs'])
  await node.enqueue('wide', { id: 'next' })
  await expect.poll(() => node.begun, { timeout: 20_000 }).toEqual(['hangs', 'next'])
  expect(await statesOf('hangs')).toEqual(['active'])
  node.release()
  for (const id of ['hangs', 'next']) await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['completed'])
  await node.end()
})

test('takes over unfinished jobs at once when it is the only process', { timeout: 60_000 }, async () => {
  const before = await startNode('before', true)
  const id = await before.begin()
  await before.die()
  const after = await startNode('after', true)
  after.release()
  await expect.poll(() => after.begun, { timeout: 20_000 }).toEqual([id])
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['completed'])
  await after.end()
})

testAll(
  'once its heartbeat is overdue another node takes up what a dead one was at, and nothing of one that lives',
  { timeout: 60_000 },
  async () => {
    // Each is busy with its first job, so the next one starts elsewhere.
    const dead = await startNode('dead', false)
    const lost = await dead.begin()
    const alive = await startNode('alive', false)
    const kept = await alive.begin()
    await dead.die()
    const other = await startNode('other', false)
    await expect.poll(() => other.begun, { timeout: 40_000 }).toEqual([lost])
    expect(await statesOf(kept)).toEqual(['active'])
    for (const node of [alive, other]) node.release()
    for (const id of [lost, kept]) await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['completed'])
    expect([alive.begun, other.begun]).toEqual([[kept], [lost]])
  },
)

test('is patient with a database that does not answer yet, and with nothing else', async () => {
  const log = createLog({ level: 'silent' })
  const failing = (times: number, error: Error) => {
    let calls = 0
    return { calls: () => calls, step: async () => (++calls <= times ? Promise.reject(error) : 'done') }
  }
  const away = new Error('timeout exceeded when trying to connect')
  const pace = { pauseMs: 1, tries: 5 }
  const slow = failing(4, away)
  expect(await retryWhileAway(slow.step, log, pace)).toBe('done')
  const gone = failing(9, away)
  await expect(retryWhileAway(gone.step, log, pace)).rejects.toBe(away)
  const broken = failing(1, new Error('syntax error'))
  await expect(retryWhileAway(broken.step, log, pace)).rejects.toThrow('syntax error')
  expect([slow.calls(), gone.calls(), broken.calls()]).toEqual([5, 5, 1])
})
