// kill -9 while every channel is busy, then a restart on the same data: every accepted message is answered once.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPagesProduct, type PagesProduct } from '@parlance/simulators/meta-pages/product'
import { newUser, startGraph } from '@parlance/simulators/meta/graph'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { quietPort } from '@parlance/simulators/quiet-port'
import { startResend } from '@parlance/simulators/resend/server'
import { startTwilio } from '@parlance/simulators/twilio/server'
import { startWebhook } from '@parlance/simulators/webhook/server'
import { createWhatsappWorld } from '@parlance/simulators/whatsapp/server'
import { afterAll, expect, test } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const VISITORS = 8
const ROUNDS = 3
const DUPLICATES = 1000
const WAIT = { timeout: 90_000, interval: 200 }
const DOMAIN = 'in.example.test'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-kill-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 20, perTokenMs: 20 })
const whatsapp = createWhatsappWorld()
let pages!: PagesProduct
const [meta, twilio, webhook, resend] = await Promise.all([
  startGraph({ products: [whatsapp.product, (tools) => (pages = createPagesProduct(tools))] }),
  startTwilio(),
  startWebhook(),
  startResend(),
])
// Providers use the same address after each restart.
const port = String(await quietPort())
const env = {
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  RATE_LIMIT_SCALE: '10000',
  OPENAI_API_KEY: model.key,
  OPENAI_BASE_URL: model.url,
  META_APP_ID: meta.appId,
  META_APP_SECRET: meta.appSecret,
  META_VERIFY_TOKEN: meta.verifyToken,
  META_GRAPH_URL: meta.url,
  TWILIO_BASE_URL: twilio.url,
  RESEND_API_KEY: resend.key,
  RESEND_BASE_URL: resend.url,
  RESEND_WEBHOOK_SECRET: resend.webhookSecret,
  INBOUND_MAIL_DOMAIN: DOMAIN,
  MAIL_FROM: 'Parlance <no-reply@example.com>',
  OUTBOUND_ALLOW: new URL(webhook.url).host,
}
let running = await startProcess(dataDir, env)
afterAll(async () => {
  await running.stop()
  await Promise.all([meta, twilio, webhook, resend, model].map((one) => one.close()))
  rmSync(dataDir, { recursive: true, force: true })
})

