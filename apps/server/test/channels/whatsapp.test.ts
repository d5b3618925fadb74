import { startMeta } from '@parlance/simulators/meta/server'
import { newUser } from '@parlance/simulators/meta/graph'
import { VISITOR_NUMBER } from '@parlance/simulators/whatsapp/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeAgencyAdmin, makeClient, makeOrg } from '../helpers/orgs.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'
import { serveTemplateFiles } from '../helpers/template-files.ts'

const meta = await startMeta()
const { whatsapp } = meta
const files = await serveTemplateFiles()
afterAll(files.close)
const app = await startTestServer({
  settings: {
    outboundAllow: [files.host],
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
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('eu')
  expect(await meta.deliverTo('whatsapp_business_account', `${app.url}/webhooks/whatsapp`)).toBe(true)
})
beforeEach(() => app.model.control.reset())

const told = (phone: string) => whatsapp.chat(phone).filter(({ from }) => from === 'business')
const sql = (text: string, values: unknown[] = []) => app.dbs.eu.pool.query(text, values)
const channelPath = (of: TestAgent) => `${app.api('eu')}/agents/${of.id}/channels/whatsapp`
function newAccount() {
  const user = newUser()
  const { wabaId, phoneIds } = whatsapp.assetsOf(user)
  return { user, wabaId, phoneIds, token: meta.login(user) }
}
async function connected(config = {}, which: 0 | 1 = 0) {
  const of = await app.makeAgent(owner, config)
  const { wabaId, phoneIds, token } = newAccount()
  const phoneId = phoneIds[which]
  const answer = await call('POST', channelPath(of), {
    bearer: owner.token,
    body: { fields: { wabaId, phoneId, longAccessToken: token } },
  })
  expect(answer.status).toBe(200)
  return { of, wabaId, phoneId, token, answer }
}
const conversationOf = async (of: TestAgent) =>
  (await sql('select id, channel, visitor from conversations where agent_id = $1', [of.id])).rows as {
    id: string
    channel: string
    visitor: string
  }[]

test('answers a question once, however often it is delivered, and shows that it types', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'We open at **nine**.' }])
  const { messageId } = await whatsapp.say({ phone: phoneId, text: 'When do you open?' })
  await Promise.all(
    Array.from({ length: 10 }, () => whatsapp.say({ phone: phoneId, text: 'When do you open?', messageId })),
  )
  await expect.poll(() => told(phoneId).map(({ text }) => text), WAIT).toEqual(['We open at *nine*.'])
  expect(await conversationOf(of)).toMatchObject([{ channel: 'whatsapp', visitor: 'Vera Visitor' }])
  const sent = meta.calls.filter(({ path }) => path === `/v18.0/${phoneId}/messages`)
  expect(sent.map(({ body }) => body.status ?? body.type)).toEqual(['read', 'text'])
  const turns = await sql('select count(*)::int as n from turns where agent_id = $1', [of.id])
  expect(turns.rows).toEqual([{ n: 1 }])
}, 60_000)

test('keeps a visitor in their conversation, whether or not they show their number', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  await whatsapp.say({ phone: phoneId, text: 'First' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(1)
  await whatsapp.say({ phone: phoneId, text: 'Second', hidesNumber: true })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(2)
  expect(await conversationOf(of)).toHaveLength(1)
}, 60_000)

test('retries when Meta asks, and reports a refused token', async () => {
  const { of, phoneId, token } = await connected()
  app.model.control.script([{ text: 'Slow.' }, { text: 'Never.' }])
  meta.fail({ path: new RegExp(`${phoneId}/messages`), code: 130_429, message: 'Rate limit hit' })
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  await expect.poll(() => told(phoneId).map(({ text }) => text), WAIT).toEqual(['Slow.'])
  meta.revoke(token)
  await whatsapp.say({ phone: phoneId, text: 'Again' })
  await expect
    .poll(
      async () => (await call('GET', `${app.api('eu')}/agents/${of.id}/channels`, { bearer: owner.token })).body,
      WAIT,
    )
    .toMatchObject({ items: [{ channel: 'whatsapp', status: 'failing' }] })
}, 60_000)

test('refuses a forged call, and stores nothing for an unconnected account', async () => {
  const { of, phoneId } = await connected()
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: ['999999', phoneId].map((phone) => ({
          field: 'messages',
          value: {
            metadata: { phone_number_id: phone },
            messages: [
              { from: VISITOR_NUMBER, id: `wamid.${phone}`, timestamp: '1', type: 'text', text: { body: 'x' } },
            ],
          },
        })),
      },
    ],
  })
  const post = (signature: string) =>
    fetch(`${app.url}/webhooks/whatsapp`, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } })
  expect((await post('sha256=00')).status).toBe(401)
  app.model.control.script([{ text: 'Hello.' }])
  expect((await post(meta.sign(body))).status).toBe(200)
  await expect.poll(async () => (await conversationOf(of)).length, WAIT).toBe(1)
}, 60_000)

