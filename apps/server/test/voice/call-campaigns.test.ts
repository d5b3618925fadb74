import type { BlockedNumber, Campaign, Recipient } from '@parlance/contract/campaigns/schemas'
import type { CallDetail } from '@parlance/contract/voice/schemas'
import type { TransferTarget } from '@parlance/contract/voice/transfer-numbers'
import { startTwilio } from '@parlance/simulators/twilio/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { openDays, runWithOneOpen } from '../helpers/campaigns.ts'
import { makePayingOrg } from '../helpers/client-billing.ts'
import { violations } from '../helpers/invariants.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const twilio = await startTwilio()
const app = await startTestServer({
  settings: {
    twilioBaseUrl: twilio.url,
    planLimits: { free: { twilioPhoneNumberSlots: 50, maxAgents: 50, maxConcurrentCalls: 2 } },
  },
})
afterAll(twilio.close)
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 100 }

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('eu')
})
beforeEach(() => app.model.control.reset())

const base = (of: TestAgent) => `${app.api('eu')}/v2/agents/${of.id}`
const ask = (method: string, to: string, body?: object, by: string = owner.token) =>
  call<{ data: Campaign & { recipients: number; withoutAddress: number; optedOut: number }; code: string }>(
    method,
    to,
    {
      bearer: by,
      ...(body ? { body } : {}),
    },
  )
const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)

/** An agent with a number to call from, and leads with these numbers. */
async function connected(phones: readonly string[], transfers: TransferTarget[] = []) {
  const of = await app.makeAgent(owner, { voiceConfig: { config: { transfers }, speechGen: { provider: 'flite' } } })
  const { accountSid, authToken, number } = twilio.makeNumber()
  const numbers = `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/twilio-numbers`
  const { data } = await app.must<{ data: { id: string } }>('POST', numbers, owner.token, {
    accountSid,
    authToken,
    phoneNumber: number,
  })
  await app.must('POST', `${numbers}/${data.id}/calls`, owner.token, { agentId: of.id })
  for (const [nth, phone] of phones.entries())
    await app.must('POST', `${base(of)}/leads`, owner.token, {
      name: `Lead ${nth}`,
      phone,
      group: 'spring',
      variables: {},
    })
  return { of, number }
}
const PLAN = {
  name: 'Spring calls',
  channel: 'voice',
  group: 'spring',
  text: 'Hello {name}, this is the shop.',
  from: '00:00',
  until: '23:59',
  days: [1, 2, 3, 4, 5, 6, 7],
  retries: 0,
  calls: { slots: 5, delaySeconds: 0, onMachine: 'leave_message', machineMessage: 'Please call us, {name}.' },
}
/** No calls today, which would take the workspace's lines. */
const anotherDay = () => [((new Date().getUTCDay() + 2) % 7) + 1]
const plan = async (of: TestAgent, change: object = {}) => {
  const { body, status } = await ask('POST', `${base(of)}/campaigns`, { ...PLAN, ...change })
  expect(status).toBe(200)
  return `${base(of)}/campaigns/${body.data.id}`
}
const round = (of: TestAgent, one: string) => {
  const { contexts, services } = app.running.container
  const campaignId = one.split('/').at(-1) ?? ''
  return services.campaigns.dial(contexts.system('eu', owner.workspace.uid), { agentId: of.id, campaignId })
}
const recipients = async (one: string) =>
  (await app.must<{ items: Recipient[] }>('GET', `${one}/recipients`, owner.token)).items.toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )
const callsTo = (to: string) => twilio.voice.calls.filter((one) => one.to === to)
const sweep = () => {
  const { contexts, services } = app.running.container
  return services.voice.sweep(contexts.system('eu'))
}
/** The callee listens for a moment and hangs up. */
async function answerAndHangUp(to: string) {
  await twilio.voice.until(() => (callsTo(to).at(-1)?.stream?.heardMs() ?? 0) > 400, `a call to ${to}`)
  const answered = callsTo(to).at(-1)
  if (answered) twilio.voice.hangUp(answered)
}

