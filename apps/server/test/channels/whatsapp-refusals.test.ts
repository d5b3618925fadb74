// What WhatsApp refuses, and who hears of it.
import { startMeta } from '@parlance/simulators/meta/server'
import { newUser } from '@parlance/simulators/meta/graph'
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
beforeAll(async () => {
  owner = await app.signUp('eu')
  expect(await meta.deliverTo('whatsapp_business_account', `${app.url}/webhooks/whatsapp`)).toBe(true)
})
beforeEach(() => app.model.control.reset())

const channelPath = (of: TestAgent) => `${app.api('eu')}/agents/${of.id}/channels/whatsapp`
async function connected() {
  const of = await app.makeAgent(owner)
  const user = newUser()
  const { wabaId, phoneIds } = whatsapp.assetsOf(user)
  const [phoneId] = phoneIds
  const fields = { wabaId, phoneId, longAccessToken: meta.login(user) }
  const connect = () => app.must('POST', channelPath(of), owner.token, { fields })
  await connect()
  return { of, phoneId, connect }
}
/** The typing indicator and the answer. */
function failBoth(phoneId: string, code: number, message: string, subcode?: number) {
  const fault = {
    path: new RegExp(`${phoneId}/messages`),
    code,
    message,
    ...(subcode === undefined ? {} : { subcode }),
  }
  meta.fail(fault, { ...fault })
}
async function conversationPath(of: TestAgent) {
  const found = async () =>
    (await app.dbs.eu.pool.query('select id from conversations where agent_id = $1', [of.id])).rows as { id: string }[]
  await expect.poll(async () => (await found()).length, WAIT).toBe(1)
  return `${app.api('eu')}/v2/agents/${of.id}/conversations/${(await found())[0]?.id}`
}

test('stops only for someone who opted out, not for someone a message did not reach', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  failBoth(phoneId, 131_026, 'Message undeliverable')
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  const path = `${await conversationPath(of)}/delivery`
  const delivery = async () => (await call('GET', path, { bearer: owner.token })).body
  const data = (isBlocked: boolean, ...seqs: number[]) => ({
    data: { isBlocked, messages: seqs.map((seq) => ({ seq, state: 'failed' })) },
  })
  await expect.poll(delivery, WAIT).toMatchObject(data(false, 2))
  failBoth(phoneId, 131_050, 'The user has stopped marketing messages')
  await whatsapp.say({ phone: phoneId, text: 'Again' })
  await expect.poll(delivery, WAIT).toMatchObject(data(true, 4, 2))
}, 60_000)

test('remembers who opted out while the number is disconnected, until they write', async () => {
  const { of, phoneId, connect } = await connected()
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  failBoth(phoneId, 131_050, 'The user has stopped marketing messages')
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  const threads = async () =>
    (await app.must<{ items: { isBlocked: boolean }[] }>('GET', `${channelPath(of)}/threads`, owner.token)).items.map(
      ({ isBlocked }) => isBlocked,
    )
  await expect.poll(threads, WAIT).toEqual([true])
  // An answer as quick as the demo model's has no typing indicator.
  meta.recover()
  await app.must('DELETE', channelPath(of), owner.token)
  await connect()
  expect(await threads()).toEqual([true])
  // WhatsApp dates messages by the second: within the same one it counts as older than the opt-out.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await whatsapp.say({ phone: phoneId, text: 'Again' })
  await expect
    .poll(() => whatsapp.chat(phoneId).flatMap(({ from, text }) => (from === 'business' ? [text] : [])), WAIT)
    .toEqual(['Two.'])
  expect(await threads()).toEqual([false])
}, 60_000)

test('keeps an opt-out when the business answers in the app on its phone', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'One.' }])
  failBoth(phoneId, 131_050, 'The user has stopped marketing messages')
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  const sql = async (text: string) => (await app.dbs.eu.pool.query(text, [of.id])).rows as unknown[]
  const isBlocked = () => sql('select is_blocked from external_identities where agent_id = $1')
  await expect.poll(isBlocked, WAIT).toEqual([{ is_blocked: true }])
  meta.recover()
  await sql(`update external_identities set blocked_at = blocked_at - interval '1 minute' where agent_id = $1`)
  expect(await whatsapp.answerInApp(phoneId, 'Ben here.')).toBe(200)
  const answers = `select m.items -> 0 ->> 'text' as text from messages m
    join conversations c on c.id = m.conversation_id where c.agent_id = $1 and m.author = 'human'`
  await expect.poll(() => sql(answers), WAIT).toEqual([{ text: 'Ben here.' }])
  expect(await isBlocked()).toEqual([{ is_blocked: true }])
}, 60_000)

