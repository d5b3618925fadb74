// Retrieval questions: saved, run alone and together, and run again when knowledge changed.
import type { GoldenQuestion, GoldenRun } from '@parlance/contract/retrieval-evals/schemas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { QUIET_MS } from '../../src/modules/retrieval-evals/runs.ts'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
})
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

const { retrievalEvals: goldens } = server.running.container.services
const at = ({ id }: Pick<TestAgent, 'id'>, path: string) => `${server.api('eu')}/v2/agents/${id}${path}`
const send = <T>(agent: TestAgent, method: string, path: string, body?: object) =>
  server.must<T>(method, at(agent, path), agent.owner.token, body)
const refused = async (agent: TestAgent, method: string, path: string, body?: object, bearer = agent.owner.token) => {
  const answer = await call<{ code: string; message: string }>(method, at(agent, path), {
    bearer,
    ...(body ? { body } : {}),
  })
  return { status: answer.status, code: answer.body.code, message: answer.body.message }
}
const teach = async (agent: TestAgent, name: string, content: string) =>
  (await send<{ data: { ID: string } }>(agent, 'POST', '/kb', { name, content })).data.ID
const save = async (agent: TestAgent, body: { question: string; docId: string; quote?: string }) =>
  (await send<{ data: GoldenQuestion }>(agent, 'POST', '/goldens', body)).data
const list = async (agent: TestAgent, query = '') =>
  await send<{ items: GoldenQuestion[]; nextCursor: string | null }>(agent, 'GET', `/goldens${query}`)
const runs = async (agent: TestAgent, query = '') =>
  await send<{ items: GoldenRun[]; nextCursor: string | null }>(agent, 'GET', `/golden-runs${query}`)
const over = (agent: TestAgent, id: string) =>
  vi.waitFor(
    async () => {
      const run = (await runs(agent)).items.find((one) => one.id === id)
      expect(run?.status).toBe('done')
      return run
    },
    { timeout: 20_000, interval: 50 },
  )
const run = async (agent: TestAgent) => {
  const { data } = await send<{ data: GoldenRun }>(agent, 'POST', '/golden-runs')
  return over(agent, data.id)
}
const rows = async (sql: string, ...params: unknown[]) =>
  (await server.dbs.eu.pool.query(sql, params)).rows as unknown[]
/** The context in which the product acts for a workspace, shifted in time. */
const ctxOf = ({ owner }: TestAgent, inMs = 0) => ({
  ...server.running.container.contexts.system('eu', owner.workspace.uid),
  now: () => new Date(Date.now() + inMs),
})

/** Events of changed knowledge that no handler has processed yet. */
const untold = () =>
  rows(`select 1 from pgboss.job where name = 'goldens.knowledge-changed' and state in ('created', 'retry', 'active')`)

async function shop(owner: Person) {
  const agent = await server.makeAgent(owner)
  const hours = await teach(agent, 'Hours', 'The museum opens at nine.\n\nOn Sunday the museum is closed.')
  const prices = await teach(agent, 'Prices', 'A ticket costs twelve euros.')
  await vi.waitFor(async () => expect(await untold()).toEqual([]), { timeout: 20_000 })
  return { agent, hours, prices }
}

