import { toCredits } from '@parlance/contract/lib/money'
import { newUser } from '@parlance/simulators/meta/graph'
import { startMeta } from '@parlance/simulators/meta/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignsJobs } from '../../src/modules/campaigns/jobs.ts'
import { listSent } from '../../src/modules/campaigns/repository.ts'
import { createBeginThread } from '../../src/modules/channels/outbound/begin-thread.ts'
import { startTestServer } from '../helpers/app.ts'
import { openDays, runWithOneOpen } from '../helpers/campaigns.ts'
import { makePayingOrg } from '../helpers/client-billing.ts'
import { makeClient, makeOrg, type TestOrg } from '../helpers/orgs.ts'
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
/** No messages today. */
const anotherDay = () => [((new Date().getUTCDay() + 2) % 7) + 1]
const round = (of: TestAgent, campaignId: unknown) => {
  const { contexts, services } = app.running.container
  const named = { agentId: of.id, campaignId: String(campaignId) }
  return services.campaigns.send(contexts.system('eu', owner.workspace.uid), named)
}
/** Credits, whatever other campaigns of the workspace give back meanwhile. */
async function chargedFor(of: TestAgent) {
  const charged = `select -sum(amount)::int / 1000 as credits from ledger_transactions where agent_id = $1 and kind = 'settle'`
  return (await sql(charged, [of.id])).rows[0]?.credits as number
}
/** The job that follows campaigns that no longer run. */
async function follow() {
  const { contexts, services } = app.running.container
  const calls = { dial: services.campaigns.dial, changed: () => Promise.resolve() }
  const jobs = campaignsJobs(services.campaigns, services.campaigns.send, calls)
  await jobs.find(({ name }) => name === 'campaigns.follow')?.run(contexts.system('eu'), {})
}

test(
  'sends one message to every lead, and opens a conversation with each',
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
    // Parallel rounds send nothing twice.
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
  'shows within seconds that a message was sent',
  async () => {
    const { of, phoneId } = await connected(['+491700000009'])
    const { data: made } = (await ask('POST', path(of), PLAN)).body
    const one = path(of, `/${String(made.id)}`)
    await ask('POST', `${one}/start`, { agreed: true })
    await expect.poll(() => whatsapp.chat(phoneId, '491700000009').length, WAIT).toBe(1)
    await expect.poll(async () => (await ask('GET', one)).body.data['state'], WAIT).toBe('done')
    expect((await ask('GET', `${one}/recipients`)).body.items[0]?.['state']).not.toBe('queued')
  },
  LONG,
)

test(
  'learns for a week what happens to the messages of a campaign that no longer runs',
  async () => {
    const [reads, answers] = ['491700000051', '491700000052']
    const { of, phoneId } = await connected([reads, answers].map((phone) => `+${phone}`))
    const { data: made } = (await ask('POST', path(of), PLAN)).body
    const one = path(of, `/${String(made.id)}`)
    await ask('POST', `${one}/start`, { agreed: true })
    await expect.poll(async () => (await ask('GET', one)).body.data['state'], WAIT).toBe('done')
    const outbox = async () =>
      (
        await sql(
          `select count(*)::int as n from channel_outbox o join external_identities e on e.id = o.identity_id
           where e.agent_id = $1 and o.state = 'read'`,
          [of.id],
        )
      ).rows
    // The looks after the last message are over.
    await sql(`delete from pgboss.job where name = 'campaigns.send-later'`)
    await whatsapp.read(phoneId, reads)
    await expect.poll(outbox, WAIT).toEqual([{ n: 1 }])
    await follow()
    expect((await ask('GET', one)).body.data).toMatchObject({ state: 'done', counts: { read: 1 }, replied: 0 })
    await whatsapp.say({ phone: phoneId, from: answers, text: 'How long?' })
    await expect
      .poll(async () => {
        await follow()
        return (await ask('GET', one)).body.data['replied']
      }, WAIT)
      .toBe(1)
    const { contexts, services } = app.running.container
    const followed = async () => (await services.campaigns.listUnsettled(contexts.system('eu'))).map(({ id }) => id)
    await sql(`update campaigns set ended_at = now() - interval '8 days' where id = $1`, [made.id])
    expect(await followed()).not.toContain(made.id)
    await sql(`update campaigns set state = 'paused', ended_at = null where id = $1`, [made.id])
    expect(await followed()).toContain(made.id)
    await sql(`update campaign_recipients set sent_at = now() - interval '8 days' where campaign_id = $1`, [made.id])
    expect(await followed()).not.toContain(made.id)
  },
  LONG,
)