test('calls each lead once within the lines of the plan, and reports who answered, how long, and the cost', async () => {
  const [talks, machine, busy, missed] = ['+15550100001', '+15550100002', '+15550100003', '+15550100004']
  twilio.voice.behave(talks, 'answer')
  twilio.voice.behave(machine, 'machine')
  twilio.voice.behave(busy, 'busy')
  twilio.voice.behave(missed, 'no-answer')
  const { of } = await connected([talks, machine, busy, missed, '0170 1234567', talks])
  const before = (await app.balance(owner)).available
  expect(
    await ask('POST', `${base(of)}/campaigns`, { ...PLAN, calls: { ...PLAN.calls, machineMessage: '' } }),
  ).toMatchObject({ status: 400 })
  const one = await plan(of)
  const { body: reach } = await ask('GET', `${one}/reach`)
  expect(reach.data).toMatchObject({ recipients: 4, withoutAddress: 1, optedOut: 0, credits: 84, creditsPerMinute: 20 })
  expect((await ask('POST', `${one}/start`, { agreed: true }, stranger.token)).status).toBe(404)
  expect((await ask('POST', `${one}/start`, {})).status).toBe(400)
  expect((await ask('POST', `${one}/start`, { agreed: true })).body.data).toMatchObject({
    state: 'running',
    credits: 84,
    startedBy: { kind: 'user' },
  })
  /** Leads wait for a line otherwise. */
  const anotherRound = async () => {
    await sql(`update campaign_recipients set next_at = now() where workspace_id = $1`, [owner.workspace.uid])
    await round(of, one)
  }
  await expect
    .poll(async () => {
      await anotherRound()
      return callsTo(talks).length
    }, WAIT)
    .toBe(1)
  await answerAndHangUp(talks)
  await expect
    .poll(async () => {
      await anotherRound()
      return (await ask('GET', one)).body.data.state
    }, WAIT)
    .toBe('done')
  const called = await recipients(one)
  expect(called.map(({ address, state, attempts }) => [address, state, attempts])).toEqual(
    expect.arrayContaining([
      [talks, 'answered', 1],
      [machine, 'voicemail', 1],
      [busy, 'busy', 1],
      [missed, 'no_answer', 1],
    ]),
  )
  expect(
    twilio.voice.calls.filter(({ number }) => number.number === callsTo(talks)[0]?.from).length,
  ).toBeLessThanOrEqual(4)
  const { data } = (await ask('GET', one)).body
  expect(data.talk.seconds).toBeGreaterThan(0)
  expect(data.talk.answeredSeconds).toBe(called.find(({ address }) => address === talks)?.seconds)
  expect(called.find(({ address }) => address === machine)).toMatchObject({
    reason: 'Voicemail answered.',
    reasonMessage: { code: 'campaign_machine_answered' },
  })
  // Credits are shown in hundredths, balances in thousandths.
  expect(data.credits).toBeCloseTo(4 + data.talk.credits, 1)
  const after = await app.balance(owner)
  expect((before - after.available) / 1000).toBeCloseTo(data.credits, 1)
  // No hold is left.
  const holds = await sql(`select 1 from ledger_holds where key like 'hold:campaign:%' and workspace_id = $1`, [
    owner.workspace.uid,
  ])
  expect(holds.rows).toEqual([])
})

