// Numbers that people change, and businesses with many of them.
import { startMeta } from '@parlance/simulators/meta/server'
import { newUser } from '@parlance/simulators/meta/graph'
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

let owner: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  expect(await meta.deliverTo('whatsapp_business_account', `${app.url}/webhooks/whatsapp`)).toBe(true)
})

const connect = (of: TestAgent, fields: object) =>
  call('POST', `${app.api('eu')}/agents/${of.id}/channels/whatsapp`, { bearer: owner.token, body: { fields } })
function newAccount() {
  const user = newUser()
  return { ...whatsapp.assetsOf(user), token: meta.login(user) }
}
const rowsOf = async (sql: string, of: TestAgent) => (await app.dbs.eu.pool.query(sql, [of.id])).rows as unknown[]

test('keeps a visitor in their conversation when they change their number', async () => {
  const of = await app.makeAgent(owner)
  const { wabaId, phoneIds, token } = newAccount()
  const [phoneId] = phoneIds
  expect((await connect(of, { wabaId, phoneId, longAccessToken: token })).status).toBe(200)
  const [before, after] = ['491701000001', '491701000002']
  const told = (person: string) =>
    whatsapp.chat(phoneId, person).flatMap(({ from, text }) => (from === 'business' ? [text] : []))
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  await whatsapp.say({ phone: phoneId, from: before, text: 'First' })
  await expect.poll(() => told(before), WAIT).toEqual(['One.'])
  await whatsapp.changeNumber(phoneId, before, after)
  const threads = () => rowsOf('select thread from external_identities where agent_id = $1', of)
  await expect.poll(threads, WAIT).toEqual([{ thread: after }])
  await whatsapp.say({ phone: phoneId, from: after, text: 'Second' })
  await expect.poll(() => told(after), WAIT).toEqual(['Two.'])
  expect(await rowsOf('select id from conversations where agent_id = $1', of)).toHaveLength(1)
}, 60_000)

test('offers and connects each number of a business with more than one page of them', async () => {
  const { wabaId, token } = newAccount()
  const phoneId = Array.from({ length: 120 }, () => whatsapp.addNumber(wabaId)).at(-1) ?? ''
  const offered = await call('POST', `${app.api('eu')}/rpc/getDetailsOfWhatsappNumber`, {
    bearer: owner.token,
    body: { wabaId, longAccessToken: token },
  })
  expect((offered.body as { data: { id: string }[] }).data.at(-1)?.id).toBe(phoneId)
  const of = await app.makeAgent(owner)
  expect((await connect(of, { wabaId, phoneId, longAccessToken: token })).status).toBe(200)
})
