import { newUser } from '@parlance/simulators/meta/graph'
import { startMeta } from '@parlance/simulators/meta/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import type { Person } from '../helpers/people.ts'

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

async function connected() {
  const of = await app.makeAgent(owner)
  const user = newUser()
  const { wabaId, phoneIds } = whatsapp.assetsOf(user)
  const [phoneId] = phoneIds
  const fields = { wabaId, phoneId, longAccessToken: meta.login(user) }
  await app.must('POST', `${app.api('eu')}/agents/${of.id}/channels/whatsapp`, owner.token, { fields })
  const told = () => whatsapp.chat(phoneId).flatMap(({ from, text }) => (from === 'business' ? [text] : []))
  const said = async () =>
    (
      await app.dbs.eu.pool.query(
        `select m.author, m.items -> 0 ->> 'text' as text from messages m
          join conversations c on c.id = m.conversation_id where c.agent_id = $1 order by m.seq`,
        [of.id],
      )
    ).rows
  return { phoneId, told, said }
}

test('stores what people answer in the app on their phone, and silences the agent from then on', async () => {
  const { phoneId, told, said } = await connected()
  app.model.control.script([{ text: 'May I help?' }, { text: 'The agent again.' }])
  await whatsapp.say({ phone: phoneId, text: 'Hello' })
  await expect.poll(() => told().length, WAIT).toBe(1)
  expect(await whatsapp.answerInApp(phoneId, 'Ben here, let me look.')).toBe(200)
  const before = [
    { author: 'user', text: 'Hello' },
    { author: 'agent', text: 'May I help?' },
    { author: 'human', text: 'Ben here, let me look.' },
  ]
  await expect.poll(said, WAIT).toEqual(before)
  await whatsapp.say({ phone: phoneId, text: 'Thanks Ben' })
  await expect.poll(said, WAIT).toEqual([...before, { author: 'user', text: 'Thanks Ben' }])
  expect(told()).toEqual(['May I help?'])
}, 60_000)

test('shows the edit of an answered message, and does not answer it again', async () => {
  const { phoneId, told, said } = await connected()
  app.model.control.script([{ text: 'At nine.' }, { text: 'Until six.' }])
  const { messageId } = await whatsapp.say({ phone: phoneId, text: 'When do you opn?' })
  await expect.poll(told, WAIT).toEqual(['At nine.'])
  expect(await whatsapp.edit(phoneId, messageId, 'When do you open on Sunday?')).toBe(200)
  const before = [
    { author: 'user', text: 'When do you open on Sunday?' },
    { author: 'agent', text: 'At nine.' },
  ]
  await expect.poll(said, WAIT).toEqual(before)
  await whatsapp.say({ phone: phoneId, text: 'And until when?' })
  await expect.poll(told, WAIT).toEqual(['At nine.', 'Until six.'])
  expect(await said()).toEqual([
    ...before,
    { author: 'user', text: 'And until when?' },
    { author: 'agent', text: 'Until six.' },
  ])
}, 60_000)