describe('questions', () => {
  test('run when they are saved and when they are changed, and are listed newest first', async () => {
    const { agent, hours, prices } = await shop(ada)
    const first = await save(agent, { question: 'When does the museum open?', docId: hours })
    expect(first).toMatchObject({ docName: 'Hours', quote: '', rank: 1, askedAt: expect.any(Number) })
    const second = await save(agent, { question: 'What does a ticket cost?', docId: hours })
    expect(second.rank).not.toBe(1)
    const { data } = await send<{ data: GoldenQuestion }>(agent, 'PATCH', `/goldens/${second.id}`, { docId: prices })
    expect(data).toMatchObject({ id: second.id, question: 'What does a ticket cost?', docName: 'Prices', rank: 1 })
    expect((await list(agent)).items).toEqual([data, first])
    expect((await list(agent, '?search=TICKET')).items).toEqual([data])
    const page = await list(agent, '?limit=1')
    expect(page.items).toEqual([data])
    expect((await list(agent, `?limit=1&cursor=${page.nextCursor ?? ''}`)).items).toEqual([first])
    expect(await refused(agent, 'GET', '/goldens?cursor=x')).toMatchObject({ status: 400 })
    await send(agent, 'DELETE', `/goldens/${first.id}`)
    expect((await list(agent)).items).toEqual([data])
    expect(await refused(agent, 'DELETE', `/goldens/${first.id}`)).toMatchObject({ status: 404 })
    expect(await refused(agent, 'PATCH', `/goldens/${first.id}`, { quote: 'x' })).toMatchObject({ status: 404 })
  })

  test('with a quote count as a hit only for the passage that contains it', async () => {
    const { agent, hours } = await shop(ada)
    const question = 'When does the museum open?'
    expect(await save(agent, { question, docId: hours, quote: 'OPENS  at\nnine' })).toMatchObject({ rank: 1 })
    expect(await save(agent, { question, docId: hours, quote: 'opens at ten' })).toMatchObject({ rank: null })
  })

  test('find only what the published agent would get', async () => {
    const { agent, hours } = await shop(ada)
    expect(await save(agent, { question: 'Who won the world cup in 1998?', docId: hours })).toMatchObject({
      rank: null,
    })
    const question = 'When does the museum open?'
    const { id } = await save(agent, { question, docId: hours })
    const rank = async () => (await run(agent))?.results.find((one) => one.id === id)?.rank
    expect(await rank()).toBe(1)
    await send(agent, 'POST', '', { vg_kbThreshold: 1 })
    expect(await rank()).toBeNull()
    await send(agent, 'POST', '', { vg_kbThreshold: 0, vg_kbTags: ['tickets'] })
    expect(await rank()).toBeNull()
    await send(agent, 'PATCH', `/kb/${hours}`, { tags: ['Tickets'] })
    expect(await rank()).toBe(1)
  })

  test('of another tenant, and its documents, are not found', async () => {
    const [mine, theirs] = [await shop(ada), await shop(bob)]
    const kept = await save(mine.agent, { question: 'When?', docId: mine.hours })
    const question = 'When does the museum open?'
    expect(await refused(theirs.agent, 'POST', '/goldens', { question, docId: mine.hours })).toMatchObject({
      status: 404,
    })
    const own = await save(theirs.agent, { question, docId: theirs.hours })
    expect(await refused(theirs.agent, 'PATCH', `/goldens/${own.id}`, { docId: mine.hours })).toMatchObject({
      status: 404,
    })
    for (const method of ['PATCH', 'DELETE'])
      expect(
        await refused(theirs.agent, method, `/goldens/${kept.id}`, method === 'PATCH' ? { question } : undefined),
      ).toMatchObject({ status: 404 })
    for (const [method, path] of [
      ['GET', '/goldens'],
      ['GET', '/golden-runs'],
      ['POST', '/golden-runs'],
    ] as const)
      expect(await refused(mine.agent, method, path, undefined, bob.token)).toMatchObject({ status: 404 })
    expect((await list(mine.agent)).items).toEqual([kept])
    expect((await runs(mine.agent)).items).toEqual([])
  })

  test('are limited to 200, also when many are saved at once', async () => {
    const { agent, hours } = await shop(ada)
    await save(agent, { question: 'When?', docId: hours })
    await rows(
      `insert into golden_questions (id, agent_id, workspace_id, question, doc_id, created_at)
       select 'g' || n, agent_id, workspace_id, question, doc_id, created_at from golden_questions, generate_series(1, 197) n
       where agent_id = $1`,
      agent.id,
    )
    const more = await Promise.all(
      Array.from({ length: 5 }, () => refused(agent, 'POST', '/goldens', { question: 'More?', docId: hours })),
    )
    expect(more.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429])
    expect(more.find(({ status }) => status === 429)).toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'You can have up to 200 retrieval tests.',
    })
    const all = await run(agent)
    expect(all).toMatchObject({ total: 200 })
    expect(new Set(all?.results.map(({ id }) => id)).size).toBe(200)
  })

  test('are copied with their agent and its documents, and nowhere else', async () => {
    const { agent, hours } = await shop(ada)
    const kept = await save(agent, { question: 'When does the museum open?', docId: hours, quote: 'nine' })
    await run(agent)
    const { data } = await send<{ data: { ID: string } }>(agent, 'POST', '/duplicate')
    const copy = { ...agent, id: data.ID }
    await vi.waitFor(
      async () => expect((await list(copy)).items).toMatchObject([{ docName: 'Hours', rank: null, askedAt: null }]),
      { timeout: 20_000 },
    )
    expect((await list(copy)).items[0]?.id).not.toBe(kept.id)
    expect(await run(copy)).toMatchObject({ hits: 1 })
    await server.must('DELETE', at(agent, ''), ada.token)
    const left = () =>
      rows(
        `select 1 from golden_questions where agent_id = $1 union all select 1 from golden_runs where agent_id = $1
         union all select 1 from golden_due where agent_id = $1`,
        agent.id,
      )
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000 })
    expect((await list(copy)).items).toHaveLength(1)
  })
})

