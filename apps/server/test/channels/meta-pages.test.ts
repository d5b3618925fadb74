import { createPagesProduct, type PagesProduct, type Written } from '@parlance/simulators/meta-pages/product'
import { newUser, startGraph } from '@parlance/simulators/meta/graph'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

let pages!: PagesProduct
const meta = await startGraph({ products: [(tools) => (pages = createPagesProduct(tools))] })
afterAll(meta.close)
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
const WAIT = { timeout: 20_000, interval: 50 }

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await app.signUp('eu')
  stranger = await app.signUp('na')
  expect(await meta.deliverTo('page', `${app.url}/webhooks/messenger`)).toBe(true)
  expect(await meta.deliverTo('instagram', `${app.url}/webhooks/instagram`)).toBe(true)
})
beforeEach(() => app.model.control.reset())

interface Offered {
  readonly pageId: string
  readonly pageName: string
  readonly igPageId: string
  readonly igPageName: string
  readonly accessToken: string
}
const rpc = (by: Person, name: string, body: object) =>
  call('POST', `${app.api(by.region)}/rpc/${name}`, { bearer: by.token, body })
/** The pages of a new Meta user, as a login and its two follow-up calls return them. */
async function offered(by = owner, user = newUser()): Promise<Offered[]> {
  const exchanged = await rpc(by, 'exchangeMetaToken', { token: meta.login(user) })
  expect(exchanged.status).toBe(200)
  const longAccessToken = (exchanged.body as { longer_access_token: string }).longer_access_token
  const answer = await rpc(by, 'tokenToPages', { longAccessToken })
  expect(answer.status).toBe(200)
  return (answer.body as { pages: Offered[] }).pages
}
async function connected(by = owner, index = 0) {
  const of = await app.makeAgent(by)
  const page = (await offered(by))[index]
  if (!page) throw new Error('no page')
  const answer = await rpc(by, 'connectMetaPage', { agentId: of.id, selectedPage: page })
  expect(answer.status).toBe(200)
  return { of, page, answer }
}
const write = (written: Written) => pages.write(written)
const told = (account: string) => pages.chat(account).filter(({ from }) => from === 'page')
const sql = (text: string, values: unknown[] = [], region: 'eu' | 'na' = 'eu') =>
  app.dbs[region].pool.query<Record<string, unknown>>(text, values)
const list = (by: Person, query = '') =>
  call('GET', `${app.api(by.region)}/v2/workspaces/${by.workspace.uid}/meta-pages${query}`, { bearer: by.token })

test('identifies the signed-in Meta user with a sealed token of the same workspace', async () => {
  const { body } = await rpc(owner, 'exchangeMetaToken', { token: meta.login(newUser()) })
  const token = (body as { longer_access_token: string }).longer_access_token
  const answer = await rpc(owner, 'tokenToUser', { token })
  expect(answer.body).toMatchObject({ id: expect.any(String), name: 'Sandbox Owner', email: 'owner@sandbox.test' })
})

test('goes from login to a connected page without returning Meta’s token', async () => {
  const user = newUser()
  meta.calls.length = 0
  const found = await offered(owner, user)
  expect(found).toMatchObject([
    { pageName: 'Lamp Shop', igPageName: 'lampshop' },
    { pageName: 'Garden Café', igPageId: '', igPageName: '' },
  ])
  const [page] = found
  if (!page) throw new Error('no page')
  const of = await app.makeAgent(owner)
  const answer = await rpc(owner, 'connectMetaPage', { agentId: of.id, selectedPage: page })
  const { pageId, pageName, igPageId, igPageName } = page
  const record = { pageId, pageName, igPageId, igPageName, agentId: of.id }
  expect(answer.body).toEqual({ success: true, metaPage: record })
  expect(meta.calls.map(({ path }) => path)).toEqual([
    '/v18.0/oauth/access_token',
    '/v18.0/me/accounts',
    '/v18.0/me',
    `/v18.0/${pageId}/subscribed_apps`,
    '/v18.0/me/messenger_profile',
    '/v18.0/me',
    `/v18.0/${pageId}/subscribed_apps`,
  ])
  expect(pages.subscribed(pageId)).toContain('messages')
  const checked = await rpc(owner, 'checkPageSubscriptions', { pageAccessToken: page.accessToken })
  expect(checked.body).toMatchObject({ subscriptions: { responseJson: { data: [{ id: meta.appId }] } } })
  const listed = await list(owner, `?agentId=${of.id}`)
  expect(listed.body).toMatchObject({ items: [{ ...record, status: 'active' }] })
  expect(JSON.stringify([found, answer.body, checked.body, listed.body])).not.toMatch(/EAA[ulp]\d/)
  const added = `select name from analytics_events where agent_id = $1 and name like '%channel_added'`
  await expect.poll(async () => (await sql(added, [of.id])).rows, WAIT).toEqual([{ name: 'instagram_channel_added' }])
}, 60_000)