test('routes the numbers of two tenants in one batch to their own agents and regions, and logs an unconnected number', async () => {
  const warned = vi.spyOn(app.log, 'warn')
  const american = await app.signUp('na')
  const theirs = await app.makeAgent(american)
  const { wabaId, phoneIds, token } = newAccount()
  const fields = { wabaId, phoneId: phoneIds[0], longAccessToken: token }
  const path = `${app.api('na')}/agents/${theirs.id}/channels/whatsapp`
  expect((await call('POST', path, { bearer: american.token, body: { fields } })).status).toBe(200)
  const { of, phoneId } = await connected()
  const change = (phone: string, words: string) => ({
    field: 'messages',
    value: {
      metadata: { phone_number_id: phone },
      messages: [{ from: VISITOR_NUMBER, id: `wamid.${words}`, timestamp: '1', type: 'text', text: { body: words } }],
    },
  })
  const changes = [change('99000002', 'for-nobody'), change(phoneId, 'for-eu'), change(phoneIds[0], 'for-na')]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] })
  app.model.control.script([{ text: 'Hello.' }, { text: 'Hello.' }])
  const headers = { 'x-hub-signature-256': meta.sign(body) }
  expect((await fetch(`${app.url}/webhooks/whatsapp`, { method: 'POST', body, headers })).status).toBe(200)
  expect(warned.mock.calls).toContainEqual([
    { provider: 'whatsapp', account: '99000002' },
    expect.stringContaining('nobody connected'),
  ])
  const agentsOf = async (region: 'eu' | 'na') =>
    (
      await app.dbs[region].pool.query(
        `select c.agent_id, m.items -> 0 ->> 'text' as said from messages m join conversations c on c.id = m.conversation_id
          where m.items::text like '%for-%'`,
      )
    ).rows as unknown[]
  await expect.poll(() => agentsOf('eu'), WAIT).toEqual([{ agent_id: of.id, said: 'for-eu' }])
  await expect.poll(() => agentsOf('na'), WAIT).toEqual([{ agent_id: theirs.id, said: 'for-na' }])
}, 60_000)

