// Organisations and their client users: rights of the workspace and of an org's admins, and deletion.
import type { Client, Org, OrgSummary } from '@parlance/contract/orgs/schemas'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { makeClient, makeOrg, type TestClient, type TestOrg } from '../helpers/orgs.ts'
import { call, type Person } from '../helpers/people.ts'
import { PIXEL } from '../helpers/samples.ts'

const server = await sharedTestServer()
const api = server.api('eu')
let owner: Person
let agents: readonly string[]
let org: TestOrg
let admin: TestClient
const base = (by = owner) => `${api}/v2/workspaces/${by.workspace.uid}/orgs`
const at = ({ orgId } = org) => `${base()}/${orgId}`
const read = async (of = org) => (await server.must<{ data: Org }>('GET', at(of), owner.token)).data
const clientsOf = async (of = org) =>
  (await server.must<{ items: Client[] }>('GET', `${at(of)}/clients`, owner.token)).items
const add = (input: object, bearer = owner.token, of = org) =>
  call<{ data: Client } & { code: string; message: string }>('POST', `${at(of)}/clients`, {
    bearer,
    body: { name: 'Mia Lund', dashboardPassword: 'correct horse', ...input },
  })
const address = () => `mia${Math.random().toString(36).slice(2)}@example.test`

beforeAll(async () => {
  owner = await server.signUp('eu')
  agents = (await Promise.all([server.makeAgent(owner), server.makeAgent(owner)])).map(({ id }) => id)
  org = await makeOrg(server, owner, agents)
  admin = await makeClient(server, owner, org, { agentIds: agents, isOrgAdmin: true })
})

test('creates the agency with the first organisation, and shares it with the next', async () => {
  const person = await server.signUp('eu')
  const agency = `${api}/v2/workspaces/${person.workspace.uid}/agency`
  expect(await server.must('GET', agency, person.token)).toEqual({ data: null, version: 0 })
  const made = await Promise.all([1, 2, 3].map(() => makeOrg(server, person, [])))
  expect(new Set(made.map(({ agencyId }) => agencyId)).size).toBe(1)
  expect(await server.must('GET', agency, person.token)).toMatchObject({
    data: { ID: made[0]?.agencyId, name: 'Your Awesome Agency', googleFont: 'Rubik', themeVariant: 'default' },
  })
})

