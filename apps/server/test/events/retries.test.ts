// Deliveries that wait for a retry: where people find them, and how to send them at once.
import type { Delivery } from '@parlance/contract/events/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { eventsOf, eventually } from '../helpers/events.ts'
import { call, type Person } from '../helpers/people.ts'
import { startReceiver } from '../helpers/receiver.ts'

const [receiver, slow] = await Promise.all([startReceiver(), startReceiver()])
afterAll(() => Promise.all([receiver.close(), slow.close()]))
const server = await startTestServer({ settings: { outboundAllow: [receiver.host, slow.host] } })
const { must, api } = server
const { base, sql, subscribe, deliveries, detail, clean } = eventsOf(server)

const mailsTo = async (email: string) =>
  (
    await must<{ items: { subject: string; text: string }[] }>(
      'GET',
      `${server.url}/api/sandbox/mails?to=${email}`,
      undefined,
    )
  ).items.filter(({ subject }) => subject.includes('couldn’t be delivered'))

let owner: Person
beforeAll(async () => {
  owner = await server.signUp('eu')
})
beforeEach(async () => {
  await clean()
  for (const one of [receiver, slow]) one.reset()
})

describe('a waiting retry', () => {
  const waits = async (of: Person, to = receiver): Promise<Delivery> => {
    await subscribe(of, to, ['agent_created'])
    to.behave((response) => response.writeHead(500).end())
    await server.makeAgent(of)
    await eventually(async () => (await deliveries(of))[0]).toMatchObject({ state: 'waiting', lastStatus: 500 })
    // Its next try is hours away.
    await sql(`update event_deliveries set next_at = now() + interval '5 hours' where workspace_id = $1`, [
      of.workspace.uid,
    ])
    const [one] = await deliveries(of)
    if (!one) throw new Error('nothing waits')
    return one
  }
  const replay = (id: string) => must<{ data: Delivery }>('POST', `${base(owner)}/deliveries/${id}/replay`, owner.token)

  test('is linked from its mail until it has arrived', async () => {
    const { id } = await waits(owner)
    await eventually(async () => (await mailsTo(owner.email))[0]?.text).toContain('/app/eu/events?state=undelivered')
    const shown = async (state: string) => (await deliveries(owner, `&state=${state}`)).map((one) => one.id)
    for (const state of ['undelivered', 'retrying', 'waiting']) expect(await shown(state)).toEqual([id])
    expect(await shown('failed')).toEqual([])
    for (const [state, undelivered] of [
      ['failed', [id]],
      ['cancelled', [id]],
      ['delivered', []],
    ] as const) {
      await sql('update event_deliveries set state = $1, next_at = null', [state])
      expect(await shown('undelivered')).toEqual(undelivered)
      expect(await shown('retrying')).toEqual([])
    }
  })

  test('is sent now under its own id when it is replayed, however many ask at once', async () => {
    const { id } = await waits(owner)
    receiver.reset()
    // A replay of an arrived event is a separate delivery: nothing arrives before all three are answered.
    const hanging: (() => void)[] = []
    receiver.behave((response) => void hanging.push(() => response.writeHead(204).end()))
    const answered = await Promise.all([replay(id), replay(id), replay(id)])
    expect(answered.map(({ data }) => data.id)).toEqual([id, id, id])
    await eventually(() => hanging.length).toBe(1)
    for (const answer of hanging) answer()
    await eventually(async () => await deliveries(owner)).toMatchObject([{ id, state: 'delivered', attempts: 2 }])
    expect(receiver.received.map((one) => one.id)).toEqual([id])
    // An arrived event gets a new delivery, and no second one while that waits.
    receiver.behave((response) => response.writeHead(500).end())
    const made = (await replay(id)).data
    expect(made).toMatchObject({ replayOf: id })
    expect(made.id).not.toBe(id)
    await eventually(async () => (await detail(owner, made.id)).lastStatus).toBe(500)
    receiver.behave()
    expect((await replay(id)).data.id).toBe(made.id)
    await eventually(async () => (await detail(owner, made.id)).state).toBe('delivered')
    expect(await deliveries(owner)).toHaveLength(2)
  })

  test('keeps one id per event, however many replays of replays there are', async () => {
    const { id: first } = await waits(owner)
    const fail = (id: string) =>
      sql(`update event_deliveries set state = 'failed', next_at = null, finished_at = now() where id = $1`, [id])
    /** Replays a delivery that is refused again, so its next try is hours away. */
    const refused = async (id: string): Promise<string> => {
      const made = (await replay(id)).data
      expect(made.replayOf).toBe(id)
      await eventually(async () => (await detail(owner, made.id)).lastStatus).toBe(500)
      await sql(`update event_deliveries set next_at = now() + interval '5 hours' where id = $1`, [made.id])
      return made.id
    }
    await fail(first)
    const second = await refused(first)
    await fail(second)
    const third = await refused(second)
    const ids = [first, second, third]
    const known = async () => (await deliveries(owner)).map(({ id }) => id).toSorted()
    for (const id of ids) expect((await replay(id)).data.id).toBe(third)
    expect(await known()).toEqual(ids.toSorted())
    // A delivery in progress is not repeated; one that finally failed is.
    const all = () =>
      must<{ replayed: number }>('POST', `${base(owner)}/replay-failed`, owner.token, {
        since: new Date(Date.now() - 3_600_000).toISOString(),
      })
    expect(await all()).toEqual({ replayed: 0 })
    await eventually(async () => (await detail(owner, third)).tries.length).toBeGreaterThan(1)
    // The first is deleted before the others.
    await sql('delete from event_deliveries where id = $1', [first])
    await fail(third)
    receiver.reset()
    const hanging: (() => void)[] = []
    receiver.behave((response) => void hanging.push(() => response.writeHead(204).end()))
    const made = await Promise.all([replay(second), replay(third), replay(second), all()])
    expect(await known()).toHaveLength(3)
    expect(new Set(made.slice(0, 3).map((one) => ('data' in one ? one.data.id : ''))).size).toBe(1)
    await eventually(() => hanging.length).toBe(1)
    for (const answer of hanging) answer()
    await eventually(async () => await deliveries(owner, '&state=delivered')).toHaveLength(1)
    expect(await all()).toEqual({ replayed: 0 })
    expect(receiver.received).toHaveLength(1)
  })

  test('is left to the attempt in progress', async () => {
    const { id } = await waits(owner)
    receiver.reset()
    const hanging: (() => void)[] = []
    receiver.behave((response) => void hanging.push(() => response.writeHead(204).end()))
    await replay(id)
    await eventually(() => hanging.length).toBe(1)
    expect((await replay(id)).data).toMatchObject({ id, state: 'waiting', attempts: 2 })
    const all = await must<{ trying: number }>('POST', `${base(owner)}/try-waiting`, owner.token)
    expect(all).toEqual({ trying: 0 })
    for (const answer of hanging) answer()
    await eventually(async () => await deliveries(owner)).toMatchObject([{ id, state: 'delivered', attempts: 2 }])
    expect(receiver.received.map((one) => one.id)).toEqual([id])
  })

  test('is sent now for the whole workspace, and for no other', async () => {
    const other = await server.signUp('eu')
    const theirs = await waits(other, slow)
    const mine = await waits(owner)
    await server.makeAgent(owner)
    await eventually(async () => (await deliveries(owner, '&state=retrying')).length).toBe(2)
    await sql(`update event_deliveries set next_at = now() + interval '5 hours' where workspace_id = $1`, [
      owner.workspace.uid,
    ])
    receiver.reset()
    slow.reset()
    const now = (token: string, of = owner) => call('POST', `${base(of)}/try-waiting`, { bearer: token, body: {} })
    expect((await now(other.token)).status).toBe(404)
    expect(await now(owner.token)).toMatchObject({ status: 200, body: { trying: 2 } })
    await eventually(async () => (await deliveries(owner)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
    ])
    expect(receiver.received.map(({ id }) => id)).toContain(mine.id)
    expect(receiver.received).toHaveLength(2)
    expect((await now(owner.token)).body).toEqual({ trying: 0 })
    expect(slow.received).toEqual([])
    expect((await deliveries(other))[0]).toMatchObject({ id: theirs.id, state: 'waiting', attempts: 1 })
    await must('PUT', base(other), other.token, { endpoint: '', subscribedEvents: [] })
    expect((await now(other.token, other)).status).toBe(409)
    const entries = await must<{ items: { action: string }[] }>(
      'GET',
      `${api('eu')}/v2/workspaces/${owner.workspace.uid}/audit?action=events.tryWaiting`,
      owner.token,
    )
    expect(new Set(entries.items.map(({ action }) => action))).toEqual(new Set(['events.tryWaiting']))
  })
})
