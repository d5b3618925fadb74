// A number of WhatsApp’s simulator, connected to an agent through the real server.
import { startMeta } from '@parlance/simulators/meta/server'
import { newUser } from '@parlance/simulators/meta/graph'
import { VISITOR_NUMBER } from '@parlance/simulators/whatsapp/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const meta = await startMeta()
const { whatsapp } = meta
const app = await startTestServer({
  settings: {
    meta: {
      baseUrl: meta.url,
      version: 'v18.0',
      appId: meta.appId,
      appSecret: meta.appSecret,
      verifyToken: meta.verifyToken,
      dialogUrl: () => `${meta.url}/meta/page`,
    },
  },
})
afterAll(meta.close)
const WAIT = { timeout: 20_000, interval: 50 }

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('eu')
  expect(await meta.deliverTo('whatsapp_business_account', `${app.url}/webhooks/whatsapp`)).toBe(true)
})
beforeEach(() => app.model.control.reset())

const told = (phone: string) => whatsapp.chat(phone).filter(({ from }) => from === 'business')
const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const channelPath = (of: TestAgent) => `${app.api('eu')}/agents/${of.id}/channels/whatsapp`
function newAccount() {
  const user = newUser()
  const { wabaId, phoneIds } = whatsapp.assetsOf(user)
  return { user, wabaId, phoneIds, token: meta.login(user) }
}
async function connected(config = {}, which: 0 | 1 = 0) {
  const of = await app.makeAgent(owner, config)
  const { wabaId, phoneIds, token } = newAccount()
  const phoneId = phoneIds[which]
  const answer = await call('POST', channelPath(of), {
    bearer: owner.token,
    body: { fields: { wabaId, phoneId, longAccessToken: token } },
  })
  expect(answer.status).toBe(200)
  return { of, wabaId, phoneId, token, answer }
}
const conversationOf = async (of: TestAgent) =>
  (await sql('select id, channel, visitor from conversations where agent_id = $1', [of.id])).rows as {
    id: string
    channel: string
    visitor: string
  }[]

test('answers a question, shows that it types, and answers a message once however often it comes', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'We open at **nine**.' }])
  const { messageId } = await whatsapp.say({ phone: phoneId, text: 'When do you open?' })
  await Promise.all(
    Array.from({ length: 10 }, () => whatsapp.say({ phone: phoneId, text: 'When do you open?', messageId })),
  )
  await expect.poll(() => told(phoneId).map(({ text }) => text), WAIT).toEqual(['We open at *nine*.'])
  expect(await conversationOf(of)).toMatchObject([{ channel: 'whatsapp', visitor: 'Vera Visitor' }])
  const sent = meta.calls.filter(({ path }) => path === `/v18.0/${phoneId}/messages`)
  expect(sent.map(({ body }) => body.status ?? body.type)).toEqual(['read', 'text'])
  const turns = await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])
  expect(turns.rows).toEqual([{ n: 1 }])
}, 60_000)

test('keeps somebody in their conversation, whether they show their number or not', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  await whatsapp.say({ phone: phoneId, text: 'First' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(1)
  await whatsapp.say({ phone: phoneId, text: 'Second', hidesNumber: true })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(2)
  expect(await conversationOf(of)).toHaveLength(1)
}, 60_000)

test('tries again where Meta asks to, and tells of a token that it refuses', async () => {
  const { of, phoneId, token } = await connected()
  app.model.control.script([{ text: 'Slow.' }, { text: 'Never.' }])
  meta.fail({ path: new RegExp(`${phoneId}/messages`), code: 130_429, message: 'Rate limit hit' })
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  await expect.poll(() => told(phoneId).map(({ text }) => text), WAIT).toEqual(['Slow.'])
  meta.revoke(token)
  await whatsapp.say({ phone: phoneId, text: 'Again' })
  await expect
    .poll(
      async () => (await call('GET', `${app.api('eu')}/agents/${of.id}/channels`, { bearer: owner.token })).body,
      WAIT,
    )
    .toMatchObject({ items: [{ channel: 'whatsapp', status: 'failing' }] })
}, 60_000)

test('refuses a forged call, and keeps nothing of an account that nobody connected', async () => {
  const { of, phoneId } = await connected()
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: ['999999', phoneId].map((phone) => ({
          field: 'messages',
          value: {
            metadata: { phone_number_id: phone },
            messages: [
              { from: VISITOR_NUMBER, id: `wamid.${phone}`, timestamp: '1', type: 'text', text: { body: 'x' } },
            ],
          },
        })),
      },
    ],
  })
  const post = (signature: string) =>
    fetch(`${app.url}/webhooks/whatsapp`, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } })
  expect((await post('sha256=00')).status).toBe(401)
  app.model.control.script([{ text: 'Hello.' }])
  expect((await post(meta.sign(body))).status).toBe(200)
  await expect.poll(async () => (await conversationOf(of)).length, WAIT).toBe(1)
}, 60_000)

test('connects a number once for all, registers a new one, and leaves the account with the last', async () => {
  const { of, phoneId, wabaId, token, answer } = await connected({}, 1)
  expect(JSON.stringify(answer.body)).not.toContain(token)
  expect(meta.calls.some(({ path }) => path === `/v18.0/${phoneId}/register`)).toBe(true)
  const fields = { wabaId, phoneId, longAccessToken: token }
  const other = await app.makeAgent(owner)
  const connect = (to: TestAgent, by: Person, given: object) =>
    call('POST', channelPath(to), { bearer: by.token, body: { fields: given } })
  expect((await connect(other, owner, fields)).status).toBe(409)
  expect((await connect(other, stranger, fields)).status).toBe(404)
  expect((await connect(other, owner, { ...fields, phoneId: '20999' })).body).toMatchObject({
    message: 'This phone number isn’t part of that WhatsApp Business account.',
  })
  const subscribed = async () =>
    (
      (await (
        await fetch(`${meta.url}/v18.0/${wabaId}/subscribed_apps`, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { data: unknown[] }
    ).data.length
  const first = whatsapp.assetsOf(wabaId.slice(2)).phoneIds[0]
  expect((await connect(other, owner, { ...fields, phoneId: first })).status).toBe(200)
  await call('DELETE', channelPath(of), { bearer: owner.token })
  expect(await subscribed()).toBe(1)
  await call('DELETE', channelPath(other), { bearer: owner.token })
  expect(await subscribed()).toBe(0)
}, 60_000)
