// When credits run short, background work pauses and keeps its place, and visitors get answers while any are left.
import type { Document } from '@parlance/contract/knowledge/schemas'
import { pagesOf } from '@parlance/contract/knowledge/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call } from '../helpers/people.ts'
import { violations } from '../helpers/invariants.ts'
import { knowledgeOf } from '../helpers/knowledge.ts'
import type { Person } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const server = await startTestServer()
const { pool } = server.dbs.eu
const { billing } = server.running.container.services
const WAIT = { timeout: 20_000, interval: 25 }
const systemCtx = server.running.container.contexts.system('eu')

beforeEach(() => server.model.control.reset())
afterEach(async () => expect(await violations(server.dbs)).toEqual([]))

/** An owner whose turns cost one credit and whose knowledge is embedded by a model. */
async function ownerWith(credits: number) {
  const owner = await server.signUp('eu')
  await server.useOwnKey(owner)
  await server.setCredits(owner, credits * 1000)
  return owner
}
const shouldContinue = async (agentId: string) =>
  (
    await server.must<{ data: { shouldContinue: boolean } }>(
      'GET',
      `${server.api('eu')}/v2/public/agents/${agentId}/usage`,
      undefined,
    )
  ).data.shouldContinue
const largeText = (n: number) =>
  Array.from({ length: 1300 }, (_, at) => `Text ${n}: sentence ${at} tells of parcel ${n * 7919 + at * 31}.`).join(' ')