describe('an organisation', () => {
  test('starts with the specified defaults', async () => {
    const { data } = await server.must<{ data: Org }>('POST', base(), owner.token, {})
    expect(data).toMatchObject({
      name: 'New Organization',
      widgetIDs: [],
      dashboardLayout: 'vertical',
      defaultClientAccess: ['/home', '/convos', '/analytics', '/leads', '/campaigns'],
      settings: { smartHandoff: false, disableClientAccess: false, disableClientAccessMessage: '' },
    })
  })

  test('cannot be reached without its id', async () => {
    const missing = 'Organization ID is missing. Please try again or contact support.'
    const { status, body } = await call<{ message: string; data: object }>('PATCH', `${base()}/%20`, {
      bearer: owner.token,
      body: { name: 'Bakery' },
    })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(missing)])
  })

  test('keeps fields that are not sent', async () => {
    const made = await makeOrg(server, owner, [])
    const change = (body: object) => server.must('PATCH', at(made), owner.token, body)
    await change({ predefinedTags: ['vip', 'refund', 'vip'], settings: { smartHandoff: true } })
    await change({ name: 'Bakery', settings: { continousSessionUI: true } })
    expect(await read(made)).toMatchObject({
      name: 'Bakery',
      predefinedTags: ['vip', 'refund'],
      settings: { smartHandoff: true, continousSessionUI: true },
    })
  })

  test.each([
    ['an empty name', { name: '  ' }, 'Organization name is required.'],
    ['an empty tag', { predefinedTags: ['vip', ' '] }, 'Enter a tag.'],
    [
      '1025 characters of message',
      { settings: { disableClientAccessMessage: 'x'.repeat(1025) } },
      'Use at most 1,024 characters.',
    ],
    ['a page that there is not', { defaultClientAccess: ['/secrets'] }, undefined],
    ['a page twice', { defaultClientTabOrder: ['/home', '/home'] }, 'Each page can be listed only once.'],
    ['credits', { loadTokens: 1_000_000 }, undefined],
  ])('refuses %s', async (_, change, message) => {
    const before = await read()
    const { status, body } = await call('PATCH', at(), { bearer: owner.token, body: change })
    expect(status).toBe(400)
    if (message) expect(JSON.stringify(body)).toContain(message)
    expect(await read()).toEqual(before)
  })

  test('accepts a message of 1024 characters', async () => {
    const made = await makeOrg(server, owner, [])
    const settings = { disableClientAccessMessage: 'x'.repeat(1024) }
    expect((await call('PATCH', at(made), { bearer: owner.token, body: { settings } })).status).toBe(200)
  })

  test('has only agents of its own workspace', async () => {
    const other = await server.makeAgent(await server.signUp('eu'))
    const { status } = await call('PATCH', at(), { bearer: owner.token, body: { widgetIDs: [...agents, other.id] } })
    expect(status).toBe(400)
  })

  test('takes an agent away from its client users and gives it back; a deleted one stays away', async () => {
    const [kept = '', left = ''] = agents
    const made = await makeOrg(server, owner, agents)
    await makeClient(server, owner, made, { agentIds: agents })
    await server.must('PATCH', at(made), owner.token, { widgetIDs: [kept] })
    expect((await clientsOf(made))[0]?.widgetIDs).toEqual([kept])
    await server.must('PATCH', at(made), owner.token, { widgetIDs: [kept, left] })
    expect((await clientsOf(made))[0]?.widgetIDs).toEqual(agents)
    const third = await server.makeAgent(owner)
    await server.must('PATCH', at(made), owner.token, { widgetIDs: [kept, third.id] })
    await server.must('DELETE', `${api}/v2/agents/${third.id}`, owner.token)
    await expect.poll(async () => (await read(made)).widgetIDs).toEqual([kept])
  })

  test('is found by part of its name, in pages', async () => {
    const person = await server.signUp('eu')
    for (const name of ['Harbour Bakery', 'Bakery 100%', 'Florist'])
      await server.must('POST', base(person), person.token, { name })
    const list = (query: string) =>
      server.must<{ items: OrgSummary[]; nextCursor: string | null }>('GET', `${base(person)}?${query}`, person.token)
    expect((await list('search=bakery')).items.map(({ name }) => name)).toEqual(['Bakery 100%', 'Harbour Bakery'])
    expect((await list('search=0%25')).items.map(({ name }) => name)).toEqual(['Bakery 100%'])
    const first = await list('limit=2')
    const second = await list(`limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
      'Florist',
      'Bakery 100%',
      'Harbour Bakery',
    ])
    expect(second.nextCursor).toBeNull()
  })

  test('is deleted with its client users, who are signed out', async () => {
    const made = await makeOrg(server, owner, [])
    const { token } = await makeClient(server, owner, made)
    await server.must('DELETE', at(made), owner.token)
    expect((await call('GET', `${api}/client/me`, { bearer: token })).status).toBe(401)
    expect((await call('GET', at(made), { bearer: owner.token })).status).toBe(404)
  })
})

describe('a client user', () => {
  test('gets the defaults of the org, and a password that is shown once', async () => {
    const { body } = await add({ email: address(), dashboardPassword: '' })
    expect(body.data).toMatchObject({
      widgetIDs: agents,
      canAccess: ['/home', '/convos', '/analytics', '/leads', '/campaigns'],
      notificationsSettings: { notifyThrough: 'all', notifyIf: 'requestsOnly' },
      preferredLanguage: 'en',
      status: 'online',
    })
    expect(body.data.ID).toMatch(/^\w{15}$/)
    expect(body.data.dashboardPassword).toMatch(/^\w{15}$/)
    expect((await clientsOf()).map(({ dashboardPassword }) => dashboardPassword).join('')).toBe('')
    const { rows } = await server.dbs.eu.pool.query('select row_to_json(c)::text as row from clients c')
    expect(JSON.stringify(rows)).not.toContain(body.data.dashboardPassword)
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a short password', { dashboardPassword: 'abc' }],
    ['no address', { email: 'nothing' }],
    ['an agent that the org does not have', { widgetIDs: ['nothing'] }],
    ['a role that is not its own to say', { isAdmin: true }],
  ])('is not added with %s', async (_, input) => {
    expect((await add({ email: address(), ...input })).status).toBe(400)
  })

  test('is in one organisation of an agency, whatever the case of their address', async () => {
    const email = address()
    await add({ email })
    const second = await makeOrg(server, owner, [])
    const taken = await add({ email: email.toUpperCase() }, owner.token, second)
    expect(taken).toMatchObject({ status: 409, body: { message: `Client already exists to org: ${org.orgId}` } })
    const elsewhere = await server.signUp('eu')
    const theirs = await makeOrg(server, elsewhere, [])
    const path = `${base(elsewhere)}/${theirs.orgId}/clients`
    expect((await call('POST', path, { bearer: elsewhere.token, body: { name: 'Mia', email } })).status).toBe(200)
  })

  test('is added once by many parallel requests', async () => {
    const email = address()
    const heard = await Promise.all([1, 2, 3, 4].map(() => add({ email })))
    expect(heard.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })
})

describe("an org's own admin", () => {
  test('changes its name and tags, but nothing that the agency decides', async () => {
    const change = (body: object) => call('PATCH', at(), { bearer: admin.token, body })
    expect((await change({ name: 'Bakeries', predefinedTags: ['vip'] })).status).toBe(200)
    for (const body of [
      { widgetIDs: [] },
      { dashboardLayout: 'horizontal' },
      { defaultClientAccess: ['/kb'] },
      { settings: { disableClientAccess: false } },
    ])
      expect(await change(body)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('adds people with no more rights than the org gives', async () => {
    expect((await add({ email: address() }, admin.token)).status).toBe(200)
    expect((await add({ email: address(), isOrgAdmin: true }, admin.token)).status).toBe(403)
    expect((await add({ email: address(), allowCreateAgents: true }, admin.token)).status).toBe(403)
    const plain = await makeClient(server, owner, org, { canAccess: ['/home'], isOrgAdmin: true })
    expect((await add({ email: address(), canAccess: ['/kb'] }, plain.token)).status).toBe(403)
  })

  test('cannot take over or remove another admin, or remove themselves', async () => {
    const second = await makeClient(server, owner, org, { isOrgAdmin: true })
    const path = `${at()}/clients/${second.clientId}`
    expect(
      (await call('PATCH', path, { bearer: admin.token, body: { dashboardPassword: 'taken over now' } })).status,
    ).toBe(403)
    expect((await call('DELETE', path, { bearer: admin.token })).status).toBe(403)
    expect((await call('DELETE', `${at()}/clients/${admin.clientId}`, { bearer: admin.token })).status).toBe(403)
    expect((await call('DELETE', path, { bearer: owner.token })).status).toBe(200)
  })

  test('learns nothing about other organisations from an address', async () => {
    const email = address()
    const second = await makeOrg(server, owner, [])
    await add({ email }, owner.token, second)
    const { status, body } = await add({ email }, admin.token)
    expect([status, JSON.stringify(body).includes(second.orgId)]).toEqual([409, false])
  })
})

test('sends changes of organisations and client users to webhooks and to the log', async () => {
  const person = await server.signUp('eu')
  const made = await makeOrg(server, person, [])
  await server.must('POST', `${base(person)}/${made.orgId}/clients`, person.token, { name: 'Mia', email: address() })
  const log = `${api}/v2/workspaces/${person.workspace.uid}/audit`
  const { items } = await server.must<{ items: { action: string }[] }>('GET', log, person.token)
  expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['orgs.create', 'orgs.addClient']))
})

test('sends to webhooks what client users change of themselves', async () => {
  const person = await server.signUp('eu')
  const events = `${api}/v2/workspaces/${person.workspace.uid}/events`
  const subscription = { endpoint: server.model.url, subscribedEvents: ['client_updated'] }
  await server.must('PUT', events, person.token, subscription)
  const { token } = await makeClient(server, person, await makeOrg(server, person, []))
  const change = (body: object) => server.must('PATCH', `${api}/client/me`, token, body)
  const sent = () =>
    expect.poll(
      async () => (await server.must<{ items: object[] }>('GET', `${events}/deliveries`, person.token)).items.length,
      { timeout: 20_000 },
    )
  // Nothing changes by these.
  await change({ name: 'Client', preferredLanguage: 'en' })
  await change({ status: 'offline' })
  await change({ name: 'Mia' })
  await sent().toBe(1)
  await change({ preferredLanguage: 'de' })
  await sent().toBe(2)
  await server.must('POST', `${api}/client/me/photo`, token, { base64Payload: PIXEL })
  await sent().toBe(3)
})

test('deletes everything with its workspace', async () => {
  const person = await server.signUp('eu')
  const { data } = await server.must<{ data: { uid: string } }>('POST', `${api}/v2/workspaces`, person.token, {})
  const spare = { ...person, workspace: { uid: data.uid, secret: '' } }
  const made = await makeOrg(server, spare, [])
  const { token } = await makeClient(server, spare, made)
  await server.must('DELETE', `${api}/v2/workspaces/${data.uid}`, person.token)
  await expect
    .poll(async () => {
      const { rows } = await server.dbs.eu.pool.query(
        `select (select count(*) from orgs where workspace_id = $1) + (select count(*) from agencies where workspace_id = $1)
          + (select count(*) from clients where workspace_id = $1) + (select count(*) from client_sessions where workspace_id = $1) as left`,
        [data.uid],
      )
      return Number(rows[0]?.left)
    })
    .toBe(0)
  expect((await call('GET', `${api}/client/me`, { bearer: token })).status).toBe(401)
})
