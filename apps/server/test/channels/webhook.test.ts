// A custom channel: signed JSON in both directions, with the customer's own server at the other end.
import { startWebhook, webhookHeaders } from '@parlance/simulators/webhook/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const other = await startWebhook()
const app = await startTestServer({ settings: { outboundAllow: [new URL(other.url).host] } })
afterAll(other.close)
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 50 }

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('eu')
})
beforeEach(() => app.model.control.reset())

const pathOf = (of: TestAgent) => `${app.api('eu')}/agents/${of.id}/channels/webhook`
const connect = (of: TestAgent, fields: Record<string, string>, by = owner) =>
  call<{ data?: { settings: Record<string, string> }; message?: string }>('POST', pathOf(of), {
    bearer: by.token,
    body: { fields },
  })
async function connected(ticked: Record<string, string> = {}) {
  const of = await app.makeAgent(owner)
  const { id, secret } = other.create()
  const url = `${other.url}/receive/${id}`
  const answer = await connect(of, { name: 'Shop app', url, secret, ...ticked })
  expect(answer.status).toBe(200)
  const inbound = answer.body.data?.settings.webhookUrl ?? ''
  other.connect(id, inbound)
  return { of, id, url, secret, inbound, answer }
}
const told = (id: string) => other.messages(id).filter(({ from }) => from === 'agent')
const logOf = async (of: TestAgent) =>
  (
    await call<{ items: { direction: string; state: string; error: string }[] }>('GET', `${pathOf(of)}/log`, {
      bearer: owner.token,
    })
  ).body.items

test('connects with a test call, hides the secret, and says what is wrong', async () => {
  const { of, id, url, secret, answer } = await connected({ buttons: 'yes' })
  expect(other.calls.at(-1)).toMatchObject({ body: { type: 'ping' }, status: 200 })
  expect(answer.body.data).toMatchObject({
    name: 'Shop app',
    settings: {
      url,
      buttons: 'yes',
      pictures: 'no',
      webhookUrl: expect.stringMatching(/\/webhooks\/webhook\/wh_\w+$/),
    },
  })
  expect(JSON.stringify(answer.body)).not.toContain(secret)
  // Without a new secret the stored one stays, and so does the address.
  const again = await connect(of, { name: 'Shop', url, pictures: 'yes' })
  expect(again.body.data?.settings).toMatchObject({
    webhookUrl: answer.body.data?.settings.webhookUrl,
    buttons: 'no',
    pictures: 'yes',
  })
  const fresh = await app.makeAgent(owner)
  expect((await connect(fresh, { name: '', url, secret })).body.message).toBe('Please fill out all fields.')
  expect((await connect(fresh, { name: 'x', url: 'ftp://a', secret })).body.message).toMatch(/starting with https/)
  expect((await connect(fresh, { name: 'x', url, secret: 'short' })).body.message).toMatch(/whsec_/)
  expect((await connect(fresh, { name: 'x', url: 'http://10.0.0.1/', secret })).body.message).toMatch(/internet/)
  other.fail(id, 500)
  expect((await connect(fresh, { name: 'x', url, secret })).body.message).toMatch(/answered the test call with 500/)
  expect((await connect(fresh, { name: 'x', url, secret }, stranger)).status).toBe(404)
  expect(other.messages(id)).toEqual([])
})

test('answers once, and shows that it was read', async () => {
  const { of, id } = await connected()
  app.model.control.script([{ text: 'We open at nine.' }])
  const first = await other.say(id, { text: 'When do you open?' })
  for (let n = 0; n < 5; n += 1) await other.say(id, { text: 'When do you open?', id: first.id })
  await expect.poll(() => told(id).map(({ text }) => text), WAIT).toEqual(['We open at nine.'])
  const { rows } = await app.dbs.eu.pool.query('select id, channel, visitor from conversations where agent_id = $1', [
    of.id,
  ])
  expect(rows).toMatchObject([{ channel: 'webhook', visitor: 'Vera' }])
  const delivery = `${app.api('eu')}/v2/agents/${of.id}/conversations/${String(rows[0].id)}/delivery`
  await expect
    .poll(async () => (await call('GET', delivery, { bearer: owner.token })).body, WAIT)
    .toMatchObject({ data: { channel: 'webhook', messages: [{ seq: 2, state: 'read' }] } })
})

