import { startTwilio } from '@parlance/simulators/twilio/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGES_A_DAY } from '../../src/modules/channels/inbound/sender-limits.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const twilio = await startTwilio()
const app = await startTestServer({
  settings: { twilioBaseUrl: twilio.url, planLimits: { free: { twilioPhoneNumberSlots: 20, maxAgents: 50 } } },
})
afterAll(twilio.close)
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 20_000, interval: 50 }
const VERA = '+15550107777'

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('na')
})
beforeEach(() => app.model.control.reset())

type Made = ReturnType<typeof twilio.makeNumber>
const numbersPath = (of: Person, region: 'eu' | 'na' = 'eu') =>
  `${app.api(region)}/v2/workspaces/${of.workspace.uid}/twilio-numbers`
const bodyOf = ({ accountSid, authToken, number }: Made) => ({ accountSid, authToken, phoneNumber: number })
const importNumber = (made: Made, over = {}) =>
  call('POST', numbersPath(owner), { bearer: owner.token, body: { ...bodyOf(made), ...over } })
const assign = (numberId: string, agentId: string) =>
  call('POST', `${numbersPath(owner)}/${numberId}/agent`, { bearer: owner.token, body: { agentId } })
async function connected(config = {}) {
  const of = await app.makeAgent(owner, config)
  const made = twilio.makeNumber()
  const { body } = await importNumber(made)
  const { id } = (body as { data: { id: string } }).data
  expect((await assign(id, of.id)).status).toBe(200)
  return { of, made, id, number: made.number }
}
const told = (number: string) => twilio.messages(number).filter(({ from }) => from === 'number')
const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const turnsOf = async (of: TestAgent) =>
  (await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])).rows[0] as { n: number }
const waiting = async () =>
  (await sql(`select 1 from inbound_deliveries where provider = 'sms' and handled_at is null`)).rows.length
const channelPath = (of: TestAgent) => `${app.api('eu')}/agents/${of.id}/channels`

test('imports a number after checking with Twilio, and never returns the token', async () => {
  const made = twilio.makeNumber()
  const says = async (over: object, message: string) =>
    expect((await importNumber(made, over)).body).toMatchObject({ success: false, message })
  await says({ authToken: ' ' }, 'Please fill out all fields.')
  await says({ phoneNumber: '5550100199' }, 'Please include the country code in the phone number.')
  await says({ phoneNumber: '+15550000000' }, 'This number isn’t in the Twilio account.')
  const wrong = 'Twilio doesn’t accept this account SID and auth token. Copy both from the Twilio console.'
  await says({ authToken: '0'.repeat(32) }, wrong)
  await says({ accountSid: 'AC/../x' }, wrong)
  const answer = await importNumber(made)
  expect(answer.body).toMatchObject({
    data: { phoneNumber: made.number, status: 'unassigned', authToken: `••••${made.authToken.slice(-4)}`, agentId: '' },
  })
  const list = await call('GET', numbersPath(owner), { bearer: owner.token })
  expect(JSON.stringify([answer.body, list.body])).not.toContain(made.authToken)
  expect((await call('GET', numbersPath(owner), { bearer: stranger.token })).status).toBe(404)
})

test('gives a number to one agent at a time, updates Twilio, and disconnects it', async () => {
  const { of, made, id } = await connected()
  expect(twilio.smsUrlOf(made.number)).toBe(`${app.url}/webhooks/sms/message`)
  const list = await call('GET', channelPath(of), { bearer: owner.token })
  expect(list.body).toMatchObject({ items: [{ channel: 'sms', status: 'active', name: made.number }] })
  expect(JSON.stringify(list.body)).not.toContain(made.authToken)
  const next = await app.makeAgent(owner)
  expect((await assign(id, next.id)).body).toMatchObject({ data: { agentId: next.id, status: 'active' } })
  expect((await call('GET', channelPath(of), { bearer: owner.token })).body).toMatchObject({ items: [] })
  const second = await importNumber(twilio.makeNumber())
  expect((await assign((second.body as { data: { id: string } }).data.id, next.id)).status).toBe(409)
  expect((await assign(id, (await app.makeAgent(stranger)).id)).status).toBe(404)
  expect((await assign(id, '')).body).toMatchObject({ data: { status: 'unassigned' } })
  expect(twilio.smsUrlOf(made.number)).toBe('')
  expect((await call('DELETE', `${numbersPath(owner)}/${id}`, { bearer: owner.token })).status).toBe(200)
  expect((await call('DELETE', `${numbersPath(owner)}/${id}`, { bearer: owner.token })).status).toBe(404)
})

