// Misbehaving endpoints: they fail, hang, redirect, flood, are gone or internal; and servers that run in parallel.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeliveryDetail, Delivery, EventSettings, SentEvent } from '@parlance/contract/events/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attemptDelivery } from '../../src/modules/events/deliver.ts'
import { createVault } from '../../src/lib/crypto.ts'
import { startTestServer } from '../helpers/app.ts'
import { eventsOf, eventually } from '../helpers/events.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { msg } from '@parlance/i18n/messages'

const [receiver, slow, inside] = await Promise.all([startReceiver(), startReceiver(), startReceiver()])
afterAll(() => Promise.all([receiver.close(), slow.close(), inside.close()]))
const server = await startTestServer({ settings: { outboundAllow: [receiver.host, slow.host] } })
const { must, api } = server
const { base, sql, subscribe, deliveries, detail, clean } = eventsOf(server)

/** Makes waiting retries due now. */
const hurry = () =>
  sql(`update event_deliveries set next_at = now() where state = 'waiting'
  and attempts = (select count(*) from event_attempts a where a.delivery_id = id)`)

const logs = async (owner: Person) =>
  (
    await must<{ items: { type: string; content: string; metadata: unknown }[] }>(
      'GET',
      `${api(owner.region)}/v2/workspaces/${owner.workspace.uid}/logs`,
      owner.token,
    )
  ).items
const mailsTo = async (email: string) =>
  (
    await must<{ items: { subject: string; text: string }[] }>(
      'GET',
      `${server.url}/api/sandbox/mails?to=${email}`,
      undefined,
    )
  ).items.filter(({ subject }) => /couldn’t be delivered|não pôde ser entregue/.test(subject))

let owner: Person
let agent: TestAgent
beforeAll(async () => {
  owner = await server.signUp('eu')
  agent = await server.makeAgent(owner)
})
beforeEach(async () => {
  await clean()
  for (const one of [receiver, slow, inside]) one.reset()
})

test('what waits for an endpoint for 36 hours has failed, while another endpoint is served', async () => {
  const other = await server.signUp('eu')
  await sql(
    `insert into event_deliveries (id, workspace_id, type, body, endpoint, state, created_at, next_at, claimed_at)
     select $1 || n, $1, 'agent_created', '{}', 'https://hangs.example', 'waiting', now() - n * interval '1 hour',
       now() + interval '1 hour', case when n = 40 then now() end
     from generate_series(34, 40) n`,
    [other.workspace.uid],
  )
  await subscribe(owner, receiver, ['agent_created'])
  await server.makeAgent(owner)
  const { contexts, services } = server.running.container
  await services.events.sweep(contexts.system('eu', ''))
  await eventually(() => receiver.of('agent_created').length).toBe(1)
  const { rows } = await sql(
    `select state, count(*)::int as count, max(last_error) as error from event_deliveries where workspace_id = $1 group by state order by state`,
    [other.workspace.uid],
  )
  expect(rows).toMatchObject([
    { state: 'failed', count: 4, error: expect.stringContaining('36') as string },
    // Two younger ones, and one that is being sent.
    { state: 'waiting', count: 3 },
  ])
})

