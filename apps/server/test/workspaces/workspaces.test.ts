import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from '@parlance/contract/agents/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { Member, Seats } from '@parlance/contract/workspaces/members'
import type { Workspace, WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const SEATS = 5
const NEVER_MS = 600_000
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-workspaces-'))
const server = await startTestServer({
  // Keeps the regular check from ending streams: they end only on an event.
  settings: { dataDir, baseWorkspaceSeats: SEATS, streamCheckMs: NEVER_MS },
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Answer = { success?: boolean; code?: string; message?: string; data: Workspace & Member }
const at = ({ region, workspace }: Person, rest = '') => `${server.api(region)}/v2/workspaces/${workspace.uid}${rest}`
const send = (method: string, url: string, bearer: string | undefined, body?: unknown) =>
  call<Answer>(method, url, { ...(bearer === undefined ? {} : { bearer }), ...(body === undefined ? {} : { body }) })
const list = async (region: Region, token: string) =>
  (await server.must<{ items: WorkspaceSummary[] }>('GET', `${server.api(region)}/v2/workspaces`, token)).items
const members = (owner: Person) =>
  server.must<{ items: Member[]; seats: Seats }>('GET', at(owner, '/members'), owner.token)
const signIn = async ({ email, password }: Person) =>
  (await server.must<{ token: string }>('POST', `${server.url}/api/account/sign-in`, undefined, { email, password }))
    .token
const someEmail = () => `g${randomId(12).toLowerCase()}@example.test`

let owner: Person
let stranger: Person
let abroad: Person
beforeAll(async () => {
  ;[owner, stranger, abroad] = (await Promise.all([server.signUp('eu'), server.signUp('eu'), server.signUp('na')])) as [
    Person,
    Person,
    Person,
  ]
})

describe('members', () => {
  let agent: TestAgent
  beforeAll(async () => {
    agent = await server.makeAgent(owner)
  })

  test('who are invited get a mail, belong to the workspace once they join, and edit its agents', async () => {
    const email = someEmail()
    const { status, body } = await send('POST', at(owner, '/members'), owner.token, {
      email: ` ${email.toUpperCase()} `,
    })
    expect({ status, ...body }).toMatchObject({
      status: 200,
      success: true,
      data: { email, role: 'editor', state: 'invited', invitedBy: owner.email, joinedAt: null },
    })
    const { data } = await server.must<{ data: Workspace }>('GET', at(owner), owner.token)
    expect(data.workspaceEmails).toEqual([owner.email, email])
    await vi.waitFor(async () => expect(await server.mailsTo(email)).toHaveLength(1), { timeout: 20_000, interval: 50 })
    const [mail] = await server.mailsTo(email)
    expect(mail?.text).toContain(`${server.url}/invitation?token=`)
    expect(mail?.subject).toContain(`Ada (${owner.email.replaceAll('.', '[.]')})`)

    const password = 'correct horse battery'
    const signUp = { email, password, name: 'Bea', region: 'eu' }
    const { token } = await server.must<{ token: string }>(
      'POST',
      `${server.url}/api/account/sign-up`,
      undefined,
      signUp,
    )
    // A new account with that address has no access until the address is confirmed.
    expect((await list('eu', token)).map(({ uid }) => uid)).not.toContain(owner.workspace.uid)
    expect((await send('GET', at(owner), token)).status).toBe(404)
    await server.confirm({ email })
    expect(await list('eu', token)).toContainEqual(
      expect.objectContaining({ uid: owner.workspace.uid, role: 'editor' }),
    )
    expect((await members(owner)).items[1]).toMatchObject({ email, state: 'invited' })
    const path = `${server.api('eu')}/v2/agents/${agent.id}`
    await server.must('POST', path, token, { title: 'Edited by Bea' })
    expect((await members(owner)).items[1]).toMatchObject({ email, name: 'Bea', state: 'joined' })
    expect((await send('POST', path, stranger.token, { title: 'Mine' })).status).toBe(404)
    await server.must('POST', at(owner, '/leave'), token)
    expect((await send('POST', path, token, { title: 'Still here?' })).status).toBe(404)
    expect((await members(owner)).items).toHaveLength(1)
  })

  test('see what their role allows', async () => {
    const [viewer, editor, admin] = [
      await server.join(owner, 'viewer'),
      await server.join(owner, 'editor'),
      await server.join(owner, 'admin'),
    ]
    const secretOf = async ({ token }: Person) =>
      (await server.must<{ data: Workspace }>('GET', at(owner), token)).data.workspaceSecret
    expect(await Promise.all([viewer, editor, admin, owner].map(secretOf))).toEqual([
      '',
      '',
      owner.workspace.secret,
      owner.workspace.secret,
    ])
    const keyOf = async ({ token }: Person) =>
      (await server.must<{ data: Agent }>('GET', `${server.api('eu')}/v2/agents/${agent.id}`, token)).data
        .SECRET_API_KEY
    expect(await Promise.all([viewer, editor].map(keyOf))).toEqual(['', agent.secret])

    const refused = async (person: Person, method: string, rest: string, body?: unknown) =>
      expect((await send(method, at(owner, rest), person.token, body)).status).toBe(403)
    for (const person of [viewer, editor]) {
      await refused(person, 'POST', '', { workspaceName: 'Taken over' })
      await refused(person, 'POST', '/members', { email: someEmail() })
      await refused(person, 'PATCH', `/members/${admin.email}`, { role: 'viewer' })
      await refused(person, 'DELETE', `/members/${admin.email}`)
      await refused(person, 'DELETE', '')
    }
    await refused(admin, 'DELETE', '')
    await refused(admin, 'DELETE', `/members/${owner.email}`)
    await refused(admin, 'PATCH', `/members/${owner.email}`, { role: 'viewer' })
    await refused(owner, 'POST', '/leave')
    const self = await send('DELETE', at(owner, `/members/${admin.email}`), admin.token)
    expect(self.body.message).toBe('You cannot remove yourself from the workspace.')
    const promoted = await send('PATCH', at(owner, `/members/${viewer.email}`), admin.token, { role: 'editor' })
    expect(promoted.body).toMatchObject({
      success: true,
      data: { email: viewer.email, role: 'editor', state: 'joined' },
    })
    expect((await send('PATCH', at(owner, `/members/${viewer.email}`), admin.token, { role: 'owner' })).status).toBe(
      400,
    )
    for (const { email } of [viewer, editor, admin])
      await server.must('DELETE', at(owner, `/members/${email}`), owner.token)
  })

  test('get the specified error messages', async () => {
    const invite = async (email: string) => (await send('POST', at(owner, '/members'), owner.token, { email })).body
    expect(JSON.stringify(await invite('abc'))).toContain('Please enter a valid email')
    expect(await invite(owner.email)).toMatchObject({ success: false, message: "You can't invite yourself lol" })
    const emails = Array.from({ length: 50 }, someEmail)
    const told = await Promise.all(emails.map(invite))
    expect(told.filter(({ success }) => success)).toHaveLength(SEATS - 1)
    const full = { success: false, code: 'SEATS_FULL', message: 'You have reached the maximum number of seats' }
    for (const one of told.filter(({ success }) => !success)) expect(one).toMatchObject(full)
    const now = await members(owner)
    expect(now.seats).toEqual({ used: SEATS, limit: SEATS })

    const bySecret = (query: string, bearer?: string) =>
      send('POST', `${server.api('eu')}/no-auth/workspaces/${owner.workspace.uid}/invite${query}`, bearer, {
        email: someEmail(),
      })
    expect(await bySecret(`?secret=${owner.workspace.secret}`)).toMatchObject({
      status: 409,
      body: { message: 'Failed to add user to workspace, workspace does not have enough seats' },
    })
    expect((await bySecret('?secret=vg_00000000000000000000')).status).toBe(401)
    expect((await bySecret('')).status).toBe(401)
    expect((await bySecret(`?secret=${stranger.workspace.secret}`)).status).toBe(401)
    expect((await bySecret('', stranger.workspace.secret)).status).toBe(404)
    for (const { email } of now.items.slice(1)) await server.must('DELETE', at(owner, `/members/${email}`), owner.token)
    expect((await bySecret(`?secret=${owner.workspace.secret}&email=${encodeURIComponent(someEmail())}`)).status).toBe(
      200,
    )
    expect((await bySecret('', owner.workspace.secret)).status).toBe(200)
    for (const { email } of (await members(owner)).items.slice(1))
      await server.must('DELETE', at(owner, `/members/${email}`), owner.token)
    expect((await send('POST', at(owner), owner.token, { workspaceName: '  ' })).body.message).toContain(
      'Please enter a workspace name.',
    )
  })

  test('stop reading at once when they are removed', async () => {
    const [gone, kept] = [await server.join(owner, 'viewer'), await server.join(owner, 'viewer')]
    const hangUp = new AbortController()
    const follow = async ({ token }: Person) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(at(owner, '/live'), { headers, signal: hangUp.signal })
      expect(response.status).toBe(200)
      const stream = { ended: false }
      const read = async () => {
        for await (const _ of response.body ?? []);
        stream.ended = true
      }
      void read().catch(() => undefined)
      return stream
    }
    const [a, b] = [await follow(gone), await follow(kept)]
    await server.must('DELETE', at(owner, `/members/${gone.email}`), owner.token)
    await vi.waitFor(() => expect(a.ended).toBe(true), { timeout: 20_000, interval: 20 })
    expect(b.ended).toBe(false)
    await server.must('DELETE', at(owner, `/members/${kept.email}`), owner.token)
    await vi.waitFor(() => expect(b.ended).toBe(true), { timeout: 20_000, interval: 20 })
    hangUp.abort()
  })
})

describe('a workspace', () => {
  test('is saved as one object, of which only name and logo can be changed', async () => {
    const before = (await server.must<{ data: Workspace }>('GET', at(owner), owner.workspace.secret)).data
    const changed = {
      ...before,
      workspaceName: 'Ada & Co',
      loadTokens: 1e6,
      hasEverPaid: true,
      stripeSubscriptionId: 'sub_1',
      workspaceSecret: 'vg_00000000000000000000',
      workspaceEmails: [stranger.email],
      internal: { ...before.internal, isPayAsYouGo: true },
      location: 'default',
      lastModified: 1,
    }
    const { body } = await send('POST', at(owner), owner.workspace.secret, changed)
    expect(body).toMatchObject({ success: true })
    expect(body.data).toEqual({ ...before, workspaceName: 'Ada & Co' })
    const [listed] = await list(owner.region, owner.token)
    expect((await send('POST', at(owner), owner.token, listed)).status).toBe(200)
    expect((await send('POST', at(owner), owner.workspace.secret, { ...changed, unknown: 1 })).status).toBe(400)
    expect((await send('POST', at(owner), stranger.workspace.secret, changed)).status).toBe(404)
    expect((await send('POST', at(owner), 'vg_00000000000000000000', changed)).status).toBe(401)
  })

  test('shows a logo that was uploaded to it, and no other picture', async () => {
    const upload = async (person: Person) =>
      (
        await server.must<{ data: { url: string } }>('POST', at(person, '/logo'), person.token, {
          base64Payload: PIXEL,
        })
      ).data.url
    const save = (workspacePhotoURL: string) => send('POST', at(owner), owner.token, { workspacePhotoURL })
    const [first, second, theirs] = [await upload(owner), await upload(owner), await upload(stranger)]
    expect((await save(first)).body.data.workspacePhotoURL).toBe(first)
    expect((await fetch(`${server.url}${first}`)).status).toBe(200)
    for (const url of [
      theirs,
      'https://evil.example/logo.png',
      'javascript:alert(1)',
      `${first}x`,
      second.replace('/eu/', '/na/'),
    ])
      expect((await save(url)).status).toBe(400)
    expect((await save(second)).status).toBe(200)
    expect((await fetch(`${server.url}${first}`)).status).toBe(404)
    expect((await save('')).body.data.workspacePhotoURL).toBe('')
    expect((await fetch(`${server.url}${second}`)).status).toBe(404)
    expect((await fetch(`${server.url}${theirs}`)).status).toBe(200)
  })

  test('belongs to its creator, starts empty, and is deleted with everything in it', async () => {
    const { data } = await server.must<{ data: Workspace }>('POST', `${server.api('eu')}/v2/workspaces`, owner.token, {
      workspaceName: 'Doomed',
    })
    expect(data).toMatchObject({
      workspaceName: 'Doomed',
      loadTokens: 0,
      workspaceEmails: [owner.email],
      workspaceSecret: expect.stringMatching(/^vg_.{20}$/),
      uid: expect.stringMatching(/^[A-Za-z0-9]{15}$/),
    })
    const doomed: Person = { ...owner, workspace: { uid: data.uid, secret: data.workspaceSecret } }
    const agent = await fill(doomed)
    const { uid } = data
    const traces = () => tracesOf('eu', [uid, agent.id])
    expect((await traces()).length).toBeGreaterThan(8)
    expect(filesOf(uid).length).toBeGreaterThan(1)

    expect((await send('DELETE', at(doomed), stranger.token)).status).toBe(404)
    expect((await send('DELETE', at(doomed), doomed.workspace.secret)).status).toBe(403)
    expect((await send('DELETE', at(owner), owner.token)).body).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect((await send('DELETE', at(doomed), owner.token)).body).toEqual({ success: true })
    expect((await list('eu', owner.token)).map((one) => one.uid)).toEqual([owner.workspace.uid])
    expect((await send('GET', at(doomed), data.workspaceSecret)).status).toBe(401)
    await vi.waitFor(async () => expect(await traces()).toEqual(KEPT), { timeout: 30_000, interval: 200 })
    await vi.waitFor(() => expect(filesOf(uid)).toEqual([]), { timeout: 20_000, interval: 100 })
    expect((await server.turn(agent)).status).toBe(404)
  }, 90_000)
})

/** What remains of a workspace: reserved ids of its agents, its credit history, and who deleted it. */
const KEPT = ['agent_tombstones', 'audit_entries', 'ledger_accounts', 'ledger_entries', 'ledger_transactions']

/** Adds something of every kind that a workspace can own. */
async function fill(doomed: Person): Promise<TestAgent> {
  await server.setCredits(doomed, 1_000_000)
  const agent = await server.makeAgent(doomed, { vg_kbEnabled: true })
  const path = `${server.api('eu')}/v2/agents/${agent.id}`
  const { token } = doomed
  await server.must('POST', `${path}/kb`, token, { name: 'Hours', content: 'We open at nine.' })
  await server.must('PUT', `${path}/draft`, token, { title: 'Draft' })
  await server.turn(agent)
  await server.must('PUT', `${path}/tests/${randomId(16)}`, token, { name: 'Greets', steps: [{ message: 'Hello' }] })
  const picture = { agentId: agent.id, base64Payload: PIXEL }
  await server.must('POST', `${server.api('eu')}/rpc/uploadFile`, token, picture)
  await server.must('POST', at(doomed, '/logo'), token, { base64Payload: PIXEL })
  await server.must('PUT', at(doomed, '/tools/sample'), token, {
    name: 'sample',
    serverUrl: 'https://nowhere.invalid/x',
  })
  await server.must('POST', at(doomed, '/themes'), token, { name: 'Mine', themeType: 'dark', primary: '12AB34' })
  const crawl = { name: 'Site', startUrls: [server.model.url], agentIds: [agent.id] }
  await server.must('POST', at(doomed, '/crawls'), token, crawl)
  await server.must('PUT', at(doomed, '/credentials/anthropic'), token, { apiKey: 'sk-sample-key' })
  await server.must('POST', `${server.api('eu')}/workspace/${doomed.workspace.uid}/logs`, token, {
    type: 'note',
    content: 'x',
  })
  await server.must('POST', at(doomed, '/members'), token, { email: someEmail() })
  return agent
}

/** Tables that contain one of these texts. */
async function tracesOf(region: Region, texts: readonly string[]): Promise<string[]> {
  const { pool } = server.dbs[region]
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found = tables.map(
    ({ name }) => `select '${name}' as name where exists (select 1 from "${name}" t where t::text ~ $1)`,
  )
  return (await pool.query<{ name: string }>(found.join(' union all '), [texts.join('|')])).rows
    .map(({ name }) => name)
    .toSorted()
}
const filesOf = (uid: string): string[] => {
  const folder = join(dataDir, 'buckets', 'eu', 'ws', uid)
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('both regions', () => {
  const regions = (token: string) =>
    server.must<{
      items: { region: Region; name: string; exists: boolean; workspaces: number }[]
      doubleAccountWarningHidden: boolean
    }>('GET', `${server.url}/api/account/regions`, token)
  const existing = async (token: string) =>
    (await regions(token)).items.flatMap(({ region, exists }) => (exists ? [region] : []))

  test('know an account once it has a workspace in each', async () => {
    expect(await regions(stranger.token)).toEqual({
      items: [
        { region: 'eu', name: 'Europe (Frankfurt)', exists: true, workspaces: 1, support: 0 },
        { region: 'na', name: 'North America (Virginia)', exists: false, workspaces: 0, support: 0 },
      ],
      doubleAccountWarningHidden: false,
      supportNeeds: null,
    })
    const { data } = await server.must<{ data: Workspace }>(
      'POST',
      `${server.api('na')}/v2/workspaces`,
      stranger.token,
      {},
    )
    expect(data).toMatchObject({
      location: 'default',
      loadTokens: 0,
      workspaceName: expect.stringMatching(/^Personal .{5}$/),
    })
    expect(await existing(stranger.token)).toEqual(['eu', 'na'])
    expect((await list('na', stranger.token)).map(({ uid }) => uid)).toEqual([data.uid])
    expect(await tracesOf('eu', [data.uid])).toEqual([])
    expect(await tracesOf('na', [stranger.workspace.uid])).toEqual([])

    const hide = (userId: string, token = stranger.token, region: Region = 'eu') =>
      send('POST', `${server.api(region)}/rpc/hideDoubleAccountWarning`, token, { userId, bucket: 'eu' })
    for (const userId of [owner.workspace.uid, randomId(15), abroad.workspace.uid])
      expect((await hide(userId)).status).toBe(404)
    expect((await regions(stranger.token)).doubleAccountWarningHidden).toBe(false)
    expect((await hide(data.uid, stranger.token, 'na')).body).toEqual({ success: true })
    expect((await regions(stranger.token)).doubleAccountWarningHidden).toBe(true)
    const seen = await server.must<{ data: Workspace }>('GET', at(stranger), stranger.token)
    expect(seen.data.doubleAccountWarningHidden).toBe(true)
    expect((await regions(owner.token)).doubleAccountWarningHidden).toBe(false)
  })

  test('are open to a member whose home is the other one, who owns nothing there', async () => {
    const guest = await server.join(abroad, 'viewer', 'eu')
    expect(await list('na', guest.token)).toEqual([
      expect.objectContaining({ uid: abroad.workspace.uid, role: 'viewer', personal: true }),
    ])
    expect(await existing(guest.token)).toEqual(['eu', 'na'])
    expect((await send('GET', at(abroad), guest.token)).status).toBe(200)
    expect((await send('POST', at(abroad), guest.token, { workspaceName: 'X' })).status).toBe(403)
    await server.must('POST', at(abroad, '/leave'), guest.token)
    expect(await existing(guest.token)).toEqual(['eu'])
  })
})

test('a session opened before an invitation sees the workspace as soon as the address is confirmed', async () => {
  const person = await server.signUp('na')
  const token = await signIn(person)
  await server.must('POST', at(owner, '/members'), owner.token, { email: person.email, role: 'viewer' })
  expect((await send('GET', at(owner), token)).status).toBe(404)
  await server.confirm(person)
  expect((await send('GET', at(owner), token)).status).toBe(200)
  await server.must('DELETE', at(owner, `/members/${encodeURIComponent(person.email)}`), owner.token)
  expect((await send('GET', at(owner), token)).status).toBe(404)
})