test(
  'keeps a reply in its conversation when WhatsApp returns another number than the one dialled',
  async () => {
    const { of, phoneId } = await connected(['+525512345678'])
    const { data: made } = (await ask('POST', path(of), PLAN)).body
    const one = path(of, `/${String(made.id)}`)
    await ask('POST', `${one}/start`, { agreed: true })
    await expect.poll(async () => (await ask('GET', one)).body.data['state'], WAIT).toBe('done')
    const person = '5215512345678'
    app.model.control.script([{ text: 'Until Sunday.' }, { text: 'Yes.' }])
    for (const [text, answer] of [
      ['How long?', 'Until Sunday.'],
      ['Really?', 'Yes.'],
    ] as const) {
      await whatsapp.say({ phone: phoneId, from: person, text })
      await expect.poll(() => whatsapp.chat(phoneId, person).at(-1)?.text, WAIT).toBe(answer)
    }
    await expect
      .poll(async () => {
        await follow()
        return (await ask('GET', one)).body.data['replied']
      }, WAIT)
      .toBe(1)
    const begun = await sql('select message_count from conversations where agent_id = $1', [of.id])
    expect(begun.rows).toEqual([{ message_count: 5 }])
  },
  LONG,
)

test(
  'skips leads who opted out, and counts and answers replies in the same conversation',
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
  'waits outside its hours, and releases its held credits when it is stopped',
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

test(
  'writes to a lead who is within their hours, although closed and deleted ones are due before them',
  async () => {
    const closed = ['491700000042', '491700000043', '491700000044']
    const { of, phoneId } = await connected(['491700000041', ...closed].map((phone) => `+${phone}`))
    const days = [((new Date().getUTCDay() + 2) % 7) + 1]
    const { data: made } = (await ask('POST', path(of), { ...PLAN, days, perMinute: 1 })).body
    const one = path(of, `/${String(made.id)}`)
    await ask('POST', `${one}/start`, { agreed: true })
    await ask('POST', `${one}/pause`)
    await ask('PATCH', one, { days: openDays() })
    await runWithOneOpen(sql, { campaignId: String(made.id), closed, deleted: 250 })
    await round(of, made.id)
    expect((await ask('GET', one)).body.data['counts']).toMatchObject({ waiting: 3, skipped: 250 })
    await expect
      .poll(() => whatsapp.chat(phoneId, '491700000041').map(({ text }) => text), WAIT)
      .toEqual(['Hello Lead 0!'])
    const { items } = (await ask('GET', `${one}/recipients?state=waiting`)).body
    expect(items.map(({ address }) => String(address)).toSorted()).toEqual(closed)
    for (const { reason } of items) expect(reason).toBe('It’s outside the campaign’s hours there.')
    await ask('POST', `${one}/stop`)
  },
  LONG,
)

test(
  'holds its credits for as long as it runs, and releases them when its agent is deleted',
  async () => {
    const { of } = await connected(['+491700000031'])
    const { data: made } = (await ask('POST', path(of), { ...PLAN, days: [((new Date().getUTCDay() + 2) % 7) + 1] }))
      .body
    await ask('POST', path(of, `/${String(made.id)}/start`), { agreed: true })
    const key = `hold:campaign:${String(made.id)}`
    const holds = async () => (await sql('select rank from ledger_holds where key = $1', [key])).rows
    await sql(`update ledger_holds set at = now() - interval '1 hour' where key = $1`, [key])
    const { contexts, services } = app.running.container
    await services.billing.sweepHolds(contexts.system('eu'), 9)
    expect(await holds()).toEqual([{ rank: 0 }])

    // The start ends while the agent is being deleted.
    await sql(`update campaigns set state = 'draft' where id = $1`, [made.id])
    const starting = await app.dbs.eu.pool.connect()
    try {
      await starting.query('begin')
      await starting.query(`update campaigns set state = 'running' where id = $1`, [made.id])
      expect((await ask('DELETE', `${app.api('eu')}/v2/agents/${of.id}`, {})).status).toBe(200)
      const waiting = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%"campaigns"."agent_id" = $1%'`
      await expect.poll(async () => (await sql(waiting)).rows, WAIT).toEqual([{ n: 1 }])
      await starting.query('commit')
    } finally {
      starting.release()
    }
    await expect
      .poll(async () => (await sql('select 1 from campaigns where id = $1', [made.id])).rows, WAIT)
      .toEqual([])
    expect(await holds()).toEqual([])
  },
  LONG,
)

test('stops a campaign when its agent moves to another client, and resumes none that the old one would pay for', async () => {
  const { of } = await connected(['+491700000071'])
  const [before, next] = [await makePayingOrg(app, owner, [of.id]), await makePayingOrg(app, owner, [])]
  const { data: made } = (await ask('POST', path(of), { ...PLAN, days: anotherDay() })).body
  const one = path(of, `/${String(made.id)}`)
  expect((await ask('POST', `${one}/start`, { agreed: true })).body.data).toMatchObject({ state: 'running' })
  expect(await before.available()).toBe(999)
  await before.setAgents([])
  await next.setAgents([of.id])
  await expect.poll(async () => (await ask('GET', one)).body.data, WAIT).toMatchObject({ state: 'stopped', credits: 0 })
  expect([await before.available(), await next.available()]).toEqual([1000, 1000])
  await sql(`update campaigns set state = 'paused', ended_at = null where id = $1`, [made.id])
  expect(await ask('POST', `${one}/resume`)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Someone else pays for this agent now/) },
  })
})

