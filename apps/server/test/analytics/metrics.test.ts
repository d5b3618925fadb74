// Metrics over the API and their job: a model's answers about ended conversations, their proof, cost, and corrections.
import type { Judgement, Metric, MetricReport } from '@parlance/contract/metrics/schemas'
import { fromCredits } from '@parlance/contract/lib/money'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { makeCampaign } from '../helpers/campaigns.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call, type TestAgent } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const server = await sharedTestServer()
const { control } = server.model
const { pool } = server.dbs.eu
const base = (agent: TestAgent, path = '') => `${server.api('eu')}/v2/agents/${agent.id}/metrics${path}`
const HALF_HOUR = 31 * 60_000

beforeEach(() => control.reset())

const made = async () => server.makeAgent(await server.signUp('eu'))
const create = async (agent: TestAgent, fields: object = {}) =>
  (
    await server.must<{ data: Metric }>('POST', base(agent), agent.owner.token, {
      name: 'Refunds',
      question: 'Was a refund asked for?',
      kind: 'yes-no',
      ...fields,
    })
  ).data
const change = async (agent: TestAgent, { id }: Metric, fields: object) =>
  (await server.must<{ data: Metric }>('PATCH', base(agent, `/${id}`), agent.owner.token, fields)).data
/** At the time of the job, which may be in the next month. */
const atJob = ({ owner }: TestAgent) => ({
  ...server.running.container.contexts.system('eu', owner.workspace.uid),
  now: () => new Date(Date.now() + HALF_HOUR),
})
const known = async (agent: TestAgent, { id }: Metric) => {
  const { items } = await server.running.container.services.metrics.list(atJob(agent), { agentId: agent.id })
  return items.find((one) => one.id === id)
}
const judgements = async (agent: TestAgent, { id }: Metric, query = '') =>
  (await server.must<{ items: Judgement[] }>('GET', base(agent, `/${id}/judgements?${query}`), agent.owner.token)).items
const report = async (agent: TestAgent, { id }: Metric) =>
  (await server.must<{ data: MetricReport }>('GET', base(agent, `/${id}/report`), agent.owner.token)).data

/** A visitor writes and the agent answers; returns the conversation. */
async function said(agent: TestAgent, text: string): Promise<string> {
  control.reset()
  control.script([{ text: 'Let me look.' }])
  const { answer } = await server.turn(agent, { visitorId: newVisitorId(), text })
  control.reset()
  return answer.metadata?.conversationId ?? ''
}
/** Runs the job after this much time. */
const judgeAfter = async (ms: number) => {
  const { contexts, services } = server.running.container
  const later = new Date(Date.now() + ms)
  const { rows } = await pool.query<{ id: string; agent: string; workspace: string }>(
    'select id, agent_id as agent, workspace_id as workspace from metrics where enabled order by id',
  )
  for (const { id, agent, workspace } of rows) {
    const ctx = { ...contexts.system('eu', workspace), now: () => later }
    await services.metrics.judgeEnded(ctx, { agentId: agent, metricId: id })
  }
}
const answersWith = (value: string, quote: string) =>
  control.script(Array.from({ length: 20 }, () => ({ text: JSON.stringify({ value, quote, reason: 'Because.' }) })))
const log = async (agent: TestAgent) =>
  (
    await server.must<{ items: { cause?: string; reason?: string }[] }>(
      'GET',
      `${server.api('eu')}/v2/workspaces/${agent.owner.workspace.uid}/credit-log`,
      agent.owner.token,
    )
  ).items

test('counts the answers about the conversations of one campaign', async () => {
  const agent = await made()
  const { token, workspace } = agent.owner
  const metric = await create(agent)
  await change(agent, metric, { enabled: true })
  const called = await said(agent, 'Hello. I would like a refund.')
  await said(agent, 'When do you open?')
  await judgeAfter(HALF_HOUR)
  const { campaignId } = await makeCampaign(server, agent.owner, agent.id)
  await pool.query(
    `insert into campaign_recipients (campaign_id, lead_id, workspace_id, name, address, state, next_at, conversation_id)
      values ($1, 'lead', $2, 'Ada', '+15550100001', 'answered', now(), $3)`,
    [campaignId, workspace.uid, called],
  )
  const path = `${server.api('eu')}/v2/agents/${agent.id}/campaigns`
  expect(await server.must('GET', `${path}/${campaignId}/metrics`, token)).toEqual({
    items: [{ id: metric.id, name: 'Refunds', kind: 'yes-no', choices: [], counts: { yes: 1 } }],
  })
  expect((await call('GET', `${path}/unknown/metrics`, { bearer: token })).status).toBe(404)
})

