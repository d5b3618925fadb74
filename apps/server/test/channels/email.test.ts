// Mail to an agent through the real server: Resend's simulator receives it, and answers arrive in the sandbox inbox.
import { randomId } from '@parlance/contract/lib/ids'
import { startResend, type WrittenMail } from '@parlance/simulators/resend/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const DOMAIN = 'in.example.test'
const resend = await startResend()
afterAll(() => resend.close())
const account = { apiKey: resend.key, baseUrl: resend.url }
const app = await startTestServer({
  settings: {
    mail: {
      from: 'Parlance <no-reply@parlance.localhost>',
      ways: {},
      accounts: { eu: account, na: account },
      inbound: { domain: DOMAIN, webhookSecrets: [resend.webhookSecret] },
    },
  },
})
resend.deliverTo(`${app.url}/webhooks/email`)
vi.setConfig({ testTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 50 }

let owner: Person
let stranger: Person
let theirs: TestAgent
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('na')
  theirs = await app.makeAgent(stranger, { title: 'Other shop' })
})
beforeEach(() => app.model.control.reset())

const channelPath = (of: TestAgent) => `${app.api(of.region)}/agents/${of.id}/channels/email`
const connect = (of: TestAgent, by = owner) => call('POST', channelPath(of), { bearer: by.token, body: { fields: {} } })
async function connected(config = {}) {
  const of = await app.makeAgent(owner, { title: 'Lamp shop', ...config })
  expect((await connect(of)).status).toBe(200)
  return { of, address: `agent+${of.id.toLowerCase()}@${DOMAIN}` }
}
const someone = () => `${randomId(12).toLowerCase()}@example.test`
interface Mail {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo: string
  readonly attachments: readonly string[]
}
const mailsTo = async (email: string) =>
  (await app.must<{ items: Mail[] }>('GET', `${app.url}/api/sandbox/mails?to=${email}`, undefined)).items.toReversed()
const write = (from: string, to: string, over: Partial<WrittenMail> = {}) =>
  resend.receive({ from, to, subject: 'Opening hours', text: 'When do you open?', ...over })
const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const conversationsOf = async (of: TestAgent) =>
  (await sql('select id, channel, visitor, state from conversations where agent_id = $1', [of.id])).rows
const turnsOf = async (of: TestAgent) =>
  (await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])).rows[0].n as number
const waiting = async () =>
  (await sql(`select count(*)::int as n from inbound_deliveries where provider = 'email' and state = 'received'`))
    .rows[0].n

test('gives an agent an address, which only its own people can do', async () => {
  const of = await app.makeAgent(owner)
  const answer = await connect(of)
  const address = `agent+${of.id.toLowerCase()}@${DOMAIN}`
  expect(answer.body).toMatchObject({
    data: { channel: 'email', status: 'active', name: address, settings: { address } },
  })
  expect((await connect(of, stranger)).status).toBe(404)
  const list = await call('GET', `${app.api('eu')}/agents/${of.id}/channels`, { bearer: owner.token })
  expect(list.body).toMatchObject({
    available: expect.arrayContaining([{ channel: 'email', sandbox: false }]) as unknown[],
  })
})

test('answers a first mail in its thread, continues it, and starts another thread for another subject', async () => {
  const { of, address } = await connected()
  const ada = someone()
  app.model.control.script([{ text: 'At **nine**.' }, { text: 'Never.' }, { text: 'Yes.' }])
  await write(`Ada <${ada}>`, address)
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(1)
  const [first] = await mailsTo(ada)
  expect(first).toMatchObject({ subject: 'Re: Opening hours' })
  expect(first?.from).toMatch(/^Lamp shop </)
  expect(first?.text).toContain('At nine.')
  expect(first?.replyTo).toMatch(new RegExp(`^agent\\+${of.id.toLowerCase()}\\.[0-9a-f]{24}@in\\.example\\.test$`))
  expect(await conversationsOf(of)).toMatchObject([{ channel: 'email', visitor: 'Ada' }])
  // The mail program names no earlier mail; the reply address identifies the thread.
  await write(ada, first?.replyTo ?? '', { subject: 'Re: Opening hours', text: 'And on Sunday?\n\n> At nine.' })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(2)
  expect(await conversationsOf(of)).toHaveLength(1)
  await write(ada, address, { subject: 'Lamps', text: 'Do you have lamps?' })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(3)
  expect(await conversationsOf(of)).toHaveLength(2)
})

