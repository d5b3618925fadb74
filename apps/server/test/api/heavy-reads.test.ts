// One person's exports and searches must not slow down others.
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import type { Person, TestAgent } from '../helpers/people.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const server = await startTestServer({ rateLimitScale: 10_000 })
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner)
const org = await makeOrg(server, owner, [agent.id])
const leadsOf = (one: TestAgent) => `${server.api('eu')}/v2/agents/${one.id}/leads`
const fetchAs = (bearer: string, address: string) => fetch(address, { headers: { authorization: `Bearer ${bearer}` } })
const person = () => makeClient(server, owner, org, { agentIds: [agent.id], canAccess: ['/leads'] })

await server.dbs.eu.pool.query(
  `insert into leads (id, workspace_id, agent_id, name, email, phone, email_key, phone_key, variables, stage, "group", source, created_at, updated_at)
    select $1 || '-' || n, $2, $1, 'Lead ' || n, '', '', '', '',
      (select jsonb_object_agg('field-' || f, repeat('x', 5000)) from generate_series(1, 100) f), 'new', '', 'api', now(), now()
    from generate_series(1, 40) n`,
  [agent.id, owner.workspace.uid],
)

/** Blocks every query on leads while `work` runs. */
async function whileLeadsAreLocked<T>(work: () => Promise<T>): Promise<T> {
  const client = await server.dbs.eu.pool.connect()
  await client.query('begin; lock table leads in access exclusive mode')
  try {
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('exports', () => {
  testAll('run one at a time for each person', async () => {
    const { token } = await person()
    const all = await Promise.all(Array.from({ length: 30 }, () => fetchAs(token, `${leadsOf(agent)}.csv`)))
    const statuses = all.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const refused = all.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    await Promise.all(all.map((one) => one.text()))
    const next = await fetchAs(token, `${leadsOf(agent)}.csv`)
    expect(next.status).toBe(200)
    expect((await next.text()).trim().split('\r\n')).toHaveLength(41)
  })

  test('run two at a time for each workspace', async () => {
    const people = await Promise.all([person(), person(), person()])
    const all = await Promise.all(people.map(({ token }) => fetchAs(token, `${leadsOf(agent)}.csv`)))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
    const other: Person = await server.signUp('eu')
    const theirs = await fetchAs(other.token, `${leadsOf(await server.makeAgent(other))}.csv`)
    expect(theirs.status).toBe(200)
    await Promise.all([...all, theirs].map((one) => one.text()))
  })

  test('leave room for another when their reader goes away', async () => {
    const { token } = await person()
    const reading = await fetchAs(token, `${leadsOf(agent)}.csv`)
    expect(reading.status).toBe(200)
    await reading.body?.cancel()
    const again = async () => {
      const next = await fetchAs(token, `${leadsOf(agent)}.csv`)
      await next.text()
      return next.status
    }
    await expect.poll(again, { timeout: 20_000 }).toBe(200)
  })
})

describe('searches', () => {
  test('end after two seconds and leave the connections of everything else alone', async () => {
    const { token } = await person()
    const neighbour = await server.signUp('eu')
    const empty = await server.makeAgent(owner)
    await whileLeadsAreLocked(async () => {
      const searches = Promise.all(Array.from({ length: 60 }, () => fetchAs(token, `${leadsOf(agent)}?search=nobody`)))
      const theirs = await fetchAs(
        neighbour.token,
        `${server.api('eu')}/v2/workspaces/${neighbour.workspace.uid}/agents`,
      )
      expect(theirs.status).toBe(200)
      const all = await searches
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]))
      expect(Number(all[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await all[0]?.json()).toMatchObject({ reason: 'search_too_slow' })
    })
    // The workspace's one place is free again. Searching the large leads takes long on a busy machine.
    expect((await fetchAs(owner.token, `${leadsOf(empty)}?search=nobody`)).status).toBe(200)
  })
})
