// Campaigns over WhatsApp’s and Telegram’s simulators, through the real server.
import { newUser } from '@parlance/simulators/meta/graph'
import { startMeta } from '@parlance/simulators/meta/server'
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
const LONG = 60_000

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('eu')
  expect(await meta.deliverTo('whatsapp_business_account', `${app.url}/webhooks/whatsapp`)).toBe(true)
})
beforeEach(() => app.model.control.reset())

const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const path = (of: TestAgent, rest = '') => `${app.api('eu')}/v2/agents/${of.id}/campaigns${rest}`
const ask = (method: string, to: string, body?: object, by = owner) =>
  call<Record<string, never> & { data: Record<string, unknown>; items: Record<string, unknown>[]; message: string }>(
    method,
    to,
    { bearer: by.token, ...(body ? { body } : {}) },
  )

/** An agent on WhatsApp with an approved template, and leads with these numbers. */
async function connected(phones: readonly string[]) {
  const of = await app.makeAgent(owner)
  const user = newUser()
  const { wabaId, phoneIds } = whatsapp.assetsOf(user)
  const token = meta.login(user)
  const fields = { wabaId, phoneId: phoneIds[0], longAccessToken: token }
  await app.must('POST', `${app.api('eu')}/agents/${of.id}/channels/whatsapp`, owner.token, { fields })
  const template = { name: 'spring_news', language: 'en', category: 'MARKETING', bodyText: 'Hello {{1}}!' }
  await app.must('POST', `${app.api('eu')}/rpc/createTemplate`, owner.token, {
    longAccessToken: token,
    wabaId,
    workspaceId: owner.workspace.uid,
    ...template,
  })
  await whatsapp.decide(wabaId, template.name, 'APPROVED')
  for (const [nth, phone] of phones.entries())
    await app.must('POST', `${app.api('eu')}/v2/agents/${of.id}/leads`, owner.token, {
      name: `Lead ${nth}`,
      phone,
      group: 'spring',
      variables: {},
    })
  return { of, phoneId: phoneIds[0] }
}
const PLAN = {
  name: 'Spring news',
  channel: 'whatsapp',
  group: 'spring',
  text: 'Hello {name}!',
  template: { name: 'spring_news', language: 'en', hasName: true },
  from: '00:00',
  until: '23:59',
  days: [1, 2, 3, 4, 5, 6, 7],
  perMinute: 60,
}
const round = (of: TestAgent, campaignId: unknown) => {
  const { contexts, services } = app.running.container
  const named = { agentId: of.id, campaignId: String(campaignId) }
  return services.campaigns.send(contexts.system('eu', owner.workspace.uid), named)
}

test(
  'writes to every lead once, and each message opens a conversation',
  async () => {
    const { of, phoneId } = await connected(['+491700000001', '+49 170 0000002', '+491700000002', ''])
    const { data: made } = (await ask('POST', path(of), PLAN)).body
    expect(made).toMatchObject({ state: 'draft', counts: { waiting: 0 } })
    const one = path(of, `/${String(made.id)}`)
    expect((await ask('GET', `${one}/reach`)).body.data).toMatchObject({ recipients: 2, withoutAddress: 1, credits: 2 })
    expect((await ask('POST', `${one}/start`, {})).status).toBe(400)
    expect((await ask('POST', `${one}/start`, { agreed: true }, stranger)).status).toBe(404)
    expect((await ask('POST', `${one}/start`, { agreed: true })).body.data).toMatchObject({
      state: 'running',
      credits: 2,
      startedBy: { kind: 'user' },
    })
    expect((await ask('POST', `${one}/start`, { agreed: true })).status).toBe(409)
    const told = () => ['491700000001', '491700000002'].map((to) => whatsapp.chat(phoneId, to).map(({ text }) => text))
    await expect.poll(told, WAIT).toEqual([['Hello Lead 0!'], [expect.stringMatching(/^Hello Lead [12]!$/)]])
    // Rounds that come at once send nothing twice.
    await Promise.all([round(of, made.id), round(of, made.id)])
    await expect
      .poll(async () => {
        await round(of, made.id)
        return (await ask('GET', one)).body.data
      }, WAIT)
      .toMatchObject({ state: 'done', credits: 2 })
    expect(told().map((texts) => texts.length)).toEqual([1, 1])
    const begun = await sql('select message_count from conversations where agent_id = $1', [of.id])
    expect(begun.rows).toEqual([{ message_count: 1 }, { message_count: 1 }])
  },
  LONG,
)