test('takes its numbers off texts and calls when the workspace is deleted, even if one fails', async () => {
  const workspaces = `${app.api('eu')}/v2/workspaces`
  const { data } = await app.must<{ data: { uid: string } }>('POST', workspaces, owner.token, {})
  const spare = { ...owner, workspace: { uid: data.uid, secret: '' } }
  const add = async () => {
    const [of, made] = [await app.makeAgent(spare), twilio.makeNumber()]
    const path = numbersPath(spare)
    const added = await app.must<{ data: { id: string } }>('POST', path, owner.token, bodyOf(made))
    for (const use of ['agent', 'calls'])
      await app.must('POST', `${path}/${added.data.id}/${use}`, owner.token, { agentId: of.id })
    return made.number
  }
  const [lost, kept] = [await add(), await add()]
  expect(twilio.voiceUrlOf(kept)).toBe(`${app.url}/webhooks/phone/answer`)
  // Their secrets open no more.
  for (const table of ['channel_connections', 'phone_numbers'])
    await sql(
      `update ${table} set secrets = 'none' where ${table === 'phone_numbers' ? 'phone_number' : 'account'} = $1`,
      [lost],
    )
  await app.must('DELETE', `${workspaces}/${data.uid}`, owner.token)
  await expect.poll(() => [twilio.smsUrlOf(kept), twilio.voiceUrlOf(kept)], WAIT).toEqual(['', ''])
  const stored = `select id from phone_numbers where workspace_id = $1
    union all select id from channel_connections where workspace_id = $1`
  await expect.poll(async () => (await sql(stored, [data.uid])).rows, WAIT).toEqual([])
})

test('answers a text once, and logs its delivery', async () => {
  const { of, number } = await connected()
  app.model.control.script([{ text: 'We open at **nine**.' }])
  const { sid } = await twilio.say({ to: number, text: 'When do you open?' })
  await Promise.all(Array.from({ length: 20 }, () => twilio.say({ to: number, text: 'When do you open?', sid })))
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['We open at nine.'])
  expect(await turnsOf(of)).toEqual({ n: 1 })
  await expect
    .poll(async () => (await call('GET', `${channelPath(of)}/sms/log`, { bearer: owner.token })).body, WAIT)
    .toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ direction: 'out', state: 'delivered' })]),
    })
})

testAll('stops answering a machine that answers every text, says so in the log, and answers others', async () => {
  const { of, number } = await connected()
  const friend = '+15550108888'
  app.model.control.script([{ text: 'One.' }, { text: 'For a friend.' }, { text: 'Another day.' }])
  await twilio.say({ to: number, text: 'I am away.' })
  await expect.poll(() => told(number).length, WAIT).toBe(1)
  const identity =
    'update external_identities set received = $3, received_since = $4 where agent_id = $1 and thread = $2'
  await sql(identity, [of.id, VERA, MESSAGES_A_DAY.person, new Date()])
  await twilio.say({ to: number, text: 'I am away.' })
  await twilio.say({ to: number, from: friend, text: 'Hi' })
  const log = async () => (await call('GET', `${channelPath(of)}/sms/log`, { bearer: owner.token })).body
  const error = 'Not answered: this sender has reached today’s limit.'
  await expect.poll(log, WAIT).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ error })]) })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['One.', 'For a friend.'])
  await sql(identity, [of.id, VERA, 2 * MESSAGES_A_DAY.person, new Date(Date.now() - 25 * 3_600_000)])
  await twilio.say({ to: number, text: 'I am back.' })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toContain('Another day.')
  expect(await turnsOf(of)).toEqual({ n: 3 })
})

