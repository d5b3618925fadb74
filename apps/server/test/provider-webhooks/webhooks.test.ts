// Webhooks of providers, with a provider that signs by a plain secret.
import { randomId } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import type { Ctx } from '../../src/lib/ctx.ts'
import { type InboundDelivery, jsonBody, refused } from '../../src/lib/http/provider-webhook.ts'
import { startTestServer } from '../helpers/app.ts'

const SECRET = 'a secret of the provider'
const app = await startTestServer()
const service = app.running.container.services.providerWebhooks
const contexts = app.running.container.contexts

interface Handled {
  readonly region: string
  readonly actor: Ctx['actor']
  readonly delivery: InboundDelivery
}
const handled: Handled[] = []
const failing = new Set<string>()
const hanging = new Map<string, Promise<void>>()
interface Batch {
  readonly entries?: readonly { readonly account: string; readonly id: string; readonly text: string }[]
}
service.register([
  {
    provider: 'acme',
    verify(request) {
      if (request.method === 'GET')
        return {
          kind: 'answered',
          answer: { contentType: 'text/plain', body: request.query.get('challenge') ?? '' },
        }
      if (request.headers.get('x-acme-secret') !== SECRET)
        return refused('signature', request.headers.get('x-account') ?? '')
      const body = jsonBody(request) as Batch | undefined
      if (!Array.isArray(body?.entries)) return refused('malformed')
      return { kind: 'accepted', parts: body.entries.map((one) => ({ account: one.account, id: one.id, body: one })) }
    },
    async handle(ctx, delivery) {
      if (failing.delete(delivery.id)) throw new Error('not yet')
      await hanging.get(delivery.id)
      handled.push({ region: ctx.region, actor: ctx.actor, delivery })
    },
  },
])

