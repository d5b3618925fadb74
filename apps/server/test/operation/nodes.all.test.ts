// Three server processes on one PostgreSQL, with and without Redis and a pooler: a chat on one is live on the others,
// and a killed one loses nothing.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { startRedis } from '@parlance/simulators/redis/server'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { type ServerProcess, startProcess } from '../helpers/child.ts'
import { freshDatabases } from '../helpers/databases.ts'
import { violations } from '../helpers/invariants.ts'
import { findProgram, startPgbouncer, startRedisServer } from '../helpers/outside-servers.ts'
import type { Person, TestAgent } from '../helpers/people.ts'

const dbs = await freshDatabases()
const [model, redis] = await Promise.all([startOpenAi({ firstTokenMs: 20, perTokenMs: 40 }), startRedis()])
const masterKey = randomBytes(32).toString('hex')
const dirs: string[] = []
const processes: ServerProcess[] = []
const SAID = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')

async function node(env: Readonly<Record<string, string>>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-node-'))
  dirs.push(dataDir)
  const running = await startProcess(dataDir, {
    DATABASE_URL_IDENTITY: dbs.urls.identity,
    DATABASE_URL_EU: dbs.urls.eu,
    DATABASE_URL_NA: dbs.urls.na,
    MASTER_KEY: masterKey,
    RATE_LIMIT_SCALE: '10000',
    OPENAI_API_KEY: model.key,
    OPENAI_BASE_URL: model.url,
    ...env,
  })
  processes.push(running)
  return { ...clientOf(running.url, model), process: running }
}
type Node = Awaited<ReturnType<typeof node>>

// Each has its own connections to PostgreSQL, which are limited.
afterEach(() => Promise.all(processes.splice(0).map((one) => one.stop())))
afterAll(async () => {
  await Promise.all([model.close(), redis.close()])
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})

/** Reads the events of a workspace on one node; returns the text so far. */
async function listen(on: Node, owner: Person): Promise<() => string> {
  const response = await fetch(`${on.api(owner.region)}/v2/workspaces/${owner.workspace.uid}/live`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  let heard = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) heard += next.value
  }
  // The node may be the one that is killed.
  void read().catch(() => undefined)
  await expect.poll(() => heard).toContain('"ready"')
  return () => heard
}

/** Starts a chat on one node, and expects the others to show it and to stream its answer live. */
async function expectSeenEverywhere([one, two, three]: readonly [Node, Node, Node], owner: Person, agent: TestAgent) {
  const heard = await Promise.all([listen(one, owner), listen(two, owner)])
  const visitorId = newVisitorId()
  const chat = await three.say(agent, { visitorId })
  const { metadata } = await chat.until(({ text }) => text.length > 20)
  const { conversationId = '', turnId = '' } = metadata ?? {}
  const follower = await one.resume(agent, turnId, 0, visitorId)
  await follower.until(({ text }) => text.length > 40)
  expect(chat.done()).toBe(false)
  await expect.poll(() => heard.every((text) => text().includes(conversationId)), { timeout: 20_000 }).toBe(true)
  const [said, followed] = await Promise.all([chat.rest(), follower.rest()])
  expect([said.text, followed.text]).toEqual([SAID, SAID])
  return conversationId
}

/** Kills the third node during six answers: acknowledged messages are stored once, and each turn ends. */
async function expectNothingLost([one, two, three]: readonly [Node, Node, Node], agent: TestAgent) {
  const visits = Array.from({ length: 6 }, () => ({ id: randomId(16), visitorId: newVisitorId() }))
  const turns = await Promise.all(
    visits.map(async (visit) => {
      const stream = await three.say(agent, visit)
      const begun = await stream.until(({ text }) => text.length > 10)
      return { visit, stream, ...begun.metadata }
    }),
  )
  const followers = await Promise.all(
    turns.map(({ visit, turnId = '' }, at) => (at % 2 === 0 ? two : one).resume(agent, turnId, 0, visit.visitorId)),
  )
  // What a follower elsewhere reads is stored, and so survives.
  await Promise.all(followers.map((follower) => follower.until(({ text }) => text.length > 0)))
  const endings = Promise.all(followers.map((follower) => follower.rest()))
  await three.process.kill()
  model.control.set({ firstTokenMs: 0, perTokenMs: 0 })
  const running = async () => (await dbs.eu.pool.query(`select 1 from turns where status = 'running'`)).rows.length
  // Their lease has not expired: the others leave them alone.
  expect(await running()).toBe(visits.length)
  await dbs.eu.pool.query(`update turns set lease_until = now() where status = 'running'`)
  await dbs.eu.pool.query('update conversations set lease_until = now() where running_turn is not null')
  await expect.poll(running, { timeout: 20_000 }).toBe(0)
  for (const { status, metadata } of await endings)
    expect([status, metadata?.status]).toEqual(['interrupted', 'interrupted'])
  for (const [at, { visit, stream, turnId = '', conversationId = '' }] of turns.entries()) {
    const other = at % 2 === 0 ? one : two
    await stream.rest().catch(() => undefined)
    const { answer } = await other.turn(agent, visit)
    // What had reached the database stays as a broken answer.
    expect(answer).toMatchObject({ status: answer.text === '' ? 'failed' : 'interrupted', metadata: { turnId } })
    expect(SAID.startsWith(answer.text)).toBe(true)
    const said = `select 1 from messages where conversation_id = $1 and author = 'user'`
    expect((await dbs.eu.pool.query(said, [conversationId])).rows).toHaveLength(1)
    // The visitor goes on at the node that they are routed to.
    const next = await other.turn(agent, { visitorId: visit.visitorId, conversationId })
    expect(next.answer).toMatchObject({ status: 'complete', metadata: { conversationId } })
  }
}