describe('a measure that is switched on', () => {
  test('judges ended conversations once, with a quote', async () => {
    const agent = await made()
    await said(agent, 'Before it was switched on: a refund, please.')
    const metric = await create(agent)
    expect(metric).toMatchObject({ enabled: false, spent: 0, judged: 0, samplePercent: 100 })
    await judgeAfter(HALF_HOUR)
    expect(await judgements(agent, metric)).toEqual([])
    await change(agent, metric, { enabled: true })
    const refund = await said(agent, 'Hello. I would like a refund.')
    const hours = await said(agent, 'When do you open?')
    // The conversation may still continue.
    await judgeAfter(60_000)
    expect(await judgements(agent, metric)).toEqual([])
    await judgeAfter(HALF_HOUR)
    await judgeAfter(HALF_HOUR)
    const found = await judgements(agent, metric)
    expect(Object.fromEntries(found.map((one) => [one.conversationId, [one.value, one.quote, one.seq]]))).toEqual({
      [refund]: ['yes', 'I would like a refund.', 1],
      [hours]: ['no', 'When do you open?', 1],
    })
    const { judged, counts, spent } = (await known(agent, metric)) ?? { judged: 0, counts: {}, spent: 0 }
    expect([judged, counts]).toEqual([2, { yes: 1, no: 1 }])
    expect(spent).toBeGreaterThan(0)
    expect((await log(agent)).filter((entry) => JSON.stringify(entry).includes('Metric'))).toHaveLength(2)
    expect(await judgements(agent, metric, 'value=yes')).toHaveLength(1)
    expect((await report(agent, metric)).counts).toEqual({ yes: 1, no: 1 })
    expect((await report(agent, metric)).days.at(-1)?.counts).toEqual({ yes: 1, no: 1 })
  })

  test('treats an answer with a false quote as unclear', async () => {
    const agent = await made()
    const metric = await change(agent, await create(agent), { enabled: true })
    await said(agent, 'When do you open?')
    answersWith('yes', 'I would like a refund.')
    await judgeAfter(HALF_HOUR)
    expect(await judgements(agent, metric)).toMatchObject([{ value: 'unclear', quote: '', seq: 0 }])
    expect(control.requests).toHaveLength(1)
  })

  test('never exceeds its monthly cap', async () => {
    const agent = await made()
    await server.setCredits(agent.owner, fromCredits(500))
    // Each costs two or three credits, and at most eleven.
    const cap = 15
    const metric = await change(agent, await create(agent, { monthlyCap: cap }), { enabled: true })
    for (let n = 0; n < 6; n++) await said(agent, `Question ${n}: a refund?`)
    // Concurrently, as on two nodes.
    await Promise.all([judgeAfter(HALF_HOUR), judgeAfter(HALF_HOUR)])
    const after = await known(agent, metric)
    expect(after?.judged).toBeGreaterThan(0)
    expect(after?.judged).toBeLessThan(6)
    expect(after?.spent).toBeGreaterThan(0)
    expect(after?.spent).toBeLessThanOrEqual(cap)
    const tried = await call<{ code: string }>('POST', base(agent, `/${metric.id}/trial`), {
      bearer: agent.owner.token,
    })
    expect(tried.body.code).toBe('LIMIT_REACHED')
    expect((await known(agent, metric))?.spent).toBeLessThanOrEqual(cap)
  })

  test('judges only a sample if configured', async () => {
    const agent = await made()
    const metric = await change(agent, await create(agent, { samplePercent: 1 }), { enabled: true })
    for (let n = 0; n < 5; n++) await said(agent, 'A refund?')
    await judgeAfter(HALF_HOUR)
    expect((await judgements(agent, metric)).length).toBeLessThan(5)
  })

  test('waits while the model fails, free of charge', async () => {
    const agent = await made()
    const metric = await change(agent, await create(agent), { enabled: true })
    await said(agent, 'A refund?')
    control.set({ fault: { kind: 'status', status: 401, times: 1 } })
    await judgeAfter(HALF_HOUR)
    expect(await judgements(agent, metric)).toEqual([])
    expect(await known(agent, metric)).toMatchObject({ spent: 0 })
    control.reset()
    await judgeAfter(HALF_HOUR)
    expect(await judgements(agent, metric)).toHaveLength(1)
  })
})