test('connects a number once, registers a new one, and leaves the account with the last number', async () => {
  const { of, phoneId, wabaId, token, answer } = await connected({}, 1)
  expect(JSON.stringify(answer.body)).not.toContain(token)
  expect(meta.calls.some(({ path }) => path === `/v18.0/${phoneId}/register`)).toBe(true)
  const fields = { wabaId, phoneId, longAccessToken: token }
  const other = await app.makeAgent(owner)
  const connect = (to: TestAgent, by: Person, given: object) =>
    call('POST', channelPath(to), { bearer: by.token, body: { fields: given } })
  expect((await connect(other, owner, fields)).status).toBe(409)
  expect((await connect(other, stranger, fields)).status).toBe(404)
  expect((await connect(other, owner, { ...fields, phoneId: '20999' })).body).toMatchObject({
    message: 'This phone number isn’t part of that WhatsApp Business account.',
  })
  const subscribed = async () =>
    (
      (await (
        await fetch(`${meta.url}/v18.0/${wabaId}/subscribed_apps`, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { data: unknown[] }
    ).data.length
  const first = whatsapp.assetsOf(wabaId.slice(2)).phoneIds[0]
  expect((await connect(other, owner, { ...fields, phoneId: first })).status).toBe(200)
  await call('DELETE', channelPath(of), { bearer: owner.token })
  expect(await subscribed()).toBe(1)
  await call('DELETE', channelPath(other), { bearer: owner.token })
  expect(await subscribed()).toBe(0)
}, 60_000)

const rpc = (name: string, body: object, by: Person | string = owner) =>
  call('POST', `${app.api('eu')}/rpc/${name}`, { bearer: typeof by === 'string' ? by : by.token, body })
const whatsappPath = (of: TestAgent, part: string) => `${app.api('eu')}/agents/${of.id}/whatsapp/${part}`

test('goes from the login dialog to a connected number and back, through the typed procedures', async () => {
  const of = await app.makeAgent(owner)
  const { url } = (await call('GET', whatsappPath(of, 'login?state=a-state-of-ours'), { bearer: owner.token }))
    .body as {
    url: string
  }
  const asked = Object.fromEntries(new URL(url).searchParams)
  expect(asked).toMatchObject({ client_id: meta.appId, state: 'a-state-of-ours', response_type: 'code' })
  const back = await fetch(`${meta.url}/meta/page/say`, { method: 'POST', body: JSON.stringify(asked) })
  const code = new URL(((await back.json()) as { location: string }).location).searchParams.get('code')
  const exchanged = await rpc('getLongAccessToken', { token: code })
  const { access_token: longAccessToken, wabaIds } = exchanged.body as { access_token: string; wabaIds: string[] }
  expect(longAccessToken).toMatch(/^meta_/)
  const theirs = await rpc('getDetailsOfWhatsappNumber', { wabaId: wabaIds[0], longAccessToken }, stranger)
  expect(theirs.status).toBe(400)
  const [wabaId = ''] = wabaIds
  const { data } = (await rpc('getDetailsOfWhatsappNumber', { wabaId, longAccessToken })).body as {
    data: { id: string; display_phone_number: string }[]
  }
  expect(data).toMatchObject([
    { verified_name: 'Sandbox Shop', status: 'CONNECTED' },
    { verified_name: 'Sandbox Support', status: 'PENDING' },
  ])
  const { id: phoneId = '', display_phone_number: phoneNumber = '' } = data[0] ?? {}
  const added = await rpc('connectWhatsappNumber', { agentId: of.id, longAccessToken, wabaId, phoneId, phoneNumber })
  const number = { wabaId, phoneId, phoneNumber, agentId: of.id }
  expect(added.body).toEqual({ newAddedNumber: number })
  expect((await rpc('getWhatsappNumbers', { agentId: of.id })).body).toEqual([number])
  expect((await rpc('getWhatsappNumbers', { agentId: of.id }, stranger)).status).toBe(404)
  expect((await rpc('removeWhatsappNumber', { agentId: of.id, phoneId: '1' })).status).toBe(404)
  expect((await rpc('removeWhatsappNumber', { agentId: of.id, phoneId })).body).toEqual({ phoneId })
  expect((await rpc('getWhatsappNumbers', { agentId: of.id })).body).toEqual([])
  expect((await rpc('getDetailsOfWhatsappNumber', { wabaId, longAccessToken: 'EAAguess' })).status).toBe(400)
}, 60_000)

test('checks a test message before asking Meta, and passes on Meta’s answer', async () => {
  const { of, phoneId, token } = await connected()
  const send = async (body: object) =>
    (await call('POST', whatsappPath(of, 'test-message'), { bearer: owner.token, body })).body
  const good = { phoneId, phone: '+49 170 1234567', text: 'A test' }
  meta.calls.length = 0
  const phone = 'Please provide a valid phone number and ensure the ID is reachable.'
  expect(await send({ ...good, phone: '' })).toMatchObject({ message: phone })
  expect(await send({ ...good, phoneId: '' })).toMatchObject({ message: phone })
  expect(await send({ ...good, phone: '491701234567' })).toMatchObject({
    message: 'Please include the country code in the phone number.',
  })
  expect(await send({ ...good, text: ' ' })).toMatchObject({ message: 'Please enter a message to send.' })
  expect(meta.calls).toEqual([])
  const refused = (await send(good)) as { message: string }
  expect(refused.message).toMatch(/^Error sending message: Message failed to send because more than 24 hours/)
  await whatsapp.say({ phone: phoneId, from: '491701234567', text: 'Hello' })
  expect(await send(good)).toMatchObject({ id: expect.stringMatching(/^wamid\./) })
  expect(meta.calls.findLast(({ body }) => body.type === 'text')).toMatchObject({
    path: `/v18.0/${phoneId}/messages`,
    authorization: `Bearer ${token}`,
    body: { to: '491701234567', text: { body: 'A test' } },
  })
}, 60_000)

test('submits only well-formed templates to Meta, and shows Meta’s verdict', async () => {
  const { of, wabaId, token } = await connected()
  const template = { name: 'order_ready', language: 'en', category: 'UTILITY', bodyText: 'Order {{1}} is ready.' }
  const create = (over: object) => rpc('createTemplate', { longAccessToken: token, wabaId, ...template, ...over })
  // Chats of other tests may still get messages.
  const created = () => meta.calls.filter(({ path }) => path.endsWith('/message_templates'))
  meta.calls.length = 0
  for (const over of [{ name: 'My Template' }, { bodyText: ' ' }, { category: 'SPAM' }, { language: 'xx' }])
    expect((await create(over)).body).toMatchObject({ message: 'Invalid template info' })
  expect(created()).toEqual([])
  expect((await create({})).body).toMatchObject({ status: 'PENDING', category: 'UTILITY', id: expect.any(String) })
  expect(created()[0]?.body).toMatchObject({ name: 'order_ready', language: 'en', category: 'UTILITY' })
  expect(created()[0]?.body.components).toMatchObject([{ type: 'BODY', text: 'Order {{1}} is ready.' }])
  const rich = {
    ...template,
    name: 'order_sent',
    examples: ['4711'],
    header: { format: 'TEXT', text: 'Your order' },
    footer: 'Lumen Shop',
    buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }],
  }
  const added = await call('POST', whatsappPath(of, 'templates'), { bearer: owner.token, body: rich })
  expect(added.body).toMatchObject({ status: 'PENDING' })
  await whatsapp.decide(wabaId, 'order_sent', 'APPROVED')
  const list = await call('GET', whatsappPath(of, 'templates'), { bearer: owner.token })
  expect(list.body).toMatchObject({
    items: [
      { name: 'order_ready', status: 'PENDING', values: 1 },
      { name: 'order_sent', status: 'APPROVED', bodyText: 'Order {{1}} is ready.' },
    ],
  })
}, 60_000)

test('lists templates for clients who answer visitors or plan campaigns', async () => {
  const { of } = await connected()
  const org = await makeOrg(app, owner, [of.id])
  const tokens = [await makeAgencyAdmin(app, owner, org.agencyId)]
  for (const tab of ['/channels', '/convos', '/campaigns', '/leads'] as const)
    tokens.push((await makeClient(app, owner, org, { agentIds: [of.id], canAccess: [tab] })).token)
  const answers = tokens.map((bearer) => call('GET', whatsappPath(of, 'templates'), { bearer }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 403])
}, 60_000)

const conversationPath = (of: TestAgent, id: string, part: string) =>
  `${app.api('eu')}/v2/agents/${of.id}/conversations/${id}/${part}`

test('reports delivery and read state the same way on all channels', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'Here you are.' }])
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(1)
  const [conversation] = await conversationOf(of)
  const path = conversationPath(of, conversation?.id ?? '', 'delivery')
  const states = async () =>
    (
      (await call('GET', path, { bearer: owner.token })).body as {
        data: { channel: string; repliesUntil: string; messages: object[] }
      }
    ).data
  await expect.poll(async () => (await states()).messages, WAIT).toEqual([{ seq: 2, state: 'delivered', error: '' }])
  await whatsapp.read(phoneId)
  await expect.poll(async () => (await states()).messages, WAIT).toEqual([{ seq: 2, state: 'read', error: '' }])
  const { channel, repliesUntil } = await states()
  expect(channel).toBe('whatsapp')
  expect(new Date(repliesUntil).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  expect((await call('GET', path, { bearer: stranger.token })).status).toBe(404)
}, 60_000)

