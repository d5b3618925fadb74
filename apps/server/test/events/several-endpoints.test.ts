// Several webhook endpoints of a workspace: each has its own events, secret, attempts and state, and none delays
// another.
import type {
  Delivery,
  DeliveryDetail,
  EventEndpoint,
  EventSettings,
  SentEvent,
} from '@parlance/contract/events/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { eventsOf, eventually } from '../helpers/events.ts'
import { call, type Person } from '../helpers/people.ts'
import { type Receiver, startReceiver } from '../helpers/receiver.ts'

const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver(), startReceiver()])
const [first, second, third, fourth] = receivers
afterAll(() => Promise.all(receivers.map((one) => one.close())))
const server = await startTestServer({ settings: { outboundAllow: receivers.map(({ host }) => host) } })
const { must, dbs } = server
const { base, deliveries, detail, clean } = eventsOf(server)

const REGIONS = ['eu', 'na'] as const
const endpointsAt = (owner: Person) => `${base(owner)}/endpoints`
const endpoints = async (owner: Person) =>
  (await must<{ items: EventEndpoint[] }>('GET', endpointsAt(owner), owner.token)).items

async function addEndpoint(owner: Person, to: Receiver, subscribedEvents: string[], name = '') {
  const made = await must<{ data: EventEndpoint; secret: string }>('POST', endpointsAt(owner), owner.token, {
    endpoint: to.url,
    name,
    subscribedEvents,
  })
  to.trust(made.secret)
  return made.data
}
const change = (owner: Person, { id }: EventEndpoint, body: object) =>
  must<{ data: EventEndpoint }>('PATCH', `${endpointsAt(owner)}/${id}`, owner.token, body)
const remove = (owner: Person, { id }: EventEndpoint) => must('DELETE', `${endpointsAt(owner)}/${id}`, owner.token)
const secretOf = (owner: Person, { id }: EventEndpoint) =>
  must<{ data: { secret: string; oldUntil: string | null } }>('GET', `${endpointsAt(owner)}/${id}/secret`, owner.token)

let european: Person
let american: Person
beforeAll(async () => {
  european = await server.signUp('eu')
  american = await server.signUp('na')
})
beforeEach(async () => {
  await clean()
  for (const owner of [european, american])
    for (const endpoint of (await endpoints(owner)).toReversed()) await remove(owner, endpoint)
  for (const region of REGIONS) await dbs[region].pool.query('delete from event_deliveries')
  for (const one of receivers) one.reset()
})