test('keeps a thread by its references, and lets no other sender into it', async () => {
  const { of, address } = await connected()
  const [ada, bob] = [someone(), someone()]
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }])
  await write(ada, address, { messageId: '<root@example.test>' })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(1)
  const headers = { References: '<root@example.test> <x@shop.example>', 'In-Reply-To': '<x@shop.example>' }
  await write(ada, address, { headers, text: 'Go on' })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(2)
  expect(await conversationsOf(of)).toHaveLength(1)
  const [mail] = await mailsTo(ada)
  await write(bob, mail?.replyTo ?? '', { headers, text: 'What did she ask?' })
  await expect.poll(async () => (await mailsTo(bob)).length, WAIT).toBe(1)
  expect(await conversationsOf(of)).toHaveLength(2)
})

test('sends a human’s reply with a file while the agent is silent', async () => {
  const { of, address } = await connected()
  const ada = someone()
  app.model.control.script([{ text: 'Let me see.' }])
  await write(ada, address, { text: 'I want a human' })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(1)
  const [conversation] = await conversationsOf(of)
  const path = `${app.api('eu')}/v2/agents/${of.id}/conversations/${conversation.id}`
  expect((await call('POST', `${path}/take-over`, { bearer: owner.token, body: {} })).status).toBe(200)
  const upload = { filename: 'prices.txt', base64Payload: Buffer.from('Lamp: 12').toString('base64') }
  const file = await app.must<{ data: { url: string } }>('POST', `${path}/reply-attachments`, owner.token, upload)
  const body = { id: randomId(16), text: 'Here are the prices.', attachments: [file.data.url] }
  expect((await call('POST', `${path}/replies`, { bearer: owner.token, body })).status).toBe(200)
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(2)
  const mail = (await mailsTo(ada))[1]
  expect(mail?.text).toContain('Here are the prices.')
  expect(mail?.text).not.toContain('/media/')
  expect(mail?.attachments).toEqual(['prices.txt'])
  const fileAt = (place: number) => call('GET', `${app.url}/api/sandbox/mails/${mail?.id}/files/${place}`, {})
  const attached = { filename: 'prices.txt', contentType: 'text/plain', base64Payload: upload.base64Payload }
  expect((await fileAt(0)).body).toEqual(attached)
  expect((await fileAt(1)).status).toBe(404)
  const turns = await turnsOf(of)
  await write(ada, mail?.replyTo ?? '', { text: 'Thanks' })
  await expect
    .poll(async () => JSON.stringify((await call('GET', path, { bearer: owner.token })).body), WAIT)
    .toContain('Thanks')
  expect(await mailsTo(ada)).toHaveLength(2)
  expect(await turnsOf(of)).toBe(turns + 1)
})

test('accepts a file attached to a mail', async () => {
  const { of, address } = await connected()
  const ada = someone()
  app.model.control.script([{ text: 'Thank you.' }])
  const attachments = [{ filename: 'order.txt', contentType: 'text/plain', content: Buffer.from('Order 12') }]
  await write(ada, address, { text: 'My order', attachments })
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(1)
  const [conversation] = await conversationsOf(of)
  const path = `${app.api('eu')}/v2/agents/${of.id}/conversations/${conversation.id}`
  expect(JSON.stringify((await call('GET', path, { bearer: owner.token })).body)).toContain('order.txt')
})