testAll('does not delay other metrics by a slow model', { timeout: 60_000 }, async () => {
  const both = await Promise.all([made(), made()])
  const { contexts, services } = server.running.container
  const work = () => services.metrics.enqueueAll(contexts.system('eu'))
  const metrics: [TestAgent, Metric][] = []
  for (const agent of both) metrics.push([agent, await change(agent, await create(agent), { enabled: true })])
  for (const agent of both) await said(agent, 'A refund?')
  // As if both had ended long ago.
  for (const { id } of both)
    await pool.query(
      `update conversations set last_message_at = last_message_at - interval '1 hour' where agent_id = $1`,
      [id],
    )
  for (const [, { id }] of metrics)
    await pool.query(`update metrics set scanned_until = scanned_until - interval '2 hours' where id = $1`, [id])
  control.reset()
  control.set({ firstTokenMs: 8000 })
  await work()
  await work()
  const judged = async () => (await Promise.all(metrics.map((one) => judgements(...one)))).map(({ length }) => length)
  await expect.poll(() => control.requests.length, { timeout: 20_000 }).toBe(2)
  expect(await judged()).toEqual([0, 0])
  await expect.poll(judged, { timeout: 20_000 }).toEqual([1, 1])
  expect(control.requests).toHaveLength(2)
})

test('skips one conversation after three tries while the model is down', async () => {
  const agent = await made()
  const metric = await change(agent, await create(agent), { enabled: true })
  const ids = []
  for (const n of [1, 2, 3, 4]) ids.push(await said(agent, `Question ${n}: a refund?`))
  control.reset()
  control.set({ fault: { kind: 'status', status: 401, times: 1000 } })
  for (let run = 0; run < 4; run++) await judgeAfter(HALF_HOUR)
  expect(control.requests).toHaveLength(4)
  control.reset()
  await judgeAfter(HALF_HOUR)
  const judged = (await judgements(agent, metric)).map((one) => one.conversationId)
  expect(judged.toSorted()).toEqual(ids.slice(1).toSorted())
})

test.each([
  ['switched off', { enabled: false }],
  ['asked something else', { question: 'Was an opening hour asked for?' }],
  ['given a lower cap', { monthlyCap: 1 }],
])('stops asking when a metric is %s while it runs', async (_what, fields) => {
  const agent = await made()
  const metric = await change(agent, await create(agent), { enabled: true })
  for (let n = 0; n < 3; n++) await said(agent, `Question ${n}: a refund?`)
  control.reset()
  control.set({ firstTokenMs: 400 })
  const working = judgeAfter(HALF_HOUR)
  await expect.poll(() => control.requests.length).toBe(1)
  await change(agent, metric, fields)
  await working
  expect(control.requests).toHaveLength(1)
  if (!('question' in fields)) return
  control.reset()
  await judgeAfter(HALF_HOUR)
  expect(await judgements(agent, metric)).toHaveLength(3)
})