describe('runs', () => {
  test('ask all questions, and show the previous rank of each', async () => {
    const { agent, hours, prices } = await shop(ada)
    expect(await refused(agent, 'POST', '/golden-runs')).toMatchObject({
      status: 400,
      message: 'There are no retrieval tests to run.',
    })
    const open = await save(agent, { question: 'When does the museum open?', docId: hours })
    const cost = await save(agent, { question: 'What does a ticket cost?', docId: prices })
    const first = await run(agent)
    expect(first).toMatchObject({ cause: 'manual', total: 2, hits: 2 })
    expect(first?.results).toEqual([
      { id: cost.id, question: cost.question, rank: 1 },
      { id: open.id, question: open.question, rank: 1 },
    ])
    // A reworded question is a new one.
    await send(agent, 'PATCH', `/goldens/${cost.id}`, { question: 'How much is a ticket?' })
    await send(agent, 'DELETE', `/kb/${hours}`)
    const second = await run(agent)
    expect(second).toMatchObject({ total: 2, hits: 1 })
    expect(second?.results).toEqual([
      { id: cost.id, question: 'How much is a ticket?', rank: 1 },
      { id: open.id, question: open.question, rank: null, before: 1 },
    ])
    expect((await list(agent)).items).toMatchObject([
      { id: cost.id, rank: 1 },
      { id: open.id, rank: null, docName: '' },
    ])
    expect((await runs(agent)).items.map(({ id }) => id)).toEqual([second?.id, first?.id])
    const page = await runs(agent, '?limit=1')
    expect((await runs(agent, `?limit=1&cursor=${page.nextCursor ?? ''}`)).items.map(({ id }) => id)).toEqual([
      first?.id,
    ])
  })

  test('happen one at a time, resume where they stopped, and the newest hundred are kept', async () => {
    const { agent, hours } = await shop(ada)
    const one = await save(agent, { question: 'When does the museum open?', docId: hours })
    await rows(
      `insert into golden_runs (id, agent_id, workspace_id, cause, status, total, hits, results, created_at)
       select $1 || n, $1, $2, 'manual', 'done', 0, 0, '[]', now() - n * interval '1 hour' from generate_series(1, 120) n`,
      agent.id,
      ada.workspace.uid,
    )
    await rows(
      `insert into golden_runs (id, agent_id, workspace_id, cause, status, total, hits, results, created_at)
       values ($1 || 'open', $1, $2, 'manual', 'running', 1, 0, $3, now())`,
      agent.id,
      ada.workspace.uid,
      JSON.stringify([{ id: one.id, question: one.question, asked: '', rank: null }]),
    )
    const { data } = await send<{ data: GoldenRun }>(agent, 'POST', '/golden-runs')
    expect(data).toMatchObject({ id: `${agent.id}open`, status: 'running' })
    // Does not ask again what it has already asked.
    await goldens.execute(ctxOf(agent), agent.id, data.id)
    expect(await over(agent, data.id)).toMatchObject({ total: 1, hits: 0 })
    await run(agent)
    expect(await rows('select 1 from golden_runs where agent_id = $1', agent.id)).toHaveLength(100)
  })

  test('end when their process is gone', async () => {
    const { agent } = await shop(ada)
    await rows(
      `insert into golden_runs (id, agent_id, workspace_id, cause, status, total, hits, results, created_at)
       values ($1 || 'lost', $1, $2, 'manual', 'running', 1, 0, '[]', now() - interval '16 minutes')`,
      agent.id,
      ada.workspace.uid,
    )
    await goldens.sweep(ctxOf(agent))
    expect((await runs(agent)).items).toMatchObject([{ status: 'failed' }])
  })
})