test('explains why a carrier did not deliver', async () => {
  const { of, number } = await connected()
  const landline = '+15550106666'
  twilio.failLater(landline, 30_006)
  app.model.control.script([{ text: 'Hello.' }])
  await twilio.say({ to: number, from: landline, text: 'Hi' })
  const error = 'The number is a landline or can’t receive messages (30006).'
  await expect
    .poll(async () => (await call('GET', `${channelPath(of)}/sms/log`, { bearer: owner.token })).body, WAIT)
    .toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ state: 'failed', error })]) })
})

test('sends nothing after STOP until START', async () => {
  const { of, number } = await connected()
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  await twilio.say({ to: number, text: 'Hi' })
  await expect.poll(() => told(number).length, WAIT).toBe(1)
  const isBlocked = async () =>
    (await sql('select is_blocked from external_identities where agent_id = $1', [of.id])).rows as unknown[]
  await twilio.say({ to: number, text: 'STOP' })
  await expect.poll(isBlocked, WAIT).toEqual([{ is_blocked: true }])
  await twilio.say({ to: number, text: 'Still there?' })
  // A job handles incoming messages: START must not overtake STOP.
  await expect.poll(waiting, WAIT).toBe(0)
  await twilio.say({ to: number, text: 'START' })
  await expect.poll(isBlocked, WAIT).toEqual([{ is_blocked: false }])
  await twilio.say({ to: number, text: 'Hello again' })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['One.', 'Two.'])
  await twilio.say({ to: number, text: 'STOP' })
  await expect.poll(isBlocked, WAIT).toEqual([{ is_blocked: true }])
  await twilio.say({ to: number, text: 'Yes' })
  await expect.poll(isBlocked, WAIT).toEqual([{ is_blocked: false }])
  expect(await turnsOf(of)).toEqual({ n: 2 })
})

test('keeps an opt-out when the number moves to another agent', async () => {
  const { of, id, number } = await connected()
  await twilio.say({ to: number, text: 'STOP' })
  const optOuts = async () =>
    (await sql('select is_blocked, agent_id from external_identities where thread = $1 or external_id = $1', [VERA]))
      .rows as { is_blocked: boolean; agent_id: string }[]
  const ofAgent = async (agentId: string) => (await optOuts()).filter(({ agent_id: one }) => one === agentId)
  await expect.poll(() => ofAgent(of.id), WAIT).toMatchObject([{ is_blocked: true }])
  const next = await app.makeAgent(owner)
  expect((await assign(id, next.id)).body).toMatchObject({ data: { agentId: next.id, status: 'active' } })
  expect(await ofAgent(next.id)).toMatchObject([{ is_blocked: true }])
})

test('keeps an opt-out of a number that another agent gets later, also after its agent was deleted', async () => {
  const { of, id, number } = await connected()
  await twilio.say({ to: number, text: 'STOP' })
  const threads = async (agentId: string) =>
    (await sql('select thread, is_blocked from external_identities where agent_id = $1', [agentId])).rows as unknown[]
  const optedOut = [{ thread: VERA, is_blocked: true }]
  await expect.poll(() => threads(of.id), WAIT).toEqual(optedOut)
  const [next, last] = [await app.makeAgent(owner), await app.makeAgent(owner)]
  for (const agentId of ['', next.id]) expect((await assign(id, agentId)).status).toBe(200)
  expect(await threads(next.id)).toEqual(optedOut)
  const own = await sql('select sender from channel_opt_outs where agent_id = $1', [of.id])
  expect(own.rows).toEqual([{ sender: VERA }])
  await app.must('DELETE', `${app.api('eu')}/v2/agents/${next.id}`, owner.token, {})
  await expect.poll(() => threads(next.id), WAIT).toEqual([])
  await expect
    .poll(async () => (await sql('select sender from channel_opt_outs where account = $1', [number])).rows, WAIT)
    .toEqual([{ sender: VERA }])
  expect((await assign(id, last.id)).status).toBe(200)
  expect(await threads(last.id)).toEqual(optedOut)
  const another = await connected()
  expect(await threads(another.of.id)).toEqual([])
})

