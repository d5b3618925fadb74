// Events to a workspace's endpoint over HTTP, and a receiver that verifies every signature.
import type { Delivery } from '@parlance/contract/events/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sign } from '../../src/modules/events/signatures.ts'
import { startTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { eventsOf, eventually } from '../helpers/events.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { testConversationsOf } from '../helpers/test-conversations.ts'

const receiver = await startReceiver()
afterAll(receiver.close)
const server = await startTestServer({ settings: { outboundAllow: [receiver.host] } })
const { must, api } = server
const { chat, handOff, post } = chatsOf(server)
const { base, sql, subscribe, deliveries, detail, clean } = eventsOf(server)

let owner: Person
let agent: TestAgent
beforeAll(async () => {
  owner = await server.signUp('eu')
  agent = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us' })
})
beforeEach(async () => {
  await clean()
  receiver.reset()
})

test('signs events as Standard Webhooks defines', () => {
  // The reference vector of the specification's libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  expect(sign(signed, [secret])).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  const at = new Date()
  const mine = { id: 'msg_a', timestamp: Math.floor(at.getTime() / 1000), body: '{"é":"😀"}' }
  expect(sign(mine, [secret])).toBe(new Webhook(secret).sign(mine.id, at, mine.body))
})

describe('events', () => {
  test('contain what was chosen and nothing else, with two ids and no secret', async () => {
    await subscribe(owner, receiver, ['message_received', 'agent_published'])
    const { answer } = await server.turn(agent, { text: 'Do you sell tea?' })
    await must('POST', `${api('eu')}/v2/agents/${agent.id}`, owner.token, { title: 'Renamed' })
    await eventually(() => receiver.received.map(({ type }) => type).toSorted()).toEqual([
      'agent_published',
      'message_received',
    ])
    const [said] = receiver.of('message_received')
    expect(Object.keys(JSON.parse(said?.body ?? '{}') as object)).toEqual(['type', 'timestamp', 'payload'])
    expect(said?.payload).toMatchObject({
      createdAt: expect.any(Number) as number,
      agentId: agent.id,
      conversationId: answer.metadata?.conversationId,
      channel: 'web-chat',
      text: 'Do you sell tea?',
    })
    expect(said?.headers['user-agent']).toBe('Parlance-Events/1.0')
    for (const { body } of receiver.received) {
      expect(body).not.toContain('workspaceSecret')
      expect(body).not.toContain(owner.workspace.secret)
    }
    expect(receiver.refused).toEqual([])
    const shown = async () => (await deliveries(owner, '&type=message_received'))[0]
    await eventually(shown).toMatchObject({
      id: said?.id,
      state: 'delivered',
      attempts: 1,
      lastStatus: 204,
      nextAt: null,
    })
    const whole = await detail(owner, said?.id ?? '')
    expect(whole.body).toBe(said?.body)
    // The log shows the request exactly as it was made.
    for (const { name, value } of whole.headers) expect(said?.headers[name]).toBe(value)
    expect(whole.tries).toMatchObject([{ number: 1, status: 204, error: '' }])
  })

  test('report who took a conversation over, and who got it assigned', async () => {
    await subscribe(owner, receiver, ['chat_delegated'])
    const at = await chat(agent)
    expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
    expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
    await eventually(() => receiver.received.map(({ payload }) => payload)).toMatchObject([
      { conversationId: at.conversationId, personKind: 'user', personName: expect.stringMatching(/\w/) },
    ])
  })

  test('report conversations, hand-offs, leads, left messages, agents and credits, each once', async () => {
    const once =
      'agent_created agent_deleted credits_low form_submitted handoff_requested lead_captured new_lead'.split(' ')
    await subscribe(owner, receiver, [...once, 'new_conversation'])
    const at = await chat(agent, newVisitorId(), 'Is anybody there?')
    await handOff(at)
    expect((await post(at, 'leave-message', { email: 'ada@example.test', message: 'Call me' })).status).toBe(200)
    const made = await server.makeAgent(owner)
    await must('DELETE', `${api('eu')}/v2/agents/${made.id}`, owner.token)
    await server.setCredits(owner, 500_000)
    await server.turn(agent)
    await eventually(() => receiver.received.map(({ type }) => type).toSorted()).toEqual(
      [...once, 'new_conversation', 'new_conversation'].toSorted(),
    )
    const [form] = receiver.of('form_submitted')
    expect(form?.payload).toMatchObject({ values: { email: 'ada@example.test', message: 'Call me' } })
    expect(receiver.of('new_lead')[0]?.payload).toMatchObject({
      email: 'ada@example.test',
      conversationId: at.conversationId,
    })
    expect(receiver.of('credits_low')[0]?.payload).toMatchObject({ threshold: 500 })
    expect(receiver.of('credits_low')[0]?.payload['creditsLeft']).toBeLessThan(500)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length)
    await server.setCredits(owner, 1_000_000)
  })

  test('report a lead once, when its address becomes known', async () => {
    const { fromTemplate } = testConversationsOf(server, owner)
    const shop = await fromTemplate('confirm-email')
    await subscribe(owner, receiver, ['new_lead', 'lead_captured'])
    const visitorId = newVisitorId()
    const { answer } = await server.turn(shop, { visitorId, text: 'anna@example.org' })
    const conversationId = answer.metadata?.conversationId ?? ''
    await server.turn(shop, { visitorId, conversationId, text: 'hmm' })
    const leads = () => receiver.received.filter(({ type }) => type.includes('lead'))
    await eventually(() =>
      leads()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['lead_captured', 'new_lead'])
    for (const { payload } of leads()) expect(payload).toMatchObject({ conversationId, email: 'anna@example.org' })
  })

  test('are not sent for owners’ tests, and contain no text where no history is kept', async () => {
    await subscribe(owner, receiver, ['message_received'])
    await server.turn(agent, { draft: true, bearer: owner.token, text: 'A test' })
    const silent = await server.makeAgent(owner, { recordChatHistory: false })
    await server.turn(silent, { text: 'My secret is 42' })
    await eventually(() => receiver.of('message_received').length).toBe(1)
    expect(receiver.of('message_received')[0]?.payload).toMatchObject({ agentId: silent.id })
    expect(receiver.of('message_received')[0]?.payload).not.toHaveProperty('text')
  })

  test('add no cost to a turn when no endpoint wants messages', async () => {
    const stranger = await server.signUp('eu')
    const quiet = await server.makeAgent(stranger)
    const heard = async (conversationId = '%') =>
      (
        await sql(
          `select 1 from pgboss.job where name = 'events.heard' and data->>'type' = 'message.stored' and data->>'agentId' = $1
           and data->>'conversationId' like $2`,
          [quiet.id, conversationId],
        )
      ).rows.length
    // Neither without an endpoint, nor when other events are chosen.
    await server.turn(quiet)
    await subscribe(stranger, receiver, ['agent_created', 'credits_low'])
    await server.turn(quiet)
    expect(await heard()).toBe(0)
    await subscribe(stranger, receiver, ['message_received'])
    const { answer } = await server.turn(quiet)
    await eventually(() => heard(answer.metadata?.conversationId)).toBe(1)
  })

  test('never cross workspaces, and are sent once when the same thing happens twice', async () => {
    const stranger = await server.signUp('eu')
    await subscribe(owner, receiver, ['agent_created'])
    await server.makeAgent(stranger)
    const { events } = server.running.container.services
    const ctx = server.running.container.contexts.system('eu', owner.workspace.uid)
    const heard = {
      type: 'agent.created' as const,
      workspaceId: owner.workspace.uid,
      agentId: agent.id,
      at: Date.now(),
      eventId: randomId(24),
      eventAt: Date.now(),
    }
    await Promise.all([events.enqueueDeliveries(ctx, heard), events.enqueueDeliveries(ctx, heard)])
    await events.enqueueDeliveries(ctx, heard)
    await eventually(() => receiver.received.length).toBe(1)
    expect(receiver.received[0]?.payload).toMatchObject({ agentId: agent.id })
    expect(await deliveries(stranger)).toEqual([])
    expect(await deliveries(owner)).toHaveLength(1)
    const { status } = await call('GET', `${base(stranger)}/deliveries/${receiver.received[0]?.id}`, {
      bearer: stranger.token,
    })
    expect(status).toBe(404)
  })

  test('reach only subscriptions that are older', async () => {
    const { events } = server.running.container.services
    const ctx = server.running.container.contexts.system('eu', owner.workspace.uid)
    const happens = (type: 'agent.created' | 'agent.deleted', eventAt: number) =>
      events.enqueueDeliveries(ctx, {
        type,
        workspaceId: owner.workspace.uid,
        agentId: agent.id,
        at: eventAt,
        eventId: randomId(24),
        eventAt,
      })
    await subscribe(owner, receiver, ['agent_created'])
    await happens('agent.created', Date.now() - 2000)
    expect(await deliveries(owner)).toEqual([])
    // Another type is added: the first one keeps its time.
    const hour = Date.now() - 3_600_000
    await sql(
      `update workspaces set internal = jsonb_set(internal, '{events,subscribedSince,agent_created}', to_jsonb($2::bigint)) where uid = $1`,
      [owner.workspace.uid, hour],
    )
    await subscribe(owner, receiver, ['agent_created', 'agent_deleted'])
    await happens('agent.deleted', Date.now() - 2000)
    await happens('agent.created', Date.now() - 2000)
    expect((await deliveries(owner)).map(({ type }) => type)).toEqual(['agent_created'])
    // What happened while the endpoint was off stays unsent.
    await subscribe(owner, receiver, [])
    await subscribe(owner, receiver, ['agent_created'])
    await happens('agent.created', Date.now() - 2000)
    expect(await deliveries(owner)).toHaveLength(1)
  })

  test('combine changes of a draft, and are deleted with their conversation', async () => {
    await subscribe(owner, receiver, ['agent_updated', 'message_received'])
    for (const title of ['One', 'Two', 'Three'])
      await must('PUT', `${api('eu')}/v2/agents/${agent.id}/draft`, owner.token, { title })
    const at = await chat(agent, newVisitorId(), 'Forget me')
    await eventually(async () => (await deliveries(owner)).map(({ type }) => type).toSorted()).toEqual(
      expect.arrayContaining(['agent_updated', 'message_received']),
    )
    // Two at most, in case a new minute began.
    expect((await deliveries(owner, '&type=agent_updated')).length).toBeLessThanOrEqual(2)
    expect(receiver.of('agent_updated')).toEqual([])
    await eventually(() => receiver.of('message_received').length).toBe(1)
    await must('DELETE', `${api('eu')}/v2/agents/${agent.id}/conversations/${at.conversationId}`, owner.token)
    await eventually(async () => (await deliveries(owner, '&type=message_received')).length).toBe(0)
  })
})