test('keeps an opt-out when a person answers there', async () => {
  const { of, id } = await connected()
  app.model.control.script([{ text: 'One.' }])
  await other.say(id, { text: 'Hello' })
  await expect.poll(() => told(id).length, WAIT).toBe(1)
  const sql = async (text: string) => (await app.dbs.eu.pool.query(text, [of.id])).rows as unknown[]
  const isBlocked = () => sql('select is_blocked from external_identities where agent_id = $1')
  await other.say(id, { type: 'opt-out' })
  await expect.poll(isBlocked, WAIT).toEqual([{ is_blocked: true }])
  await other.say(id, { type: 'reply', conversation: 'vera', text: 'I am on it.' })
  const answers = `select m.items -> 0 ->> 'text' as text from messages m
    join conversations c on c.id = m.conversation_id where c.agent_id = $1 and m.author = 'human'`
  await expect.poll(() => sql(answers), WAIT).toEqual([{ text: 'I am on it.' }])
  expect(await isBlocked()).toEqual([{ is_blocked: true }])
})

test('[1.1d] fetches a file through the guarded client, and nothing from inside the network', async () => {
  const { of, id } = await connected()
  app.model.control.script([{ text: 'Thank you.' }, { text: 'Hm.' }])
  other.putFile('note.txt', Buffer.from('Order 17'), 'text/plain')
  await other.say(id, { text: 'See this', attachments: [{ url: `${other.url}/files/note.txt`, type: 'text/plain' }] })
  await expect.poll(() => told(id).length, WAIT).toBe(1)
  const files = await app.dbs.eu.pool.query(
    "select items::text as items from messages m join conversations c on c.id = m.conversation_id where c.agent_id = $1 and author = 'user'",
    [of.id],
  )
  expect(String(files.rows[0]?.items)).toContain('note.txt')
  await other.say(id, { text: 'And this', attachments: [{ url: 'http://169.254.169.254/latest', name: 'keys' }] })
  await expect.poll(async () => (await logOf(of)).map(({ error }) => error).join('\n'), WAIT).toMatch(/keys/)
})

test('retries under the same id when the address did not accept', async () => {
  const { id } = await connected()
  app.model.control.script([{ text: 'Here it is.' }])
  other.fail(id, 503)
  const before = other.calls.length
  await other.say(id, { text: 'Hello' })
  await expect.poll(() => told(id).length, WAIT).toBe(1)
  const [answer] = told(id)
  // The answer to another test's last message may arrive in between.
  const sent = other.calls.slice(before).filter(({ body }) => body.type === 'message' && body.text === answer?.text)
  expect(sent.map(({ status }) => status)).toEqual([503, 200])
  expect(new Set(sent.map((one) => one.id)).size).toBe(1)
})

test('[1.18] refuses and logs unsigned, outdated and misdirected messages', async () => {
  const { of, inbound, secret } = await connected()
  const another = await connected()
  const body = JSON.stringify({ type: 'message', id: 'x', sender: { id: 'v' }, text: 'Hi' })
  const post = async (url: string, headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers, body: text })).status
  expect(await post(inbound, { 'content-type': 'application/json' })).toBe(401)
  expect(await post(inbound, webhookHeaders(another.secret, 'c1', body))).toBe(401)
  const unsigned = await fetch(inbound, { method: 'POST', body })
  expect(await unsigned.json()).toMatchObject({ message: 'The call’s signature or secret isn’t valid.' })
  const old = webhookHeaders(secret, 'c2', body)
  expect(await post(inbound, { ...old, 'webhook-timestamp': '1700000000' })).toBe(401)
  expect(await post(`${inbound}x`, webhookHeaders(secret, 'c3', body))).toBe(404)
  expect(await post(inbound, webhookHeaders(secret, 'c4', 'no json'), 'no json')).toBe(400)
  const odd = JSON.stringify({ type: 'wave', id: 'w1' })
  expect(await post(inbound, webhookHeaders(secret, 'c5', odd), odd)).toBe(200)
  await expect
    .poll(async () => (await logOf(of)).map(({ error }) => error), WAIT)
    .toEqual(
      expect.arrayContaining(['signature', 'malformed', 'Not read: “type” doesn’t match the documented format.']),
    )
})