test('answers a mail once when it is delivered again, and never answers automated mail', async () => {
  const { of, address } = await connected()
  const ada = someone()
  app.model.control.script([{ text: 'Once.' }])
  const { id } = await write(ada, address)
  await Promise.all(Array.from({ length: 10 }, () => resend.receiving.tellAgain(id)))
  await write(ada, address, { headers: { 'Auto-Submitted': 'auto-replied' } })
  await write(ada, address, { headers: { Precedence: 'bulk' } })
  await write('MAILER-DAEMON@mx.example', address)
  await write(`agent+${theirs.id.toLowerCase()}@${DOMAIN}`, address)
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(1)
  await expect.poll(waiting, WAIT).toBe(0)
  expect(await turnsOf(of)).toBe(1)
  const log = await call('GET', `${channelPath(of)}/log`, { bearer: owner.token })
  expect(JSON.stringify(log.body)).toContain('Not answered: it’s an automatic email.')
})

testAll('stops answering a sender who writes all day in any thread, without calling a model', async () => {
  const { of, address } = await connected()
  const ada = someone()
  app.model.control.script([{ text: 'One.' }, { text: 'For Grace.' }])
  await write(ada, address)
  await expect.poll(async () => (await mailsTo(ada)).length, WAIT).toBe(1)
  const [mail] = await mailsTo(ada)
  await sql(
    `insert into channel_outbox (connection_id, identity_id, key, request, state, next_at, created_at)
      select connection_id, id, 'mfill' || n || ':0', '{}', 'sent', now(), now() from external_identities, generate_series(1, 30) n where agent_id = $1`,
    [of.id],
  )
  await write(ada, mail?.replyTo ?? '', { text: 'More' })
  await write(ada, address, { subject: 'Another thread', text: 'And more' })
  const log = async () => JSON.stringify((await call('GET', `${channelPath(of)}/log`, { bearer: owner.token })).body)
  const refusals = async () => (await log()).split('this sender has reached today’s limit').length - 1
  await expect.poll(refusals, WAIT).toBe(2)
  const grace = someone()
  await write(grace, address)
  await expect.poll(async () => (await mailsTo(grace)).length, WAIT).toBe(1)
  expect(await turnsOf(of)).toBe(2)
  expect(await mailsTo(ada)).toHaveLength(1)
})

test('routes each tenant’s mail to its own agent, and stores nothing once the address is removed', async () => {
  const { of, address } = await connected()
  expect((await connect(theirs, stranger)).status).toBe(200)
  const ada = someone()
  app.model.control.script([{ text: 'Hello.' }, { text: 'Hello.' }])
  await write(ada, [address, `agent+${theirs.id.toLowerCase()}@${DOMAIN}`] as unknown as string)
  await expect
    .poll(async () => new Set((await mailsTo(ada)).map(({ from }) => from.split(' <')[0])), WAIT)
    .toEqual(new Set(['Lamp shop', 'Other shop']))
  expect(await conversationsOf(of)).toHaveLength(1)
  expect((await call('DELETE', channelPath(of), { bearer: owner.token })).status).toBe(200)
  await write(ada, address, { text: 'Still there?' })
  await expect.poll(waiting, WAIT).toBe(0)
  expect(await conversationsOf(of)).toHaveLength(1)
})