test('passes on Meta’s reason when it refuses, and rejects tokens of another workspace', async () => {
  const refused = await rpc(owner, 'exchangeMetaToken', { token: 'EAAu1Znothing' })
  expect(refused).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Invalid OAuth access token') },
  })
  const [page] = await offered()
  if (!page) throw new Error('no page')
  const theirs = await app.makeAgent(stranger)
  const selectedPage = { ...page }
  expect((await rpc(stranger, 'connectMetaPage', { agentId: theirs.id, selectedPage })).status).toBe(400)
  expect((await rpc(stranger, 'checkPageSubscriptions', { pageAccessToken: page.accessToken })).status).toBe(400)
  const of = await app.makeAgent(owner)
  expect((await rpc(stranger, 'connectMetaPage', { agentId: of.id, selectedPage })).status).toBe(404)
  const other = { ...page, pageId: `9${page.pageId}` }
  expect((await rpc(owner, 'connectMetaPage', { agentId: of.id, selectedPage: other })).status).toBe(400)
  expect(pages.subscribed(page.pageId)).toEqual([])
})

test('does not connect a page that sends nothing', async () => {
  const [page] = await offered()
  const checked = await rpc(owner, 'checkPageSubscriptions', { pageAccessToken: page?.accessToken })
  expect(checked.body).toEqual({ subscriptions: { responseJson: { data: [] } } })
})

test('answers once on Messenger and on Instagram, and names the sender', async () => {
  const { of, page } = await connected()
  app.model.control.script([{ text: 'We open at nine.' }, { text: 'On Instagram too.' }])
  const { mid } = await write({ account: page.pageId, text: 'When do you open?' })
  await Promise.all(Array.from({ length: 10 }, () => write({ account: page.pageId, text: 'When do you open?', mid })))
  await expect.poll(() => told(page.pageId).map(({ text }) => text), WAIT).toEqual(['We open at nine.'])
  await write({ account: page.igPageId, text: 'And here?' })
  await expect.poll(() => told(page.igPageId).map(({ text }) => text), WAIT).toEqual(['On Instagram too.'])
  const conversations = await sql(
    'select channel, visitor from conversations where agent_id = $1 order by channel desc',
    [of.id],
  )
  expect(conversations.rows).toEqual([
    { channel: 'messenger', visitor: 'Vera Visitor' },
    { channel: 'instagram', visitor: 'Vera Visitor' },
  ])
  expect(pages.actions.filter(({ account }) => account === page.pageId).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['mark_seen', 'typing_on']),
  )
  // Meta's echoes of our own messages are neither answered nor mistaken for a human.
  await expect
    .poll(
      async () =>
        (
          await sql(
            'select distinct state from channel_outbox o join channel_connections c on c.id = o.connection_id where c.agent_id = $1',
            [of.id],
          )
        ).rows,
      WAIT,
    )
    .toEqual([{ state: 'delivered' }])
}, 60_000)