test('skips leads who must not be called, also while it runs, and is visible to clients of the org', async () => {
  const [blocked, late] = ['+15550100011', '+15550100012']
  twilio.voice.behave(late, 'answer')
  const { of } = await connected([blocked, late])
  const list = `${base(of)}/do-not-call`
  expect((await ask('POST', list, { phone: '0170' })).status).toBe(400)
  expect((await ask('POST', list, { phone: '+1 (555) 010-0011' })).body.data).toMatchObject({ phone: blocked })
  expect((await ask('POST', list, { phone: blocked }, stranger.token)).status).toBe(404)
  const org = await makeOrg(app, owner, [of.id])
  const client = await makeClient(app, owner, org, { agentIds: [of.id], canAccess: ['/campaigns'] })
  const { items } = await app.must<{ items: BlockedNumber[] }>('GET', list, client.token)
  expect(items.map(({ phone }) => phone)).toEqual([blocked])
  expect((await ask('POST', list, { phone: late }, client.token)).status).toBe(403)

  const one = await plan(of, { days: [((new Date().getUTCDay() + 2) % 7) + 1] })
  expect((await ask('GET', `${one}/reach`)).body.data).toMatchObject({ recipients: 1, optedOut: 1 })
  expect((await ask('POST', `${one}/start`, { agreed: true }, client.token)).status).toBe(403)
  await ask('POST', `${one}/start`, { agreed: true })
  await round(of, one)
  expect(callsTo(late)).toEqual([])
  await ask('POST', list, { phone: late })
  await ask('POST', `${one}/pause`)
  expect((await ask('PATCH', one, { days: PLAN.days })).status).toBe(200)
  await sql(`update campaign_recipients set next_at = now() where address = $1`, [late])
  await ask('POST', `${one}/resume`)
  await expect
    .poll(async () => {
      await round(of, one)
      return (await recipients(one))[0]
    }, WAIT)
    .toMatchObject({ state: 'skipped', reason: 'On the do-not-call list.' })
  expect(callsTo(late)).toEqual([])
  expect((await ask('GET', one, undefined, client.token)).body.data).toMatchObject({ channel: 'voice' })
  expect((await call('DELETE', `${list}/${encodeURIComponent(late)}`, { bearer: owner.token })).status).toBe(200)
  const left = await app.must<{ items: BlockedNumber[] }>('GET', list, owner.token)
  expect(left.items.map(({ phone }) => phone)).toEqual([blocked])
})

/** Lets the agent send texts too. */
async function withTexts(of: TestAgent) {
  const { accountSid, authToken, number } = twilio.makeNumber()
  const numbers = `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/twilio-numbers`
  const body = { accountSid, authToken, phoneNumber: number }
  const { data } = await app.must<{ data: { id: string } }>('POST', numbers, owner.token, body)
  const assign = (agentId: string) => app.must('POST', `${numbers}/${data.id}/agent`, owner.token, { agentId })
  await assign(of.id)
  return { number, assign }
}

test('calls a landline that could not take a text', async () => {
  const landline = '+15550100018'
  twilio.voice.behave(landline, 'no-answer')
  const { of } = await connected([landline])
  await withTexts(of)
  const texts = await plan(of, { channel: 'sms', perMinute: 60, calls: undefined })
  twilio.fail({ status: 400, code: 21_614, message: 'The number is not a mobile number' })
  await ask('POST', `${texts}/start`, { agreed: true })
  await expect.poll(async () => (await recipients(texts))[0], WAIT).toMatchObject({ state: 'failed' })
  const one = await plan(of)
  expect((await ask('GET', `${one}/reach`)).body.data).toMatchObject({ recipients: 1, optedOut: 0 })
  await ask('POST', `${one}/start`, { agreed: true })
  await expect
    .poll(async () => {
      await round(of, one)
      return callsTo(landline).length
    }, WAIT)
    .toBe(1)
})

test('calls nobody who sent STOP, also once texts are disconnected', async () => {
  const stopped = '+15550100019'
  const { of } = await connected([stopped])
  const texts = await withTexts(of)
  const one = await plan(of)
  const reach = async () => (await ask('GET', `${one}/reach`)).body.data
  await twilio.say({ to: texts.number, from: stopped, text: 'STOP' })
  await expect.poll(reach, WAIT).toMatchObject({ recipients: 0, optedOut: 1 })
  await texts.assign('')
  expect(await reach()).toMatchObject({ recipients: 0, optedOut: 1 })
  await texts.assign(of.id)
  expect(await reach()).toMatchObject({ recipients: 0, optedOut: 1 })
})

