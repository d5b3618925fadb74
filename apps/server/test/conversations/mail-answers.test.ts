// A visitor's answer to a mailed reply becomes their next message once, or a note when its sender is not certain.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { startResend } from '@parlance/simulators/resend/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { type Chat, chatsOf } from '../helpers/chats.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const DOMAIN = 'in.example.test'
const resend = await startResend()
afterAll(() => resend.close())
const account = { apiKey: resend.key, baseUrl: resend.url }
const server = await startTestServer({
  settings: {
    mail: {
      from: 'Parlance <no-reply@parlance.localhost>',
      ways: {},
      accounts: { eu: account, na: account },
      inbound: { domain: DOMAIN, webhookSecrets: [resend.webhookSecret] },
    },
  },
})
resend.deliverTo(`${server.url}/webhooks/email`)
const { pathOf, chat, post, handOff, read } = chatsOf(server)
const { replyMails } = server.running.container.services.conversations
const SHOP: AgentPatch = { title: 'Lamp shop', UIhandoffTitle: 'Talk to us' }
const WAIT = { timeout: 20_000 }

let owner: Person
let agent: TestAgent
beforeAll(async () => {
  owner = await server.signUp('na')
  agent = await server.makeAgent(owner, SHOP)
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 20 }, () => ({ text: 'We open at nine.' })))
})

const sql = (text: string, values: unknown[] = []) => server.dbs.na.pool.query(text, values)
const someone = () => `${randomId(12).toLowerCase()}@example.test`
interface Mail {
  readonly id: string
  readonly to: string[]
  readonly text: string
  readonly replyTo: string
}
const mailsTo = async (email: string) =>
  (await server.must<{ items: Mail[] }>('GET', `${server.url}/api/sandbox/mails?to=${email}`, undefined)).items
const unplanned = async () =>
  (
    await sql(
      `select (select count(*) from message_outbox) + (select count(*) from pgboss.job where name = 'conversations.plan-reply-mail' and state <> 'completed') as n`,
    )
  ).rows[0].n as number
const mailsAfter = (inMs: number) =>
  replyMails.mailReplies({
    ...server.running.container.contexts.system('na'),
    now: () => new Date(Date.now() + inMs),
  })

interface Mailed extends Chat {
  readonly email: string
  readonly replyTo: string
}
/** A visitor left a message, a person took over and replied, and the reply was mailed. */
async function mailed(text = 'It is here.'): Promise<Mailed> {
  const at = await chat(agent, newVisitorId())
  const email = someone()
  await handOff(at)
  expect((await post(at, 'leave-message', { email, message: 'Call me' })).status).toBe(200)
  expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
  const body = { id: randomId(16), text }
  expect((await call('POST', `${pathOf(at)}/replies`, { bearer: owner.token, body })).status).toBe(200)
  await expect.poll(unplanned, WAIT).toBe(0)
  await mailsAfter(121_000)
  await expect.poll(async () => (await mailsTo(email)).length, WAIT).toBe(1)
  const [mail] = await mailsTo(email)
  return { ...at, email, replyTo: mail?.replyTo ?? '' }
}
const said = async (at: Chat) =>
  (await read(at)).messages.filter(({ from }) => from === 'user').map((one) => textOf(one))
const textOf = ({ items }: { items: readonly { type: string }[] }) =>
  items.map((item) => ('text' in item ? item.text : item.type)).join()
const notes = async (at: Chat) =>
  (
    await server.must<{ data: { notes: { text: string; by: { name: string } }[] } }>(
      'GET',
      `${pathOf(at)}/details`,
      owner.token,
    )
  ).data.notes
const waiting = async () =>
  (await sql(`select count(*)::int as n from inbound_deliveries where provider = 'email' and state = 'received'`))
    .rows[0].n

test('adds an answer to a mailed reply once as the visitor’s message, without the quoted text', async () => {
  const at = await mailed()
  expect(at.replyTo).toMatch(/^reply\+na[0-9a-f]{32}@in\.example\.test$/)
  const stored = await sql('select token_hash from reply_addresses where conversation_id = $1', [at.conversationId])
  expect(stored.rows).toHaveLength(1)
  expect(at.replyTo).not.toContain(stored.rows[0].token_hash)
  const text = 'Then I come at nine.\n\nOn Mon, Lamp shop <a@b.example> wrote:\n> It is here.'
  const { id, status } = await resend.receive({
    from: `Vera <${at.email}>`,
    to: at.replyTo,
    subject: 'Re: hello',
    text,
  })
  expect(status).toBe(200)
  await expect.poll(() => said(at), WAIT).toContain('Then I come at nine.')
  const again = await Promise.all([resend.receiving.tellAgain(id), resend.receiving.tellAgain(id)])
  expect(again).toEqual([200, 200])
  await expect.poll(waiting, WAIT).toBe(0)
  expect((await said(at)).filter((one) => one === 'Then I come at nine.')).toHaveLength(1)
  expect(await notes(at)).toEqual([])
}, 90_000)

test('mails the agent’s answer when the agent answers', async () => {
  const at = await mailed()
  expect((await post(at, 'hand-back', {}, owner.token)).status).toBe(200)
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 5 }, () => ({ text: 'On Sundays we are closed.' })))
  await resend.receive({ from: at.email, to: at.replyTo, subject: 'Re: hello', text: 'And on Sunday?' })
  await expect.poll(async () => (await read(at)).messages.map(textOf), WAIT).toContain('On Sundays we are closed.')
  await mailsAfter(121_000)
  await expect.poll(async () => (await mailsTo(at.email)).length, WAIT).toBe(2)
  expect((await mailsTo(at.email)).some((mail) => mail.text.includes('On Sundays we are closed.'))).toBe(true)
}, 90_000)