describe('two endpoints in each of two workspaces', () => {
  test('get their chosen events, signed with their own secret, under their own ids', async () => {
    const one = await addEndpoint(european, first, ['agent_created'], 'Shop')
    const two = await addEndpoint(european, second, ['agent_created', 'agent_deleted'])
    const far = await addEndpoint(american, third, ['agent_created'])
    const wide = await addEndpoint(american, fourth, ['agent_deleted'])
    expect([one.id, far.id]).toEqual(['default', 'default'])
    expect(two.id).not.toBe(wide.id)
    const agents = [await server.makeAgent(european), await server.makeAgent(american)]
    for (const [n, owner] of [european, american].entries())
      await must('DELETE', `${server.api(owner.region)}/v2/agents/${agents[n]?.id}`, owner.token)
    const got = () => receivers.map(({ received }) => received.map(({ type }) => type).toSorted())
    await eventually(got).toEqual([
      ['agent_created'],
      ['agent_created', 'agent_deleted'],
      ['agent_created'],
      ['agent_deleted'],
    ])
    expect(receivers.flatMap(({ refused }) => refused)).toEqual([])
    expect(first.received[0]?.id).not.toBe(second.of('agent_created')[0]?.id)

    const own = await deliveries(european, `&endpointId=${two.id}`)
    expect(own.map(({ type, endpointId }) => `${type} ${endpointId}`).toSorted()).toEqual([
      `agent_created ${two.id}`,
      `agent_deleted ${two.id}`,
    ])
    expect(await deliveries(european)).toHaveLength(3)
    // Any delivery leads to the event and to its deliveries to every endpoint.
    for (const id of [first.received[0]?.id, second.of('agent_created')[0]?.id]) {
      const { data } = await must<{ data: SentEvent }>('GET', `${base(european)}/sent/${id}`, european.token)
      expect(data.payload).toMatchObject({ agentId: agents[0]?.id })
      expect(data.deliveries.map(({ endpointId }) => endpointId)).toEqual(['default', two.id])
    }
  })

  test('one that fails does not delay the other, is named in the log, and gets its own replays', async () => {
    const one = await addEndpoint(european, first, ['agent_created'])
    const two = await addEndpoint(european, second, ['agent_created'])
    first.behave((response) => response.writeHead(404).end())
    for (let n = 0; n < 8; n += 1) await server.makeAgent(european)
    await eventually(() => second.received.length).toBe(8)
    await eventually(async () =>
      (await deliveries(european, '&endpointId=default')).every(({ lastStatus }) => lastStatus === 404),
    ).toBe(true)
    expect(await endpoints(european)).toMatchObject([
      { id: one.id, lastError: 'The endpoint returned 404.' },
      { id: two.id, lastError: '' },
    ])
    expect((await deliveries(european, '&state=delivered')).map(({ endpointId }) => endpointId)).toEqual(
      Array(8).fill(two.id),
    )
    first.behave()
    await dbs.eu.pool.query(
      `update event_deliveries set state = 'failed', next_at = null, finished_at = now() where state = 'waiting'`,
    )
    const since = new Date(Date.now() - 3600_000).toISOString()
    const replay = (endpointId: string) =>
      must<{ replayed: number }>('POST', `${base(european)}/replay-failed`, european.token, { since, endpointId })
    expect(await replay(two.id)).toEqual({ replayed: 0 })
    expect(await replay(one.id)).toEqual({ replayed: 8 })
    await eventually(() => first.received.length).toBe(16)
    expect(second.received).toHaveLength(8)
    expect(first.refused).toEqual([])
  })

  test('one that hangs leaves all capacity to the other', { timeout: 60_000 }, async () => {
    await addEndpoint(european, first, ['agent_created'])
    await addEndpoint(european, second, ['agent_created'])
    first.behave(() => {})
    for (let n = 0; n < 6; n += 1) await server.makeAgent(european)
    await eventually(() => second.received.length).toBe(6)
    await eventually(() => first.most()).toBe(4)
    expect((await deliveries(european, '&endpointId=default')).every(({ state }) => state === 'waiting')).toBe(true)
    expect(first.most()).toBe(4)
    first.behave()
  })

  test('410 disables only the endpoint that answered it', async () => {
    const one = await addEndpoint(american, first, ['agent_created'])
    const two = await addEndpoint(american, second, ['agent_created'])
    second.behave((response) => response.writeHead(410).end())
    await server.makeAgent(american)
    await eventually(async () => (await endpoints(american)).map(({ stoppedAt }) => stoppedAt !== null)).toEqual([
      false,
      true,
    ])
    await server.makeAgent(american)
    await eventually(() => first.received.length).toBe(2)
    expect(second.received).toHaveLength(1)
    second.behave()
    expect((await change(american, two, { enabled: true })).data).toMatchObject({ stoppedAt: null, name: '' })
    await server.makeAgent(american)
    await eventually(() => second.received.length).toBe(2)
    expect(one.id).toBe('default')
  })
})