describe('every attempt is paid for', () => {
  const holds = async (agent: TestAgent) =>
    Number(
      (
        await pool.query<{ n: string }>(
          `select count(*) as n from ledger_transactions where workspace_id = $1 and key like 'hold:metric:%'`,
          [agent.owner.workspace.uid],
        )
      ).rows[0]?.n,
    )

  test('also the one after a failure', async () => {
    const agent = await made()
    const metric = await change(agent, await create(agent), { enabled: true })
    await said(agent, 'A refund?')
    control.set({ fault: { kind: 'status', status: 401, times: 1 } })
    await judgeAfter(HALF_HOUR)
    control.reset()
    await judgeAfter(HALF_HOUR)
    expect(await judgements(agent, metric)).toHaveLength(1)
    expect(await holds(agent)).toBe(2)
    expect((await log(agent)).filter((entry) => JSON.stringify(entry).includes('Metric'))).toHaveLength(1)
  })

  test('and asks the model once for two concurrent attempts', async () => {
    const agent = await made()
    const metric = await create(agent)
    for (const text of ['A refund?', 'Open today?']) await said(agent, text)
    control.reset()
    const path = base(agent, `/${metric.id}/trial`)
    await Promise.all([1, 2, 3].map(() => server.must('POST', path, agent.owner.token, {})))
    expect(await judgements(agent, metric)).toHaveLength(2)
    expect(control.requests).toHaveLength(2)
    expect(await holds(agent)).toBe(2)
    expect((await pool.query('select 1 from metric_claims where metric_id = $1', [metric.id])).rows).toEqual([])
  })
})

describe('before it is switched on', () => {
  test('tries it on recent conversations, and shows the cost first', async () => {
    const agent = await made()
    const metric = await create(agent, { name: 'Mood', question: 'How satisfied was the visitor?', kind: 'rating' })
    await said(agent, 'This is useless!')
    await said(agent, 'Great, thank you!')
    const path = base(agent, `/${metric.id}/trial`)
    const cost = await server.must<{ conversations: number; credits: number }>('GET', path, agent.owner.token)
    expect(cost.conversations).toBe(2)
    const tried = await server.must<{ items: Judgement[]; credits: number }>('POST', path, agent.owner.token, {})
    expect(tried.items.map(({ value }) => value)).toEqual(['5', '1'])
    expect(tried.credits).toBeGreaterThan(0)
    expect(tried.credits).toBeLessThanOrEqual(cost.credits)
    // Judged conversations are not charged again.
    expect(await server.must('GET', path, agent.owner.token)).toEqual({ conversations: 2, credits: 0 })
    expect(await server.must('POST', path, agent.owner.token, {})).toMatchObject({ credits: 0 })
  })

  test('starts over with a changed question', async () => {
    const agent = await made()
    const metric = await create(agent, { kind: 'category', choices: ['Shipping', 'Returns'], question: 'Topic?' })
    await said(agent, 'How do returns work?')
    await server.must('POST', base(agent, `/${metric.id}/trial`), agent.owner.token, {})
    expect(await judgements(agent, metric)).toMatchObject([{ value: 'Returns' }])
    await change(agent, metric, { name: 'Topics' })
    expect(await judgements(agent, metric)).toHaveLength(1)
    await change(agent, metric, { choices: ['Shipping', 'Returns', 'Prices'] })
    expect(await judgements(agent, metric)).toEqual([])
    const refused = await call('PATCH', base(agent, `/${metric.id}`), {
      bearer: agent.owner.token,
      body: { choices: ['One'] },
    })
    expect(refused.status).toBe(400)
  })
})

test('lets people correct answers, and reports agreement', async () => {
  const agent = await made()
  const metric = await create(agent)
  const ids = [
    await said(agent, 'A refund, please.'),
    await said(agent, 'My refund?'),
    await said(agent, 'Open today?'),
  ]
  await server.must('POST', base(agent, `/${metric.id}/trial`), agent.owner.token, {})
  const label = (id: string, value: string | null) =>
    call<{ data: Judgement }>('PUT', base(agent, `/${metric.id}/judgements/${id}/label`), {
      bearer: agent.owner.token,
      body: { label: value },
    })
  for (const [index, value] of ['yes', 'no', 'no'].entries()) await label(ids[index] ?? '', value)
  const { agreement } = await report(agent, metric)
  expect(agreement).toMatchObject({ labelled: 3, agreed: 2 })
  expect(agreement.share).toBeCloseTo(2 / 3, 5)
  expect(agreement.kappa).toBeCloseTo(0.4, 5)
  expect((await label(ids[1] ?? '', null)).body.data.label).toBeNull()
  expect((await report(agent, metric)).agreement).toMatchObject({ labelled: 2, agreed: 2, kappa: 1 })
  expect((await label(ids[0] ?? '', 'maybe')).status).toBe(400)
  expect((await label(randomId(24), 'yes')).status).toBe(404)
})