test(
  'who opted out is left out, and who answers is counted and answered in the same conversation',
  async () => {
    const { of, phoneId } = await connected(['+491700000011', '+491700000012'])
    await whatsapp.say({ phone: phoneId, from: '491700000012', text: 'Hi' })
    await expect
      .poll(() => whatsapp.chat(phoneId, '491700000012').some(({ from }) => from === 'business'), WAIT)
      .toBe(true)
    await sql('update external_identities set is_blocked = true where agent_id = $1', [of.id])
    const { data: made } = (await ask('POST', path(of), PLAN)).body
    const one = path(of, `/${String(made.id)}`)
    expect((await ask('GET', `${one}/reach`)).body.data).toMatchObject({ recipients: 1, optedOut: 1 })
    await ask('POST', `${one}/start`, { agreed: true })
    await expect.poll(() => whatsapp.chat(phoneId, '491700000011').length, WAIT).toBe(1)
    app.model.control.script([{ text: 'Until Sunday.' }])
    await whatsapp.say({ phone: phoneId, from: '491700000011', text: 'How long?' })
    await expect.poll(() => whatsapp.chat(phoneId, '491700000011').at(-1)?.text, WAIT).toBe('Until Sunday.')
    await round(of, made.id)
    expect((await ask('GET', one)).body.data).toMatchObject({ replied: 1 })
    const { items } = (await ask('GET', `${one}/recipients`)).body
    expect(items).toMatchObject([{ address: '491700000011', replied: true }])
    const found = await sql('select message_count from conversations where id = $1', [items[0]?.['conversationId']])
    expect(found.rows).toEqual([{ message_count: 3 }])
  },
  LONG,
)

test(
  'outside of its hours it waits; stopped, it gives back what it held',
  async () => {
    const { of, phoneId } = await connected(['+491700000021'])
    const before = await app.balance(owner)
    const hours = { days: [((new Date().getUTCDay() + 2) % 7) + 1] }
    const { data: made } = (await ask('POST', path(of), { ...PLAN, ...hours })).body
    const one = path(of, `/${String(made.id)}`)
    await ask('POST', `${one}/start`, { agreed: true })
    await round(of, made.id)
    expect(whatsapp.chat(phoneId, '491700000021')).toEqual([])
    expect((await ask('DELETE', one)).status).toBe(409)
    expect((await ask('POST', `${one}/pause`)).body.data).toMatchObject({ state: 'paused' })
    expect((await ask('PATCH', one, { text: 'Other' })).status).toBe(409)
    expect((await ask('PATCH', one, { perMinute: 5 })).body.data).toMatchObject({ perMinute: 5 })
    expect((await ask('POST', `${one}/resume`)).body.data).toMatchObject({ state: 'running' })
    expect((await ask('POST', `${one}/stop`)).body.data).toMatchObject({ state: 'stopped', credits: 0 })
    expect(await app.balance(owner)).toEqual(before)
    expect((await ask('DELETE', one)).status).toBe(200)
    expect((await ask('GET', one)).status).toBe(404)
  },
  LONG,
)

test('plans that cannot work are refused in words', async () => {
  const of = await app.makeAgent(owner)
  const refused = async (change: object) => (await ask('POST', path(of), { ...PLAN, ...change })).body.message
  expect(await refused({ template: null })).toBe('On WhatsApp a campaign needs an approved template.')
  expect(await refused({ from: '18:00', until: '09:00' })).toBe('The end of the hours has to be after their start.')
  expect(await refused({ from: '9' })).toContain('Enter the time as 09:00.')
  const { data } = (await ask('POST', path(of), PLAN)).body
  expect((await ask('GET', path(of, `/${String(data.id)}/reach`))).body.message).toBe(
    'The agent isn’t connected to this channel.',
  )
})