test('notices an opt-out known only to Twilio, honors its delays, and reports a refused token', async () => {
  const { of, number } = await connected()
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }])
  twilio.fail({ status: 429, code: 20_429, message: 'Too Many Requests', retryAfter: 0.1 })
  await twilio.say({ to: number, text: 'Hi' })
  await expect.poll(() => told(number).length, WAIT).toBe(1)
  twilio.fail({ status: 401, code: 20_003, message: 'Authenticate' })
  await twilio.say({ to: number, text: 'Again' })
  await expect
    .poll(async () => (await call('GET', channelPath(of), { bearer: owner.token })).body, WAIT)
    .toMatchObject({ items: [{ status: 'failing', lastError: 'Twilio: Authenticate' }] })
  twilio.fail({ status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient' })
  await twilio.say({ to: number, text: 'And again' })
  await expect
    .poll(async () => (await sql('select is_blocked from external_identities where agent_id = $1', [of.id])).rows, WAIT)
    .toEqual([{ is_blocked: true }])
})

test('answers the next text of someone whose number refused the last answer', async () => {
  const { of, number } = await connected()
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  twilio.fail({ status: 400, code: 21_614, message: 'The number is not a mobile number' })
  await twilio.say({ to: number, text: 'Hi' })
  const error = 'This person can’t be reached. Twilio: The number is not a mobile number'
  await expect
    .poll(async () => (await call('GET', `${channelPath(of)}/sms/log`, { bearer: owner.token })).body, WAIT)
    .toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ state: 'failed', error })]) })
  await twilio.say({ to: number, text: 'Again' })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['Two.'])
  expect(await turnsOf(of)).toEqual({ n: 2 })
})

test('refuses calls without a valid signature and calls for another account', async () => {
  const { of, made, number } = await connected()
  const other = await connected()
  const form = { MessageSid: `SM${'a'.repeat(32)}`, AccountSid: made.accountSid, From: VERA, To: number, Body: 'x' }
  const url = `${app.url}/webhooks/sms/message`
  expect(await twilio.post(url, '0'.repeat(32), form)).toBe(401)
  expect(await twilio.post(url, other.made.authToken, form)).toBe(401)
  expect(await twilio.post(url, made.authToken, { ...form, To: '+15559999999' })).toBe(404)
  expect(await twilio.post(url, made.authToken, { ...form, AccountSid: other.made.accountSid })).toBe(400)
  expect(await turnsOf(of)).toEqual({ n: 0 })
})

test('imports as many numbers as the plan allows', async () => {
  const limited = await startTestServer({ settings: { twilioBaseUrl: twilio.url } })
  const person = await limited.signUp('eu')
  const path = `${limited.api('eu')}/v2/workspaces/${person.workspace.uid}/twilio-numbers`
  const add = (made: Made) => call('POST', path, { bearer: person.token, body: bodyOf(made) })
  const first = twilio.makeNumber()
  expect((await add(first)).status).toBe(200)
  expect((await add(first)).status).toBe(200)
  expect((await add(twilio.makeNumber())).body).toMatchObject({ code: 'PLAN_LIMIT' })
})

test('keeps no number of a refused connection', async () => {
  const { made } = await connected()
  const other = await app.makeAgent(stranger)
  const { status, body } = await call('POST', `${app.api('na')}/agents/${other.id}/channels/sms`, {
    bearer: stranger.token,
    body: { fields: bodyOf(made) },
  })
  expect([status, body]).toMatchObject([
    409,
    { message: expect.stringContaining('already connected to another agent') },
  ])
  expect((await call('GET', numbersPath(stranger, 'na'), { bearer: stranger.token })).body).toEqual({ items: [] })
})

test('accepts a picture, fetched with the token of its account', async () => {
  const { of, number } = await connected()
  app.model.control.script([{ text: 'I see.' }])
  await twilio.say({ to: number, text: 'This one', media: [{ type: 'image/png' }] })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['I see.'])
  const items = await sql(
    `select m.items from messages m join conversations c on c.id = m.conversation_id where c.agent_id = $1 and m.author = 'user'`,
    [of.id],
  )
  expect(JSON.stringify(items.rows)).toContain('media-1.png')
})