test('routes the pages of two tenants in one batch to their own agents and regions, and logs an unconnected page', async () => {
  const warned = vi.spyOn(app.log, 'warn')
  const mine = await connected(owner)
  const theirs = await connected(stranger)
  const held = await Promise.all([
    write({ account: mine.page.pageId, text: 'Hello eu', hold: true }),
    write({ account: theirs.page.pageId, text: 'Hello na', hold: true }),
  ])
  app.model.control.script([{ text: 'Hi.' }, { text: 'Hi.' }])
  const nobodys = JSON.parse(
    JSON.stringify(held[0]?.entry)
      .replaceAll(mine.page.pageId, '99000000000001')
      .replaceAll('Hello eu', 'Hello nobody'),
  ) as unknown
  const body = JSON.stringify({ object: 'page', entry: [nobodys, ...held.map(({ entry }) => entry)] })
  const post = (signature: string) =>
    fetch(`${app.url}/webhooks/messenger`, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } })
  expect((await post(`sha256=${'0'.repeat(64)}`)).status).toBe(401)
  expect((await post(meta.sign(body))).status).toBe(200)
  await expect.poll(() => [told(mine.page.pageId).length, told(theirs.page.pageId).length], WAIT).toEqual([1, 1])
  expect(warned.mock.calls).toContainEqual([
    { provider: 'messenger', account: '99000000000001' },
    expect.stringContaining('nobody connected'),
  ])
  const alone = JSON.stringify({ object: 'page', entry: [nobodys] })
  const headers = { 'x-hub-signature-256': meta.sign(alone) }
  expect((await fetch(`${app.url}/webhooks/messenger`, { method: 'POST', body: alone, headers })).status).toBe(200)
  for (const [region, text, of] of [
    ['eu', 'Hello eu', mine.of],
    ['na', 'Hello na', theirs.of],
  ] as const) {
    const said = `select c.agent_id from messages m join conversations c on c.id = m.conversation_id
      where m.items::text like '%' || $1 || '%'`
    expect((await sql(said, [text], region)).rows).toEqual([{ agent_id: of.id }])
    expect((await sql(said, ['Hello nobody'], region)).rows).toEqual([])
    const found = await sql(`select items::text as said from messages where items::text like '%Hello %'`, [], region)
    expect(JSON.stringify(found.rows)).toContain(text)
    expect(JSON.stringify(found.rows)).not.toContain(region === 'eu' ? 'Hello na' : 'Hello eu')
  }
}, 60_000)

const messagesOf = async (of: TestAgent) =>
  (
    await sql(
      'select m.author, m.items::text as items from messages m join conversations c on c.id = m.conversation_id where c.agent_id = $1 order by m.seq',
      [of.id],
    )
  ).rows.map(
    ({ author, items }) => `${String(author)}: ${(JSON.parse(String(items)) as { text?: string }[])[0]?.text ?? ''}`,
  )
const stateOf = async (of: TestAgent) =>
  (await sql('select state from conversations where agent_id = $1', [of.id])).rows.map(({ state }) => state)

test('stores a human’s answers from the page inbox, and silences the agent from then on', async () => {
  const { of, page } = await connected()
  app.model.control.script([{ text: 'May I help?' }, { text: 'The agent again.' }])
  const account = page.pageId
  await write({ account, text: 'Hello' })
  await expect.poll(() => told(account).length, WAIT).toBe(1)
  await write({ account, kind: 'echo', text: 'Ben here, let me look.' })
  await expect.poll(() => stateOf(of), WAIT).toEqual(['human-chatting'])
  const typing = () => pages.actions.filter((one) => one.account === account && one.action === 'typing_on').length
  const typed = typing()
  await write({ account, text: 'Thanks Ben' })
  await write({ account, kind: 'standby', text: 'Still there?' })
  await expect
    .poll(() => messagesOf(of), WAIT)
    .toEqual(['user: Hello', 'agent: May I help?', 'human: Ben here, let me look.', 'user: Thanks Ben\nStill there?'])
  // None of it is sent a second time, and nobody is typing.
  expect(told(account).map(({ text }) => text)).toEqual(['May I help?'])
  expect(typing()).toBe(typed)
}, 60_000)

