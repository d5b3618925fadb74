// Support access: who gets in, what they may see and do, what is logged, and how it ends. Two tenants, two regions.
import { randomId } from '@parlance/contract/lib/ids'
import type { Workspace } from '@parlance/contract/workspaces/schemas'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { AuditEntry } from '@parlance/contract/audit/schemas'
import { EXPORTED_TABLES, rowsOf } from '../../src/modules/accounts/deletion/account-data.repository.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'
import { supportOf } from '../helpers/support.ts'

/** People with support access; the list changes while they are signed in. */
const supportEmails: string[] = []
// Keeps the regular check from ending streams: they end on an event, or at their time.
const server = await startTestServer({ settings: { supportEmails, streamCheckMs: 600_000 } })
type Answer = { success?: boolean; code?: string; message?: string }
const at = ({ region, workspace }: Person, rest = '') => `${server.api(region)}/v2/workspaces/${workspace.uid}${rest}`
const send = (method: string, url: string, bearer: string, body: unknown) => call<Answer>(method, url, { bearer, body })
const someEmail = () => `g${randomId(12).toLowerCase()}@example.test`

let owner: Person
let stranger: Person
beforeAll(async () => {
  ;[owner, stranger] = [await server.signUp('eu'), await server.signUp('eu')]
})

