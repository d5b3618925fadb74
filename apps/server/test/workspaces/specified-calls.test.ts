// The specified calls about workspaces and their owners, in their safe form: two tenants, two regions.
import { randomId } from '@parlance/contract/lib/ids'
import type { Workspace, WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await sharedTestServer()
type Answer = { success?: boolean; code?: string; message?: string }
const at = ({ region, workspace }: Person, rest = '') => `${server.api(region)}/v2/workspaces/${workspace.uid}${rest}`
const send = (method: string, url: string, bearer: string, body: unknown) => call<Answer>(method, url, { bearer, body })
const someEmail = () => `g${randomId(12).toLowerCase()}@example.test`

let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await server.signUp('eu')
  stranger = await server.signUp('eu')
})

test('shows an owner’s public data to everyone, and the secret to those who have it', async () => {
  const of = (bearer?: string) =>
    call<{ data: Record<string, unknown> }>(
      'GET',
      `${server.api('eu')}/public/users/${owner.workspace.uid}?agencyId=any`,
      bearer === undefined ? {} : { bearer },
    )
  const open = { hasEverPaid: false, internal: { useNewPricing: true, isPayAsYouGo: false, whitelabel_trial: false } }
  expect((await of()).body.data).toEqual(open)
  expect((await of(stranger.token)).body.data).toEqual(open)
  expect((await of(stranger.workspace.secret)).body.data).toEqual(open)
  for (const bearer of [owner.token, owner.workspace.secret])
    expect((await of(bearer)).body.data).toEqual({ ...open, workspaceSecret: owner.workspace.secret })
  expect((await of('vg_00000000000000000000')).status).toBe(401)
  expect((await call('GET', `${server.api('na')}/public/users/${owner.workspace.uid}`)).status).toBe(404)
})

test('stores who referred a new user, once', async () => {
  const tell = (bearer: string, body: object) => send('POST', `${server.api('eu')}/events/new-user`, bearer, body)
  const referredFrom = async () =>
    (await server.must<{ data: Workspace }>('GET', at(stranger), stranger.token)).data.referredFrom
  const body = { userData: { uid: owner.workspace.uid }, ps_xid: null, tolt_referral: 'abc' }
  expect(await tell(stranger.token, body)).toMatchObject({ status: 200, body: { success: true } })
  expect(await referredFrom()).toBe('abc')
  expect((await tell(stranger.workspace.secret, { ps_xid: 'later' })).status).toBe(200)
  expect(await referredFrom()).toBe('abc')
  expect((await tell('vg_00000000000000000000', body)).status).toBe(401)
  const { data } = await server.must<{ data: Workspace }>('GET', at(owner), owner.token)
  expect(data.referredFrom).toBe('')
})

test('mails only members, in our template and with text escaped', async () => {
  const mail = (bearer: string, body: object) => send('POST', at(owner, '/email'), bearer, body)
  const html =
    '<h1>Results</h1><script>alert(1)</script><p>Look at <a href="https://evil.example/x">this</a> <img src="https://evil.example/p.png"></p>'
  const good = { subject: 'Weekly', html, to: owner.email }
  expect(await mail(owner.workspace.secret, good)).toMatchObject({ status: 200, body: { success: true } })
  const sent = (await server.mailsTo(owner.email)).find(({ subject }) => subject.includes('Weekly'))
  expect(sent?.text).toContain('Results')
  for (const part of ['<script', 'alert(1)', 'evil.example', '<img']) expect(sent?.html).not.toContain(part)
  expect((await mail(owner.workspace.secret, { ...good, to: someEmail() })).status).toBe(403)
  expect((await mail('vg_00000000000000000000', good)).status).toBe(401)
  expect((await mail(stranger.workspace.secret, good)).status).toBe(404)
  for (let i = 0; i < 2; i += 1) expect((await mail(owner.token, good)).status).toBe(200)
  const last = await mail(owner.token, good)
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3000)
})

