// Mails to visitors of an agency's agents come from its verified domain, in its colors and the language of the chat,
// and never under our name. Two agencies, one of them without a domain.
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { startResend } from '@parlance/simulators/resend/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { type Chat, chatsOf } from '../helpers/chats.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const INBOUND = 'answers.operator.example'
const resend = await startResend({ domains: [] })
afterAll(() => resend.close())
const account = { apiKey: resend.key, baseUrl: resend.url }
const server = await startTestServer({
  settings: {
    mail: {
      from: 'Operator <no-reply@operator.example>',
      ways: {},
      accounts: { eu: account, na: account },
      inbound: { domain: INBOUND, webhookSecrets: [resend.webhookSecret] },
    },
  },
})
resend.deliverTo(`${server.url}/webhooks/email`)
const { chat, handOff, pathOf, post } = chatsOf(server)
const WAIT = { timeout: 20_000 }
const PRIMARY = '#a8123e'

let owner: Person
let agent: TestAgent
let plain: Person
let plainAgent: TestAgent
beforeAll(async () => {
  owner = await server.signUp('eu')
  agent = await server.makeAgent(owner, { title: 'Bäckerei', lang: 'de', UIhandoffTitle: 'Frag uns' })
  await makeOrg(server, owner, [agent.id])
  const { uid } = owner.workspace
  await server.dbs.eu.pool.query(`update workspaces set plan = 'pay_as_you_go' where uid = $1`, [uid])
  await server.must('PATCH', `${server.api('eu')}/v2/workspaces/${uid}/agency`, owner.token, {
    name: 'Northlight',
    supportEmail: 'help@northlight.example',
    customThemeJSONString: JSON.stringify({ primary: PRIMARY }),
  })
  const domains = `${server.api('eu')}/resend/domains`
  const added = await server.must<{ data: { id: string } }>('POST', `${domains}/northlight.example`, owner.token, {
    userId: uid,
  })
  await server.must('POST', `${domains}/${added.data.id}/verify`, owner.token, {})
  resend.settle('northlight.example', 'verified')
  await server.must('GET', `${domains}/${added.data.id}`, owner.token)
  plain = await server.signUp('na')
  plainAgent = await server.makeAgent(plain, { title: 'Lamp shop', UIhandoffTitle: 'Talk to us' })
})
beforeEach(() => {
  server.model.control.reset()
  server.model.control.script(Array.from({ length: 20 }, () => ({ text: 'Ab neun Uhr.' })))
})

const someone = () => `${randomId(12).toLowerCase()}@example.test`
const sentTo = async (email: string) => {
  await expect.poll(() => resend.mails.filter(({ to }) => to.includes(email)).length, WAIT).toBe(1)
  const [mail] = resend.mails.filter(({ to }) => to.includes(email))
  if (!mail) throw new Error('no mail')
  return mail
}
const isPlanned = async ({ conversationId }: Chat) => {
  const planned = `select count(*)::int as n from conversations where id = $1 and reply_mail_at is not null`
  return (await server.dbs.eu.pool.query<{ n: number }>(planned, [conversationId])).rows[0]?.n
}
const later = <T extends object>(ctx: T) => ({ ...ctx, now: () => new Date(Date.now() + 121_000) })
function isTheirs(mail: Awaited<ReturnType<typeof sentTo>>) {
  expect(mail.from).toBe('Bäckerei <no-reply@northlight.example>')
  expect(mail.html).toContain(PRIMARY)
  expect(mail.html).not.toContain('#5147d6')
  expect(JSON.stringify(mail)).not.toMatch(/parlance/i)
}