test('reaches leads who never wrote in a campaign, except those who sent STOP', async () => {
  const { of, number } = await connected()
  const [anna, ben] = ['+15550107801', '+15550107802']
  await twilio.say({ to: number, from: ben, text: 'STOP' })
  const optedOut = 'select thread from external_identities where agent_id = $1 and is_blocked'
  await expect.poll(async () => (await sql(optedOut, [of.id])).rows, WAIT).toEqual([{ thread: ben }])
  for (const [name, phone] of [
    ['Anna', '+1 (555) 010-7801'],
    ['Ben', ben],
    ['Cleo', '5550107803'],
  ])
    await app.must('POST', `${app.api('eu')}/v2/agents/${of.id}/leads`, owner.token, {
      name,
      phone,
      group: 'spring',
      variables: {},
    })
  const campaigns = `${app.api('eu')}/v2/agents/${of.id}/campaigns`
  const plan = { name: 'Spring', channel: 'sms', group: 'spring', text: 'Hello {name}!', perMinute: 60 }
  const hours = { from: '00:00', until: '23:59', days: [1, 2, 3, 4, 5, 6, 7] }
  const { data } = (await app.must('POST', campaigns, owner.token, { ...plan, ...hours })) as { data: { id: string } }
  const reach = await call('GET', `${campaigns}/${data.id}/reach`, { bearer: owner.token })
  expect(reach.body).toMatchObject({ data: { recipients: 1, withoutAddress: 1, optedOut: 1 } })
  await app.must('POST', `${campaigns}/${data.id}/start`, owner.token, { agreed: true })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['Hello Anna!'])
  app.model.control.script([{ text: 'Until Sunday.' }])
  await twilio.say({ to: number, from: anna, text: 'How long?' })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['Hello Anna!', 'Until Sunday.'])
  const found = await sql('select message_count from conversations where agent_id = $1', [of.id])
  expect(found.rows).toEqual([{ message_count: 3 }])
})

test('remembers who sent STOP while the number is disconnected, until they send START', async () => {
  const { of, id, number } = await connected()
  await twilio.say({ to: number, text: 'STOP' })
  await expect.poll(waiting, WAIT).toBe(0)
  await app.must('POST', `${app.api('eu')}/v2/agents/${of.id}/leads`, owner.token, {
    name: 'Vera',
    phone: VERA,
    group: 'spring',
    variables: {},
  })
  const campaigns = `${app.api('eu')}/v2/agents/${of.id}/campaigns`
  const plan = { name: 'Spring', channel: 'sms', group: 'spring', text: 'Hello {name}!', perMinute: 60 }
  const hours = { from: '00:00', until: '23:59', days: [1, 2, 3, 4, 5, 6, 7] }
  const { data } = (await app.must('POST', campaigns, owner.token, { ...plan, ...hours })) as { data: { id: string } }
  const reach = async () => (await call('GET', `${campaigns}/${data.id}/reach`, { bearer: owner.token })).body
  expect((await assign(id, '')).status).toBe(200)
  expect((await assign(id, of.id)).status).toBe(200)
  expect(await reach()).toMatchObject({ data: { recipients: 0, optedOut: 1 } })
  await twilio.say({ to: number, text: 'Still there?' })
  await expect.poll(waiting, WAIT).toBe(0)
  await twilio.say({ to: number, text: 'START' })
  await expect.poll(reach, WAIT).toMatchObject({ data: { recipients: 1, optedOut: 0 } })
  app.model.control.script([{ text: 'Welcome back.' }])
  await twilio.say({ to: number, text: 'Hello again' })
  await expect.poll(() => told(number).map(({ text }) => text), WAIT).toEqual(['Welcome back.'])
  expect((await assign(id, '')).status).toBe(200)
  expect((await assign(id, of.id)).status).toBe(200)
  expect(await reach()).toMatchObject({ data: { recipients: 1, optedOut: 0 } })
})