test('writes a log that members list, and mails it on request', async () => {
  const agent = await server.makeAgent(stranger, { title: 'Ada' })
  const path = (person: Person) => `${server.api('eu')}/workspace/${person.workspace.uid}/logs`
  const entry = {
    userId: 'somebody else',
    agentId: agent.id,
    type: 'order',
    content: 'Order 12 failed',
    channel: 'web',
    metadata: { order: 12, nested: { a: [1] } },
    withEmail: true,
    region: 'eu',
  }
  const { body } = await call<{ data: { id: string } }>('POST', path(stranger), {
    bearer: stranger.workspace.secret,
    body: entry,
  })
  expect(body).toMatchObject({ success: true, data: { mailed: true, type: 'order' } })
  const logs = (person: Person, query = '') =>
    call<{ items: Record<string, unknown>[] }>('GET', at(person, `/logs${query}`), { bearer: person.token })
  const { content, channel, metadata, type, agentId } = entry
  expect((await logs(stranger)).body.items).toEqual([
    { id: body.data.id, at: expect.any(String), content, channel, metadata, type, agentId, mailed: true },
  ])
  expect((await logs(stranger, '?type=other')).body.items).toEqual([])
  expect((await logs(stranger, '?search=order%2012')).body.items).toHaveLength(1)
  await vi.waitFor(
    async () =>
      expect((await server.mailsTo(stranger.email)).map(({ text }) => text).join()).toContain('Order 12 failed'),
    { timeout: 20_000, interval: 50 },
  )
  expect((await call('POST', path(owner), { bearer: stranger.workspace.secret, body: entry })).status).toBe(404)
  // Another owner's agent is unknown.
  expect((await call('POST', path(owner), { bearer: owner.workspace.secret, body: entry })).status).toBe(404)
  expect((await logs(owner)).body.items).toEqual([])
})

test('returns the caller’s country', async () => {
  const { body } = await call<{ country: string }>('GET', `${server.api('eu')}/utils/ip`)
  expect(body.country).toMatch(/^[A-Z]{2}$/)
})