test('charges each called lead once, however often no line was free', async () => {
  const start = 15_550_110_000 + Math.floor(Math.random() * 1000) * 10
  const phones = Array.from({ length: 6 }, (_, nth) => `+${start + nth}`)
  for (const phone of phones) twilio.voice.behave(phone, 'answer')
  const { of } = await connected(phones)
  const before = (await app.balance(owner)).available
  const one = await plan(of, { calls: { ...PLAN.calls, slots: 3 } })
  await ask('POST', `${one}/start`, { agreed: true })
  for (let nth = 0; nth < phones.length / 2; nth += 1) {
    const live = () => phones.flatMap((phone) => callsTo(phone).filter(({ stream }) => (stream?.heardMs() ?? 0) > 200))
    await vi.waitFor(async () => {
      await sql(`update campaign_recipients set next_at = now() where workspace_id = $1`, [owner.workspace.uid])
      await round(of, one)
      expect(live().length).toBeGreaterThanOrEqual(2 * (nth + 1))
    }, WAIT)
    for (const made of live()) twilio.voice.hangUp(made)
  }
  await expect
    .poll(async () => {
      await round(of, one)
      return (await ask('GET', one)).body.data.state
    }, WAIT)
    .toBe('done')
  const { data } = (await ask('GET', one)).body
  expect(data.counts.answered).toBe(phones.length)
  expect((before - (await app.balance(owner)).available) / 1000).toBeCloseTo(phones.length + data.talk.credits, 1)
  expect(await violations(app.dbs)).toEqual([])
})

test('calls no blocked number that a lead got after the start', async () => {
  const [first, changed] = ['+15550100051', '+15550100052']
  twilio.voice.behave(changed, 'answer')
  const { of } = await connected([first])
  const one = await plan(of)
  await ask('POST', `${base(of)}/do-not-call`, { phone: changed })
  await ask('PATCH', one, { days: anotherDay() })
  await ask('POST', `${one}/start`, { agreed: true })
  await ask('POST', `${one}/pause`)
  const [{ leadId } = { leadId: '' }] = await recipients(one)
  await app.must('PATCH', `${base(of)}/leads/${leadId}`, owner.token, { phone: changed })
  await ask('PATCH', one, { days: PLAN.days })
  await sql(`update campaign_recipients set next_at = now() where address = $1`, [first])
  await ask('POST', `${one}/resume`)
  await expect
    .poll(async () => {
      await round(of, one)
      return (await recipients(one))[0]
    }, WAIT)
    .toMatchObject({ state: 'skipped', reason: 'On the do-not-call list.' })
  expect([...callsTo(first), ...callsTo(changed)]).toEqual([])
})

test('calls a lead who is within their hours, although closed and deleted ones are due before them', async () => {
  const [open, blocked, ...closed] = ['+15550100071', '+15550100072', '+15550100073', '+15550100074', '+15550100075']
  twilio.voice.behave(open, 'answer')
  const { of } = await connected([open, blocked, ...closed])
  const one = await plan(of, { days: anotherDay(), calls: { ...PLAN.calls, slots: 1 } })
  await ask('POST', `${one}/start`, { agreed: true })
  await ask('POST', `${one}/pause`)
  await ask('PATCH', one, { days: openDays() })
  await ask('POST', `${base(of)}/do-not-call`, { phone: blocked })
  await runWithOneOpen(sql, { campaignId: one.split('/').at(-1) ?? '', closed, deleted: 250 })
  await round(of, one)
  expect(callsTo(open)).toHaveLength(1)
  await answerAndHangUp(open)
  await expect
    .poll(async () => (await ask('GET', one)).body.data.counts, WAIT)
    .toMatchObject({ waiting: 3, skipped: 251, answered: 1 })
  const waiting = await app.must<{ items: Recipient[] }>('GET', `${one}/recipients?state=waiting`, owner.token)
  expect(waiting.items.map(({ address }) => address).toSorted()).toEqual(closed)
  for (const { reason } of waiting.items) expect(reason).toBe('It’s outside the campaign’s hours there.')
  await ask('POST', `${one}/stop`)
})