test('refuses free text after 24 hours, and sends an approved template with its values', async () => {
  const { of, phoneId, wabaId, token } = await connected()
  app.model.control.script([{ text: 'One moment.' }])
  await whatsapp.say({ phone: phoneId, text: 'Where is my order?' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(1)
  const [conversation] = await conversationOf(of)
  const id = conversation?.id ?? ''
  const post = (part: string, body: object) =>
    call('POST', conversationPath(of, id, part), { bearer: owner.token, body })
  expect((await post('take-over', {})).status).toBe(200)
  whatsapp.ageWindow(phoneId, 25 * 3_600_000)
  await sql(`update messages set at = at - interval '25 hours' where conversation_id = $1`, [id])
  const late = await post('replies', { id: 'a-late-reply', text: 'It is on its way.' })
  expect(late).toMatchObject({
    status: 409,
    body: {
      message: 'WhatsApp accepts replies for 24 hours after the visitor’s last message. Send a template instead.',
    },
  })
  const template = { name: 'on_its_way', language: 'en', category: 'UTILITY', bodyText: 'Order {{1}} is on its way.' }
  await rpc('createTemplate', { longAccessToken: token, wabaId, ...template })
  const send = (values: string[]) =>
    post('template', { id: 'a-template-sent', name: 'on_its_way', language: 'en', values })
  expect((await send(['4711'])).body).toMatchObject({ message: 'Choose an approved template.' })
  await whatsapp.decide(wabaId, 'on_its_way', 'APPROVED')
  expect((await send([])).body).toMatchObject({ message: 'Fill in every value of the template.' })
  expect((await send(['4711'])).body).toMatchObject({
    data: { from: 'human', items: [{ type: 'text', text: 'Order 4711 is on its way.' }] },
  })
  await send(['4711'])
  await expect
    .poll(() => told(phoneId).map(({ text }) => text), WAIT)
    .toEqual(['One moment.', 'Order 4711 is on its way.'])
  expect(meta.calls.filter(({ body }) => body.type === 'template')).toHaveLength(1)
}, 60_000)

/** A conversation that `owner` has taken over, and an approved template with such a header. */
async function withTemplate(format: 'IMAGE' | 'VIDEO' | 'DOCUMENT', ending: string) {
  const made = await connected()
  const { of, phoneId, wabaId } = made
  const name = `with_${format.toLowerCase()}`
  const template = { name, language: 'en', category: 'UTILITY', bodyText: 'Here it is, {{1}}.' }
  const add = (example: string) =>
    call('POST', whatsappPath(of, 'templates'), {
      bearer: owner.token,
      body: { ...template, header: { format, example: `http://${files.host}/${example}` } },
    })
  expect((await add(`example.${ending}`)).body).toMatchObject({ status: 'PENDING' })
  await whatsapp.decide(wabaId, name, 'APPROVED')
  app.model.control.script([{ text: 'One moment.' }])
  await whatsapp.say({ phone: phoneId, text: 'Please send it' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(1)
  const [conversation] = await conversationOf(of)
  const id = conversation?.id ?? ''
  const post = (part: string, body: object, by = owner) =>
    call('POST', conversationPath(of, id, part), { bearer: by.token, body })
  expect((await post('take-over', {})).status).toBe(200)
  const send = (over: object, by = owner) =>
    post('template', { id: `message-${name}`, name, language: 'en', values: ['Vera'], ...over }, by)
  const headers = () =>
    meta.calls
      .filter(({ path, body }) => path === `/v18.0/${phoneId}/messages` && body.type === 'template')
      .map(({ body }) => (body.template as { components: { type: string; parameters: unknown[] }[] }).components[0])
  return { ...made, id, add, post, send, headers }
}

test.each([
  ['IMAGE', 'jpg'],
  ['VIDEO', 'mp4'],
  ['DOCUMENT', 'pdf'],
] as const)(
  'sends a template with its %s once, and says what is wrong with another file',
  async (format, ending) => {
    const { add, send, headers, phoneId } = await withTemplate(format, ending)
    const at = (file: string) => ({ media: `http://${files.host}/${file}` })
    const isRefused = async (given: object, message: RegExp) =>
      expect(await send(given)).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
    await isRefused({}, /needs one file of the type/)
    await isRefused(at('page.html'), /must be at a public address and of one of these types/)
    await isRefused(at('gone.jpg'), /must be at a public address/)
    await isRefused({ media: 'http://10.0.0.1/private.jpg' }, /must be at a public address/)
    if (format === 'IMAGE') await isRefused(at('large.jpg'), /too large\. WhatsApp accepts up to 5 MB/)
    expect((await add('page.html')).body).toMatchObject({ message: expect.stringMatching(/must be at a public/) })
    expect((await send(at(`shown.${ending}`))).body).toMatchObject({ data: { from: 'human' } })
    await send(at(`shown.${ending}`))
    // The notice about who joined may come before or after it.
    const sent = () => told(phoneId).flatMap(({ text }) => (text.startsWith('Here') ? [text] : []))
    await expect.poll(sent, WAIT).toEqual(['Here it is, Vera.'])
    const kind = format.toLowerCase()
    const file = {
      link: `http://${files.host}/shown.${ending}`,
      ...(format === 'DOCUMENT' && { filename: 'shown.pdf' }),
    }
    expect(headers()).toEqual([{ type: 'header', parameters: [{ type: kind, [kind]: file }] }])
  },
  60_000,
)

test('starts a campaign only with the file that its template shows, and sends it', async () => {
  const { of, headers, phoneId, wabaId } = await withTemplate('IMAGE', 'jpg')
  const plain = { name: 'without_media', language: 'en', category: 'UTILITY', bodyText: 'Hello' }
  await call('POST', whatsappPath(of, 'templates'), { bearer: owner.token, body: plain })
  await whatsapp.decide(wabaId, plain.name, 'APPROVED')
  const base = `${app.api('eu')}/v2/agents/${of.id}`
  await app.must('POST', `${base}/leads`, owner.token, { name: 'Vera', phone: '+491700000077', variables: {} })
  const hours = { from: '00:00', until: '23:59', days: [1, 2, 3, 4, 5, 6, 7] }
  const start = async (template: object) => {
    const plan = { name: 'News', channel: 'whatsapp', text: 'Here it is, {name}.', ...hours }
    const body = { ...plan, template: { name: 'with_image', language: 'en', hasName: true, ...template } }
    const made = await app.must<{ data: { id: string } }>('POST', `${base}/campaigns`, owner.token, body)
    const path = `${base}/campaigns/${made.data.id}`
    const reach = await call<{ message: string }>('GET', `${path}/reach`, { bearer: owner.token })
    const started = await call<{ message: string }>('POST', `${path}/start`, {
      bearer: owner.token,
      body: { agreed: true },
    })
    expect(reach.body.message).toBe(started.body.message)
    return started.status === 200 ? 'started' : started.body.message
  }
  const media = (file: string, kind = 'IMAGE') => ({ media: { kind, url: `http://${files.host}/${file}` } })
  const picture = 'This template has an image above its text. Enter its address.'
  expect(await start({})).toBe(picture)
  expect(await start(media('shown.mp4', 'VIDEO'))).toBe(picture)
  expect(await start(media('page.html'))).toMatch(/must be at a public address and of one of these types/)
  expect(await start(media('large.jpg'))).toMatch(/too large/)
  expect(await start({ ...media('shown.jpg'), name: plain.name, hasName: false })).toBe(
    'This template has nothing above its text. Remove the address.',
  )
  expect(await start({ ...media('shown.jpg'), hasName: false })).toBe('Fill in every value of the template.')
  expect(await start({ ...media('shown.jpg'), name: 'never_made' })).toBe('Choose an approved template.')
  expect(headers()).toEqual([])
  expect(await start(media('shown.jpg'))).toBe('started')
  const shown = { type: 'image', image: { link: `http://${files.host}/shown.jpg` } }
  await expect.poll(headers, WAIT).toEqual([{ type: 'header', parameters: [shown] }])
  expect(whatsapp.chat(phoneId, '491700000077').map(({ text }) => text)).toEqual(['Here it is, Vera.'])
}, 60_000)

test('sends a template with a file of its own conversation, and with no other file', async () => {
  const { id, post, send, headers } = await withTemplate('IMAGE', 'jpg')
  const upload = async (filename: string, base64Payload: string) =>
    (await post('reply-attachments', { filename, base64Payload })).body as { data: { url: string } }
  const { data: picture } = await upload('dot.png', PIXEL)
  const { data: words } = await upload('words.txt', Buffer.from('Plain words').toString('base64'))
  const other = await withTemplate('IMAGE', 'jpg')
  const isRefused = async (given: object, message: string) =>
    expect(JSON.stringify((await send(given)).body)).toContain(message)
  await isRefused({ attachments: [words.url] }, 'of one of these types: image/jpeg, image/png')
  await isRefused({ attachments: [picture.url], media: `http://${files.host}/a.jpg` }, 'needs one file of the type')
  const foreign = await other.send({ attachments: [picture.url] })
  expect(foreign).toMatchObject({ status: 400, body: { message: 'Upload the attachments first.' } })
  expect((await send({ attachments: [picture.url] }, stranger)).status).toBe(404)
  expect((await send({ attachments: [picture.url] })).body).toMatchObject({
    data: { items: [{ text: 'Here it is, Vera.' }, { type: 'visual' }] },
  })
  await expect.poll(headers, WAIT).toHaveLength(1)
  const [header] = headers() as { parameters: { image: { link: string } }[] }[]
  const shown = await fetch(header?.parameters[0]?.image.link ?? '')
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  const parts = await sql(`select key from channel_outbox where key like $1 and key not like '%:0'`, [`m${id}:%`])
  expect(parts.rows).toEqual([])
}, 60_000)

test('lists the numbers of a workspace, and moves one to another agent', async () => {
  const { of, phoneId } = await connected()
  const other = await app.makeAgent(owner)
  const list = async (by: Person) =>
    (await call('GET', `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/whatsapp-numbers`, { bearer: by.token }))
      .body as { items: { phoneId: string; agentId: string; name: string }[] }
  expect((await list(owner)).items).toContainEqual(
    expect.objectContaining({ phoneId, agentId: of.id, name: 'Sandbox Shop', status: 'active' }),
  )
  expect((await list(stranger)).items).toBeUndefined()
  const assign = (to: TestAgent, by = owner) =>
    call('POST', whatsappPath(to, `numbers/${phoneId}`), { bearer: by.token, body: {} })
  const theirs = await app.makeAgent(stranger)
  expect((await assign(theirs, stranger)).status).toBe(404)
  expect((await assign(other)).body).toMatchObject({ number: { phoneId, agentId: other.id } })
  app.model.control.script([{ text: 'The other one speaks.' }])
  await whatsapp.say({ phone: phoneId, text: 'Hi' })
  await expect.poll(() => told(phoneId).map(({ text }) => text), WAIT).toEqual(['The other one speaks.'])
  expect(await conversationOf(other)).toHaveLength(1)
  const { phoneId: second } = await connected()
  expect(
    (await call('POST', whatsappPath(other, `numbers/${second}`), { bearer: owner.token, body: {} })).body,
  ).toMatchObject({ message: 'This agent already answers on another WhatsApp number. Remove that one first.' })
}, 60_000)

test('routes a visitor to the agent that has the number now, even if a process cached another', async () => {
  const { of, phoneId } = await connected()
  const next = await app.makeAgent(owner)
  app.model.control.script([{ text: 'One.' }, { text: 'Two.' }])
  await whatsapp.say({ phone: phoneId, from: '491701111111', text: 'Hi' })
  const agentsOf = async () =>
    (
      await sql(
        `select i.agent_id from external_identities i join channel_connections c on c.id = i.connection_id
          where c.account = $1 order by i.created_at`,
        [phoneId],
      )
    ).rows as unknown[]
  await expect.poll(agentsOf, WAIT).toEqual([{ agent_id: of.id }])
  // As another process would do it.
  await sql(`update channel_connections set agent_id = $1 where channel = 'whatsapp' and account = $2`, [
    next.id,
    phoneId,
  ])
  await whatsapp.say({ phone: phoneId, from: '491702222222', text: 'Hi' })
  await expect.poll(agentsOf, WAIT).toEqual([{ agent_id: of.id }, { agent_id: next.id }])
}, 60_000)

test('tells the visitor which file is too large, and answers the rest of the message', async () => {
  const { of, phoneId } = await connected()
  // A job of an earlier test may take one of the answers.
  app.model.control.script(Array.from({ length: 10 }, () => ({ text: 'A fine picture.' })))
  const file = whatsapp.upload(Buffer.alloc(10_000_001), 'application/pdf')
  const document = { id: file, mime_type: 'application/pdf', filename: 'plans.pdf', caption: 'Our plans' }
  await whatsapp.say({ phone: phoneId, message: { type: 'document', document } })
  await expect
    .poll(() => told(phoneId).map(({ text }) => text), WAIT)
    .toEqual(['I can’t accept “plans.pdf”: Max size: 10 MBs', 'A fine picture.'])
  const log = await call('GET', `${channelPath(of)}/log`, { bearer: owner.token })
  expect(JSON.stringify(log.body)).toContain('plans.pdf')
}, 60_000)

test('shows the agent which message a visitor quotes', async () => {
  const { of, phoneId } = await connected()
  await whatsapp.say({ phone: phoneId, text: 'Red?' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(1)
  await whatsapp.say({ phone: phoneId, text: 'Blue?' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(2)
  const [first] = told(phoneId)
  await whatsapp.say({ phone: phoneId, text: 'When is it back?', message: { context: { id: first?.id } } })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(3)
  const found = await sql(
    `select m.items from messages m join conversations c on c.id = m.conversation_id
     where c.agent_id = $1 and m.author = 'user' order by m.seq desc limit 1`,
    [of.id],
  )
  expect(first?.text).not.toBe('')
  expect(found.rows).toEqual([{ items: [{ type: 'text', text: `> ${first?.text}\n\nWhen is it back?` }] }])
}, 60_000)

test('shows a visitor’s reactions, and sends those of people to the visitor’s message', async () => {
  const { of, phoneId } = await connected()
  app.model.control.script([{ text: 'We open at nine.' }])
  await whatsapp.say({ phone: phoneId, text: 'When do you open?' })
  await expect.poll(() => told(phoneId).length, WAIT).toBe(1)
  const [conversation] = await conversationOf(of)
  const path = conversationPath(of, conversation?.id ?? '', 'delivery')
  const shown = async () =>
    ((await call('GET', path, { bearer: owner.token })).body as { data: { reactions: unknown[]; canReact: boolean } })
      .data
  const [answer] = told(phoneId)
  const react = (emoji: string | undefined) =>
    whatsapp.say({ phone: phoneId, message: { type: 'reaction', reaction: { message_id: answer?.id, emoji } } })
  await react('❤️')
  await expect.poll(async () => (await shown()).reactions, WAIT).toEqual([{ seq: 2, by: 'visitor', emoji: '❤️' }])
  await react(undefined)
  await expect.poll(async () => (await shown()).reactions, WAIT).toEqual([])

  const put = (seq: number, emoji: string, by = owner) =>
    call('PUT', conversationPath(of, conversation?.id ?? '', `reactions/${seq}`), { bearer: by.token, body: { emoji } })
  expect((await put(1, '👍')).body).toEqual({ success: true })
  await expect.poll(() => whatsapp.chat(phoneId)[0]?.reaction, WAIT).toBe('👍')
  expect(await shown()).toMatchObject({ reactions: [{ seq: 1, by: 'workspace', emoji: '👍' }], canReact: true })
  expect((await put(1, '')).status).toBe(200)
  await expect.poll(() => whatsapp.chat(phoneId)[0]?.reaction, WAIT).toBe('')
  expect((await put(2, '👍')).status).toBe(409)
  expect((await put(1, 'yes')).status).toBe(400)
  expect((await put(1, '👍', stranger)).status).toBe(404)
}, 60_000)