test(
  'writes to nobody without the name that the template says',
  async () => {
    const { of, phoneId } = await connected(['+491700000081', '+491700000082', '+491700000083'])
    const forget = (phone: string) =>
      sql(`update leads set name = ' ' where agent_id = $1 and phone = $2`, [of.id, phone])
    await forget('+491700000081')
    const { data: made } = (await ask('POST', path(of), { ...PLAN, days: anotherDay() })).body
    const one = path(of, `/${String(made.id)}`)
    expect((await ask('GET', `${one}/reach`)).body.data).toMatchObject({ recipients: 2, withoutName: 1, credits: 2 })
    await ask('POST', `${one}/start`, { agreed: true })
    await forget('+491700000082')
    await ask('POST', `${one}/pause`)
    await ask('PATCH', one, { days: PLAN.days })
    await ask('POST', `${one}/resume`)
    const told = (person: string) => whatsapp.chat(phoneId, person).map(({ text }) => text)
    await expect.poll(() => told('491700000083'), WAIT).toEqual(['Hello Lead 2!'])
    expect([told('491700000081'), told('491700000082')]).toEqual([[], []])
    const { items } = (await ask('GET', `${one}/recipients?state=skipped`)).body
    expect(items).toMatchObject([{ address: '491700000082', reason: 'This lead has no name for the template.' }])
  },
  LONG,
)

test(
  'stores the words of the template as the message, not those of the plan',
  async () => {
    const { of } = await connected(['+491700000084'])
    const { data: made } = (await ask('POST', path(of), { ...PLAN, text: 'Buy now, {name}!' })).body
    const started = await ask('POST', path(of, `/${String(made.id)}/start`), { agreed: true })
    expect(started.body.data).toMatchObject({ text: 'Hello {name}!' })
    const stored = `select m.items -> 0 ->> 'text' as text from messages m
    join conversations c on c.id = m.conversation_id where c.agent_id = $1`
    await expect.poll(async () => (await sql(stored, [of.id])).rows, WAIT).toEqual([{ text: 'Hello Lead 0!' }])
  },
  LONG,
)