describe('changed knowledge', () => {
  const due = (agent: TestAgent) => rows('select 1 from golden_due where agent_id = $1', agent.id)
  const quiet = (agent: TestAgent) => ctxOf(agent, 2 * QUIET_MS)

  test('starts one run after many changes, once it has been left alone for a while', async () => {
    const { agent, hours } = await shop(ada)
    await save(agent, { question: 'When does the museum open?', docId: hours })
    await Promise.all(Array.from({ length: 500 }, (_, n) => goldens.onKnowledgeChanged(ctxOf(agent, -n), agent.id)))
    expect(await due(agent)).toHaveLength(1)
    await goldens.runDue(ctxOf(agent), agent.id)
    expect((await runs(agent)).items).toEqual([])
    await Promise.all([goldens.runDue(quiet(agent), agent.id), goldens.sweep(quiet(agent))])
    const { items } = await runs(agent)
    expect(items).toMatchObject([{ cause: 'changed' }])
    expect(await over(agent, items[0]?.id ?? '')).toMatchObject({ hits: 1 })
    expect(await due(agent)).toEqual([])
  })

  test('sends an event when people made it, and waits for a current run', async () => {
    const { agent, hours } = await shop(ada)
    await save(agent, { question: 'When does the museum open?', docId: hours })
    await rows('delete from golden_due where agent_id = $1', agent.id)
    await send(agent, 'PATCH', `/kb/${hours}`, { content: 'The museum opens at ten.' })
    await vi.waitFor(async () => expect(await due(agent)).toHaveLength(1), { timeout: 20_000 })
    await rows(
      `insert into golden_runs (id, agent_id, workspace_id, cause, status, total, hits, results, created_at)
       values ($1 || 'open', $1, $2, 'manual', 'running', 1, 0, '[]', now())`,
      agent.id,
      ada.workspace.uid,
    )
    await goldens.runDue(ctxOf(agent, 3 * QUIET_MS), agent.id)
    expect((await runs(agent)).items).toHaveLength(1)
    expect(await due(agent)).toHaveLength(1)
    await goldens.execute(ctxOf(agent), agent.id, `${agent.id}open`)
    await goldens.runDue(ctxOf(agent, 5 * QUIET_MS), agent.id)
    expect((await runs(agent)).items.map(({ cause }) => cause)).toContain('changed')
  })

  test('starts no run without questions', async () => {
    const { agent } = await shop(ada)
    await goldens.onKnowledgeChanged(ctxOf(agent), agent.id)
    expect(await due(agent)).toEqual([])
  })
})