const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/webhooks/acme/events`, { method: 'POST', body, headers: { 'x-acme-secret': SECRET, ...headers } })
const handledOf = (id: string) => handled.filter(({ delivery }) => delivery.id === id)
const statesOf = async (account: string) => {
  const { rows } = await app.dbs.eu.pool.query<{ state: string }>(
    `select state from inbound_deliveries where provider = 'acme' and account = $1`,
    [account],
  )
  return rows.map(({ state }) => state)
}
const until = async (holds: () => boolean | Promise<boolean>) =>
  expect.poll(holds, { timeout: 20_000, interval: 50 }).toBe(true)

const connect = async (region: 'eu' | 'na', account: string) => {
  const workspaceId = `w${randomId(10)}`
  await service.claimAccount(contexts.system(region, workspaceId), { provider: 'acme', account, connectionId: 'c1' })
  return workspaceId
}

test('splits a batch by account, and handles each part in the region and workspace of its account', async () => {
  const [eu, na] = [await connect('eu', 'page-eu'), await connect('na', 'page-na')]
  const entries = [
    { account: 'page-eu', id: 'b1', text: 'Hallo \u0000 \ud83d' },
    { account: 'page-na', id: 'b2', text: 'hello' },
    { account: 'nobody', id: 'b3', text: 'lost' },
  ]
  const answer = await send(JSON.stringify({ entries }))
  expect(answer.status).toBe(200)
  await until(() => handledOf('b1').length + handledOf('b2').length === 2)
  await expect.poll(() => statesOf('page-eu'), { timeout: 20_000 }).toEqual(['handled'])
  expect(handledOf('b1')[0]).toMatchObject({
    region: 'eu',
    actor: { kind: 'provider', provider: 'acme', account: 'page-eu', workspaceId: eu },
    delivery: { connectionId: 'c1', body: entries[0] },
  })
  expect(handledOf('b2')[0]).toMatchObject({ region: 'na', actor: { workspaceId: na } })
  expect(handledOf('b3')).toEqual([])
  // Visitors' texts are deleted once handled, and the log of one region contains nothing of the other.
  const { rows } = await app.dbs.eu.pool.query(
    `select delivery_id, state, body from inbound_deliveries where provider = 'acme' and account like 'page-%'`,
  )
  expect(rows).toEqual([{ delivery_id: 'b1', state: 'handled', body: null }])
})

test('handles a delivery once when it comes twenty times at once', async () => {
  await connect('eu', 'page-repeat')
  const body = JSON.stringify({ entries: [{ account: 'page-repeat', id: 'same', text: 'x' }] })
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await until(() => handledOf('same').length > 0)
  expect((await send(body)).status).toBe(200)
  expect(handledOf('same')).toHaveLength(1)
})

test('retries a failed delivery, and logs the reason for the account', async () => {
  const workspaceId = await connect('eu', 'page-again')
  failing.add('again')
  await send(JSON.stringify({ entries: [{ account: 'page-again', id: 'again', text: 'x' }] }))
  await expect.poll(() => statesOf('page-again'), { timeout: 20_000 }).toEqual(['handled'])
  expect(handledOf('again')).toHaveLength(1)
  const log = await service.log(contexts.system('eu', workspaceId), { provider: 'acme', account: 'page-again' })
  expect(log).toMatchObject([{ state: 'handled' }])
  expect(await service.log(contexts.system('eu', 'somebody'), { provider: 'acme', account: 'page-again' })).toEqual([])
})

test('handles deliveries of other accounts while one hangs', async () => {
  for (const account of ['page-slow', 'page-quick']) await connect('eu', account)
  const { promise, resolve } = Promise.withResolvers<void>()
  hanging.set('slow', promise)
  const entries = ['slow', 'quick'].map((id) => ({ account: `page-${id}`, id, text: 'x' }))
  await send(JSON.stringify({ entries }))
  await until(() => handledOf('quick').length === 1)
  await send(JSON.stringify({ entries: [{ account: 'page-quick', id: 'later', text: 'x' }] }))
  await until(() => handledOf('later').length === 1)
  expect(handledOf('slow')).toEqual([])
  resolve()
  await until(() => handledOf('slow').length === 1)
})

test.each([
  ['a wrong signature', '{"entries":[]}', { 'x-acme-secret': 'guess' }, 401],
  ['no signature', '{"entries":[]}', { 'x-acme-secret': '' }, 401],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), {}, 400],
  ['no JSON', 'hello', {}, 400],
  ['an entry without an id', '{"entries":[{"account":"page-eu","id":"","text":""}]}', {}, 400],
  ['10 MB', 'x'.repeat(10_000_000), {}, 413],
] as const)('[1.18] refuses %s and stores nothing', async (_what, body, headers, status) => {
  const before = await app.dbs.eu.pool.query('select count(*) from inbound_deliveries')
  const answer = await send(body, headers)
  expect(answer.status).toBe(status)
  expect(await answer.text()).not.toMatch(/secret of the provider|guess|acme|page-/i)
  const after = await app.dbs.eu.pool.query('select count(*) from inbound_deliveries')
  expect(after.rows).toEqual(before.rows)
})

test('logs a refused call for the account it names', async () => {
  const workspaceId = await connect('eu', 'page-refused')
  for (const guess of ['a', 'b']) await send('{}', { 'x-acme-secret': guess, 'x-account': 'page-refused' })
  expect(
    await service.log(contexts.system('eu', workspaceId), { provider: 'acme', account: 'page-refused' }),
  ).toMatchObject([{ state: 'refused', error: 'signature', count: 2 }])
})

test('answers a handshake, but no unknown provider or method', async () => {
  const handshake = await fetch(`${app.url}/webhooks/acme?challenge=%3Cscript%3E`)
  expect([handshake.status, await handshake.text()]).toEqual([200, '<script>'])
  expect(handshake.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(handshake.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await fetch(`${app.url}/webhooks/unknown/x`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${app.url}/webhooks/acme`, { method: 'DELETE' })).status).toBe(405)
})

test('gives an account to only one workspace', async () => {
  await connect('eu', 'page-taken')
  await expect(connect('na', 'page-taken')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('keeps deliveries for a region of another process until that process takes them', async () => {
  const node = await app.anotherNode({ regions: ['na'] })
  const there = node.running.container.services.providerWebhooks
  there.register([
    {
      provider: 'acme',
      verify: ({ body }) => ({
        kind: 'accepted',
        parts: [{ account: 'page-elsewhere', id: 'far', body: { text: body.toString() } }],
      }),
      handle: async () => {},
    },
  ])
  await connect('eu', 'page-elsewhere')
  await fetch(`${node.url}/webhooks/acme`, { method: 'POST', body: 'secret words' })
  await node.close()
  await until(() => handledOf('far').length === 1)
  expect(handledOf('far')[0]).toMatchObject({ region: 'eu', delivery: { body: { text: 'secret words' } } })
})