test(
  'sends failed messages again, free of charge',
  async () => {
    const phones = ['491700000085', '491700000086']
    const { of, phoneId } = await connected(phones.map((phone) => `+${phone}`))
    const { data: made } = (await ask('POST', path(of), { ...PLAN, perMinute: 1, retries: 0 })).body
    const one = path(of, `/${String(made.id)}`)
    expect((await ask('POST', `${one}/retry-failed`)).status).toBe(409)
    meta.fail({ path: new RegExp(`${phoneId}/messages`), code: 131_026, message: 'Message undeliverable' })
    await ask('POST', `${one}/start`, { agreed: true })
    const counts = async () => (await ask('GET', one)).body.data['counts']
    await expect
      .poll(async () => {
        await round(of, made.id)
        return counts()
      }, WAIT)
      .toMatchObject({ failed: 1, waiting: 1 })
    await ask('POST', `${one}/pause`)
    expect((await ask('POST', `${one}/retry-failed`)).body.data).toMatchObject({
      state: 'paused',
      credits: 2,
      counts: { failed: 0, waiting: 2 },
    })
    await ask('PATCH', one, { perMinute: 60 })
    await ask('POST', `${one}/resume`)
    const told = () => phones.map((phone) => whatsapp.chat(phoneId, phone).length)
    await expect.poll(told, WAIT).toEqual([1, 1])
    await expect
      .poll(async () => {
        await round(of, made.id)
        return (await ask('GET', one)).body.data
      }, WAIT)
      .toMatchObject({ state: 'done', credits: 2 })
    const { items } = (await ask('GET', `${one}/recipients`)).body
    expect(items.map(({ attempts }) => Number(attempts)).toSorted((a, b) => a - b)).toEqual([1, 2])
    expect(await chargedFor(of)).toBe(2)
    expect((await ask('POST', `${one}/retry-failed`)).body.data).toMatchObject({ state: 'done', credits: 2 })
  },
  LONG,
)

test(
  'sends again after it was done, and charges nobody twice',
  async () => {
    const { of, phoneId } = await connected(['+491700000087'])
    const { data: made } = (await ask('POST', path(of), { ...PLAN, retries: 0 })).body
    const one = path(of, `/${String(made.id)}`)
    const ended = () =>
      expect
        .poll(async () => {
          await round(of, made.id)
          return (await ask('GET', one)).body.data
        }, WAIT)
        .toMatchObject({ state: 'done', credits: 1 })
    meta.fail({ path: new RegExp(`${phoneId}/messages`), code: 131_026, message: 'Message undeliverable' })
    await ask('POST', `${one}/start`, { agreed: true })
    await ended()
    expect((await ask('GET', one)).body.data['counts']).toMatchObject({ failed: 1 })
    expect((await ask('POST', `${one}/retry-failed`)).body.data).toMatchObject({ state: 'running', credits: 1 })
    await expect.poll(() => whatsapp.chat(phoneId, '491700000087').length, WAIT).toBe(1)
    await ended()
    expect(await chargedFor(of)).toBe(1)
    await sql(`update campaigns set state = 'stopped' where id = $1`, [made.id])
    expect((await ask('POST', `${one}/retry-failed`)).status).toBe(409)
  },
  LONG,
)

test('checks queued messages before sent ones, then the newest', async () => {
  const of = await app.makeAgent(owner)
  const { data: made } = (await ask('POST', path(of), PLAN)).body
  for (const [lead, state, minute] of [
    ['old', 'read', 1],
    ['new', 'sent', 9],
    ['waits', 'queued', 5],
    ['waits longer', 'queued', 4],
  ])
    await sql(
      `insert into campaign_recipients (campaign_id, lead_id, workspace_id, name, address, state, next_at, sent_at)
       values ($1, $2, $3, '', '', $4, now(), timestamptz '2026-01-01' + make_interval(mins => $5))`,
      [made.id, lead, owner.workspace.uid, state, minute],
    )
  const { db } = app.running.container.contexts.system('eu', owner.workspace.uid)
  const found = await listSent(db, String(made.id), 3)
  expect(found.map(({ leadId }) => leadId)).toEqual(['waits longer', 'waits', 'new'])
  expect((await listSent(db, String(made.id), 3, 3)).map(({ leadId }) => leadId)).toEqual(['old'])
})

