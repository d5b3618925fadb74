import type { Region } from '@parlance/contract/lib/regions'
import { startRedis } from '@parlance/simulators/redis/server'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { freshDatabases } from '../../test/helpers/databases.ts'
import { createContexts } from './context.ts'
import type { Databases } from './db/databases.ts'
import { type Job, type Jobs, startJobs } from './jobs/jobs.ts'
import { createOutbox } from './jobs/outbox.ts'
import { createLog } from './log.ts'
import { createBus } from './realtime/bus.ts'

const dbs = await freshDatabases()
const redis = await startRedis()
const log = createLog({ level: 'silent' })
const databases: Databases = {
  identity: dbs.identity,
  region: { eu: dbs.eu, na: dbs.na },
  embedded: false,
  close: async () => {},
}
const ran: { region: Region; workspaceId: string; name: string; data: object }[] = []
let failures = 0
const contexts = createContexts({
  databases,
  eventHandlers: { 'workspace.created': ['greet'], 'account.verified': ['welcome'] },
  outbox: { put: async () => Promise.reject(new Error('every region is served here')) },
  log,
  now: () => new Date(),
  origin: () => ({ kind: 'app', origin: 'https://app.example', isSecure: true }),
})
const kind = (name: string, run: Job['run'] = async () => {}): Job => ({
  name,
  run: async (ctx, data) => {
    await run(ctx, data)
    ran.push({ region: ctx.region, workspaceId: ctx.workspaceId, name, data })
  },
})
const kinds = [
  kind('greet'),
  kind('welcome'),
  kind('flaky', async () => {
    if ((failures += 1) === 1) throw new Error('not yet')
  }),
]
const jobs = new Map<Region, Jobs>()
for (const region of ['eu', 'na'] as const)
  jobs.set(
    region,
    await startJobs({
      region,
      pool: dbs[region].pool,
      alone: false,
      jobs: kinds,
      contextFor: (workspaceId) => contexts.system(region, workspaceId),
      log,
    }),
  )
contexts.attach(jobs)
await dbs.eu.pool.query('create table notes (text text primary key)')
afterAll(() => Promise.all([redis.close(), ...[...jobs.values()].map((one) => one.close())]))

const ranFor = (workspaceId: string) => ran.filter((one) => one.workspaceId === workspaceId)
const notes = async () =>
  (await dbs.eu.pool.query<{ text: string }>('select text from notes order by 1')).rows.map(({ text }) => text)

test('runs handlers after the commit, in the event’s workspace and region', async () => {
  const ctx = contexts.system('eu', 'w1')
  await ctx.tx(async (tx) => {
    await tx.db.execute(sql`insert into notes values ('kept')`)
    await tx.emit({ type: 'workspace.created', workspaceId: 'w1' })
    expect(ranFor('w1')).toEqual([])
  })
  await expect.poll(() => ranFor('w1'), { timeout: 20_000 }).toHaveLength(1)
  expect(ranFor('w1')[0]).toMatchObject({ region: 'eu', name: 'greet', data: { type: 'workspace.created' } })
  expect(await notes()).toEqual(['kept'])
})

test('runs no handler and stores nothing when a transaction fails, also a nested one', async () => {
  const ctx = contexts.system('eu', 'w2')
  const work = ctx.tx((tx) =>
    tx.tx(async (inner) => {
      expect(inner.db).toBe(tx.db)
      await inner.db.execute(sql`insert into notes values ('lost')`)
      await inner.emit({ type: 'workspace.created', workspaceId: 'w2' })
      throw new Error('no')
    }),
  )
  await expect(work).rejects.toThrow('no')
  await ctx.emit({ type: 'workspace.created', workspaceId: 'w3' })
  await expect.poll(() => ranFor('w3'), { timeout: 20_000 }).toHaveLength(1)
  expect(ranFor('w2')).toEqual([])
  expect(await notes()).toEqual(['kept'])
})

test('runs handlers in the region that an event names', async () => {
  const event = { type: 'account.verified', userId: 'u', email: 'a@x', name: '', region: 'na' } as const
  await contexts.system('eu').tx((tx) => tx.emit(event))
  await expect.poll(() => ran.filter(({ name }) => name === 'welcome'), { timeout: 20_000 }).toHaveLength(1)
  expect(ran.find(({ name }) => name === 'welcome')).toMatchObject({ region: 'na', workspaceId: '' })
})

test('retries a failed job', async () => {
  await jobs.get('na')?.enqueue('flaky', { workspaceId: 'w4' })
  await expect.poll(() => ranFor('w4'), { timeout: 20_000 }).toHaveLength(1)
  expect(failures).toBe(2)
})