test('waits for an answer that takes long, and mails it', async () => {
  const at = await mailed()
  expect((await post(at, 'hand-back', {}, owner.token)).status).toBe(200)
  server.model.control.reset()
  server.model.control.set({ perTokenMs: 20 })
  server.model.control.script([{ text: `${'Let me see. '.repeat(25)}On Sundays we are closed.` }])
  await resend.receive({ from: at.email, to: at.replyTo, subject: 'Re: hello', text: 'And on Sunday?' })
  const isAnswering = async () => {
    const text = 'select running_turn from conversations where id = $1'
    return (await sql(text, [at.conversationId])).rows[0].running_turn !== null
  }
  await expect.poll(isAnswering, WAIT).toBe(true)
  expect(await mailsAfter(61_000)).toBe(0)
  await expect.poll(isAnswering, WAIT).toBe(false)
  expect(await mailsAfter(150_000)).toBe(1)
  await expect.poll(async () => (await mailsTo(at.email)).length, WAIT).toBe(2)
  expect((await mailsTo(at.email)).some((mail) => mail.text.includes('On Sundays we are closed.'))).toBe(true)
}, 90_000)

test.each([
  ['another sender', 'mallory@evil.example', {}],
  ['an automatic answer', undefined, { 'Auto-Submitted': 'auto-replied' }],
  ['bulk mail', undefined, { Precedence: 'bulk' }],
  ['a sender that the mail server does not believe', undefined, { 'Authentication-Results': 'mx; dmarc=fail' }],
] as const)(
  '%s becomes a note that the team alone reads',
  async (_what, from, headers) => {
    const at = await mailed()
    const before = await said(at)
    const mail = { from: from ?? at.email, to: at.replyTo, subject: 'Re: hello', text: 'I am away.', headers }
    const { id } = await resend.receive(mail)
    await expect.poll(async () => (await notes(at)).length, WAIT).toBe(1)
    await resend.receiving.tellAgain(id)
    await expect.poll(waiting, WAIT).toBe(0)
    const [note] = await notes(at)
    expect(note?.by.name).toBe(from ?? at.email)
    expect(note?.text).toBe('Re: hello\n\nI am away.')
    expect(await notes(at)).toHaveLength(1)
    expect(await said(at)).toEqual(before)
  },
  90_000,
)

test('adds a file of an answer as the visitor’s file', async () => {
  const at = await mailed()
  const attachments = [{ filename: 'order.txt', contentType: 'text/plain', content: Buffer.from('Order 12') }]
  await resend.receive({ from: at.email, to: at.replyTo, subject: 'Re: hello', text: 'Here.', attachments })
  await expect
    .poll(async () => JSON.stringify((await read(at)).messages.map(({ items }) => items)), WAIT)
    .toContain('order.txt')
}, 90_000)

const event = (over: object = {}) =>
  JSON.stringify({
    type: 'email.received',
    created_at: '',
    data: { email_id: 'e1', to: ['x@in.example.test'], ...over },
  })
const post_ = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  fetch(`${server.url}/webhooks/email`, { method: 'POST', body, headers })
const signed = (body: string, secret = resend.webhookSecret, at = Math.floor(Date.now() / 1000)) => ({
  'svix-id': 'msg_1',
  'svix-timestamp': String(at),
  'svix-signature': resend.receiving.sign('msg_1', String(at), body, secret),
})

test('refuses what the service did not sign, and stores nothing of it', async () => {
  const count = async () => (await sql('select count(*)::int as n from inbound_deliveries')).rows[0].n as number
  const before = await count()
  const other = `whsec_${Buffer.from('another secret of the same length').toString('base64')}`
  const old = Math.floor(Date.now() / 1000) - 3600
  const answers = await Promise.all([
    post_(event(), signed(event(), other)),
    post_(event(), { ...signed(event()), 'svix-signature': 'v1,forged' }),
    post_(event(), {}),
    post_(event(), signed(event(), resend.webhookSecret, old)),
    post_(event({ email_id: 'e2' }), signed(event())),
    post_(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), signed('x')),
    post_('[]', signed('[]')),
    post_('x'.repeat(10_000_000), signed('x')),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 400, 400, 413])
  expect(await count()).toBe(before)
})

test('ignores unknown mail silently', async () => {
  const unknown = event({
    to: [`reply+na${'0'.repeat(32)}@${DOMAIN}`, `reply+xx${'0'.repeat(32)}@${DOMAIN}`, 'a@b.example'],
  })
  for (const body of [unknown, event(), '{"type":"email.sent","data":{"email_id":"x"}}'])
    expect((await post_(body, signed(body))).status).toBe(200)
  await expect.poll(waiting, WAIT).toBe(0)
})

test('ignores an address after it has expired', async () => {
  const at = await mailed()
  await sql(`update reply_addresses set expires_at = now() - interval '1 minute' where conversation_id = $1`, [
    at.conversationId,
  ])
  const before = await said(at)
  await resend.receive({ from: at.email, to: at.replyTo, subject: 'Re: hello', text: 'Too late.' })
  await expect.poll(waiting, WAIT).toBe(0)
  expect(await said(at)).toEqual(before)
  expect(await notes(at)).toEqual([])
}, 90_000)
