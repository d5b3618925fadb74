// Managing a workspace while it changes: people who lose access in the meantime are refused, and no change lacks its
// log entry.
import type { AuditEntry } from '@parlance/contract/audit/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { ghosts, operations, samples, send } from '../helpers/operations.ts'
import type { Names } from '../helpers/operation-names.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await startTestServer()
const { must } = server
const workspaceAt = (uid: string) => `${server.api('eu')}/v2/workspaces/${uid}`
const at = (person: Person, path: string) => `${workspaceAt(person.workspace.uid)}${path}`
const entries = async (uid: string, token: string) =>
  (await must<{ items: AuditEntry[] }>('GET', `${workspaceAt(uid)}/audit?limit=100`, token)).items
const ALSO_TOLD = ['agents.save', 'workspaces.saveCredential', 'workspaces.deleteCredential']
const settle = () => server.running.container.access.flush()

describe('managing a workspace', () => {
  /** Every admin call that changes the workspace itself. */
  const managing = operations.filter(
    ({ name, method, meta: { access } }) =>
      access.role === 'admin' &&
      method !== 'GET' &&
      // These start outside, at the payment provider or in the domain name system.
      !/^(billing|clientBilling|domains)\./.test(name) &&
      ![
        'workspaces.uploadLogo',
        'agencies.checkFont',
        'events.test',
        'events.testEndpoint',
        'workspaces.testCredential',
      ].includes(name),
  )
  const stored = async (uid: string, admin: Person) => {
    const { rows } = await server.dbs.eu.pool.query<{ stored: string }>(
      `select jsonb_build_object(
         'workspace', (select to_jsonb(w) from workspaces w where uid = $1),
         'members', (select jsonb_agg(m order by m.email) from workspace_members m where workspace_id = $1 and m.email <> $2),
         'keys', (select jsonb_agg(to_jsonb(k) - 'last_used_at' order by k.id) from api_keys k where workspace_id = $1),
         'agents', (select jsonb_agg(jsonb_build_array(a.secret_hash, a.version) order by a.id) from agents a where workspace_id = $1),
         'credentials', (select jsonb_agg(to_jsonb(c) order by c.provider) from credentials c where workspace_id = $1),
         'agency', (select to_jsonb(a) from agencies a where workspace_id = $1),
         'orgs', (select jsonb_agg(to_jsonb(o) order by o.id) from orgs o where workspace_id = $1),
         'mails', (select count(*) from workspace_mails where workspace_id = $1))::text as stored`,
      [uid, admin.email],
    )
    return rows[0]?.stored
  }
  /** A workspace with something of everything, and an admin of it. */
  async function managed() {
    const owner = await server.signUp('eu')
    const [admin, guest] = [await server.join(owner, 'admin'), await server.join(owner, 'editor')]
    const own = await server.makeAgent(owner)
    const { data } = await must<{ data: { id: string } }>('POST', at(owner, '/keys'), owner.token, {
      name: 'Key',
      scopes: ['agents:read'],
    })
    await must('POST', at(owner, '/events/endpoints'), owner.token, {
      endpoint: 'https://1.1.1.1/',
      subscribedEvents: [],
    })
    const { workspaceSecret } = await must<{ workspaceSecret: string }>('POST', at(owner, '/secret'), owner.token)
    const org = await must<{ data: { ID: string } }>('POST', at(owner, '/orgs'), owner.token, { name: 'Bakery' })
    const names = {
      ...ghosts(),
      uid: owner.workspace.uid,
      agentId: own.id,
      keyId: data.id,
      invited: guest.email,
      site: '',
      endpointId: 'default',
      orgId: org.data.ID,
    }
    return { owner, admin, names, secret: workspaceSecret }
  }
  /** Sends all calls, which pass the access check, and lets them continue once `change` is done. */
  async function overtaken(uid: string, change: string, params: unknown[], ask: () => Promise<number>[]) {
    const client = await server.dbs.eu.pool.connect()
    try {
      await client.query('begin')
      await client.query('select uid from workspaces where uid = $1 for update', [uid])
      await client.query(change, params)
      const asked = ask()
      await vi.waitFor(async () => {
        const { rows } = await server.dbs.eu.pool.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows[0]?.n).toBe(asked.length)
      }, 20_000)
      await client.query('commit')
      return await Promise.all(asked)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  /** Each call holds a connection while it waits, and the server has fewer connections than calls. */
  const inHalves = <T>(ops: readonly T[]) => {
    const half = Math.ceil(ops.length / 2)
    return [ops.slice(0, half), ops.slice(half)]
  }
  const asking = (by: string, names: Names, ops = managing) =>
    ops.map(async (op) => (await send(op, server.url, 'eu', samples[op.name]?.(names) ?? {}, { bearer: by })).status)

  test.each([
    ['removed', 404, `delete from workspace_members where workspace_id = $1 and email = $2`],
    ['made an editor', 403, `update workspace_members set role = 'editor' where workspace_id = $1 and email = $2`],
  ])('[1.8] refuses a caller who is %s during the call', async (_, status, change) => {
    expect(managing.length).toBeGreaterThan(12)
    for (const ops of inHalves(managing)) {
      const { admin, names } = await managed()
      const before = await stored(names.uid, admin)
      const heard = await overtaken(names.uid, change, [names.uid, admin.email], () => asking(admin.token, names, ops))
      expect(ops.map(({ name }, n) => [name, heard[n]])).toEqual(ops.map(({ name }) => [name, status]))
      expect(await stored(names.uid, admin)).toBe(before)
    }
  })

  test('[1.8] refuses the bearer when its secret is rotated during the call', async () => {
    const all = managing.filter(({ meta: { access } }) => access.by.includes('workspace'))
    expect(all.length).toBeGreaterThan(3)
    const change = `update workspaces set secret_hash = 'another' || $1 where uid = $1`
    for (const ops of inHalves(all)) {
      const { names, secret } = await managed()
      const heard = await overtaken(names.uid, change, [names.uid], () => asking(secret, names, ops))
      expect(ops.map(({ name }, n) => [name, heard[n]])).toEqual(ops.map(({ name }) => [name, 401]))
    }
  })

  test('is committed together with its log entry, or not at all', async () => {
    const { admin, names } = await managed()
    const before = await stored(names.uid, admin)
    await server.dbs.eu.pool.query(
      `create or replace function no_log() returns trigger language plpgsql as $$ begin raise 'the log is full'; end $$`,
    )
    // As if the process had died before the entry: its change is undone too.
    await server.dbs.eu.pool.query(
      `create trigger no_log before insert on audit_entries for each row when (new.workspace_id = '${names.uid}') execute function no_log()`,
    )
    const told = managing.filter(({ name }) => !['workspaces.resendInvitation', 'workspaces.sendEmail'].includes(name))
    // Publishing and its payment key are not management, but have an entry too.
    const ops = [...told, ...operations.filter(({ name }) => ALSO_TOLD.includes(name))]
    const heard = await Promise.all(asking(admin.token, names, ops))
    await server.dbs.eu.pool.query('drop trigger no_log on audit_entries')
    expect(ops.map(({ name }, n) => [name, heard[n]])).toEqual(ops.map(({ name }) => [name, 500]))
    expect(await stored(names.uid, admin)).toBe(before)
    const after = await Promise.all(asking(admin.token, names, ops))
    const refused = ops.flatMap(({ name }, n) => ([200, 404].includes(after[n] ?? 0) ? [] : [`${name} ${after[n]}`]))
    // Nothing to push before the copies exist; and while they are pushed to, they stay.
    expect(refused.filter((text) => !/^fleet\.(push|detachCopy) 409$/.test(text))).toEqual([])
    const theirs = (await entries(names.uid, admin.token)).filter(({ actorName }) => actorName === admin.email)
    const actions = theirs.map(({ action }) => action)
    for (const name of [
      'workspaces.createKey',
      'workspaces.renewSecret',
      'agents.renewSecretKey',
      'events.saveSettings',
      ...ALSO_TOLD,
    ])
      expect(actions.filter((action) => action === name)).toHaveLength(1)
  })
})

test('keeps logging when unknown workspaces and addresses flood the log', async () => {
  const kim = await server.signUp('eu')
  const { guard: keyGuard, signIns } = server.running.container.access
  const ctx = server.running.container.contexts.forRequest('eu')
  for (let n = 0; n < 20_000; n += 1) {
    keyGuard.refused?.(ctx, randomId(15), false)
    signIns.signInFailed(ctx, `${randomId(15)}@example.test`)
    // Settles every hundred refusals, because each has queried a database.
    if (n % 100 === 99) await settle()
  }
  keyGuard.refused?.(ctx, kim.workspace.uid, false)
  signIns.signInFailed(ctx, kim.email.toUpperCase())
  await settle()
  expect((await entries(kim.workspace.uid, kim.token)).map(({ action }) => action).toSorted()).toEqual([
    'access.refused',
    'accounts.signInFailed',
  ])
})

describe('joining a workspace', () => {
  const joinings = async (owner: Person) =>
    (await entries(owner.workspace.uid, owner.token)).filter(({ action }) => action === 'workspaces.joined')

  test('adds one entry with the role, however people join, and in no other workspace', async () => {
    const [owner, other] = [await server.signUp('eu'), await server.signUp('eu')]
    const member = await server.signUp('eu')
    const guest = await server.join(owner, 'viewer')
    for (const one of [owner, other])
      await must('POST', at(one, '/members'), one.token, { email: member.email, role: 'editor' })
    expect(await joinings(owner)).toEqual([])
    await server.confirm(member)
    // A page requests several things at once.
    await Promise.all(['', '/members', '/events'].map((path) => must('GET', at(owner, path), member.token)))
    await must('GET', at(owner, ''), guest.token)
    await must('GET', at(owner, ''), guest.token)
    expect(await joinings(owner)).toMatchObject(
      [guest, member].map(({ email }) => ({
        actorKind: 'session',
        actorName: email,
        objectType: 'member',
        objectId: email,
        detail: { after: email === guest.email ? 'viewer' : 'editor' },
      })),
    )
    expect(await joinings(other)).toEqual([])
    expect(
      (await entries(owner.workspace.uid, owner.token)).filter(({ action }) => action === 'workspaces.invite'),
    ).toMatchObject([{ detail: { after: 'editor' } }, { detail: { after: 'viewer' } }])
  })

  test('fails when its entry could not be written', async () => {
    const owner = await server.signUp('eu')
    const member = await server.join(owner, 'editor')
    const { uid } = owner.workspace
    await server.dbs.eu.pool.query(
      `create function no_joining() returns trigger language plpgsql as $$ begin raise exception 'no log'; end $$;
       create trigger no_joining before insert on audit_entries for each row when (new.workspace_id = '${uid}') execute function no_joining()`,
    )
    expect((await call('GET', at(owner, ''), { bearer: member.token })).status).toBe(500)
    await server.dbs.eu.pool.query('drop trigger no_joining on audit_entries; drop function no_joining')
    const state = async () =>
      (await must<{ items: { state: string }[] }>('GET', at(owner, '/members'), owner.token)).items[1]?.state
    expect(await state()).toBe('invited')
    await must('GET', at(owner, ''), member.token)
    expect(await state()).toBe('joined')
    expect(await joinings(owner)).toHaveLength(1)
  })
})
