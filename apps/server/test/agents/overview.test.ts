// Key figures of an agent: whether and where it is live, today's activity, first steps; and the same in the list.
import type { ListedAgent } from '@parlance/contract/agents/api'
import type { AgentFigures, AgentOverview } from '@parlance/contract/analytics/api'
import type { Outcomes } from '@parlance/contract/analytics/outcomes'
import { beforeEach, expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()

const overview = async (agent: TestAgent, bearer = agent.owner.token) => {
  await server.running.container.services.analytics.settle()
  const path = `${server.api(agent.region)}/v2/agents/${agent.id}/overview`
  return (await server.must<{ data: AgentOverview }>('GET', path, bearer)).data
}
const figures = async ({ region, token, workspace }: Person) => {
  await server.running.container.services.analytics.settle()
  const path = `${server.api(region)}/v2/workspaces/${workspace.uid}/agent-figures`
  return (await server.must<{ items: AgentFigures[] }>('GET', path, token)).items
}
const load = (agent: TestAgent, headers: Record<string, string>) =>
  call('POST', `${server.api(agent.region)}/agents/${agent.id}/analytics`, {
    body: { record: 'loads', origin: 'web-chat' },
    headers,
  })
const pool = ({ region }: TestAgent) => server.dbs[region].pool
/** The state after a visitor's hand-off request. */
const wait = (agent: TestAgent) =>
  pool(agent).query(`update conversations set state = 'requested_chat', handoff_at = now() where agent_id = $1`, [
    agent.id,
  ])
const openGap = (agent: TestAgent, status = 'open') =>
  pool(agent).query(
    `insert into gaps (id, agent_id, workspace_id, question, count, status, first_at, last_at)
      values ($1, $2, $3, 'Do you ship to Austria?', 1, $4, now(), now())`,
    [crypto.randomUUID(), agent.id, agent.owner.workspace.uid, status],
  )

beforeEach(() => server.model.control.reset())

test('shows no site and no steps for a new agent', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  expect(await overview(agent)).toEqual({
    agentId: agent.id,
    site: null,
    sites: 0,
    channels: [],
    latestSites: [],
    conversationsToday: 0,
    waiting: 0,
    answered: null,
    gaps: 0,
    done: { knowledge: false, tried: false, invited: false },
  })
  expect(await figures(owner)).toEqual([])
})

test('shows a connected channel as live until it fails', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  await pool(agent).query(
    `insert into channel_connections (id, workspace_id, agent_id, channel, account, secrets, created_at)
      values ($1, $2, $3, 'telegram', $1, '', now())`,
    [crypto.randomUUID(), owner.workspace.uid, agent.id],
  )
  expect(await overview(agent)).toMatchObject({ site: null, channels: ['telegram'] })
  expect(await figures(owner)).toMatchObject([{ agentId: agent.id, channels: ['telegram'] }])
  await pool(agent).query(`update channel_connections set status = 'failing' where agent_id = $1`, [agent.id])
  expect((await overview(agent)).channels).toEqual([])
})

test('lists figures and client names on request, of its workspace only', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  const other = await server.makeAgent(owner)
  const foreign = await server.makeAgent(await server.signUp('eu'))
  const uid = owner.workspace.uid
  const orgs = `${server.api('eu')}/v2/workspaces/${uid}/orgs`
  for (const name of ['Harbour Lamps', 'Bakery'])
    await server.must('POST', orgs, owner.token, { name, widgetIDs: [agent.id] })
  await server.turn(agent)
  await wait(agent)
  const list = `${server.api('eu')}/v2/workspaces/${uid}/agents`
  const asked = await server.must<{ items: ListedAgent[] }>('GET', `${list}?include=figures`, owner.token)
  const byId = Object.fromEntries(asked.items.map((item) => [item.ID, item]))
  expect(Object.keys(byId).toSorted()).toEqual([agent.id, other.id].toSorted())
  expect(byId[foreign.id]).toBeUndefined()
  expect(byId[agent.id]).toMatchObject({ clients: ['Bakery', 'Harbour Lamps'], figures: { waiting: 1 } })
  expect(byId[other.id]).toMatchObject({ clients: [], figures: { waiting: 0, answered: null, channels: [] } })
  const plain = await server.must<{ items: ListedAgent[] }>('GET', list, owner.token)
  expect(plain.items.every((item) => item.figures === undefined && item.clients === undefined)).toBe(true)
})