describe('the link of an invitation', () => {
  const password = 'correct horse battery'
  const invite = (by: Person, email: string) => send('POST', at(by, '/members'), by.token, { email, role: 'viewer' })
  const tokensTo = async (email: string) =>
    (await server.mailsTo(email)).flatMap(({ text }) => /invitation\?token=([\w.-]+)/.exec(text)?.[1] ?? [])
  /** The token of the newest of several mails to that address. */
  const mailed = (email: string, mails = 1) =>
    vi.waitFor(
      async () => {
        const tokens = await tokensTo(email)
        expect(tokens).toHaveLength(mails)
        return tokens[0] ?? ''
      },
      { timeout: 20_000, interval: 50 },
    )
  const invited = async (by = owner) => {
    const email = someEmail()
    const answer = await invite(by, email)
    expect(answer.status).toBe(200)
    const token = await mailed(email)
    expect(JSON.stringify(answer)).not.toContain(token)
    return { email, token }
  }
  const account = (path: string, body: unknown, bearer?: string) =>
    call<Answer & { token: string; account: { emailVerified: boolean }; data: Record<string, unknown> }>(
      'POST',
      `${server.url}/api/account${path}`,
      { body, ...(bearer ? { bearer } : {}) },
    )
  const look = (token: string, bearer?: string) => account('/invitation', { token }, bearer)
  const accept = (token: string, bearer: string) => account('/invitation/accept', { token }, bearer)
  const signUp = (email: string, invitation?: string, region = 'eu') =>
    account('/sign-up', { email, password, region, ...(invitation ? { invitation } : {}) })
  const uids = async (bearer: string, region: 'eu' | 'na' = 'eu') =>
    (await server.must<{ items: WorkspaceSummary[] }>('GET', `${server.api(region)}/v2/workspaces`, bearer)).items.map(
      ({ uid }) => uid,
    )
  const remove = (email: string) => server.must('DELETE', at(owner, `/members/${email}`), owner.token)

  test('names the invitation, and a sign-up through it is confirmed and joins, once', async () => {
    const { email, token } = await invited()
    const { workspace } = owner
    const shown = {
      region: 'eu',
      workspaceId: workspace.uid,
      role: 'viewer',
      email,
      inviterName: 'Ada',
      hasAccount: false,
    }
    expect((await look(token)).body.data).toMatchObject({ ...shown, inviterEmail: owner.email })
    const entered = await signUp(email, token)
    expect(entered.body.account).toMatchObject({ email, emailVerified: true })
    expect(await uids(entered.body.token)).toContain(workspace.uid)
    // No second mail asks to confirm what is proven.
    expect(await server.mailsTo(email)).toHaveLength(1)
    // The link is used up, but a member still gets in with it.
    expect((await look(token)).body.code).toBe('INVALID_TOKEN')
    expect((await accept(token, stranger.token)).body.code).toBe('INVALID_TOKEN')
    expect((await accept(token, entered.body.token)).body.data).toMatchObject({ workspaceId: workspace.uid })
    expect((await signUp(email, token)).body.code).toBe('INVALID_TOKEN')
    await remove(email)
    expect((await accept(token, entered.body.token)).body.code).toBe('INVALID_TOKEN')
  })

  test('confirms only the invited address', async () => {
    const [mine, other] = [await invited(), await invited(stranger)]
    const [secret, claims] = mine.token.split('.')
    const foreign = Buffer.from(JSON.stringify(['eu', stranger.workspace.uid, mine.email])).toString('base64url')
    const forOther = Buffer.from(JSON.stringify(['eu', owner.workspace.uid, other.email])).toString('base64url')
    const tampered = [
      `${secret}.${foreign}`,
      `${secret}.${forOther}`,
      `${other.token.split('.')[0]}.${claims}`,
      `x${mine.token}`,
      `${mine.token}.`,
      `.${claims}`,
      'nothing',
    ]
    for (const token of [...tampered, other.token]) {
      expect((await signUp(mine.email, token)).body.code).toBe('INVALID_TOKEN')
      if (token !== other.token) expect((await look(token)).body.code).toBe('INVALID_TOKEN')
    }
    // Another account does not use up the token.
    expect((await accept(mine.token, stranger.token)).status).toBe(403)
    expect((await look(mine.token)).body.data).toMatchObject({ email: mine.email })
    // The person who registered the address first gets in only through the mail.
    const thief = (await signUp(mine.email)).body
    expect(thief.account.emailVerified).toBe(false)
    for (const token of [...tampered, other.token]) expect((await accept(token, thief.token)).status).not.toBe(200)
    expect(await uids(thief.token)).not.toContain(owner.workspace.uid)
    await remove(mine.email)
  })

  test('stops working once it is revoked or resent, and shows nobody the workspace’s texts', async () => {
    const { email, token } = await invited()
    await server.must('POST', at(owner, `/members/${email}/invitation`), owner.token)
    const newer = await mailed(email, 2)
    expect((await look(token)).body.code).toBe('INVALID_TOKEN')
    await remove(email)
    const refused = await look(newer)
    expect(refused.body).toMatchObject({ success: false, code: 'INVALID_TOKEN' })
    expect(refused.body.message).toContain('withdrawn')
    expect((await signUp(email, newer)).body.code).toBe('INVALID_TOKEN')
    await invite(owner, email)
    const last = await mailed(email, 3)
    expect((await look(newer)).body.code).toBe('INVALID_TOKEN')
    for (const path of ['/members', '/logs', '/audit']) {
      const { body } = await call('GET', at(owner, path), { bearer: owner.token })
      expect(JSON.stringify(body)).not.toContain(last)
    }
    await remove(email)
  })

  test('leads from an account of the other region, and confirms it', async () => {
    const email = someEmail()
    const abroad = (await signUp(email, undefined, 'na')).body
    await invite(owner, email)
    await vi.waitFor(async () => expect(await tokensTo(email)).toHaveLength(1), { timeout: 20_000, interval: 50 })
    const [token = ''] = await tokensTo(email)
    expect((await look(token)).body.data).toMatchObject({ hasAccount: true, region: 'eu' })
    expect(await uids(abroad.token)).toEqual([])
    const both = await Promise.all([accept(token, abroad.token), accept(token, abroad.token)])
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(await uids(abroad.token)).toEqual([owner.workspace.uid])
    expect(await uids(abroad.token, 'na')).toHaveLength(1)
  })
})