test('brands the transcript that a visitor asks for', async () => {
  const at = await chat(agent, newVisitorId())
  const email = someone()
  expect((await post(at, 'transcript', { email })).status).toBe(200)
  const mail = await sentTo(email)
  isTheirs(mail)
  expect(mail.html).toContain('lang="de"')
  expect(mail.headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' })
})

test('brands a reply to a left message, and brings its answer to the chat', async () => {
  const at = await chat(agent, newVisitorId())
  const email = someone()
  await handOff(at)
  expect((await post(at, 'leave-message', { email, message: 'Bitte melden' })).status).toBe(200)
  expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
  const body = { id: randomId(16), text: 'Gern.' }
  expect((await call('POST', `${pathOf(at)}/replies`, { bearer: owner.token, body })).status).toBe(200)
  await expect.poll(() => isPlanned(at), WAIT).toBe(1)
  const { contexts, services } = server.running.container
  await services.conversations.replyMails.mailReplies(later(contexts.system('eu')))
  const mail = await sentTo(email)
  isTheirs(mail)
  expect(mail.subject).toContain('Bäckerei')
  expect(mail.html).toContain('lang="de"')
  expect(mail.replyTo).toEqual([expect.stringMatching(/^reply\+eu[0-9a-f]{32}@answers\.operator\.example$/)])
  expect(mail.headers).toMatchObject({ 'Auto-Submitted': 'no' })
})

test.each([
  ['the support address of the agency', 'help@northlight.example', ['help@northlight.example']],
  ['no address for an agency without one', '', []],
])('sets Reply-To to %s when nothing receives mail', async (_, supportEmail, replyTo) => {
  const { uid } = owner.workspace
  await server.must('PATCH', `${server.api('eu')}/v2/workspaces/${uid}/agency`, owner.token, { supportEmail })
  const at = await chat(agent, newVisitorId())
  const email = someone()
  await handOff(at)
  expect((await post(at, 'leave-message', { email, message: 'Bitte melden' })).status).toBe(200)
  expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
  const body = { id: randomId(16), text: 'Gern.' }
  expect((await call('POST', `${pathOf(at)}/replies`, { bearer: owner.token, body })).status).toBe(200)
  await expect.poll(() => isPlanned(at), WAIT).toBe(1)
  const deaf = await server.anotherNode({
    site: {
      operator: { name: 'Operator', address: '', email: 'hello@operator.example', country: '' },
      docsUrl: '/help',
      communityUrl: '/help',
      affiliateUrl: '/help',
      legalReviewed: true,
      legalDir: '',
    },
    mail: { from: 'Operator <no-reply@operator.example>', ways: {}, accounts: { eu: account, na: account } },
  })
  const { contexts, services } = deaf.running.container
  await services.conversations.replyMails.mailReplies(later(contexts.system('eu')))
  expect((await sentTo(email)).replyTo).toEqual(replyTo)
  await deaf.close()
})

test('brands an answer of the agent by mail', async () => {
  expect(
    (
      await call('POST', `${server.api('eu')}/agents/${agent.id}/channels/email`, {
        bearer: owner.token,
        body: { fields: {} },
      })
    ).status,
  ).toBe(200)
  const email = someone()
  await resend.receive({
    from: email,
    to: `agent+${agent.id.toLowerCase()}@${INBOUND}`,
    subject: 'Zeiten',
    text: 'Wann?',
  })
  const mail = await sentTo(email)
  isTheirs(mail)
  expect(mail.text).toContain('Ab neun Uhr.')
  expect(mail.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied' })
})

test('sends from our domain under the name of an agency without its own', async () => {
  const at = await chat(plainAgent, newVisitorId())
  const email = someone()
  expect((await post(at, 'transcript', { email })).status).toBe(200)
  const mails = async () =>
    (await server.must<{ items: { from: string }[] }>('GET', `${server.url}/api/sandbox/mails?to=${email}`, undefined))
      .items
  await expect
    .poll(async () => (await mails()).map(({ from }) => from), WAIT)
    .toEqual(['Lamp shop <no-reply@operator.example>'])
  expect(resend.mails.filter(({ to }) => to.includes(email))).toEqual([])
})