interface Channel {
  readonly path: string
  /** Resolves with the status of the delivery. The same id is the same message. */
  readonly say: (visitor: number, id: string) => Promise<number>
  readonly answers: (visitor: number) => number
}
const api = clientOf(running.url, model)
let owner: Person
const connect = async (of: TestAgent, channel: string, fields: Readonly<Record<string, string>>) => {
  const path = `${api.api('eu')}/agents/${of.id}/channels/${channel}`
  const answer = await call<{ data: { settings: Record<string, string> } }>('POST', path, {
    bearer: owner.token,
    body: { fields },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { path, settings: answer.body.data.settings }
}

const CHANNELS: Readonly<Record<string, (of: TestAgent) => Promise<Channel>>> = {
  async whatsapp(of) {
    await meta.deliverTo('whatsapp_business_account', `${running.url}/webhooks/whatsapp`)
    const user = newUser()
    const { wabaId, phoneIds } = whatsapp.assetsOf(user)
    const [phone] = phoneIds
    const { path } = await connect(of, 'whatsapp', { wabaId, phoneId: phone, longAccessToken: meta.login(user) })
    const from = (visitor: number) => `1555000${1000 + visitor}`
    return {
      path,
      say: async (visitor, id) =>
        (await whatsapp.say({ phone, from: from(visitor), text: `Question ${id}`, messageId: `wamid.${id}` })).status,
      answers: (visitor) => whatsapp.chat(phone, from(visitor)).filter((one) => one.from === 'business').length,
    }
  },
  async messenger(of) {
    await meta.deliverTo('page', `${running.url}/webhooks/messenger`)
    const rpc = async <T>(name: string, body: object) =>
      (await call<T>('POST', `${api.api('eu')}/rpc/${name}`, { bearer: owner.token, body })).body
    const { longer_access_token: longAccessToken } = await rpc<{ longer_access_token: string }>('exchangeMetaToken', {
      token: meta.login(newUser()),
    })
    const found = await rpc<{ pages: { pageId: string }[] }>('tokenToPages', { longAccessToken })
    const [selectedPage] = found.pages
    await rpc('connectMetaPage', { agentId: of.id, selectedPage })
    const account = selectedPage?.pageId ?? ''
    const from = (visitor: number) => `75275930000${10_000 + visitor}`
    return {
      path: `${api.api('eu')}/agents/${of.id}/channels/messenger`,
      say: async (visitor, id) =>
        (await pages.write({ account, visitor: from(visitor), text: `Question ${id}`, mid: `m_${id}` })).status,
      answers: (visitor) => pages.chat(account, from(visitor)).filter((one) => one.from === 'page').length,
    }
  },
  async sms(of) {
    const made = twilio.makeNumber()
    const { accountSid, authToken, number } = made
    const { path } = await connect(of, 'sms', { accountSid, authToken, phoneNumber: number })
    const from = (visitor: number) => `+1555010${1000 + visitor}`
    return {
      path,
      say: async (visitor, id) =>
        (await twilio.say({ to: number, from: from(visitor), text: `Question ${id}`, sid: sidOf(id) })).status,
      answers: (visitor) =>
        twilio.messages(number).filter((one) => one.from === 'number' && one.with === from(visitor)).length,
    }
  },
  async webhook(of) {
    const { id: other, secret } = webhook.create()
    const url = `${webhook.url}/receive/${other}`
    const { path, settings } = await connect(of, 'webhook', { name: 'Shop', url, secret })
    webhook.connect(other, settings.webhookUrl ?? '')
    return {
      path,
      say: async (visitor, id) =>
        (await webhook.say(other, { id, text: `Question ${id}`, person: `v${visitor}` })).status,
      answers: (visitor) =>
        webhook.messages(other).filter((one) => one.from === 'agent' && one.with === `v${visitor}`).length,
    }
  },
  async email(of) {
    resend.deliverTo(`${running.url}/webhooks/email`)
    const { path, settings } = await connect(of, 'email', {})
    const from = (visitor: number) => `vera${visitor}.${of.id.toLowerCase()}@example.test`
    const mails = new Map<string, string>()
    return {
      path,
      async say(visitor, id) {
        const known = mails.get(id)
        if (known !== undefined) return resend.receiving.tellAgain(known)
        const mail = {
          from: from(visitor),
          to: settings.address ?? '',
          subject: `Question ${id}`,
          text: `Question ${id}`,
        }
        const received = await resend.receive(mail)
        mails.set(id, received.id)
        return received.status
      },
      answers: (visitor) => resend.mails.filter(({ to }) => to.includes(from(visitor))).length,
    }
  },
}
/** A message SID in Twilio's format, made from a name. */
const sidOf = (id: string) => `SM${Buffer.from(id.padEnd(16, '.').slice(0, 16)).toString('hex')}`

const delivered = async (say: () => Promise<number>) => {
  // Providers redeliver what was not accepted.
  for (;;) {
    const status = await say().catch(() => 0)
    if (status >= 200 && status < 300) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

test.each(Object.keys(CHANNELS))(
  '%s answers every accepted message once through kills',
  { timeout: 400_000 },
  async (name) => {
    owner = await api.signUp('eu')
    const of = await api.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
    const channel = await CHANNELS[name]?.(of)
    if (!channel) throw new Error('no channel')
    const visitors = Array.from({ length: VISITORS }, (_, visitor) => visitor)
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = Promise.all(visitors.map((visitor) => delivered(() => channel.say(visitor, `r${round}v${visitor}`))))
      const answered = () => visitors.filter((visitor) => channel.answers(visitor) > round).length
      // Kills at another stage each round: accepting, answering, sending.
      await expect.poll(answered, { ...WAIT, interval: 10 }).toBeGreaterThanOrEqual(round * 2)
      await running.kill()
      running = await startProcess(dataDir, env)
      await all
      const log = async () =>
        (
          await call<{ items: { state: string }[] }>('GET', `${channel.path}/log?limit=100`, { bearer: owner.token })
        ).body.items.filter(({ state }) => state === 'unknown').length
      // A message whose sending was cut off may have arrived. It is not sent again, and the log says so.
      await expect.poll(async () => VISITORS - answered() - (await log()), WAIT).toBeLessThanOrEqual(0)
      expect(visitors.filter((visitor) => channel.answers(visitor) > round + 1)).toEqual([])
    }
    // One message, delivered many times.
    const before = channel.answers(99)
    await channel.say(99, 'same')
    for (let sent = 1; sent < DUPLICATES; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => channel.say(99, 'same')))
    await expect.poll(() => channel.answers(99), WAIT).toBe(before + 1)
    await channel.say(99, 'another')
    await expect.poll(() => channel.answers(99), WAIT).toBe(before + 2)
  },
)