const spentOf = async ({ workspace }: Person) => {
  const { rows } = await pool.query<{ spent: string }>(
    `select balance as spent from ledger_accounts where id = $1 || ':spent'`,
    [workspace.uid],
  )
  return Number(rows[0]?.spent)
}
const embeddedOf = async (docIds: readonly string[]) => {
  const { rows } = await pool.query<{ id: string; embedded: number; chunks: number }>(
    `select document_id as id, count(embedding)::int as embedded, count(*)::int as chunks from chunks
     where document_id = any($1) group by 1`,
    [docIds],
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

testAll(
  'indexes twelve large texts in order as far as credits reach, pauses the rest, and continues with a grant',
  { timeout: 120_000 },
  async () => {
    const owner = await ownerWith(0)
    const agent = await server.makeAgent(owner)
    const kb = knowledgeOf(server, agent)
    const texts = Array.from({ length: 12 }, (_, n) => largeText(n))
    const costs = texts.map((text) => pagesOf(text.length))
    const [cost = 0] = costs
    expect(new Set(costs)).toEqual(new Set([cost]))
    // Enough for eight embeddings, and not quite for a ninth.
    const credits = 8 * cost + cost - 3
    await server.setCredits(owner, credits * 1000)

    const added = await Promise.all(
      texts.map((content, n) => kb.must<{ data: Document }>('POST', '', { name: `Text ${n}`, content })),
    )
    const ids = added.map(({ data }) => data.ID)
    // Visitors still get answers.
    const answered = await server.turn(agent)
    expect(answered.status).toBe(200)
    expect(await shouldContinue(agent.id)).toBe(true)

    const documents = await Promise.all(ids.map((id) => kb.settled(id, 60_000)))
    expect(documents.filter(({ status }) => status === 'failed')).toEqual([])
    const paused = documents.filter(({ status }) => status === 'paused')
    expect(paused).toHaveLength(4)
    for (const document of paused)
      expect(document).toMatchObject({
        creditsNeeded: cost,
        mayRetry: true,
        reason: expect.stringMatching(/indexing resumes/),
      })
    const { rows } = await pool.query<{ status: boolean }>(
      `select credits_needed is null as status from documents where id = any($1) order by created_at, id`,
      [ids],
    )
    expect(rows.map(({ status }) => status)).toEqual([...Array(8).fill(true), ...Array(4).fill(false)])
    // Nothing was spent on embeddings that don't exist.
    const embedded = await embeddedOf(ids)
    for (const { ID, status } of documents) {
      const counts = embedded.get(ID)
      expect(counts?.embedded).toBe(status === 'ready' ? counts?.chunks : 0)
    }
    expect(await spentOf(owner)).toBe((8 * cost + 1) * 1000)
    expect(await server.balance(owner)).toEqual({ available: (cost - 4) * 1000, held: 0 })
    expect(await shouldContinue(agent.id)).toBe(true)
    expect((await server.turn(agent)).status).toBe(200)
    // A retry does not add credits.
    await kb.must('POST', `/${paused[0]?.ID ?? ''}/refetch`)
    expect(await kb.settled(paused[0]?.ID ?? '')).toMatchObject({ status: 'paused' })

    await server.setCredits(owner, (4 * cost + 5) * 1000)
    await vi.waitFor(
      async () => {
        for (const id of ids)
          expect(await kb.get(id)).toMatchObject({ status: 'ready', reason: '', creditsNeeded: null })
      },
      { timeout: 50_000, interval: 250 },
    )
    expect(await spentOf(owner)).toBe((12 * cost + 2) * 1000)
    expect(await server.balance(owner)).toEqual({ available: 5000, held: 0 })
  },
)

test('uses credits held by background work for a visitor’s turn, and background work pays with the rest', async () => {
  const owner = await ownerWith(10)
  const agent = await server.makeAgent(owner)
  const item = { workspaceId: owner.workspace.uid, agentId: agent.id, holdKey: `judge:${randomId(8)}`, cause: 'Work' }
  await systemCtx.tx((tx) => billing.holdMany(tx.db, [{ ...item, amount: 10_000, priority: 'background' }]))
  expect(await server.balance(owner)).toEqual({ available: 0, held: 10_000 })
  expect(await shouldContinue(agent.id)).toBe(true)
  const credits = await call('GET', `${server.api('eu')}/public/users/${owner.workspace.uid}/check-credits`)
  expect(credits.body).toMatchObject({ continue: true })
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.turn(agent)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(2)
  expect(await server.balance(owner)).toEqual({ available: 0, held: 0 })
  expect(await shouldContinue(agent.id)).toBe(false)
  const [settled] = await systemCtx.tx((tx) => billing.settleMany(tx.db, [{ ...item, cost: 10_000 }]))
  expect(settled).toMatchObject({ settled: true, charged: 0 })
})

test('takes no credits from other turns, and background work takes none from any turn', async () => {
  const owner = await ownerWith(1)
  const agent = await server.makeAgent(owner)
  const item = { workspaceId: owner.workspace.uid, agentId: agent.id, cause: 'Turn' }
  const turn = { ...item, holdKey: `turn:${randomId(8)}` }
  await systemCtx.tx((tx) => billing.holdMany(tx.db, [{ ...turn, amount: 1000 }]))
  expect((await server.turn(agent)).status).toBe(402)
  const room = { workspaceId: owner.workspace.uid, amount: 1000 } as const
  for (const priority of ['visitor', 'waiting', 'background'] as const)
    expect(await systemCtx.tx((tx) => billing.reclaim(tx.db, { ...room, priority }))).toBe(0)
  await systemCtx.tx((tx) => billing.settleMany(tx.db, [{ ...turn, cost: 0 }]))
})

test('never overdraws, and answers every visitor, when turns and background holds run in parallel', async () => {
  const owner = await ownerWith(20)
  const agent = await server.makeAgent(owner)
  const workspaceId = owner.workspace.uid
  const background = async (n: number) => {
    const item = { workspaceId, agentId: agent.id, holdKey: `knowledge:race:${n}`, cause: 'Work' }
    const held = await systemCtx
      .tx((tx) => billing.holdMany(tx.db, [{ ...item, amount: 3000, priority: 'background' }]))
      .then(
        () => true,
        () => false,
      )
    return { item, held }
  }
  const [works, turns] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, (_, n) => background(n))),
    Promise.all(Array.from({ length: 15 }, () => server.turn(agent))),
  ])
  expect(turns.map(({ status }) => status)).toEqual(Array(15).fill(200))
  const settled = await systemCtx.tx((tx) =>
    billing.settleMany(
      tx.db,
      works.filter(({ held }) => held).map(({ item }) => ({ ...item, cost: 3000 })),
    ),
  )
  const charged = settled.reduce((sum, one) => sum + one.charged, 0)
  expect(await server.balance(owner)).toEqual({ available: 5000 - charged, held: 0 })
  expect(await spentOf(owner)).toBe(15_000 + charged)
})

test(
  'notifies the members of a workspace and mails its owner once per low-credit mark',
  { timeout: 60_000 },
  async () => {
    const owner = await ownerWith(501)
    const agent = await server.makeAgent(owner)
    const notices = async () => {
      const url = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/notifications`
      const { items } = await server.must<{ items: { title: string; urlPathname: string }[] }>('GET', url, owner.token)
      return items
        .filter(({ urlPathname }) => urlPathname.endsWith(`/account/billing?workspace=${owner.workspace.uid}`))
        .map(({ title }) => title)
    }
    const mails = async () =>
      (await server.mailsTo(owner.email)).map(({ subject }) => subject).filter((subject) => /credits/.test(subject))
    const turns = async (credits: number, count: number) => {
      await server.setCredits(owner, credits * 1000)
      for (let nth = 0; nth < count; nth += 1) await server.turn(agent)
    }
    await turns(501, 3)
    await vi.waitFor(async () => expect(await notices()).toEqual(['499 credits left']), WAIT)
    await vi.waitFor(async () => expect(await mails()).toEqual(['Your credits are running low']), WAIT)
    await turns(1, 1)
    const after = ['You have no credits left', '499 credits left']
    await vi.waitFor(async () => expect(await notices()).toEqual(after), WAIT)
    await vi.waitFor(async () => expect(await mails()).toContain('You have no credits left'), WAIT)
    expect(await mails()).toHaveLength(2)
  },
)
