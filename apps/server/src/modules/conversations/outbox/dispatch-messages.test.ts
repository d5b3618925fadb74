import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createContexts } from '../../../lib/context.ts'
import { createLog } from '../../../lib/log.ts'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createMessageDispatcher, type MessageHandler, type MessageStored } from './dispatch-messages.ts'
import { outboxColumns } from './repository.ts'

const dbs = await freshDatabases()
const log = createLog({ level: 'silent' })
const contexts = createContexts({
  databases: { identity: dbs.identity, region: { eu: dbs.eu, na: dbs.na }, embedded: false, close: async () => {} },
  eventHandlers: {},
  outbox: { put: async () => {} },
  log,
  now: () => new Date(),
  origin: () => ({ kind: 'app', origin: 'https://app.example', isSecure: true }),
})

const store = (seq: number, from: MessageStored['from']) =>
  dbs.eu.db.execute(
    sql`insert into message_outbox (${outboxColumns}) values ('w', 'a', 'c', ${seq}, ${`m${seq}`}, ${from}, 'web-chat', ${seq === 1}, false, now())`,
  )
const waiting = async () => (await dbs.eu.pool.query('select seq from message_outbox order by seq')).rows.length

test('hands each message once, in order, to every matching job, even when stored while no one listened', async () => {
  for (const [at, from] of (['user', 'agent', 'human', 'system'] as const).entries()) await store(at + 1, from)
  const enqueued: { job: string; seq: unknown; eventId: unknown }[] = []
  let isBroken = true
  const make = () =>
    createMessageDispatcher({
      handlers: [
        { job: 'all', wants: () => true },
        { job: 'people', wants: (_region, { from }) => from === 'human' },
      ],
      contextFor: (region) => contexts.system(region),
      async enqueue(ctx, job, { seq, eventId }) {
        // The queue joins the transaction, so its earlier jobs are rolled back.
        if (isBroken && seq === 3) throw new Error('the queue is away')
        await ctx.db.execute(sql`select 1`)
        enqueued.push({ job, seq, eventId })
      },
      log,
    })
  const first = make()
  first.start(['eu'])
  await expect.poll(() => enqueued.length).toBeGreaterThan(0)
  await first.close()
  expect(await waiting()).toBe(4)
  enqueued.length = 0
  isBroken = false
  const others = [make(), make()]
  for (const one of others) one.start(['eu'])
  await expect.poll(waiting).toBe(0)
  await Promise.all(others.map((one) => one.close()))
  expect(enqueued.filter(({ job }) => job === 'all').map(({ eventId }) => eventId)).toEqual(['m1', 'm2', 'm3', 'm4'])
  expect(enqueued.filter(({ job }) => job === 'people')).toEqual([{ job: 'people', seq: 3, eventId: 'm3' }])
})

const webhooks: MessageHandler = { job: 'webhooks', wants: async (_region, { from }) => from === 'user' }
const channels: MessageHandler = {
  job: 'channels',
  wants: (_region, { from, channel }) => from === 'agent' && channel === 'whatsapp',
}
const broken: MessageHandler = { job: 'broken', wants: () => Promise.reject(new Error('unknown')) }

test.each<[turn: string, handlers: MessageHandler[], channel: string, dispatches: number]>([
  ['on a site that nobody subscribes to', [channels], 'web-chat', 0],
  ['on a site whose webhook wants the question', [webhooks, channels], 'web-chat', 1],
  ['on a channel that wants the answer', [channels], 'whatsapp', 1],
  ['on a channel, with a webhook', [webhooks, channels], 'whatsapp', 2],
  ['when nobody knows who wants it', [broken], 'web-chat', 2],
])('dispatches once for each wanted message of a turn %s', async (_turn, handlers, channel, dispatches) => {
  vi.useFakeTimers()
  try {
    const tx = vi.fn(async () => 0)
    const contextFor = () => ({ tx }) as unknown as ReturnType<typeof contexts.system>
    const dispatcher = createMessageDispatcher({ handlers, contextFor, enqueue: async () => {}, log })
    dispatcher.start(['eu'])
    await vi.advanceTimersByTimeAsync(100)
    tx.mockClear()
    for (const from of ['user', 'agent'] as const) {
      await dispatcher.wake('eu', [{ workspaceId: 'w', from, channel }])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(tx).toHaveBeenCalledTimes(dispatches)
    await dispatcher.close()
  } finally {
    vi.useRealTimers()
  }
})