test('finds reachable leads with a few statements, however many they are', async () => {
  const { of } = await connected([])
  const connectionId = (await sql('select id from channel_connections where agent_id = $1', [of.id])).rows[0]?.id
  const known = [
    ['t1', 'c1', true, '2026-01-01'],
    ['t2', 'c2', false, '2026-01-02'],
    ['t3', 'c3', true, null],
  ]
  for (const [thread, conversation, isBlocked, at] of known)
    await sql(
      `insert into external_identities
         (id, workspace_id, agent_id, connection_id, external_id, thread, is_group, visitor_hash, name, language, conversation_id, is_blocked, last_inbound_at, created_at)
       values ($1, $2, $3, $8, $1, $4, false, $1, '', '', $5, $6, $7, now())`,
      [`${of.id}${String(thread)}`, owner.workspace.uid, of.id, thread, conversation, isBlocked, at, connectionId],
    )
  const ctx = app.running.container.contexts.system('eu', owner.workspace.uid)
  let statements = 0
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (name === 'execute') statements += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { reachOf } = createBeginThread({
    connections: {
      openOfAgent: async () => ({ id: connectionId }),
      adapterOf: () => ({ threadOf: ({ phone }: { phone: string }) => phone || undefined }),
    },
  } as unknown as Parameters<typeof createBeginThread>[0])
  const person = (phone: string, conversationIds: string[] = []) => ({ name: '', email: '', phone, conversationIds })
  const strangers = Array.from({ length: 1500 }, (_, nth) => person(`+${nth}`))
  const people = [
    ...strangers,
    person('t1', ['c2']),
    person('', ['c3', 'c1', 'c2']),
    person('+x', ['c3']),
    person('', ['none']),
  ]
  const found = await reachOf({ ...ctx, db }, { agentId: of.id, channel: 'whatsapp' }, people)
  expect(found.slice(1499)).toEqual([
    { address: '+1499', thread: '+1499', isBlocked: false },
    { address: 't1', thread: 't1', isBlocked: true },
    { address: 't2', thread: 't2', isBlocked: false },
    { address: 't3', thread: 't3', isBlocked: true },
    { address: undefined, thread: undefined, isBlocked: false },
  ])
  expect(statements).toBeLessThanOrEqual(4)
})

test('lets only people start campaigns, and only editors preview recipients', async () => {
  const of = await app.makeAgent(owner)
  const { data: made } = (await ask('POST', path(of), PLAN)).body
  const one = path(of, `/${String(made.id)}`)
  const viewer = await app.join(owner, 'viewer')
  expect((await ask('GET', one, undefined, viewer)).status).toBe(200)
  expect((await ask('GET', `${one}/reach`, undefined, viewer)).status).toBe(403)
  const byKey = { ...owner, token: owner.workspace.secret }
  expect((await ask('GET', one, undefined, byKey)).status).toBe(200)
  expect((await ask('POST', `${one}/start`, { agreed: true }, byKey)).status).toBe(403)
})

test('shows an organisation the balance that it pays with, and never its agency’s', async () => {
  const planned = async (phone: string) => {
    const { of } = await connected([phone])
    const { data: made } = (await ask('POST', path(of), PLAN)).body
    return { of, reach: `${path(of, `/${String(made.id)}`)}/reach` }
  }
  const [paid, unpaid] = [await planned('+491700000061'), await planned('+491700000062')]
  const payer = await makeOrg(app, owner, [paid.of.id])
  await sql(`insert into connect_orgs (org_id, workspace_id, allow_billing) values ($1, $2, true)`, [
    payer.orgId,
    owner.workspace.uid,
  ])
  const other = await makeOrg(app, owner, [unpaid.of.id])
  const seenBy = async (reach: string, token: string) =>
    (await ask('GET', reach, undefined, { ...owner, token })).body.data
  const clientOf = (org: TestOrg, { of }: typeof paid) =>
    makeClient(app, owner, org, { agentIds: [of.id], isOrgAdmin: true })
  const [ofPayer, ofOther] = [await clientOf(payer, paid), await clientOf(other, unpaid)]
  await expect
    .poll(() => seenBy(paid.reach, ofPayer.token), WAIT)
    .toMatchObject({ credits: 1, available: 0, isAffordable: false })
  expect(await seenBy(unpaid.reach, ofOther.token)).toMatchObject({ credits: 1, available: null, isAffordable: true })
  const available = toCredits((await app.balance(owner)).available)
  expect(await seenBy(unpaid.reach, owner.token)).toMatchObject({ credits: 1, available, isAffordable: true })
})

test('explains why it refuses an invalid campaign', async () => {
  const of = await app.makeAgent(owner)
  const refused = async (change: object) => (await ask('POST', path(of), { ...PLAN, ...change })).body.message
  expect(await refused({ template: null })).toBe('Campaigns on WhatsApp need an approved template.')
  expect(await refused({ from: '18:00', until: '09:00' })).toBe('The end time must be after the start time.')
  expect(await refused({ from: '9' })).toContain('Enter the time as 09:00.')
  const { data } = (await ask('POST', path(of), PLAN)).body
  expect((await ask('GET', path(of, `/${String(data.id)}/reach`))).body.message).toBe(
    'The agent isn’t connected to this channel.',
  )
})