test('shows the edit of an answered message, and does not answer it again', async () => {
  const { of, page } = await connected()
  app.model.control.script([{ text: 'At nine.' }, { text: 'Until six.' }])
  const account = page.pageId
  await write({ account, text: 'When do you opn?' })
  await expect.poll(() => told(account).length, WAIT).toBe(1)
  expect(await write({ account, kind: 'edit', text: 'When do you open on Sunday?' })).toMatchObject({ status: 200 })
  const before = ['user: When do you open on Sunday?', 'agent: At nine.']
  await expect.poll(() => messagesOf(of), WAIT).toEqual(before)
  await write({ account, text: 'And until when?' })
  await expect.poll(() => told(account).map(({ text }) => text), WAIT).toEqual(['At nine.', 'Until six.'])
  expect(await messagesOf(of)).toEqual([...before, 'user: And until when?', 'agent: Until six.'])
}, 60_000)

test('takes an answer from the page inbox for a human’s after a send with an unknown outcome', async () => {
  const { of, page } = await connected()
  app.model.control.script([{ text: 'May I help?' }])
  const account = page.pageId
  await write({ account, text: 'Hello' })
  const lose = `update channel_outbox o set state = 'unknown', provider_id = '' from channel_connections c
    where c.id = o.connection_id and c.agent_id = $1 and o.state = 'delivered' returning 1`
  await expect.poll(async () => (await sql(lose, [of.id])).rows.length, WAIT).toBe(1)
  await write({ account, kind: 'echo', text: 'Ben here, let me look.' })
  await expect.poll(() => messagesOf(of), WAIT).toContain('human: Ben here, let me look.')
  expect(await stateOf(of)).toEqual(['human-chatting'])
}, 60_000)

test('counts the reply window from the visitor’s message, not from answers of the page inbox', async () => {
  const { of, page } = await connected()
  app.model.control.script([{ text: 'May I help?' }])
  const account = page.pageId
  await write({ account, text: 'Hello' })
  await expect.poll(() => told(account).length, WAIT).toBe(1)
  const [conversation] = (await sql('select id from conversations where agent_id = $1', [of.id])).rows
  const until = async () => {
    const path = `/v2/agents/${of.id}/conversations/${String(conversation?.id)}/delivery`
    const { body } = await call('GET', `${app.api('eu')}${path}`, { bearer: owner.token })
    return (body as { data: { repliesUntil: string } }).data.repliesUntil
  }
  const before = await until()
  await write({ account, kind: 'echo', text: 'Ben here, let me look.' })
  await expect.poll(() => stateOf(of), WAIT).toEqual(['human-chatting'])
  expect(await until()).toBe(before)
}, 60_000)

test('sends human answers for seven days under the human-agent tag, and shows what was read', async () => {
  const { of, page } = await connected()
  const account = page.pageId
  app.model.control.script([{ text: 'Let me see.' }])
  await write({ account, text: 'I want a human' })
  await expect.poll(() => told(account).length, WAIT).toBe(1)
  await write({ account, kind: 'read' })
  const state = () =>
    sql(
      'select o.state from channel_outbox o join channel_connections c on c.id = o.connection_id where c.agent_id = $1 order by o.id',
      [of.id],
    )
  await expect.poll(async () => (await state()).rows, WAIT).toEqual([{ state: 'read' }])
  const [conversation] = (await sql('select id from conversations where agent_id = $1', [of.id])).rows
  const path = `${app.api('eu')}/v2/agents/${of.id}/conversations/${String(conversation?.id)}`
  expect((await call('POST', `${path}/take-over`, { bearer: owner.token, body: {} })).status).toBe(200)
  const refusal = { code: 10, subcode: 2018278, message: 'This message is sent outside of allowed window.' }
  meta.calls.length = 0
  meta.fail({ path: /\/messages$/, ...refusal }, { path: /\/messages$/, ...refusal })
  const reply = { id: 'reply-outside-window', text: 'Sorry for the wait.' }
  expect((await call('POST', `${path}/replies`, { bearer: owner.token, body: reply })).status).toBe(200)
  await expect.poll(() => told(account).map(({ text }) => text), WAIT).toContain('Sorry for the wait.')
  const sent = meta.calls.filter(({ path: at, body }) => at.endsWith('/messages') && body.message !== undefined)
  expect(sent.at(-1)?.body).toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })
}, 60_000)

