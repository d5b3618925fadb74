import { newUser } from '@parlance/simulators/meta/graph'
import { startMeta } from '@parlance/simulators/meta/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
beforeAll(async () => {
  owner = await app.signUp('eu')
})

const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const path = (of: TestAgent, rest = '') => `${app.api('eu')}/v2/agents/${of.id}/campaigns${rest}`
const ask = (method: string, to: string, body?: object) =>
  call<{ data: Record<string, unknown> }>(method, to, { bearer: owner.token, ...(body ? { body } : {}) })
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

/** An agent on WhatsApp with an approved template, and one lead. */
async function connected(phone: string) {
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
  const lead = { name: 'Lead 0', phone: `+${phone}`, group: 'spring', variables: {} }
  await app.must('POST', `${app.api('eu')}/v2/agents/${of.id}/leads`, owner.token, lead)
  return { of, phoneId: phoneIds[0] }
}

/** The campaign's message can't be sent: the provider asks to wait. */
async function queuedMessage(phone: string, over: object = {}) {
  const { of, phoneId } = await connected(phone)
  const { data: made } = (await ask('POST', path(of), { ...PLAN, ...over })).body
  const one = path(of, `/${String(made.id)}`)
  meta.fail({ path: new RegExp(`${phoneId}/messages`), code: 131_056, message: 'Too many messages' })
  await ask('POST', `${one}/start`, { agreed: true })
  const outbox = async () =>
    (
      await sql(
        `select o.state, o.attempts, o.not_after as until from channel_outbox o
           join external_identities e on e.id = o.identity_id where e.agent_id = $1 order by o.id`,
        [of.id],
      )
    ).rows as { state: string; attempts: number; until: Date }[]
  await expect.poll(outbox, WAIT).toMatchObject([{ state: 'queued', attempts: 1 }])
  const counts = async () => {
    await round(of, made.id)
    return (await ask('GET', one)).body.data['counts']
  }
  const told = () => whatsapp.chat(phoneId, phone).map(({ text }) => text)
  return { of, one, outbox, counts, told }
}

test(
  'sends no queued message while it is paused or after it was stopped',
  async () => {
    const { of, one, outbox, counts, told } = await queuedMessage('491700000022', { retries: 0 })
    await ask('POST', `${one}/pause`)
    expect(await outbox()).toMatchObject([{ state: 'failed' }])
    const { rows } = await sql('select id from conversations where agent_id = $1', [of.id])
    const again = `${app.api('eu')}/v2/agents/${of.id}/conversations/${rows[0].id}/delivery/1`
    const refused = await ask('POST', again)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('campaign_not_running'),
    ])
    expect(await outbox()).toMatchObject([{ state: 'failed' }])
    expect(await counts()).toMatchObject({ waiting: 1, queued: 0, failed: 0 })
    await ask('POST', `${one}/resume`)
    await expect.poll(told, WAIT).toEqual(['Hello Lead 0!'])
    const stopped = await queuedMessage('491700000023')
    expect((await ask('POST', `${stopped.one}/stop`)).body.data).toMatchObject({
      state: 'stopped',
      credits: 0,
      counts: { waiting: 1, queued: 0 },
    })
    expect(await stopped.outbox()).toMatchObject([{ state: 'failed' }])
    expect(stopped.told()).toEqual([])
  },
  LONG,
)

test(
  'sends no queued message after its hours, but within the next ones',
  async () => {
    const { of, one, outbox, counts, told } = await queuedMessage('491700000024', { retries: 0, timeZone: 'UTC' })
    const [{ until } = { until: new Date(0) }] = await outbox()
    expect(until.toISOString()).toMatch(/T23:59:00\.000Z$/)
    await sql(
      `update channel_outbox o set not_after = now() - interval '1 second', next_at = now()
         from external_identities e where e.id = o.identity_id and e.agent_id = $1`,
      [of.id],
    )
    await expect.poll(outbox, WAIT).toMatchObject([{ state: 'failed' }])
    expect(told()).toEqual([])
    await ask('POST', `${one}/pause`)
    expect(await counts()).toMatchObject({ waiting: 1, failed: 0 })
    await ask('POST', `${one}/resume`)
    await expect.poll(told, WAIT).toEqual(['Hello Lead 0!'])
  },
  LONG,
)