describe('managing endpoints', () => {
  test('changes only the default endpoint in calls without an id', async () => {
    const one = await addEndpoint(european, first, ['agent_created'], 'Shop')
    const two = await addEndpoint(european, second, ['agent_created'])
    const settings = await must<{ data: EventSettings }>('GET', base(european), european.token)
    expect(settings.data).toEqual({ endpoint: first.url, subscribedEvents: ['agent_created'], stoppedAt: null })
    await must('PUT', base(european), european.token, { endpoint: first.url, subscribedEvents: ['agent_deleted'] })
    expect(await endpoints(european)).toMatchObject([{ ...one, subscribedEvents: ['agent_deleted'] }, { ...two }])
    const { data: old } = await must<{ data: { secret: string } }>('GET', `${base(european)}/secret`, european.token)
    expect(old.secret).toBe((await secretOf(european, one)).data.secret)
    await must('POST', `${base(european)}/secret/rotate`, european.token)
    expect((await secretOf(european, one)).data).toMatchObject({ oldUntil: expect.any(String) as string })
    expect((await secretOf(european, two)).data.oldUntil).toBeNull()
    const { data: tested } = await must<{ data: DeliveryDetail }>('POST', `${base(european)}/test`, european.token)
    expect(tested).toMatchObject({ state: 'delivered', endpointId: 'default', endpoint: first.url })
    await must('PUT', base(european), european.token, { endpoint: '', subscribedEvents: [] })
    expect(await endpoints(european)).toMatchObject([{ id: two.id, enabled: true }])
    await server.makeAgent(european)
    await eventually(() => second.of('agent_created').length).toBe(1)
  })

  test('tests, rotates, disables and deletes each one separately', async () => {
    await addEndpoint(european, first, ['agent_created'])
    const two = await addEndpoint(european, second, ['agent_created'])
    const path = `${endpointsAt(european)}/${two.id}`
    const before = await secretOf(european, two)
    const { data: after } = await must<{ data: { secret: string } }>('POST', `${path}/secret/rotate`, european.token)
    expect(after.secret).not.toBe(before.data.secret)
    const test = () => call('POST', `${path}/test`, { bearer: european.token })
    // Both secrets sign for a day.
    for (const secret of [before.data.secret, after.secret]) {
      second.trust(secret)
      expect(await test()).toMatchObject({ status: 200, body: { data: { state: 'delivered', endpointId: two.id } } })
    }
    second.behave((response) => response.writeHead(500).end())
    await server.makeAgent(european)
    await eventually(async () => (await deliveries(european, `&endpointId=${two.id}&state=retrying`)).length).toBe(1)
    await change(european, two, { enabled: false })
    const cancelled = await deliveries(european, '&state=cancelled')
    expect(cancelled.map(({ endpointId }) => endpointId)).toEqual([two.id])
    expect(await test()).toMatchObject({ status: 409, body: { message: 'The endpoint is disabled. Enable it first.' } })
    const count = second.received.length
    await server.makeAgent(european)
    await eventually(() => first.of('agent_created').length).toBe(2)
    await remove(european, two)
    expect(await endpoints(european)).toMatchObject([{ id: 'default' }])
    expect((await detail(european, cancelled[0]?.id ?? '')).endpoint).toBe(second.url)
    const replay = await call('POST', `${base(european)}/deliveries/${cancelled[0]?.id}/replay`, {
      bearer: european.token,
    })
    expect(replay).toMatchObject({ status: 409, body: { message: 'The endpoint of this delivery was deleted.' } })
    expect(second.received).toHaveLength(count)
  })

  test('answers 404 for an endpoint of another workspace', async () => {
    await addEndpoint(european, first, [])
    const two = await addEndpoint(european, second, [])
    const other = await server.signUp('eu')
    for (const owner of [american, other])
      for (const [method, path, body] of [
        ['PATCH', '', { name: 'Mine' }],
        ['DELETE', '', undefined],
        ['GET', '/secret', undefined],
        ['POST', '/secret/rotate', undefined],
        ['POST', '/test', undefined],
      ] as const) {
        const answer = await call(method, `${endpointsAt(owner)}/${two.id}${path}`, { bearer: owner.token, body })
        expect([method, path, answer.status]).toEqual([method, path, 404])
      }
    expect(await endpoints(european)).toMatchObject([{}, { id: two.id, name: '' }])
  })

  test('allows ten at most, and none inside the network', async () => {
    for (let n = 0; n < 10; n += 1) await addEndpoint(european, first, [], `No. ${n}`)
    const add = (endpoint: string) =>
      call('POST', endpointsAt(european), { bearer: european.token, body: { endpoint, subscribedEvents: [] } })
    expect(await add(first.url)).toMatchObject({
      body: { code: 'LIMIT_REACHED', message: 'A workspace can have up to 10 webhook endpoints. Delete one first.' },
    })
    const [, last] = await endpoints(european)
    if (last) await remove(european, last)
    expect(await add('http://169.254.169.254/')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(await add(first.url)).toMatchObject({ status: 200 })
    expect((await endpoints(european)).map(({ name }) => name)).toEqual([
      'No. 0',
      'No. 2',
      'No. 3',
      'No. 4',
      'No. 5',
      'No. 6',
      'No. 7',
      'No. 8',
      'No. 9',
      '',
    ])
  })
})

test('leaves deliveries to other endpoints alone in a process of the previous version', async () => {
  await addEndpoint(european, first, [])
  const two = await addEndpoint(european, second, [])
  await dbs.eu.pool.query(
    `insert into event_deliveries (id, workspace_id, type, body, endpoint, endpoint_id, state, created_at, next_at)
     select 'msg_old_' || id, $1, 'agent_created', '{}', $2, id, 'waiting', now(), now() + interval '1 hour'
     from unnest(array['default', $3]) id`,
    [european.workspace.uid, second.url, two.id],
  )
  // The query with which that version takes due deliveries.
  const { rows } = await dbs.eu.pool.query<Delivery>(
    `update event_deliveries e set attempts = e.attempts + 1, next_at = now() + interval '1 minute', endpoint = $2
     from workspaces w where w.uid = e.workspace_id and e.id like 'msg_old_%' and w.uid = $1 returning e.id`,
    [european.workspace.uid, first.url],
  )
  expect(rows).toEqual([{ id: 'msg_old_default' }])
})