test('three nodes on one PostgreSQL act as one, also when one of them is killed', { timeout: 180_000 }, async () => {
  const nodes = await Promise.all([node({}), node({}), node({})])
  const owner = await nodes[0].signUp('eu')
  const agent = await nodes[2].makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  model.control.script(Array.from({ length: 20 }, () => ({ text: SAID })))
  await expectSeenEverywhere(nodes, owner, agent)
  await expectNothingLost(nodes, agent)
  expect(await violations(dbs)).toEqual([])
  expect(redis.published).toEqual([])
})

test('nodes with Redis notify each other there, on a channel per region', { timeout: 60_000 }, async () => {
  model.control.set({ firstTokenMs: 20, perTokenMs: 40 })
  const env = { REDIS_URL: redis.url }
  const nodes = await Promise.all([node(env), node(env), node(env)])
  const [owner, abroad] = [await nodes[0].signUp('eu'), await nodes[1].signUp('na')]
  const agent = await nodes[2].makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  const heardAbroad = await listen(nodes[0], abroad)
  model.control.script(Array.from({ length: 4 }, () => ({ text: SAID })))
  const conversationId = await expectSeenEverywhere(nodes, owner, agent)
  const carrying = redis.published.filter(([, text]) => text.includes(conversationId)).map(([channel]) => channel)
  expect(new Set(carrying)).toEqual(new Set(['parlance:news:eu']))
  expect(heardAbroad()).not.toContain(conversationId)
})

const [redisServer, pgbouncer] = [findProgram('redis-server'), findProgram('pgbouncer')]

test.runIf(redisServer)('a real Redis carries the events like the simulated one', { timeout: 60_000 }, async () => {
  const real = await startRedisServer(redisServer ?? '')
  onTestFinished(real.close)
  model.control.set({ firstTokenMs: 20, perTokenMs: 40 })
  const env = { REDIS_URL: real.url }
  const nodes = await Promise.all([node(env), node(env), node(env)])
  const owner = await nodes[0].signUp('eu')
  const agent = await nodes[2].makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  model.control.script(Array.from({ length: 4 }, () => ({ text: SAID })))
  await expectSeenEverywhere(nodes, owner, agent)
})

test.runIf(pgbouncer)('with Redis they work behind a pooler', { timeout: 120_000 }, async () => {
  const pooler = await startPgbouncer(pgbouncer ?? '', dbs.urls)
  onTestFinished(pooler.close)
  const real = redisServer ? await startRedisServer(redisServer) : redis
  if (real !== redis) onTestFinished(real.close)
  model.control.set({ firstTokenMs: 20, perTokenMs: 40 })
  const env = {
    REDIS_URL: real.url,
    DATABASE_URL_IDENTITY: pooler.urls['identity'] ?? '',
    DATABASE_URL_EU: pooler.urls['eu'] ?? '',
    DATABASE_URL_NA: pooler.urls['na'] ?? '',
  }
  const nodes = await Promise.all([node(env), node(env), node(env)])
  const owner = await nodes[0].signUp('eu')
  const agent = await nodes[2].makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  model.control.script(Array.from({ length: 20 }, () => ({ text: SAID })))
  await expectSeenEverywhere(nodes, owner, agent)
  await expectNothingLost(nodes, agent)
  expect(await violations(dbs)).toEqual([])
})