test('counts the minutes of the person who took a call over once they are charged', async () => {
  const [lead, sales] = ['+15550100081', '+15550100082']
  for (const phone of [lead, sales]) twilio.voice.behave(phone, 'answer')
  const { of } = await connected([lead], [{ label: 'Sales', number: sales, mode: 'cold' }])
  app.model.control.script([
    { toolCalls: [{ name: 'transfer_call', arguments: JSON.stringify({ to: 'Sales', about: 'An offer.' }) }] },
    { text: 'I am connecting you with sales.' },
  ])
  const one = await plan(of)
  await ask('POST', `${one}/start`, { agreed: true })
  await expect
    .poll(async () => {
      await sql(`update campaign_recipients set next_at = now() where address = $1`, [lead])
      await round(of, one)
      return (callsTo(lead)[0]?.stream?.heardMs() ?? 0) > 400
    }, WAIT)
    .toBe(true)
  const [called] = callsTo(lead)
  for (const key of ['1', '#']) if (called) twilio.voice.press(called, key)
  await twilio.voice.until(() => callsTo(sales)[0]?.status === 'in-progress', 'a talk with sales')
  await expect.poll(async () => (await recipients(one))[0], WAIT).toMatchObject({ state: 'answered' })
  const [{ callId } = { callId: '' }] = await recipients(one)
  const detail = async () =>
    (await app.must<{ data: CallDetail }>('GET', `${base(of)}/calls/${callId}`, owner.token)).data
  const [leg] = callsTo(sales)
  if (leg) twilio.voice.hangUp(leg)
  await expect.poll(async () => (await detail()).transfers[0]?.credits ?? 0, WAIT).toBeGreaterThan(0)
  const { credits, durationMs, transfers } = await detail()
  const whole = { credits: expect.closeTo(credits + 1, 2), talk: { credits } }
  await expect.poll(async () => (await ask('GET', one)).body.data, WAIT).toMatchObject(whole)
  const [only] = await recipients(one)
  expect(only?.seconds).toBe(Math.round((durationMs + (transfers[0]?.durationMs ?? 0)) / 1000))
  const { rows } = await sql(
    `select -sum(amount)::float8 / 1000 as charged from ledger_transactions
     where agent_id = $1 and kind = 'settle' and key not like 'end:turn:%'`,
    [of.id],
  )
  expect(rows[0].charged).toBeCloseTo(credits + 1, 1)
})

test('the model knows the words that the campaign opened the call with', async () => {
  const lead = '+15550100096'
  twilio.voice.behave(lead, 'answer')
  const { of } = await connected([lead])
  app.model.control.script([{ text: 'It begins on Monday.' }])
  const one = await plan(of)
  await ask('POST', `${one}/start`, { agreed: true })
  await expect
    .poll(async () => {
      await sql(`update campaign_recipients set next_at = now() where address = $1`, [lead])
      await round(of, one)
      return (callsTo(lead)[0]?.stream?.heardMs() ?? 0) > 400
    }, WAIT)
    .toBe(true)
  const [called] = callsTo(lead)
  for (const key of ['1', '#']) if (called) twilio.voice.press(called, key)
  await expect.poll(() => app.model.control.requests.length, WAIT).toBeGreaterThan(0)
  expect(JSON.stringify(app.model.control.requests)).toContain('Hello Lead 0, this is the shop.')
  if (called) twilio.voice.hangUp(called)
})

test('starts no campaign that costs more than a budget has left', async () => {
  const { of } = await connected(['+15550100061', '+15550100062'])
  const one = await plan(of, { days: anotherDay() })
  const budget = `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/budgets/agent/${of.id}`
  await app.must('PUT', budget, owner.token, { limit: 41, alerts: [], action: 'stop' })
  const before = (await app.balance(owner)).available
  expect(await ask('POST', `${one}/start`, { agreed: true })).toMatchObject({
    status: 429,
    body: { message: 'This campaign costs more than what’s left of the monthly budget.' },
  })
  expect((await app.balance(owner)).available).toBe(before)
  await app.must('PUT', budget, owner.token, { limit: 41, alerts: [], action: 'warn' })
  expect((await ask('POST', `${one}/start`, { agreed: true })).body.data).toMatchObject({ state: 'running' })
  await ask('POST', `${one}/stop`)
})

test('calls nobody at the cost of a client whose agent moved to another client', async () => {
  const lead = '+15550100095'
  const { of } = await connected([lead])
  const [before, next] = [await makePayingOrg(app, owner, [of.id]), await makePayingOrg(app, owner, [])]
  const one = await plan(of, { days: anotherDay() })
  expect((await ask('POST', `${one}/start`, { agreed: true })).body.data).toMatchObject({ credits: 21 })
  expect(await before.available()).toBe(979)
  await before.setAgents([])
  await next.setAgents([of.id])
  await expect.poll(async () => (await ask('GET', one)).body.data.state, WAIT).toBe('stopped')
  expect([await before.available(), await next.available()]).toEqual([1000, 1000])
  await round(of, one)
  expect(callsTo(lead)).toEqual([])
})

