import { randomId } from '@parlance/contract/lib/ids'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@parlance/contract/lib/time'
import type { MessagingChannel } from '@parlance/contract/channels/list'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { rows } from '../../../lib/db/sql.ts'
import { listDueSenders, queueOut } from '../identities.repository.ts'
import type { ChannelAdapter, ChannelConnection, SendOutcome } from '../ports.ts'
import { createSendQueued } from './send.ts'

const dbs = await freshDatabases()
const { db } = dbs.eu
const START = new Date('2026-03-02T09:00:00Z')
const OUTAGE: SendOutcome = { kind: 'retry', reason: 'No answer.' }

/** A thread with queued texts, and a clock that stands still while nothing is due. */
async function threadOf(channel: MessagingChannel, texts: readonly string[], lastInboundAt: Date | null) {
  const id = randomId(12)
  let now = START
  const ctx = { region: 'eu', db, now: () => now } as unknown as Ctx
  await db.execute(sql`insert into channel_connections (id, workspace_id, agent_id, channel, account, secrets, created_at)
    values (${`c-${id}`}, 'w', ${`a-${id}`}, ${channel}, ${id}, '', now())`)
  await db.execute(sql`insert into external_identities (id, workspace_id, agent_id, connection_id, external_id, thread, visitor_hash, last_inbound_at, created_at)
    values (${id}, 'w', ${`a-${id}`}, ${`c-${id}`}, 'v', 'v', 'h', ${lastInboundAt?.toISOString() ?? null}, now())`)
  const queued = texts.map((text, nth) => ({
    connectionId: `c-${id}`,
    identityId: id,
    key: `m${id}:${nth}:0`,
    request: { method: 'send', body: { text } },
  }))
  await queueOut(db, queued, now)
  const tried: { text: unknown; at: number }[] = []
  const send = vi.fn<ChannelAdapter['send']>()
  const sendQueued = createSendQueued({
    connections: {
      adapterOf: () =>
        ({
          send: (request, ...rest) => {
            tried.push({ text: request.body['text'], at: now.getTime() - START.getTime() })
            return send(request, ...rest)
          },
        }) as Partial<ChannelAdapter> as ChannelAdapter,
      open: async () => ({ id: `c-${id}`, channel }) as Partial<ChannelConnection> as ChannelConnection,
      report: async () => undefined,
    },
    changed: async () => undefined,
    random: () => 0,
  })
  return {
    ctx,
    send,
    tried,
    /** Sends until nothing is queued, or until then. */
    async sendUntil(end: number = Infinity): Promise<void> {
      for (;;) {
        const due = await sendQueued(ctx, id, async () => true)
        if (!due || due.getTime() - START.getTime() > end) return
        now = due
      }
    },
    limitTo: (at: Date) =>
      db.execute(sql`update channel_outbox set not_after = ${at.toISOString()} where identity_id = ${id}`),
    states: async () =>
      (
        await rows<{ state: string }>(db, sql`select state from channel_outbox where identity_id = ${id} order by id`)
      ).map(({ state }) => state),
  }
}

test('tries a message for about an hour, with growing pauses, before it fails', async () => {
  const { send, sendUntil, tried, states } = await threadOf('telegram', ['One'], START)
  send.mockResolvedValue(OUTAGE)
  await sendUntil()
  const pauses = tried.slice(1).map(({ at }, nth) => at - (tried[nth]?.at ?? 0))
  expect(pauses.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000])
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(Math.max(...pauses)).toBe(5 * MINUTE_MS)
  expect(tried.at(-1)?.at).toBeGreaterThan(50 * MINUTE_MS)
  expect(tried.at(-1)?.at).toBeLessThanOrEqual(HOUR_MS)
  expect(await states()).toEqual(['failed'])
})

test('delivers all messages of a thread in order after an outage', async () => {
  const { ctx, send, sendUntil, tried, states } = await threadOf('telegram', ['One', 'Two'], START)
  send.mockResolvedValue(OUTAGE)
  await sendUntil(40 * MINUTE_MS)
  expect(await states()).toEqual(['queued', 'queued'])
  expect(await listDueSenders(db, ctx.now())).toEqual([])
  send.mockResolvedValue({ kind: 'sent', providerId: '1' })
  await sendUntil()
  expect(await states()).toEqual(['sent', 'sent'])
  expect(tried.map(({ text }) => text)).toEqual([...tried.slice(1).map(() => 'One'), 'Two'])
})

test('tries a message that waited for an earlier one a few times at least', async () => {
  const { send, sendUntil, tried } = await threadOf('telegram', ['One', 'Two'], START)
  send.mockResolvedValue(OUTAGE)
  await sendUntil()
  expect(tried.filter(({ text }) => text === 'Two').length).toBeGreaterThanOrEqual(6)
})

test.each([
  ['while people may be answered', new Date(START.getTime() - DAY_MS + 10 * MINUTE_MS), 10 * MINUTE_MS],
  ['for the whole hour when they never wrote', null, HOUR_MS],
])('tries on WhatsApp only %s', async (_name, lastInboundAt, until) => {
  const { send, sendUntil, tried } = await threadOf('whatsapp', ['One'], lastInboundAt)
  send.mockResolvedValue(OUTAGE)
  await sendUntil()
  const last = tried.at(-1)?.at ?? 0
  expect(last).toBeLessThanOrEqual(until)
  expect(last).toBeGreaterThan(until - 6 * MINUTE_MS)
})

test('sends nothing after the time that a message is limited to', async () => {
  const { limitTo, send, sendUntil, tried, states } = await threadOf('telegram', ['One'], null)
  await limitTo(new Date(START.getTime() + MINUTE_MS))
  send.mockResolvedValue(OUTAGE)
  await sendUntil()
  expect(tried.length).toBeGreaterThan(1)
  expect(tried.at(-1)?.at).toBeLessThan(MINUTE_MS)
  expect(await states()).toEqual(['failed'])
})