test('reaches leads who never wrote in a campaign, answers their replies, and stops at once when they unsubscribe', async () => {
  const { of } = await connected({ lang: 'de' })
  const [anna, ben] = [someone(), someone()]
  for (const [name, email, variables] of [
    ['Anna', anna.toUpperCase(), { city: 'Rome', language: 'fr' }],
    ['Ben of old', ben.replace('@', '+news@'), {}],
    ['Ben', ben, {}],
    ['Cleo', '', {}],
  ])
    await app.must('POST', `${app.api('eu')}/v2/agents/${of.id}/leads`, owner.token, {
      name,
      email,
      group: 'spring',
      variables,
    })
  const campaigns = `${app.api('eu')}/v2/agents/${of.id}/campaigns`
  const hours = { from: '00:00', until: '23:59', days: [1, 2, 3, 4, 5, 6, 7] }
  const plan = { name: 'Spring', channel: 'email', group: 'spring', text: 'Hello {name} in {city}!', perMinute: 60 }
  const create = (mail: unknown) => call('POST', campaigns, { bearer: owner.token, body: { ...plan, ...hours, mail } })
  const act = async (id: string, what: string) =>
    call(what === 'start' ? 'POST' : 'GET', `${campaigns}/${id}/${what}`, {
      bearer: owner.token,
      ...(what === 'start' && { body: { agreed: true } }),
    })
  expect((await create(null)).body).toMatchObject({ message: 'Enter a subject.' })
  const make = async (sender: string) => {
    const made = await create({ subject: 'News for {name}', sender })
    return (made.body as { data: { id: string } }).data.id
  }
  const unsigned = await make('')
  expect((await call('GET', campaigns, { bearer: owner.token })).body).toMatchObject({
    means: { channels: ['email'], sender: '' },
  })
  expect((await act(unsigned, 'reach')).body).toMatchObject({ data: { lacksSender: true } })
  expect(await act(unsigned, 'start')).toMatchObject({ status: 400 })
  const first = await make('Lamp shop\nMain street 1, Ghent')
  expect((await act(first, 'reach')).body).toMatchObject({
    data: { recipients: 2, withoutAddress: 1, optedOut: 0, lacksSender: false },
  })
  expect((await act(first, 'start')).status).toBe(200)
  await expect.poll(async () => [(await mailsTo(anna)).length, (await mailsTo(ben)).length], WAIT).toEqual([1, 1])
  const [mail] = (await mailsTo(anna)) as (Mail & { headers: Record<string, string> })[]
  const [bens] = await mailsTo(ben)
  expect(mail).toMatchObject({ subject: 'News for Anna' })
  expect(mail?.text).toContain('Hello Anna in Rome!')
  expect(mail?.text).toContain('Lamp shop\nMain street 1, Ghent')
  expect(mail?.headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  const link = mail?.headers['list-unsubscribe']?.replaceAll(/[<>\s]/g, '') ?? ''
  expect(link.startsWith(`${app.url}/api/eu/campaigns/unsubscribe/`)).toBe(true)
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`Se désabonner : ${link}`)
  expect(mail?.html).toContain(`href="${link}"`)
  expect(bens?.text).toContain('Abbestellen: ')
  const recipients = await call('GET', `${campaigns}/${first}/recipients`, { bearer: owner.token })
  const addresses = (recipients.body as { items: { address: string }[] }).items.map(({ address }) => address)
  expect(addresses).toHaveLength(2)
  expect(addresses).toContain(anna)

  app.model.control.script([{ text: 'Until Sunday.' }, { text: 'At nine.' }])
  await write(anna, mail?.replyTo ?? '', { subject: 'Re: News for Anna', text: 'How long?' })
  await expect.poll(async () => (await mailsTo(anna))[1], WAIT).toMatchObject({ subject: 'Re: News for Anna' })
  const [conversation] = await sql(
    `select message_count from conversations where agent_id = $1 and visitor in ('Anna', $2)`,
    [of.id, anna],
  ).then(({ rows }) => rows)
  expect(conversation).toEqual({ message_count: 3 })

  const page = await fetch(link)
  expect([page.status, (await page.text()).includes('<form method="post">')]).toEqual([200, true])
  const second = await make('Lamp shop, Ghent')
  expect((await act(second, 'reach')).body).toMatchObject({ data: { recipients: 2, optedOut: 0 } })
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (let n = 0; n < 2; n += 1) expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  expect((await fetch(`${link.slice(0, -3)}AAA`, { method: 'POST', body })).status).toBe(404)
  for (const broken of [
    `${link.slice(0, -3)}AAA`,
    link.slice(0, link.lastIndexOf('/')),
    link.replace('/eu/', '/xx/'),
  ]) {
    const answer = await fetch(broken, { headers: { 'accept-language': 'de-CH, en;q=0.5' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(await answer.text()).toContain('<h1>Dieser Link funktioniert nicht</h1>')
  }
  expect((await fetch(link.replace('/api/eu/', '/api/na/'), { method: 'POST', body })).status).toBe(404)
  expect((await act(second, 'reach')).body).toMatchObject({ data: { recipients: 1, optedOut: 1 } })
  expect((await act(second, 'start')).status).toBe(200)
  await expect.poll(async () => (await mailsTo(ben)).length, WAIT).toBe(2)
  expect(await mailsTo(anna)).toHaveLength(2)
  // What they write themselves is still answered.
  await write(anna, mail?.replyTo ?? '', { subject: 'Re: News for Anna', text: 'When do you open?' })
  await expect.poll(async () => (await mailsTo(anna)).length, WAIT).toBe(3)
})

test('writes no more first mails to a mailbox whose mail came back or who reported spam, and logs why', async () => {
  const { of } = await connected()
  const { of: other } = await connected()
  const emails = [someone(), someone(), someone()]
  for (const email of emails)
    await app.must('POST', `${app.api('eu')}/v2/agents/${of.id}/leads`, owner.token, { name: email, email })
  const campaigns = `${app.api('eu')}/v2/agents/${of.id}/campaigns`
  const hours = { from: '00:00', until: '23:59', days: [1, 2, 3, 4, 5, 6, 7] }
  const plan = { name: 'Spring', channel: 'email', group: '', text: 'Hello!', perMinute: 60, ...hours }
  const mail = { subject: 'News', sender: 'Lamp shop, Ghent' }
  const make = async () =>
    (await app.must<{ data: { id: string } }>('POST', campaigns, owner.token, { ...plan, mail })).data.id
  await app.must('POST', `${campaigns}/${await make()}/start`, owner.token, { agreed: true })
  const next = await make()
  const reach = async () => (await call('GET', `${campaigns}/${next}/reach`, { bearer: owner.token })).body
  const sentTo = async (email: string) => (await mailsTo(email))[0]
  for (const email of emails) await expect.poll(() => sentTo(email), WAIT).toBeDefined()
  const report = async (email: string, what: 'bounced' | 'complained', agent = of.id, bounce = 'Permanent') => {
    const sent = await sentTo(email)
    const thread = sent?.replyTo.split('@')[0]?.split('.')[1] ?? ''
    const rows = await sql(
      'select o.provider_id from channel_outbox o join external_identities i on i.id = o.identity_id where i.thread = $1',
      [thread],
    )
    const tags = { agent: agent.toLowerCase(), thread, mail: rows.rows[0].provider_id as string }
    const lost = { id: thread, from: 'Lamp shop <a@shop.test>', to: [email], subject: 'News', tags }
    expect(await resend.receiving.report(lost, what, bounce)).toBe(200)
  }
  const [gone = '', angry = '', full = ''] = emails
  await report(full, 'bounced', of.id, 'Transient')
  await report(full, 'complained', other.id)
  for (let n = 0; n < 2; n += 1) await report(gone, 'bounced')
  await report(angry, 'complained')
  await expect.poll(waiting, WAIT).toBe(0)
  expect(await reach()).toMatchObject({ data: { recipients: 1, optedOut: 2 } })
  const log = await app.must<{ items: unknown[] }>('GET', `${channelPath(of)}/log`, owner.token)
  expect(log.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ direction: 'in', errorMessage: { code: 'channel_mail_bounced' } }),
      expect.objectContaining({ direction: 'in', errorMessage: { code: 'channel_mail_complained' } }),
      expect.objectContaining({ direction: 'out', state: 'failed' }),
    ]),
  )
})