test('accepts pictures, and story replies with their story', async () => {
  const { of, page } = await connected()
  app.model.control.script([{ text: 'A fine picture.' }, { text: 'Thank you.' }])
  await write({ account: page.igPageId, kind: 'picture', text: 'Look' })
  await expect.poll(() => told(page.igPageId).length, WAIT).toBe(1)
  await write({ account: page.igPageId, kind: 'story-reply', text: 'Love it' })
  await expect.poll(() => told(page.igPageId).length, WAIT).toBe(2)
  const kept = await sql(
    `select items from messages m join conversations c on c.id = m.conversation_id where c.agent_id = $1 and author = 'user' order by seq`,
    [of.id],
  )
  expect(kept.rows).toMatchObject([
    { items: [{ type: 'text', text: 'Look' }, { type: 'visual' }] },
    { items: [{ type: 'text', text: 'Love it' }, { type: 'visual' }] },
  ])
}, 60_000)

test('does not refuse a video story that the visitor replies to', async () => {
  const { page } = await connected()
  app.model.control.script([{ text: 'Thank you.' }])
  await write({ account: page.igPageId, kind: 'video-story-reply', text: 'Love it' })
  await expect.poll(() => told(page.igPageId).map(({ text }) => text), WAIT).toEqual(['Thank you.'])
}, 60_000)

test('reads a document, and still knows it when the next question comes', async () => {
  const { page } = await connected()
  const account = page.pageId
  app.model.control.script([{ text: 'Thank you.' }, { text: '90 euros.' }])
  await write({ account, kind: 'file' })
  await expect.poll(() => told(account).length, WAIT).toBe(1)
  await write({ account, text: 'What does the desk cost?' })
  await expect.poll(() => told(account).length, WAIT).toBe(2)
  const { body } = app.model.control.requests.findLast(({ path }) => path.endsWith('/chat/completions')) ?? {}
  expect(JSON.stringify(body)).toContain('Desk: 90 euros')
}, 60_000)

test.each([
  ['a token that Meta revoked', { code: 190, subcode: 460, message: 'Error validating access token', status: 401 }],
  [
    'a page that Meta blocked',
    { code: 368, subcode: 1_390_008, message: 'The action attempted has been deemed abusive', status: 400 },
  ],
  ['a page to which access was lost', { code: 100, subcode: 33, message: 'Unsupported post request.', status: 400 }],
])(
  'notices %s, and reports it',
  async (_what, refusal) => {
    const { of, page } = await connected()
    app.model.control.script([{ text: 'Nobody reads this.' }])
    const fault = { path: /\/messages$/, ...refusal }
    meta.fail({ ...fault }, { ...fault }, { ...fault })
    await write({ account: page.pageId, text: 'Hello?' })
    await expect
      .poll(async () => (await list(owner, `?agentId=${of.id}`)).body, WAIT)
      .toMatchObject({ items: [{ status: 'failing', lastError: expect.stringContaining(refusal.message) }] })
    meta.recover()
  },
  60_000,
)

test('says that Meta blocked a page until it lifts the block, and logs its warnings', async () => {
  const { of, page } = await connected()
  const shown = async () => (await list(owner, `?agentId=${of.id}`)).body
  const log = async () =>
    JSON.stringify(
      (await call('GET', `${app.api('eu')}/agents/${of.id}/channels/messenger/log`, { bearer: owner.token })).body,
    )
  expect(await pages.enforce(page.pageId, 'warning', 'Too many messages.')).toBe(200)
  await expect.poll(log, WAIT).toContain('Meta: Too many messages.')
  expect(await shown()).toMatchObject({ items: [{ status: 'active', lastError: '' }] })
  await pages.enforce(page.pageId, 'block', 'The bot violated our policies.')
  await expect
    .poll(shown, WAIT)
    .toMatchObject({ items: [{ status: 'failing', lastError: 'Meta: The bot violated our policies.' }] })
  await pages.enforce(page.pageId, 'unblock')
  await expect.poll(shown, WAIT).toMatchObject({ items: [{ status: 'active', lastError: '' }] })
}, 60_000)