test('counts sites of others as live, the latest first, without previews', async () => {
  const agent = await server.makeAgent(await server.signUp('eu'))
  const own = new URL(server.url).origin
  await load(agent, { origin: own, referer: `${own}/app/eu/demo/${agent.id}/page1` })
  await load(agent, { origin: own, referer: `${own}/app/eu/agents/${agent.id}/share` })
  expect(await overview(agent)).toMatchObject({ site: null, sites: 0, latestSites: [] })
  await load(agent, { origin: 'https://shop.example' })
  await server.running.container.services.analytics.settle()
  await load(agent, { origin: 'https://blog.example' })
  const seen = await overview(agent)
  expect(seen).toMatchObject({ site: { origin: 'https://blog.example' }, sites: 2 })
  expect(seen.latestSites.map(({ origin }) => origin)).toEqual(['https://blog.example', 'https://shop.example'])
  expect(Date.now() - Date.parse(seen.site?.lastAt ?? '')).toBeLessThan(60_000)
})

test('counts conversations, waiting visitors, the answered share and open gaps', async () => {
  const agent = await server.makeAgent(await server.signUp('eu'))
  await Promise.all([server.turn(agent), server.turn(agent)])
  await vi.waitFor(async () =>
    expect(await overview(agent)).toMatchObject({ conversationsToday: 2, waiting: 0, answered: 1, gaps: 0 }),
  )
  await Promise.all([openGap(agent), openGap(agent), openGap(agent, 'dismissed')])
  expect(await overview(agent)).toMatchObject({ conversationsToday: 2, answered: 1, gaps: 2 })
  // A chat with only «I don't know» is not answered; the report shows the same figure.
  await pool(agent).query(
    `insert into gap_questions (agent_id, workspace_id, conversation_id, turn_id, question, asked_at)
      select agent_id, workspace_id, id, $2, 'Ship?', now() from conversations where agent_id = $1 limit 1`,
    [agent.id, crypto.randomUUID()],
  )
  expect(await overview(agent)).toMatchObject({ answered: 0.5 })
  const report = `${server.api('eu')}/v2/workspaces/${agent.owner.workspace.uid}/outcomes?agentId=${agent.id}`
  const { data } = await server.must<{ data: Outcomes }>('GET', report, agent.owner.token)
  expect(data).toMatchObject({ conversations: 2, withoutPeople: 2, answered: 1 })
  await wait(agent)
  expect(await overview(agent)).toMatchObject({ waiting: 2 })
})

test('marks first steps as done', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  await server.must('POST', `${server.api('eu')}/vector-store/collections/${agent.id}/points`, owner.token, {
    text: 'We open at nine.',
  })
  await server.turn(agent)
  await server.join(owner, 'viewer')
  expect((await overview(agent)).done).toEqual({ knowledge: true, tried: true, invited: true })
})

test('lists figures of all agents of its workspace and region only', async () => {
  const [ada, bea, far] = await Promise.all([server.signUp('eu'), server.signUp('eu'), server.signUp('na')])
  const [one, two, quiet] = [await server.makeAgent(ada), await server.makeAgent(ada), await server.makeAgent(ada)]
  const [hers, theirs] = [await server.makeAgent(bea), await server.makeAgent(far)]
  for (const agent of [one, two, hers, theirs]) {
    await load(agent, { origin: `https://${agent.id.toLowerCase()}.example` })
    await openGap(agent)
  }
  await server.turn(two)
  await wait(two)
  const idsOf = async (owner: Person) => (await figures(owner)).map(({ agentId }) => agentId).toSorted()
  expect(await idsOf(ada)).toEqual([one.id, two.id].toSorted())
  expect(await idsOf(bea)).toEqual([hers.id])
  expect(await idsOf(far)).toEqual([theirs.id])
  const listed = (await figures(ada)).find(({ agentId }) => agentId === two.id)
  expect(listed).toMatchObject({ site: { origin: `https://${two.id.toLowerCase()}.example` }, waiting: 1, gaps: 1 })
  const { latestSites: _, done: __, ...same } = await overview(two)
  expect(listed).toEqual(same)
  expect(await overview(quiet)).toMatchObject({ site: null, gaps: 0, waiting: 0 })
  // Rows of another workspace do not count.
  await pool(one).query(`update gaps set workspace_id = $2 where agent_id = $1`, [one.id, bea.workspace.uid])
  expect(await overview(one)).toMatchObject({ gaps: 0 })
  const stolen = await call('GET', `${server.api('eu')}/v2/agents/${one.id}/overview`, { bearer: bea.token })
  expect(stolen.status).toBe(404)
})