test('keeps the credits of a campaign with thousands of expensive calls', async () => {
  const { of } = await connected(['+15550100091'])
  const one = await plan(of, { days: anotherDay() })
  const id = one.split('/').at(-1)
  await sql(`update campaigns set state = 'paused', cost = 3000000000, held = 3000000000 where id = $1`, [id])
  expect((await ask('GET', one)).body.data).toMatchObject({ state: 'paused', credits: 3_000_000 })
  await sql(`update campaigns set state = 'draft', cost = 0, held = 0 where id = $1`, [id])
})

test('repeats a call that a lost server held or never placed, and calls nobody twice', async () => {
  const [held, lost] = ['+15550100021', '+15550100022']
  twilio.voice.behave(held, 'answer')
  twilio.voice.behave(lost, 'answer')
  const { of } = await connected([held, lost])
  const one = await plan(of, { retries: 1, calls: { ...PLAN.calls, slots: 2 } })
  await ask('POST', `${one}/start`, { agreed: true })
  await answerAndHangUp(lost)
  await twilio.voice.until(() => (callsTo(held).at(-1)?.stream?.heardMs() ?? 0) > 200, 'the call')
  await expect
    .poll(async () => (await recipients(one)).map(({ state }) => state), WAIT)
    .toEqual(['talking', 'answered'])
  const [first] = await recipients(one)
  // As if the process had died: the next one's sweep ends it.
  await sql(`update calls set beat_at = now() - interval '10 minutes' where id = $1`, [first?.callId])
  await sweep()
  await expect
    .poll(async () => (await recipients(one))[0], WAIT)
    .toMatchObject({ state: 'waiting', reason: 'The server restarted during the call.', attempts: 1 })
  // A call that may or may not have been placed.
  await sql(
    `update campaign_recipients set state = 'calling', call_id = null, sent_at = now() - interval '5 minutes' where address = $1`,
    [held],
  )
  await vi.waitFor(async () => {
    await round(of, one)
    expect(callsTo(held)).toHaveLength(2)
  }, WAIT)
  await answerAndHangUp(held)
  await expect
    .poll(async () => {
      await round(of, one)
      return (await ask('GET', one)).body.data.state
    }, WAIT)
    .toBe('done')
  expect((await recipients(one)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['answered', 2],
    ['answered', 1],
  ])
  expect(callsTo(held)).toHaveLength(2)
  expect(callsTo(lost)).toHaveLength(1)
})

test('goes on after it was resumed, although most calls had failed before', async () => {
  const phones = Array.from({ length: 12 }, (_, nth) => `+15550990${String(nth).padStart(3, '0')}`)
  const { of } = await connected(phones)
  for (const phone of phones) twilio.voice.behave(phone, 'wait')
  const one = await plan(of)
  const { rows } = await sql(`select id from campaigns where agent_id = $1`, [of.id])
  const state = async () => (await ask('GET', one)).body.data
  expect((await ask('POST', `${one}/start`, { agreed: true })).status).toBe(200)
  await expect.poll(async () => (await state()).counts.calling, WAIT).toBe(2)
  await expect
    .poll(async () => {
      // Again and again: a round that a call's change started may be giving leads back.
      await sql(`update campaign_recipients set state = 'failed' where campaign_id = $1 and state = 'waiting'`, [
        rows[0]?.id,
      ])
      await round(of, one)
      return state()
    }, WAIT)
    .toMatchObject({ state: 'paused', pausedWhy: expect.stringMatching(/^More than half of the calls/) })
  await ask('POST', `${one}/resume`)
  await round(of, one)
  expect(await state()).toMatchObject({ state: 'running', pausedWhy: '' })
  expect((await ask('POST', `${one}/stop`)).status).toBe(200)
})

test('starts no calls without a number, or with too few credits', async () => {
  const of = await app.makeAgent(owner)
  await app.must('POST', `${base(of)}/leads`, owner.token, {
    name: 'Lead',
    phone: '+15550100031',
    group: 'spring',
    variables: {},
  })
  const one = await plan(of)
  expect(await ask('POST', `${one}/start`, { agreed: true })).toMatchObject({ status: 409 })
})
