// Which leads are the same person: by address first, and by number.
import type { Lead } from '@parlance/contract/leads/schemas'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import type { Person, TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
let owner: Person
beforeAll(async () => {
  owner = await server.signUp('eu')
})
const fresh = () => server.makeAgent(owner)
const at = (agent: TestAgent, path = '') => `${server.api('eu')}/v2/agents/${agent.id}/leads${path}`
const add = async (fields: object, agent: TestAgent) =>
  (await server.must<{ data: Lead }>('POST', at(agent), owner.token, fields)).data
const list = async (agent: TestAgent) => (await server.must<{ items: Lead[] }>('GET', at(agent), owner.token)).items
const visit = async (agent: TestAgent) =>
  (await server.turn(agent, { visitorId: newVisitorId() })).answer.metadata?.conversationId ?? ''
/** Sets variables in a conversation, and waits until the capture has checked it. */
async function told(agent: TestAgent, conversationId: string, variables: object) {
  await server.dbs.eu.pool.query(
    `update conversations set engine = jsonb_build_object('variables', $2::jsonb) where id = $1`,
    [conversationId, JSON.stringify(variables)],
  )
  const { contexts, services } = server.running.container
  const ctx = contexts.system('eu', owner.workspace.uid)
  await services.leads.capture(ctx, { agentId: agent.id, conversationId })
}
const bring = async (agent: TestAgent, rows: object[]) =>
  (await server.must<{ data: object }>('POST', at(agent, '/import'), owner.token, { rows })).data

test('keeps two people with one number apart when they leave different addresses', async () => {
  const agent = await fresh()
  const phone = '+49 30 123456'
  const people = async () =>
    (await list(agent)).map(({ email, phone: at, conversationId }) => [email, at, conversationId])
  const [ada, bob, cleo] = [await visit(agent), await visit(agent), await visit(agent)]
  await told(agent, ada, { email: 'ada@example.org', phone })
  await told(agent, bob, { email: 'bob@example.org', phone })
  const two = [
    ['bob@example.org', phone, bob],
    ['ada@example.org', phone, ada],
  ]
  expect(await people()).toEqual(two)
  // The number comes first, the address later.
  await told(agent, cleo, { phone: '0049 30123456' })
  expect(await people()).toEqual([two[0], ['ada@example.org', phone, cleo]])
  await told(agent, cleo, { phone: '0049 30123456', email: 'cleo@example.org' })
  await told(agent, cleo, { phone: '0049 30123456', email: 'cleo@example.org', city: 'Bern' })
  expect(await people()).toEqual([
    ['cleo@example.org', '0049 30123456', cleo],
    two[0],
    ['ada@example.org', phone, cleo],
  ])
})

test('keeps a corrected address when the visitor’s old one is checked again', async () => {
  const agent = await fresh()
  const known = await add({ name: 'Ada', phone: '030 123456' }, agent)
  const conversationId = await visit(agent)
  const say = (variables: object) =>
    told(agent, conversationId, {
      email: 'wrong@example.org',
      phone: '030 123456',
      ...variables,
    })
  await say({})
  await server.must('PATCH', at(agent, `/${known.leadId}`), owner.token, { email: 'right@example.org' })
  await say({ city: 'Bern' })
  expect(await list(agent)).toMatchObject([
    { leadId: known.leadId, email: 'right@example.org', variables: { city: 'Bern' } },
  ])
})

describe('an import', () => {
  test('keeps people with one number apart by their addresses', async () => {
    const agent = await fresh()
    const phone = '+49 30 123456'
    await add({ name: 'Front desk', phone }, agent)
    const names = ['ada', 'bob', 'cleo']
    const rows = names.map((name, i) => ({ line: i + 2, name, email: `${name}@example.org`, phone }))
    expect(await bring(agent, rows)).toMatchObject({ created: 2, updated: 1, broken: [] })
    expect(await bring(agent, rows.toReversed())).toMatchObject({ created: 0, updated: 3 })
    expect((await list(agent)).map(({ name, email }) => `${name} ${email}`).toSorted()).toEqual(
      names.map((name) => `${name} ${name}@example.org`),
    )
  })

  test('forgets the number that an earlier line replaced', async () => {
    const agent = await fresh()
    await add({ name: 'Ada', email: 'ada@example.org', phone: '030 111111' }, agent)
    const rows = [
      { line: 2, email: 'ada@example.org', phone: '030 222222' },
      { line: 3, name: 'Bob', phone: '030 111111' },
    ]
    expect(await bring(agent, rows)).toMatchObject({ created: 1, updated: 1 })
    expect((await list(agent)).map(({ name, phone }) => `${name} ${phone}`).toSorted()).toEqual([
      'Ada 030 222222',
      'Bob 030 111111',
    ])
  })
})