const NEWS_LINES = {
  PostgreSQL: {},
  Redis: { redisUrl: redis.url },
}
test.each(Object.entries(NEWS_LINES))(
  'over %s news reaches every node once, its own at once, and only its topic and region',
  { timeout: 20_000 },
  async (over, how) => {
    const lines = (['eu', 'na'] as const).map((region) => ({
      region,
      pool: dbs[region].pool,
      url: dbs[region].url,
      ...how,
    }))
    const [here, there] = [await createBus(lines, log), await createBus(lines, log)]
    const heard: Record<string, number[]> = { here: [], there: [], na: [], other: [] }
    const into = (name: string) => (n: number) => void heard[name]?.push(n)
    const off = here.subscribe('eu', 'topic', into('here'))
    there.subscribe('eu', 'topic', into('there'))
    there.subscribe('na', 'topic', into('na'))
    there.subscribe('eu', 'other', into('other'))
    const numbers = Array.from({ length: 2000 }, (_, index) => index)
    for (const n of numbers) here.publish('eu', 'topic', n)
    expect(heard['here']).toEqual(numbers)
    await expect.poll(() => heard['there']?.toSorted((a, b) => a - b), { timeout: 20_000 }).toEqual(numbers)
    expect([heard['na'], heard['other']]).toEqual([[], []])
    off()
    here.publish('eu', 'topic', -1)
    await expect.poll(() => heard['there']?.at(-1)).toBe(-1)
    expect(heard['here']).toEqual(numbers)
    // A broken connection is reopened; updates in between may be lost, later ones not.
    if (over === 'Redis') redis.drop()
    else
      await dbs.eu.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parlance-news' and datname = current_database()`,
      )
    const again = () => {
      here.publish('eu', 'topic', -2)
      return heard['there']?.at(-1)
    }
    await expect.poll(again, { timeout: 20_000, interval: 100 }).toBe(-2)
    await Promise.all([here.close(), there.close()])
    await expect.poll(() => redis.listeners('parlance:news:eu')).toBe(0)
  },
)

test('fails at start with a message when Redis is unreachable', async () => {
  const lines = [{ region: 'eu' as const, pool: dbs.eu.pool, url: dbs.eu.url, redisUrl: 'redis://127.0.0.1:1' }]
  await expect(createBus(lines, log)).rejects.toThrow('Redis could not be reached')
})

test('keeps an event for a region that is not served, once, for a process that serves it', async () => {
  const outbox = createOutbox(dbs.identity.pool, log)
  const euOnly = createContexts({
    databases: { ...databases, region: { eu: dbs.eu } as Databases['region'] },
    eventHandlers: { 'account.recovered': ['welcome', 'greet'] },
    outbox,
    log,
    now: () => new Date(),
    origin: () => ({ kind: 'app', origin: 'https://app.example', isSecure: true }),
  })
  const event = { type: 'account.recovered', userId: 'w7', region: 'na', renewal: 'r' } as const
  await euOnly.system('eu').emit(event)
  await expect(
    euOnly.system('eu').tx(async (tx) => {
      await tx.emit({ ...event, userId: 'w8' })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  const waiting = async () =>
    (await dbs.identity.pool.query<{ job: string }>('select job from outbox order by id')).rows
  expect((await waiting()).length).toBeGreaterThanOrEqual(2)
  const stopIdle = outbox.carry(new Map([['eu', jobs.get('eu') as Jobs]]))
  await stopIdle()
  expect((await waiting()).length).toBeGreaterThanOrEqual(2)
  // Nodes that start together share the work.
  const stops = [outbox.carry(jobs), outbox.carry(jobs), outbox.carry(jobs)]
  const heard = () => ran.filter(({ data }) => 'userId' in data && data.userId === 'w7')
  await expect.poll(() => heard().length, { timeout: 20_000 }).toBe(2)
  expect(
    heard()
      .map(({ region, name }) => [region, name].join(' '))
      .toSorted(),
  ).toEqual(['na greet', 'na welcome'])
  await Promise.all(stops.map((stop) => stop()))
  expect(await waiting()).toEqual([])
})

test('waits with events until the jobs have started', async () => {
  const early = createContexts({
    databases,
    eventHandlers: { 'workspace.created': ['greet'] },
    outbox: createOutbox(dbs.identity.pool, log),
    log,
    now: () => new Date(),
    origin: () => ({ kind: 'app', origin: 'https://app.example', isSecure: true }),
  })
  const emitted = early.system('eu').emit({ type: 'workspace.created', workspaceId: 'w9' })
  early.attach(jobs)
  await emitted
  await expect.poll(() => ranFor('w9'), { timeout: 20_000 }).toHaveLength(1)
})