describe('the secret', () => {
  test('signs along with the previous one for a day, and is for admins', async () => {
    await subscribe(owner, receiver, [])
    const read = async () =>
      (await must<{ data: { secret: string; oldUntil: string | null } }>('GET', `${base(owner)}/secret`, owner.token))
        .data
    const before = await read()
    expect(before).toMatchObject({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
      oldUntil: null,
    })
    const { data: after } = await must<{ data: typeof before }>('POST', `${base(owner)}/secret/rotate`, owner.token)
    expect(after.secret).not.toBe(before.secret)
    expect(new Date(after.oldUntil ?? 0).getTime() - Date.now()).toBeGreaterThan(23 * 3600_000)
    // The receiver still knows only the old one, then only the new one.
    for (const known of [before, after]) {
      receiver.trust(known.secret)
      await must('POST', `${base(owner)}/test`, owner.token, {})
    }
    expect(receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([
      2, 2,
    ])
    expect(receiver.refused).toEqual([])
    const { rows } = await sql('select sealed_events_secret as sealed from workspaces where uid = $1', [
      owner.workspace.uid,
    ])
    expect(JSON.stringify(rows)).not.toContain(after.secret.slice(6))

    const viewer = await server.signUp('eu')
    const seat = `insert into workspace_members (workspace_id, email, role, joined_at) values ($1, $2, $3, now())
      on conflict (workspace_id, email) do update set role = excluded.role`
    for (const [role, admin] of [
      ['viewer', false],
      ['editor', false],
      ['admin', true],
    ] as const) {
      await sql(seat, [owner.workspace.uid, viewer.email, role])
      await server.dbs.identity.pool.query('update users set email_verified = true where email = $1', [viewer.email])
      const as = (method: string, path: string, body?: unknown) =>
        call(method, `${base(owner)}${path}`, { bearer: viewer.token, ...(body ? { body } : {}) })
      expect((await as('GET', '')).status).toBe(200)
      expect((await as('GET', '/deliveries')).status).toBe(200)
      const most = [
        as('GET', '/secret'),
        as('PUT', '', { endpoint: receiver.url, subscribedEvents: [] }),
        as('POST', '/test', {}),
      ]
      for (const { status } of await Promise.all(most)) expect(status).toBe(admin ? 200 : 403)
    }
    await sql('delete from workspace_members where email = $1', [viewer.email])
  })
})

describe('the log', () => {
  test('deletes deliveries after 30 days', async () => {
    await subscribe(owner, receiver, [])
    await must('POST', `${base(owner)}/test`, owner.token, {})
    await must('POST', `${base(owner)}/test`, owner.token, {})
    const [newer, older] = await deliveries(owner)
    await sql(`update event_deliveries set created_at = now() - interval '31 days' where id = $1`, [older?.id])
    await server.running.container.services.events.sweep(server.running.container.contexts.system('eu'))
    expect((await deliveries(owner)).map(({ id }) => id)).toEqual([newer?.id])
  })

  test('is paged, filtered and searched', async () => {
    await sql(
      `insert into event_deliveries (id, workspace_id, type, body, endpoint, state, created_at)
       select 'msg_' || n, $1, case when n % 2 = 0 then 'agent_created' else 'message_received' end,
         '{"payload":{"conversationId":"c' || n || '"}}', '', case when n % 5 = 0 then 'failed' else 'delivered' end, now() - interval '1 second' * (n / 3)
       from generate_series(1, 60) n`,
      [owner.workspace.uid],
    )
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const answer = await must<{ items: Delivery[]; nextCursor: string | null }>(
        'GET',
        `${base(owner)}/deliveries?limit=7${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        owner.token,
      )
      seen.push(...answer.items.map(({ id }) => id))
      if (!answer.nextCursor) break
      cursor = answer.nextCursor
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
    expect(await deliveries(owner, '&state=failed&type=agent_created')).toHaveLength(6)
    expect((await deliveries(owner, '&search=c37')).map(({ id }) => id)).toEqual(['msg_37'])
    expect(await deliveries(owner, '&search=%25')).toEqual([])
    expect((await call('GET', `${base(owner)}/deliveries?cursor=nonsense`, { bearer: owner.token })).status).toBe(400)
  })
})