const channels = async (of: TestAgent) =>
  (await call('GET', `${app.api('eu')}/agents/${of.id}/channels`, { bearer: owner.token })).body
const notices = async (of: TestAgent) => {
  const path = `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/notifications`
  const { items } = await app.must<{ items: { title: string; urlPathname: string }[] }>('GET', path, owner.token)
  return items.flatMap(({ urlPathname, title }) => (urlPathname.includes(of.id) ? [title] : []))
}

test.each([
  [131_031, 'Business Account locked'],
  [131_042, 'Business eligibility payment issue'],
])(
  'says that nothing is sent when Meta answers %i, until it sends again',
  async (code, words) => {
    const { of, phoneId } = await connected()
    const said = `Meta (${code}): (#${code}) ${words}`
    app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
    failBoth(phoneId, code, words)
    await whatsapp.say({ phone: phoneId, text: 'Hi' })
    await expect.poll(() => channels(of), WAIT).toMatchObject({ items: [{ status: 'failing', lastError: said }] })
    await expect.poll(() => notices(of), WAIT).toEqual(['WhatsApp needs attention'])
    const path = `${await conversationPath(of)}/delivery`
    await expect
      .poll(async () => (await call('GET', path, { bearer: owner.token })).body, WAIT)
      .toMatchObject({ data: { messages: [{ state: 'failed', error: `The message was refused. ${said}` }] } })
    await whatsapp.say({ phone: phoneId, text: 'Again' })
    await expect.poll(() => channels(of), WAIT).toMatchObject({ items: [{ status: 'active', lastError: '' }] })
  },
  60_000,
)

test.each([
  [131_005, undefined, 'Access denied'],
  [100, 33, 'Unsupported post request.'],
])(
  'asks to reconnect when Meta answers %i/%s',
  async (code, subcode, words) => {
    const { of, phoneId } = await connected()
    app.model.control.script([{ text: 'One.' }])
    failBoth(phoneId, code, words, subcode)
    await whatsapp.say({ phone: phoneId, text: 'Hi' })
    await expect
      .poll(() => channels(of), WAIT)
      .toMatchObject({ items: [{ status: 'failing', lastError: expect.stringContaining(words) }] })
    meta.recover()
  },
  60_000,
)

test('says so too when Meta took a message and reports later that the account is unpaid', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'One.' }])
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  const sent = () => whatsapp.chat(phoneId).filter(({ from }) => from === 'business')
  await expect.poll(() => sent().length, WAIT).toBe(1)
  await whatsapp.failLater(phoneId, sent()[0]?.id ?? '', 131_042, 'Business eligibility payment issue')
  await expect
    .poll(() => channels(of), WAIT)
    .toMatchObject({ items: [{ status: 'failing', lastError: 'Meta (131042): Business eligibility payment issue' }] })
  await expect.poll(() => notices(of), WAIT).toEqual(['WhatsApp needs attention'])
}, 60_000)

test('refuses replies in conversations of a number that moved to another agent', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'One moment.' }])
  await whatsapp.say({ phone: phoneId, text: 'Where is my order?' })
  const path = await conversationPath(of)
  await app.must('POST', `${path}/take-over`, owner.token, {})
  const next = await app.makeAgent(owner)
  await app.must('POST', `${app.api('eu')}/agents/${next.id}/whatsapp/numbers/${phoneId}`, owner.token, {})
  const reply = { id: 'after-the-move', text: 'It is on its way.' }
  expect(await call('POST', `${path}/replies`, { bearer: owner.token, body: reply })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^WhatsApp was disconnected or moved to another agent/) },
  })
  expect((await call('GET', `${path}/delivery`, { bearer: owner.token })).body).toMatchObject({
    data: { isConnected: false },
  })
}, 60_000)
