// Mail to agents of both regions and answers to mails of ours, from one mailbox read by IMAP.
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { startImap } from '@parlance/simulators/imap/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { chatsOf } from '../helpers/chats.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const DOMAIN = 'in.example.test'
const imap = await startImap()
afterAll(() => imap.close())
const { hostname: host, port } = new URL(imap.url)
const mailbox = { host, port: Number(port), isTls: false, user: imap.user, password: imap.password, folder: 'INBOX' }
const app = await startTestServer({
  settings: {
    mail: {
      from: 'Parlance <no-reply@parlance.localhost>',
      ways: {},
      inbound: { domain: DOMAIN, webhookSecrets: [], imap: mailbox },
    },
  },
})
vi.setConfig({ testTimeout: 240_000 })
const WAIT = { timeout: 60_000, interval: 50 }
beforeEach(() => app.model.control.reset())

interface Mail {
  readonly subject: string
  readonly text: string
  readonly replyTo: string
  readonly headers: Readonly<Record<string, string>>
}
const mailsTo = async (email: string) =>
  (await app.must<{ items: Mail[] }>('GET', `${app.url}/api/sandbox/mails?to=${email}`, undefined)).items.toReversed()
const someone = () => `${randomId(12).toLowerCase()}@example.test`
function write(from: string, to: string, { text = 'When do you open?', headers = {}, id = randomId(8) } = {}) {
  const head = {
    From: from,
    To: to,
    Subject: 'Opening hours',
    'Message-ID': `<${id}@example.test>`,
    Date: 'Sun, 29 Nov 2026 10:00:00 +0000',
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  return imap.deliver(`${lines.join('\r\n')}\r\n\r\n${text}\r\n`, to)
}
const seen = () => imap.mailbox.mails.filter(({ flags }) => flags.has('\\Seen')).map(({ uid }) => uid)
async function connected(owner: Person, title: string) {
  const of = await app.makeAgent(owner, { title })
  const path = `${app.api(of.region)}/agents/${of.id}/channels`
  expect((await call('POST', `${path}/email`, { bearer: owner.token, body: { fields: {} } })).status).toBe(200)
  return { of, path, address: `agent+${of.id.toLowerCase()}@${DOMAIN}` }
}
const conversationsOf = async (of: TestAgent) =>
  (await app.dbs[of.region].pool.query('select channel, visitor from conversations where agent_id = $1', [of.id])).rows

test('answers first mails in the region of their agent, each once although the connection is cut before the mark', async () => {
  const [ann, bob] = [await app.signUp('eu'), await app.signUp('na')]
  const [lamps, shoes] = [await connected(ann, 'Lamp shop'), await connected(bob, 'Shoe shop')]
  const [ada, eve] = [someone(), someone()]
  app.model.control.script([{ text: 'At nine.' }, { text: 'Never.' }, { text: 'Yes.' }])
  imap.dropAt('UID STORE')
  const first = write(`Ada <${ada}>`, lamps.address, { id: 'root' })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(1)
  const [answer] = await mailsTo(ada)
  expect(answer).toMatchObject({ subject: 'Re: Opening hours' })
  expect(answer?.text).toContain('At nine.')
  expect(answer?.headers).toMatchObject({ 'in-reply-to': '<root@example.test>', references: '<root@example.test>' })
  write('boss@example.test', `office@${DOMAIN}`)
  write('boss@example.test', `agent+nobody@${DOMAIN}`)
  const second = write(eve, shoes.address)
  await expect.poll(async () => (await mailsTo(eve)).length, WAIT).toBe(1)
  await expect.poll(seen, WAIT).toEqual([first, second])
  const third = write(ada, answer?.replyTo ?? '', {
    text: 'And on Sunday?\n\n> At nine.',
    headers: { References: '<root@example.test>' },
  })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(2)
  await expect.poll(seen, WAIT).toEqual([first, second, third])
  expect(await conversationsOf(lamps.of)).toEqual([{ channel: 'email', visitor: 'Ada' }])
  expect(await conversationsOf(shoes.of)).toHaveLength(1)
  const counted = `select count(*)::int as n from inbound_deliveries where provider = 'email' and account = $1`
  const stored = async (region: 'eu' | 'na', { id }: TestAgent) =>
    (await app.dbs[region].pool.query(counted, [`agent+${id.toLowerCase()}`])).rows[0].n as number
  expect([await stored('eu', lamps.of), await stored('na', lamps.of)]).toEqual([2, 0])
  expect([await stored('eu', shoes.of), await stored('na', shoes.of)]).toEqual([0, 1])
})

test('takes the answer to a person’s mail as the next message', async () => {
  const { chat, handOff, pathOf, post, read } = chatsOf(app)
  const owner = await app.signUp('na')
  const agent = await app.makeAgent(owner, { title: 'Lamp shop', UIhandoffTitle: 'Talk to us' })
  app.model.control.script(Array.from({ length: 5 }, () => ({ text: 'We open at nine.' })))
  const at = await chat(agent, newVisitorId())
  const email = someone()
  await handOff(at)
  expect((await post(at, 'leave-message', { email, message: 'Call me' })).status).toBe(200)
  expect((await post(at, 'take-over', {}, owner.token)).status).toBe(200)
  const reply = { id: randomId(16), text: 'It is here.' }
  expect((await call('POST', `${pathOf(at)}/replies`, { bearer: owner.token, body: reply })).status).toBe(200)
  const { container } = app.running
  const later = { ...container.contexts.system('na'), now: () => new Date(Date.now() + 121_000) }
  // The mail is planned by a job, and leaves after a while without another reply.
  await vi.waitFor(async () => {
    await container.services.conversations.replyMails.mailReplies(later)
    expect(await mailsTo(email)).toHaveLength(1)
  }, WAIT)
  const [mail] = await mailsTo(email)
  expect(mail?.replyTo).toMatch(/^reply\+na[0-9a-f]{32}@in\.example\.test$/)
  const text = 'Then I come at nine.\n\nOn Mon, Lamp shop <a@b.example> wrote:\n> It is here.'
  const uid = write(`Vera <${email}>`, mail?.replyTo ?? '', { text })
  const said = async () =>
    (await read(at)).messages
      .filter(({ from }) => from === 'user')
      .flatMap(({ items }) => items.flatMap((item) => ('text' in item ? [item.text] : [])))
  await expect.poll(said, WAIT).toContain('Then I come at nine.')
  await expect.poll(seen, WAIT).toContain(uid)
})

test('shows on the channel that the mailbox refuses the password, until it is corrected', async () => {
  const owner = await app.signUp('eu')
  const { path } = await connected(owner, 'Lamp shop')
  const statusOf = async () => {
    const { items } = await app.must<{ items: { status: string; lastErrorMessage?: { code: string } }[] }>(
      'GET',
      path,
      owner.token,
    )
    return items.map(({ status, lastErrorMessage }) => [status, lastErrorMessage?.code])
  }
  expect(await statusOf()).toEqual([['active', undefined]])
  imap.changePassword('another')
  imap.drop()
  await expect.poll(statusOf, WAIT).toEqual([['active', 'email_mailbox_refused']])
  imap.changePassword(imap.password)
  await expect.poll(statusOf, WAIT).toEqual([['active', undefined]])
})