test('disconnects both channels, and Meta stops sending', async () => {
  const { of, page } = await connected()
  const gone = { agentId: of.id, pageId: page.pageId }
  expect((await rpc(stranger, 'removeMetaPage', gone)).status).toBe(404)
  const path = `${app.api('eu')}/agents/${of.id}/channels/instagram`
  expect((await call('DELETE', path, { bearer: owner.token })).status).toBe(200)
  expect(pages.subscribed(page.pageId)).not.toEqual([])
  expect((await rpc(owner, 'removeMetaPage', gone)).body).toEqual({ success: true })
  expect(pages.subscribed(page.pageId)).toEqual([])
  expect((await sql('select 1 from channel_connections where agent_id = $1', [of.id])).rows).toEqual([])
  expect((await rpc(owner, 'removeMetaPage', gone)).status).toBe(200)
})

test('moves a page to another agent, which answers from then on', async () => {
  const { of, page } = await connected()
  const next = await app.makeAgent(owner)
  const assign = (to: TestAgent, by = owner) =>
    call('POST', `${app.api(by.region)}/agents/${to.id}/meta-pages/${page.pageId}`, { bearer: by.token, body: {} })
  expect((await assign(await app.makeAgent(stranger), stranger)).status).toBe(404)
  const busy = await connected()
  expect((await assign(busy.of)).status).toBe(409)
  expect((await assign(next)).body).toMatchObject({ metaPage: { pageId: page.pageId, agentId: next.id } })
  app.model.control.script([{ text: 'The new one.' }])
  await write({ account: page.pageId, text: 'Who is there?' })
  await expect.poll(() => told(page.pageId).map(({ text }) => text), WAIT).toEqual(['The new one.'])
  const conversations = await sql('select agent_id from conversations where agent_id = any($1)', [[of.id, next.id]])
  expect(conversations.rows).toEqual([{ agent_id: next.id }])
}, 60_000)

test('asks for consent again once a page moved to another agent', async () => {
  const asks = (consentText: string) => ({ consentRequired: true, consentText })
  const of = await app.makeAgent(owner, asks('The shop keeps this chat.'))
  const next = await app.makeAgent(owner, asks('The clinic keeps this chat.'))
  const [page] = await offered()
  if (!page) throw new Error('no page')
  expect((await rpc(owner, 'connectMetaPage', { agentId: of.id, selectedPage: page })).status).toBe(200)
  const says = async (text: string, answer: RegExp) => {
    await write({ account: page.pageId, text })
    await expect.poll(() => told(page.pageId).at(-1)?.text, WAIT).toMatch(answer)
  }
  app.model.control.script([{ text: 'At nine.' }])
  await says('When do you open?', /The shop keeps this chat\./)
  await says('agree', /At nine\./)
  await app.must('POST', `${app.api('eu')}/agents/${next.id}/meta-pages/${page.pageId}`, owner.token, {})
  await says('And you?', /The clinic keeps this chat\./)
}, 60_000)

test('connects a page to one workspace at a time', async () => {
  const user = newUser()
  const [page] = await offered(owner, user)
  const [same] = await offered(stranger, user)
  const [mine, theirs] = [await app.makeAgent(owner), await app.makeAgent(stranger)]
  expect((await rpc(owner, 'connectMetaPage', { agentId: mine.id, selectedPage: page })).status).toBe(200)
  expect(await rpc(stranger, 'connectMetaPage', { agentId: theirs.id, selectedPage: same })).toMatchObject({
    status: 409,
    body: { message: 'This account is already connected to another agent. Disconnect it there first.' },
  })
})