test('exports answers without formulas', async () => {
  const agent = await made()
  const metric = await create(agent)
  await said(agent, '=1+1 and a refund')
  await server.must('POST', base(agent, `/${metric.id}/trial`), agent.owner.token, {})
  const answer = await fetch(base(agent, `/${metric.id}/judgements.csv`), {
    headers: { authorization: `Bearer ${agent.owner.token}` },
  })
  expect(answer.headers.get('content-disposition')).toContain(`metric-${metric.id}-`)
  expect(await answer.text()).toContain(`'=1+1 and a refund`)
})

test('isolates tenants, and deletes metrics with their agent', async () => {
  const [mine, theirs] = await Promise.all([made(), made()])
  const sibling = await server.makeAgent(mine.owner)
  const metric = await create(mine)
  const conversation = await said(mine, 'A refund?')
  await server.must('POST', base(mine, `/${metric.id}/trial`), mine.owner.token, {})
  const tries: [string, string, object?][] = [
    ['PATCH', `/${metric.id}`, { name: 'Mine' }],
    ['DELETE', `/${metric.id}`],
    ['GET', `/${metric.id}/trial`],
    ['POST', `/${metric.id}/trial`, {}],
    ['GET', `/${metric.id}/report`],
    ['GET', `/${metric.id}/judgements`],
    ['GET', `/${metric.id}/judgements.csv`],
    ['PUT', `/${metric.id}/judgements/${conversation}/label`, { label: 'yes' }],
  ]
  for (const [method, path, body] of tries) {
    const sending = body ? { body } : {}
    for (const [agent, bearer] of [
      [mine, theirs.owner.token],
      [theirs, theirs.owner.token],
      [sibling, mine.owner.token],
    ] as const)
      expect((await call(method, base(agent, path), { bearer, ...sending })).status, `${method} ${path}`).toBe(404)
  }
  expect(await known(mine, metric)).toMatchObject({ name: 'Refunds' })
  await server.must('DELETE', `${server.api('eu')}/v2/agents/${mine.id}`, mine.owner.token)
  const left = async () =>
    (
      await pool.query(
        'select 1 from metrics where id = $1 union all select 1 from metric_results where metric_id = $1',
        [metric.id],
      )
    ).rows
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
})

test('shows client users figures only, if they have the page', async () => {
  const agent = await made()
  const { owner } = agent
  const foreign = await server.makeAgent(owner)
  const org = await makeOrg(server, owner, [agent.id])
  const reader = await makeClient(server, owner, org, { agentIds: [agent.id], canAccess: ['/metrics'] })
  const other = await makeClient(server, owner, org, { agentIds: [agent.id], canAccess: ['/convos'] })
  const metric = await create(agent)
  const summaries = (of: TestAgent, bearer: string) =>
    call('GET', `${server.api('eu')}/v2/agents/${of.id}/metric-summaries`, { bearer })
  expect((await summaries(agent, reader.token)).body).toEqual({ items: [] })
  await change(agent, metric, { enabled: true })
  expect((await summaries(agent, reader.token)).body).toEqual({
    items: [{ id: metric.id, name: 'Refunds', kind: 'yes-no', choices: [], judged: 0 }],
  })
  const statusOf = async (path: string, bearer: string) => (await call('GET', base(agent, path), { bearer })).status
  expect(await statusOf(`/${metric.id}/report`, reader.token)).toBe(200)
  for (const path of ['', `/${metric.id}/judgements`, `/${metric.id}/judgements.csv`])
    expect(await statusOf(path, reader.token), path).toBeGreaterThanOrEqual(400)
  expect((await summaries(foreign, reader.token)).status).toBe(404)
  expect((await summaries(agent, other.token)).status).toBeGreaterThanOrEqual(400)
})