describe('an endpoint that does not accept', () => {
  test('is retried; the log shows it, and every address of the workspace gets one mail', async () => {
    const member = `m${randomId(10).toLowerCase()}@example.test`
    const invited = `i${randomId(10).toLowerCase()}@example.test`
    const brazilian = await server.signUp('na')
    await must('PUT', `${server.url}/api/account/language`, brazilian.token, { language: 'pt' })
    await sql(
      `insert into workspace_members (workspace_id, email, role, joined_at)
      values ($1, $2, 'viewer', now()), ($1, $3, 'viewer', null), ($1, $4, 'viewer', now())`,
      [owner.workspace.uid, member, invited, brazilian.email],
    )
    await subscribe(owner, receiver, ['agent_created'])
    receiver.behave((response) => response.writeHead(500).end('a broken pipe'))
    const made = await server.makeAgent(owner)
    await eventually(async () => (await deliveries(owner))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastStatus: 500,
    })
    const [first] = await deliveries(owner)
    expect(new Date(first?.nextAt ?? 0).getTime() - Date.now()).toBeLessThanOrEqual(5500)
    for (const to of [owner.email, member, invited]) await eventually(async () => (await mailsTo(to)).length).toBe(1)
    expect((await mailsTo(member))[0]?.text).toContain('The endpoint returned 500.')
    // Each in their own language, with the log's English error.
    await eventually(async () => (await mailsTo(brazilian.email))[0]?.text).toContain('O endpoint devolveu 500.')
    const failed = (await logs(owner)).filter(({ type }) => type === 'event_failed')
    expect(failed[0]).toMatchObject({ metadata: { deliveryId: first?.id, status: 500, attempt: 1 } })
    // More failures within the hour wait for the digest.
    await hurry()
    await eventually(async () => (await detail(owner, first?.id ?? '')).tries.length).toBe(2)
    receiver.behave()
    await hurry()
    await eventually(async () => (await deliveries(owner))[0]).toMatchObject({ state: 'delivered', attempts: 3 })
    const whole = await detail(owner, first?.id ?? '')
    expect(whole.tries.map(({ status, response }) => [status, response])).toEqual([
      [500, 'a broken pipe'],
      [500, 'a broken pipe'],
      [204, ''],
    ])
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([first?.id]))
    expect(receiver.received[0]?.payload).toMatchObject({ agentId: made.id })
    expect(await mailsTo(member)).toHaveLength(1)

    const { events } = server.running.container.services
    const ctx = server.running.container.contexts.system('eu')
    await events.sendDueMails(ctx)
    expect(await mailsTo(member)).toHaveLength(1)
    await sql(`update workspaces set events_mailed_at = events_mailed_at - interval '61 minutes' where uid = $1`, [
      owner.workspace.uid,
    ])
    await events.sendDueMails(ctx)
    for (const to of [member, invited]) await eventually(async () => (await mailsTo(to)).length).toBe(2)
    await events.sendDueMails(ctx)
    for (const to of [member, invited]) expect(await mailsTo(to)).toHaveLength(2)
    await sql('delete from workspace_members where email = any($1)', [[member, invited]])
  })

  test('is given up after the last try, and can be replayed', async () => {
    await subscribe(owner, receiver, ['agent_created'])
    receiver.behave((response) => response.writeHead(404).end())
    await server.makeAgent(owner)
    await eventually(async () => (await deliveries(owner))[0]?.lastStatus).toBe(404)
    await sql('update event_deliveries set attempts = 7')
    await sql(`update event_deliveries set next_at = now()`)
    await eventually(async () => (await deliveries(owner))[0]).toMatchObject({
      state: 'failed',
      attempts: 8,
      nextAt: null,
    })
    await eventually(async () => (await logs(owner))[0]?.content).toContain('we’ve stopped trying')
    const [failed] = await deliveries(owner)
    receiver.reset()
    const since = new Date(Date.now() - 3600_000).toISOString()
    const replay = () => must<{ replayed: number }>('POST', `${base(owner)}/replay-failed`, owner.token, { since })
    expect(await Promise.all([replay(), replay()])).toEqual(expect.arrayContaining([{ replayed: 1 }, { replayed: 0 }]))
    expect(await replay()).toEqual({ replayed: 0 })
    await eventually(() => receiver.received.length).toBe(1)
    await eventually(async () => (await deliveries(owner, '&state=delivered'))[0]).toMatchObject({
      replayOf: failed?.id,
      state: 'delivered',
    })
    const [again] = await deliveries(owner, '&state=delivered')
    expect(again?.id).not.toBe(failed?.id)
    const one = await must<{ data: Delivery }>('POST', `${base(owner)}/deliveries/${failed?.id}/replay`, owner.token)
    await eventually(() => receiver.received.map(({ id }) => id)).toContain(one.data.id)
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)

    // The event can be found by the id of any of its deliveries, but not by another tenant.
    const stranger = await server.signUp('na')
    for (const id of [failed?.id, again?.id, one.data.id]) {
      const { data: sent } = await must<{ data: SentEvent }>('GET', `${base(owner)}/sent/${id}`, owner.token)
      const told = { type: sent.type, timestamp: sent.timestamp, payload: sent.payload }
      expect(told).toEqual(JSON.parse(receiver.received[0]?.body ?? ''))
      expect(sent.id).toBe(failed?.id)
      expect(sent.deliveries.map((delivery) => delivery.id)).toEqual([failed?.id, again?.id, one.data.id])
      expect((await call('GET', `${base(stranger)}/sent/${id}`, { bearer: stranger.token })).status).toBe(404)
    }
    expect((await call('GET', `${base(owner)}/sent/msg_nothing`, { bearer: owner.token })).status).toBe(404)
  })

  test('is replayed by when it was given up, not by when the event happened', async () => {
    await subscribe(owner, receiver, ['agent_created'])
    receiver.behave((response) => response.writeHead(404).end())
    await server.makeAgent(owner)
    await eventually(async () => (await deliveries(owner))[0]?.lastStatus).toBe(404)
    await sql(`update event_deliveries set attempts = 7, created_at = now() - interval '32 hours'`)
    await sql('update event_deliveries set next_at = now()')
    await eventually(async () => (await deliveries(owner))[0]?.state).toBe('failed')
    receiver.reset()
    const replay = (hours: number) =>
      must<{ replayed: number }>('POST', `${base(owner)}/replay-failed`, owner.token, {
        since: new Date(Date.now() - hours * 3600_000).toISOString(),
      })
    expect(await replay(-1)).toEqual({ replayed: 0 })
    expect(await replay(24)).toEqual({ replayed: 1 })
    await eventually(() => receiver.received.length).toBe(1)
    expect(await replay(24)).toEqual({ replayed: 0 })
  })

  test('that is gone gets no more requests until it is saved again', async () => {
    await subscribe(owner, receiver, ['agent_created'])
    receiver.behave((response) => response.writeHead(410).end())
    await server.makeAgent(owner)
    await eventually(
      async () => (await must<{ data: EventSettings }>('GET', base(owner), owner.token)).data.stoppedAt,
    ).not.toBe(null)
    await server.makeAgent(owner)
    const refused = await call('POST', `${base(owner)}/test`, { bearer: owner.token, body: {} })
    expect(refused.status).toBe(409)
    expect(receiver.received).toHaveLength(1)
    receiver.behave()
    await subscribe(owner, receiver, ['agent_created'])
    await server.makeAgent(owner)
    await eventually(() => receiver.received.length).toBe(2)
  })

  test('can ask for a delay', async () => {
    await subscribe(owner, receiver, ['agent_created'])
    receiver.behave((response) => response.writeHead(503, { 'retry-after': '600' }).end())
    await server.makeAgent(owner)
    await eventually(async () => (await deliveries(owner))[0]?.attempts).toBe(1)
    await eventually(async () => (await deliveries(owner))[0]?.lastStatus).toBe(503)
    const [one] = await deliveries(owner)
    const wait = new Date(one?.nextAt ?? 0).getTime() - Date.now()
    expect(wait).toBeGreaterThan(500_000)
    expect(wait).toBeLessThanOrEqual(600_000)
  })

  test('that hangs is cut off at the time-out', async () => {
    const mute = createServer(() => {})
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(mute.address() as AddressInfo).port}/`
    await sql(
      `insert into event_deliveries (id, workspace_id, type, body, endpoint, state, attempts, created_at, next_at)
       values ('msg_mute', $1, 'agent_created', '{}', $2, 'waiting', 1, now(), now() + interval '1 minute')`,
      [owner.workspace.uid, endpoint],
    )
    const own = {
      outbound: { fetch, reason: () => msg('endpoint_unreachable') },
      timeoutMs: 200,
      random: () => 0.5,
      stopped: () => {},
    }
    const deps = { ...own, vault: createVault(Buffer.alloc(32)), writeLog: async () => {} }
    const claimed = { id: 'msg_mute', type: 'agent_created', body: '{}', attempts: 1, endpoint, sealed: '' }
    const ctx = server.running.container.contexts.system('eu')
    expect(
      await attemptDelivery(deps, ctx, { ...claimed, workspace_id: owner.workspace.uid, endpoint_id: 'default' }),
    ).toBe(false)
    const [shown] = await deliveries(owner)
    expect(shown).toMatchObject({ state: 'waiting', lastStatus: 0, lastError: 'No response within 0.2 seconds.' })
    mute.closeAllConnections()
    mute.close()
  })

  test('delays no other endpoint, and gets few requests at a time', { timeout: 60_000 }, async () => {
    const other = await server.signUp('eu')
    await subscribe(owner, slow, ['message_received'])
    await subscribe(other, receiver, ['agent_created'])
    const hanging: (() => void)[] = []
    slow.behave((response) => void hanging.push(() => response.writeHead(200).end()))
    await Promise.all(Array.from({ length: 12 }, () => server.turn(agent)))
    await eventually(() => hanging.length).toBe(4)
    const started = Date.now()
    await server.makeAgent(other)
    await eventually(() => receiver.received.length).toBe(1)
    expect(Date.now() - started).toBeLessThan(5000)
    expect(slow.most()).toBe(4)
    slow.behave()
    for (const answer of hanging) answer()
    await eventually(() => slow.received.length).toBe(12)
    expect(slow.most()).toBe(4)
  })
})

describe('the test button', () => {
  const tested = async () => (await must<{ data: DeliveryDetail }>('POST', `${base(owner)}/test`, owner.token, {})).data

  test('reports its result at once, and mails no one', async () => {
    await subscribe(owner, receiver, [])
    expect(await tested()).toMatchObject({ type: 'webhook_test', state: 'delivered', lastStatus: 204 })
    receiver.behave((response) => response.writeHead(500).end('x'.repeat(5000)))
    const failed = await tested()
    expect(failed).toMatchObject({ state: 'failed', attempts: 1, lastError: 'The endpoint returned 500.' })
    expect(failed.tries[0]?.response).toBe('x'.repeat(1024))
    expect(receiver.received).toHaveLength(2)
    const { rows } = await sql('select events_mailed_at from workspaces where uid = $1', [owner.workspace.uid])
    expect(rows).toEqual([{ events_mailed_at: null }])
  })

  test('follows no redirect, even to the inside', async () => {
    await subscribe(owner, receiver, [])
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.behave((response) => response.writeHead(status, { location: inside.url }).end())
      expect(await tested()).toMatchObject({ state: 'failed', lastStatus: status })
    }
    expect([...inside.received, ...inside.refused]).toEqual([])
  })

  test('reads only 1 KB of an answer, whatever its size or end', { timeout: 60_000 }, async () => {
    await subscribe(owner, receiver, [])
    receiver.behave((response) => {
      response.writeHead(200, { 'content-length': String(1024 ** 3) })
      const more = () => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const huge = await tested()
    expect(huge).toMatchObject({ state: 'delivered', lastStatus: 200 })
    expect(huge.tries[0]?.response).toHaveLength(1024)
    receiver.behave((response) => response.writeHead(200).write('and then'))
    const hung = await tested()
    expect(hung.tries[0]).toMatchObject({ status: 200, response: 'and then' })
    expect(hung.tries[0]?.durationMs).toBeLessThan(10_000)
    receiver.behave((response) => response.destroy())
    expect(await tested()).toMatchObject({ state: 'failed', lastStatus: 0 })
    // Characters that the database can't hold.
    receiver.behave((response) => response.writeHead(400).end(Buffer.from([0, 0xff, 0xfe, 0x41])))
    expect((await tested()).tries[0]?.response).toMatch(/A$/)
  })

  test('sends nothing without an endpoint', async () => {
    await must('PUT', base(owner), owner.token, { endpoint: '', subscribedEvents: [] })
    const { status, body } = await call('POST', `${base(owner)}/test`, { bearer: owner.token, body: {} })
    expect([status, body]).toMatchObject([409, { message: 'Save an endpoint first.' }])
  })
})

describe('an address inside', () => {
  const saved = (endpoint: string) =>
    call<{ message: string }>('PUT', base(owner), { bearer: owner.token, body: { endpoint, subscribedEvents: [] } })

  test.each([
    'http://127.0.0.1/',
    'http://localhost/x',
    'http://[::ffff:7f00:1]/',
    'http://2130706433/',
    'http://169.254.169.254/',
    'http://metadata.google.internal/',
  ])('is not saved: %s', async (endpoint) => {
    const { status, body } = await saved(endpoint)
    expect([status, body.message]).toEqual([400, expect.stringContaining('public internet') as string])
  })
  test('[1.1d] gets no request when it was saved earlier, or when its name now resolves inside', async () => {
    expect((await saved(inside.url)).status).toBe(400)
    await subscribe(owner, receiver, ['agent_created'])
    await sql(
      `update workspaces set internal = jsonb_set(internal, '{events,endpoint}', to_jsonb($2::text)) where uid = $1`,
      [owner.workspace.uid, inside.url],
    )
    await server.makeAgent(owner)
    await eventually(async () => (await deliveries(owner))[0]).toMatchObject({
      attempts: 1,
      lastStatus: 0,
      lastError: 'The address isn’t reachable on the public internet.',
    })
    expect([...inside.received, ...inside.refused]).toEqual([])
  })
})

describe('in parallel', () => {
  test('two nodes send nothing twice, and deliveries of a dead node are resent', { timeout: 60_000 }, async () => {
    const node = await server.anotherNode()
    await subscribe(owner, receiver, ['message_received'])
    await Promise.all(Array.from({ length: 20 }, () => server.turn(agent)))
    await eventually(async () => (await deliveries(owner, '&state=delivered')).length).toBe(20)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20)
    expect(receiver.received).toHaveLength(20)
    // The other node learns at once what is chosen here, and sends events of its visitors too.
    const asked = { ...agent }
    await node.turn(asked)
    await eventually(() => receiver.received.length).toBe(21)
    // Held by a node that is gone.
    await sql(
      `update event_deliveries set state = 'waiting', attempts = 2, next_at = now() - interval '1 second', finished_at = null where id = $1`,
      [receiver.received[0]?.id],
    )
    await eventually(() => receiver.received.length).toBe(22)
    await eventually(async () => (await detail(owner, receiver.received[0]?.id ?? '')).tries.length).toBe(3)
    expect((await detail(owner, receiver.received[0]?.id ?? '')).tries[1]?.error).toBe(
      'The server stopped while sending.',
    )
    await node.close()
  })
})