describe('support access', () => {
  const { give, end, open, log, users, withFactor, setUntil, follow } = supportOf(server)
  const read = (of: Person, by: Person) => call<{ data: Workspace }>('GET', at(of), { bearer: by.token })
  let asked: Person
  let abroad: Person
  let helper: Person
  beforeAll(async () => {
    ;[asked, abroad, helper] = [await server.signUp('eu'), await server.signUp('na'), await server.signUp('eu')]
    await server.confirm(helper)
    await withFactor(helper)
    supportEmails.push(helper.email)
  })

  test('is off when the operator named nobody', async () => {
    const named = supportEmails.splice(0)
    const state = () => server.must('GET', at(asked, '/support'), asked.token)
    expect(await state()).toEqual({ offered: false, access: null })
    expect((await give(asked)).status).toBe(404)
    expect((await read(asked, helper)).status).toBe(404)
    supportEmails.push(...named)
    expect(await state()).toEqual({ offered: true, access: null })
    expect([(await read(asked, helper)).status, await open('eu', helper)]).toEqual([404, []])
  })

  test('is given by admins, for one of the offered periods, to view or to edit', async () => {
    const [admin, editor] = [await server.join(asked, 'admin'), await server.join(asked, 'editor')]
    expect((await give(asked, undefined, editor)).status).toBe(403)
    expect((await give(asked, undefined, stranger)).status).toBe(404)
    expect((await give(asked, undefined, helper)).status).toBe(404)
    for (const body of [
      { role: 'admin', hours: 8 },
      { role: 'owner', hours: 8 },
      { role: 'viewer', hours: 9 },
    ])
      expect((await give(asked, body)).status).toBe(400)
    expect((await give(asked, { role: 'viewer', hours: 24 }, admin)).status).toBe(200)
    const { access } = await server.must<{ access: { until: string } }>('GET', at(asked, '/support'), editor.token)
    expect(access).toMatchObject({ role: 'viewer', grantedBy: admin.email })
    expect(Math.round((Date.parse(access.until) - Date.now()) / 3_600_000)).toBe(24)
    const [given] = await log(asked)
    expect(given).toMatchObject({
      action: 'workspaces.grantSupport',
      actorKind: 'session',
      actorName: admin.email,
      detail: { role: 'viewer', hours: 24, until: access.until },
    })
    for (const { email } of [admin, editor]) await server.must('DELETE', at(asked, `/members/${email}`), asked.token)
  })

  test('opens one workspace in one region to named people with a confirmed address and a second factor', async () => {
    expect((await give(asked)).status).toBe(200)
    expect([await open('eu', helper), await open('na', helper)]).toEqual([[[asked.workspace.uid, 'viewer']], []])
    expect((await read(asked, helper)).body.data).toMatchObject({ workspaceEmails: [asked.email], workspaceSecret: '' })
    expect((await read(owner, helper)).status).toBe(404)
    expect((await read({ ...asked, region: 'na' }, helper)).status).toBe(404)
    expect((await give(abroad)).status).toBe(200)
    expect((await read(abroad, helper)).status).toBe(200)
    expect(await open('na', helper)).toEqual([[abroad.workspace.uid, 'viewer']])
    const regions = await server.must<{ items: object[] }>('GET', `${server.url}/api/account/regions`, helper.token)
    expect(regions.items).toMatchObject([
      { exists: true, support: 1 },
      { exists: false, support: 1 },
    ])
    await end(abroad)
    // Other people, listed or not, and the same person without the requirements.
    await server.confirm(stranger)
    expect((await read(asked, stranger)).status).toBe(404)
    supportEmails.push(stranger.email)
    expect((await read(asked, stranger)).status).toBe(404)
    const needs = async ({ token }: Person) =>
      (await server.must<{ supportNeeds: string | null }>('GET', `${server.url}/api/account/regions`, token))
        .supportNeeds
    expect([await needs(stranger), await needs(helper), await needs(owner)]).toEqual(['second-factor', null, null])
    await withFactor(stranger)
    expect([(await read(asked, stranger)).status, await needs(stranger)]).toEqual([200, null])
    await users('email_verified = false', stranger)
    expect([(await read(asked, stranger)).status, await open('eu', stranger)]).toEqual([404, []])
    await users('email_verified = true', stranger)
    supportEmails.splice(supportEmails.indexOf(stranger.email), 1)
    expect([(await read(asked, stranger)).status, await open('eu', stranger)]).toEqual([404, []])
  })

  test('has the rights of its role, shows no secret, takes no seat, and logs everything', async () => {
    const agent = await server.makeAgent(asked, { VF_DIALOGUE_API_KEY: 'VF.DM.secret' })
    const agentUrl = `${server.api('eu')}/v2/agents/${agent.id}`
    const save = (by: Person, title: string) => send('POST', agentUrl, by.token, { title, VF_DIALOGUE_API_KEY: '' })
    expect((await save(helper, 'Theirs')).status).toBe(403)
    const born = `${server.api('eu')}/v2/agents/${randomId(16)}`
    const make = () => send('POST', born, helper.token, { title: 'New', ownerID: asked.workspace.uid })
    expect((await make()).status).toBe(403)
    expect((await give(asked, { role: 'editor', hours: 1 })).status).toBe(200)
    const seen = () => call('GET', agentUrl, { bearer: helper.token })
    for (const answer of [await save(helper, 'Theirs'), await make(), await seen()]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toMatch(/vg_[A-Za-z0-9]{20}|VF.DM.secret/)
    }
    const { data } = await server.must<{ data: object }>('GET', agentUrl, asked.token)
    expect(data).toMatchObject({ title: 'Theirs', VF_DIALOGUE_API_KEY: 'VF.DM.secret', SECRET_API_KEY: agent.secret })
    for (const [method, path, body] of [
      ['POST', '/keys', { name: 'Key', scopes: ['agents:read'] }],
      ['POST', '/members', { email: someEmail() }],
      ['POST', '/secret', {}],
      ['POST', '/support', { role: 'editor', hours: 72 }],
      ['GET', '/audit', undefined],
    ] as const)
      expect([path, (await call(method, at(asked, path), { bearer: helper.token, body })).status]).toEqual([path, 403])
    expect((await send('POST', at(asked, '/leave'), helper.token, {})).status).toBe(404)
    const theMembers = at(asked, '/members')
    const { seats } = await server.must<{ seats: object }>('GET', theMembers, helper.token)
    expect(seats).toEqual({ used: 1, limit: 5 })
    await server.running.container.access.flush()
    const told = (await log(asked)).filter(({ actorKind }) => actorKind === 'support')
    expect(new Set(told.map(({ actorName }) => actorName))).toEqual(new Set([helper.email, stranger.email]))
    const theirs = told.filter(({ actorName }) => actorName === helper.email).map(({ action }) => action)
    expect(theirs.filter((action) => action === 'agents.save')).toHaveLength(2)
    // Once per grant of access, not once per call.
    expect(theirs.filter((action) => action === 'workspaces.supportOpened')).toHaveLength(2)
    expect(theirs).toContain('access.refused')
  })

  test('logs every call, sends no mail and exposes no secret', async () => {
    const agent = await server.makeAgent(asked)
    await server.must('PUT', at(asked, '/secrets/MY_SECRET'), asked.token, { value: 'a secret of tools' })
    expect((await give(asked, { role: 'editor', hours: 1 })).status).toBe(200)
    const entry = { type: 'note', content: 'Call us.', channel: 'web' }
    const logs = `${server.api('eu')}/workspace/${asked.workspace.uid}/logs`
    expect((await send('POST', logs, helper.token, { ...entry, withEmail: true })).status).toBe(403)
    expect((await send('POST', logs, helper.token, entry)).status).toBe(200)
    expect((await send('POST', logs, asked.token, { ...entry, withEmail: true })).status).toBe(200)
    for (let turns = 0; turns < 2; turns += 1)
      expect((await server.turn(agent, { bearer: helper.token, text: 'hello' })).status).toBe(200)
    const tool = (fields: object[]) => ({
      tool: { id: 'x1', name: 'lookUp', serverUrl: 'https://tool.example/x', method: 'POST', fields },
      arguments: {},
    })
    const secret = { key: 'x-s', in: 'header', isEnv: true, value: 'MY_SECRET' }
    const test = (by: Person, fields: object[]) => send('POST', at(asked, '/tools/test'), by.token, tool(fields))
    expect((await test(helper, [secret])).status).toBe(403)
    expect((await test(helper, [])).status).toBe(200)
    expect((await test(asked, [secret])).status).toBe(200)
    const mcp = (by: Person, credential: string) =>
      send('POST', at(asked, '/tools/mcp'), by.token, {
        server: { id: 'm1', name: 'm', url: 'https://tool.example/mcp', credential },
      })
    expect((await mcp(helper, 'MY_SECRET')).status).toBe(403)
    expect((await mcp(asked, 'MY_SECRET')).status).toBe(502)
    const told = (await log(asked)).filter(({ actorKind }) => actorKind === 'support').map(({ action }) => action)
    const since = told.slice(0, told.indexOf('workspaces.supportOpened')).toReversed()
    expect(since).toEqual(['workspaces.writeLog', 'conversations.interact', 'tools.test'])
  })

  test('ends live streams at once when it is revoked, and at its time', async () => {
    const ended = await follow(asked, helper)
    expect((await end(asked)).status).toBe(200)
    await ended()
    expect([(await read(asked, helper)).status, await open('eu', helper)]).toEqual([404, []])
    expect((await log(asked))[0]).toMatchObject({ action: 'workspaces.endSupport', actorName: asked.email })

    expect((await give(asked)).status).toBe(200)
    await setUntil(asked, '700 ms')
    const over = await follow(asked, helper)
    await over()
    expect((await read(asked, helper)).status).toBe(404)
    expect(await server.must('GET', at(asked, '/support'), asked.token)).toEqual({ offered: true, access: null })
    const { services, contexts } = server.running.container
    for (let times = 0; times < 2; times += 1) await services.support.expireOverdue(contexts.system('eu'))
    const expired = (await log(asked)).filter(({ action }) => action === 'workspaces.supportExpired')
    expect(expired).toMatchObject([{ actorKind: 'system', detail: { role: 'viewer' } }])
  })

  test('ends with the role of the admin who gave it, who cannot stay in through it', async () => {
    const left = async (how: (admin: Person) => Promise<unknown>) => {
      const admin = await server.join(asked, 'admin')
      await withFactor(admin)
      supportEmails.push(admin.email)
      expect((await give(asked, { role: 'editor', hours: 72 }, admin)).status).toBe(200)
      await how(admin)
      const entry = (await log(asked))[0]
      expect(entry).toMatchObject({ action: 'workspaces.endSupport', detail: { grantedBy: admin.email } })
      expect(await server.must('GET', at(asked, '/support'), asked.token)).toEqual({ offered: true, access: null })
      return admin
    }
    const removed = await left(({ email }) => server.must('DELETE', at(asked, `/members/${email}`), asked.token))
    expect((await read(asked, removed)).status).toBe(404)
    const gone = await left(({ token }) => server.must('POST', at(asked, '/leave'), token, {}))
    expect((await read(asked, gone)).status).toBe(404)
    const demoted = await left(({ email }) =>
      server.must('PATCH', at(asked, `/members/${email}`), asked.token, { role: 'editor' }),
    )
    expect((await read(asked, demoted)).status).toBe(200)
    // Access that others gave stays.
    expect((await give(asked)).status).toBe(200)
    await server.must('DELETE', at(asked, `/members/${demoted.email}`), asked.token)
    expect((await read(asked, helper)).status).toBe(200)
  })

  test('ends with the account of the admin who gave it, including live streams, but not what others gave', async () => {
    const admin = await server.join(asked, 'admin')
    const elsewhere = await server.signUp('eu')
    const theirs = await server.signUp('na')
    for (const [to, by] of [
      [asked, admin],
      [elsewhere, elsewhere],
      [theirs, theirs],
    ] as const)
      expect((await give(to, { role: 'editor', hours: 72 }, by)).status).toBe(200)
    const ended = await follow(asked, helper)
    const ending = { typed: admin.email, password: admin.password }
    expect((await send('POST', `${server.url}/api/account/deletion`, admin.token, ending)).status).toBe(200)
    await ended()
    expect((await read(asked, helper)).status).toBe(404)
    expect(await server.must('GET', at(asked, '/support'), asked.token)).toEqual({ offered: true, access: null })
    for (const one of [elsewhere, theirs])
      expect([(await read(one, helper)).status, (await end(one)).status]).toEqual([200, 200])
    // The log shows the same pseudonym for the giver everywhere.
    await vi.waitFor(async () => expect(JSON.stringify(await log(asked))).not.toContain(admin.email), 20_000)
    const told = (await log(asked)).filter(({ action }) => /grantSupport|endSupport/.test(action)).slice(0, 2)
    expect(told.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ['workspaces.endSupport', 'system'],
      ['workspaces.grantSupport', 'session'],
    ])
    expect(told[0]?.detail).toEqual({ grantedBy: told[1]?.actorName })
    expect(told[1]?.actorName).toMatch(/^Deleted account /)
  })

  test('stays when its giver has the address of an account deleted since', async () => {
    const { people } = server.running.container.services
    const ctx = server.running.container.contexts.system('eu')
    const anew = await server.signUp('eu')
    const admin = await server.join(asked, 'admin')
    expect((await give(anew)).status).toBe(200)
    expect((await give(asked, undefined, admin)).status).toBe(200)
    const before = new Date(Date.now() - 60_000).toISOString()
    const ended = (email: string, when: string) =>
      people.accountDeleted(ctx, { userId: randomId(20), email, pseudonym: 'Deleted account x', at: when })
    await ended(anew.email, before)
    expect((await read(anew, helper)).status).toBe(200)
    const { access } = await server.must<{ access: object }>('GET', at(anew, '/support'), anew.token)
    expect(access).toMatchObject({ grantedBy: anew.email })
    // Their seat in another workspace stays as well, and the access given from it.
    await ended(admin.email, before)
    expect((await read(asked, helper)).status).toBe(200)
    expect((await read(asked, admin)).status).toBe(200)
    // Both are deleted with their own account.
    await ended(admin.email, new Date().toISOString())
    expect((await read(asked, helper)).status).toBe(404)
    await ended(anew.email, new Date().toISOString())
    expect((await read(anew, helper)).status).toBe(404)
  })

  test('ends live streams when the reader’s address changes', async () => {
    const mover = await server.signUp('eu')
    await server.confirm(mover)
    await withFactor(mover)
    supportEmails.push(mover.email)
    expect((await give(asked)).status).toBe(200)
    const ended = await follow(asked, mover)
    await users(`email = '${someEmail()}'`, mover)
    // Any end makes the server check all streams again.
    await end(abroad)
    await ended()
    expect((await read(asked, mover)).status).toBe(404)
  })

  test('admits a listed person even when a workspace has their address as its former owner, and hides its secrets', async () => {
    const agent = await server.makeAgent(asked, { VF_DIALOGUE_API_KEY: 'VF.DM.secret' })
    const other = await server.signUp('eu')
    await server.confirm(other)
    await withFactor(other)
    supportEmails.push(other.email)
    await server.dbs.eu.pool.query(
      `insert into workspace_members (workspace_id, email, role, invited_at, joined_at) values ($1, $2, 'owner', now(), now())`,
      [asked.workspace.uid, other.email],
    )
    expect((await give(asked, { role: 'editor', hours: 8 })).status).toBe(200)
    const answer = await call('GET', `${server.api('eu')}/v2/agents/${agent.id}`, { bearer: other.token })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toMatch(/vg_[A-Za-z0-9]{20}|VF.DM.secret/)
    expect((await log(asked))[0]).toMatchObject({
      action: 'workspaces.supportOpened',
      actorKind: 'support',
      actorName: other.email,
    })
    // Agents they create are theirs, secrets included.
    const born = `${server.api('eu')}/v2/agents/${randomId(16)}`
    const mine = await call<{ data: object }>('POST', born, { bearer: other.token, body: { title: 'Mine' } })
    expect(mine.body.data).toMatchObject({ SECRET_API_KEY: expect.stringMatching(/^vg_/) })
    await server.dbs.eu.pool.query(`delete from workspace_members where email = $1 and workspace_id = $2`, [
      other.email,
      asked.workspace.uid,
    ])
  })

  test('ends when a person is no longer named, even while they are signed in', async () => {
    expect((await give(asked)).status).toBe(200)
    expect((await read(asked, helper)).status).toBe(200)
    const named = supportEmails.splice(0)
    expect([(await read(asked, helper)).status, await open('eu', helper)]).toEqual([404, []])
    supportEmails.push(...named)
    expect((await read(asked, helper)).status).toBe(200)
  })

  test('keeps no id of a deleted account, and exposes none', async () => {
    const leaver = await server.signUp('eu')
    await server.confirm(leaver)
    await withFactor(leaver)
    supportEmails.push(leaver.email)
    expect((await give(asked)).status).toBe(200)
    for (const one of [helper, leaver]) expect((await read(asked, one)).status).toBe(200)
    const opened = async () => {
      const { rows } = await server.dbs.eu.pool.query(`select opened from workspace_support where workspace_id = $1`, [
        asked.workspace.uid,
      ])
      return Object.keys(rows[0].opened)
    }
    expect(await opened()).toHaveLength(2)
    const { rows } = await server.dbs.eu.pool.query(`select owner_id from workspaces where uid = $1`, [
      asked.workspace.uid,
    ])
    const held = EXPORTED_TABLES.filter(({ table }) => table === 'workspace_support')
    const copied = []
    for (const one of held)
      for await (const page of rowsOf(server.running.container.contexts.system('eu').db, rows[0].owner_id, one))
        copied.push(...page)
    expect(copied).toMatchObject([{ role: 'viewer', granted_by: asked.email }])
    expect(copied[0]).not.toHaveProperty('opened')
    await server.dbs.identity.pool.query(
      `delete from two_factors where user_id = (select id from users where email = $1)`,
      [leaver.email],
    )
    const ending = { typed: leaver.email, password: leaver.password }
    expect((await send('POST', `${server.url}/api/account/deletion`, leaver.token, ending)).status).toBe(200)
    await vi.waitFor(async () => expect(await opened()).toHaveLength(1), { timeout: 20_000, interval: 100 })
  })

  test('logs who sees a workspace listed before it is shown, and lists none when logging fails', async () => {
    const told = async () =>
      (await log(asked)).filter(({ actorKind, action }) => actorKind === 'support' && action.endsWith('Listed'))
    expect((await give(asked)).status).toBe(200)
    const before = (await told()).length
    const regions = () => server.must('GET', `${server.url}/api/account/regions`, helper.token)
    expect(JSON.stringify(await regions())).toContain('"support":1')
    expect(await told()).toHaveLength(before)
    await server.dbs.eu.pool.query(
      `create function no_log() returns trigger language plpgsql as $$ begin raise 'the log is full'; end $$`,
    )
    await server.dbs.eu.pool.query(
      `create trigger no_log before insert on audit_entries for each row when (new.workspace_id = '${asked.workspace.uid}') execute function no_log()`,
    )
    expect(await open('eu', helper)).toEqual([])
    await server.dbs.eu.pool.query('drop trigger no_log on audit_entries; drop function no_log()')
    for (let times = 0; times < 3; times += 1)
      expect(await open('eu', helper)).toEqual([[asked.workspace.uid, 'viewer']])
    expect(await told()).toHaveLength(before + 1)
    expect((await told())[0]).toMatchObject({ action: 'workspaces.supportListed', actorName: helper.email })
    // It is in no other list and no other log.
    expect(await open('eu', stranger)).toEqual([])
    expect(await log(owner)).toEqual([])
  })

  test('changes nothing for members of the workspace', async () => {
    const member = await server.join(asked, 'admin')
    await withFactor(member)
    supportEmails.push(member.email)
    expect(await open('eu', member)).toEqual([])
    expect((await send('POST', at(asked), member.token, { workspaceName: 'Ours' })).status).toBe(200)
    const saved = (await server.must<{ items: AuditEntry[] }>('GET', at(asked, '/audit'), asked.token)).items[0]
    expect(saved).toMatchObject({ action: 'workspaces.save', actorKind: 'session', actorName: member.email })
  })
})
