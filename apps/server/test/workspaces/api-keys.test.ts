// API keys and the workspace log: what a key allows, when it stops working, and what is logged.
import { SCOPES, type Scope } from '@parlance/contract/lib/scopes'
import type { AuditEntry } from '@parlance/contract/audit/schemas'
import type { ApiKey } from '@parlance/contract/workspaces/keys'
import { randomId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CHECK_MS } from '../../src/lib/http/streams/stream-revalidation.ts'
import { startTestServer } from '../helpers/app.ts'
import { ghosts, type Operation, operations, samples, send, timeless } from '../helpers/operations.ts'
import type { Names } from '../helpers/operation-names.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { must } = server
let ada: Person
let eve: Person
let agent: TestAgent
beforeAll(async () => {
  ;[ada, eve] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  agent = await server.makeAgent(ada)
})

type Made = { data: ApiKey; key: string }
const at = (person: Person, path: string) => `${server.api(person.region)}/v2/workspaces/${person.workspace.uid}${path}`
const makeKey = (person: Person, scopes: readonly Scope[], rest: object = {}): Promise<Made> =>
  must<Made>('POST', at(person, '/keys'), person.token, { name: 'Key', scopes, ...rest })
const listKeys = async (person: Person) =>
  (await must<{ items: ApiKey[] }>('GET', at(person, '/keys'), person.token)).items
const agentsPath = (person: Person) => at(person, '/agents')
const opens = async (bearer: string, person = ada) => (await call('GET', agentsPath(person), { bearer })).status
const entries = async (person: Person, query = '') =>
  (await must<{ items: AuditEntry[] }>('GET', at(person, `/audit?limit=100${query}`), person.token)).items
const settle = () => server.running.container.access.flush()

describe('a key of one scope', () => {
  const keys = new Map<Scope, string>()
  beforeAll(async () => {
    for (const scope of SCOPES) keys.set(scope, (await makeKey(ada, [scope])).key)
  })
  const inputOf = (op: Operation, names: Names) => samples[op.name]?.(names) ?? {}
  /** Public calls, where a token means nothing. */
  const open = ({ meta: { access } }: Operation) =>
    access.by.includes('sandbox') || (access.by.length === 1 && access.by[0] === 'public')

  test.each(operations.filter((op) => !open(op)).map((op) => [op.name, op] as const))(
    'opens %s only in its own area',
    async (_, op) => {
      const ask = async ([scope, bearer]: [Scope, string]) => {
        const heard = await send(op, server.url, 'eu', inputOf(op, ghosts()), { bearer })
        // An id that never existed: a caller with access gets the 404.
        if (op.meta.access.scope === scope) expect([401, 403], `${scope} ${heard.status}`).not.toContain(heard.status)
        else {
          expect([401, 403], `${scope} got ${heard.status}`).toContain(heard.status)
          expect(heard.body).toMatchObject({ success: false })
        }
      }
      await Promise.all([...keys].map(ask))
    },
  )

  test('[1.7] of all scopes opens nothing of another workspace', async () => {
    const { key: bearer } = await makeKey(eve, SCOPES)
    const names = { ...ghosts(), uid: ada.workspace.uid, agentId: agent.id }
    const closed = operations.filter(
      ({ meta: { access } }) => access.scope !== undefined && (access.agent ?? access.workspace) !== undefined,
    )
    expect(closed.length).toBeGreaterThan(80)
    const before = await server.dbs.eu.pool.query('select md5(string_agg(a::text, $1)) from agents a', ['|'])
    for (const op of closed.filter(({ meta }) => !meta.access.by.includes('public'))) {
      const heard = await send(op, server.url, 'eu', inputOf(op, names), { bearer })
      expect(heard.status, op.name).toBe(404)
      if (op.meta.access.creates) continue
      expect(timeless(heard)).toEqual(timeless(await send(op, server.url, 'eu', inputOf(op, ghosts()), { bearer })))
    }
    expect((await server.dbs.eu.pool.query('select md5(string_agg(a::text, $1)) from agents a', ['|'])).rows).toEqual(
      before.rows,
    )
    // Nor in the other region.
    expect((await call('GET', `${server.api('na')}/v2/agents/${agent.id}`, { bearer })).status).toBe(401)
  })
})

test('a key reads and writes within its scopes, and sees no secret with more access', async () => {
  const { key: bearer } = await makeKey(ada, ['agents:read', 'agents:write', 'workspace:read'])
  const path = `${server.api('eu')}/v2/agents/${agent.id}`
  await must('POST', path, ada.token, { VF_DIALOGUE_API_KEY: 'VF.DM.canary-secret', whatsappToken: 'canary-token' })
  const read = await must<{ data: Record<string, unknown>; version: number }>('GET', path, bearer)
  expect(read.data['ID']).toBe(agent.id)
  expect(JSON.stringify(read)).not.toMatch(/canary|SECRET_API_KEY|vg_[A-Za-z0-9]{20}/)
  const { data } = await must<{ data: { workspaceSecret: string } }>('GET', at(ada, ''), bearer)
  expect(data.workspaceSecret).toBe('')
  // What was read can be saved again without losing a secret.
  const saved = await must('POST', path, bearer, { ...read.data, title: 'By key', version: read.version })
  expect(JSON.stringify(saved)).not.toMatch(/canary|vg_[A-Za-z0-9]{20}/)
  const mine = await must<{ data: Record<string, unknown> }>('GET', path, ada.token)
  expect(mine.data).toMatchObject({ title: 'By key', VF_DIALOGUE_API_KEY: 'VF.DM.canary-secret' })
  expect(mine.data['SECRET_API_KEY']).toBe(agent.secret)
  const refused = await call<{ message: string }>('GET', `${path}/kb`, { bearer })
  expect(refused).toMatchObject({
    status: 403,
    body: { message: 'This call needs an API key with the scope knowledge:read.' },
  })
})

test('a key is shown once, masked in the list, and nowhere in the database', async () => {
  const { data, key } = await makeKey(ada, ['files:read', 'agents:read'], { name: 'Nightly', expiresInDays: 30 })
  expect(key).toMatch(/^pk_[A-Za-z0-9]{40}$/)
  expect(data).toMatchObject({ name: 'Nightly', scopes: ['agents:read', 'files:read'], createdBy: ada.email })
  expect(data.hint).toBe(key.slice(-4))
  expect(Date.parse(data.expiresAt ?? '') - Date.parse(data.createdAt)).toBe(30 * 86_400_000)
  expect((await listKeys(ada))[0]).toEqual(data)
  const { rows } = await server.dbs.eu.pool.query(
    'select k::text from api_keys k union all select a::text from audit_entries a',
  )
  expect(JSON.stringify(rows)).not.toContain(key.slice(3))
  expect((await listKeys(eve)).map(({ id }) => id)).not.toContain(data.id)
  for (const bad of [
    { scopes: [] },
    { scopes: ['agents:all'] },
    { name: ' ' },
    { expiresInDays: -1 },
    { uid: 'x', keyHash: 'x' },
  ])
    expect(
      (
        await call('POST', at(ada, '/keys'), {
          bearer: ada.token,
          body: { name: 'K', scopes: ['agents:read'], ...bad },
        })
      ).status,
    ).toBe(400)
})

describe('a rotation', () => {
  test.each([
    [0, 401],
    [1, 200],
    [7, 200],
  ])('with %i days leaves the old key %i', async (graceDays, old) => {
    const first = await makeKey(ada, ['agents:read'])
    const path = at(ada, `/keys/${first.data.id}`)
    const second = await must<Made>('POST', `${path}/rotate`, ada.token, { graceDays })
    expect(second.data).toMatchObject({ id: first.data.id, scopes: ['agents:read'], hint: second.key.slice(-4) })
    expect([await opens(first.key), await opens(second.key)]).toEqual([old, 200])
    if (graceDays === 0) return
    const until = Date.parse(second.data.previousUntil ?? '')
    expect(Math.round((until - Date.now()) / 86_400_000)).toBe(graceDays)
    // The end of the grace period, which no test waits for.
    await server.dbs.eu.pool.query(`update api_keys set previous_until = now() where id = $1`, [first.data.id])
    expect([await opens(first.key), await opens(second.key)]).toEqual([401, 200])
    const third = await must<Made>('POST', `${path}/rotate`, ada.token, { graceDays })
    expect([await opens(first.key), await opens(second.key), await opens(third.key)]).toEqual([401, 200, 200])
    await must('DELETE', path, ada.token)
    expect([await opens(second.key), await opens(third.key)]).toEqual([401, 401])
  })

  test('lasts a week at most, and works only for keys of the workspace', async () => {
    const { data } = await makeKey(ada, ['agents:read'])
    const rotate = (person: Person, graceDays: number) =>
      call('POST', at(person, `/keys/${data.id}/rotate`), { bearer: person.token, body: { graceDays } })
    expect((await rotate(ada, 8)).status).toBe(400)
    expect((await rotate(eve, 1)).status).toBe(404)
    expect((await call('DELETE', at(eve, `/keys/${data.id}`), { bearer: eve.token })).status).toBe(404)
    expect(
      (await call('PATCH', at(eve, `/keys/${data.id}`), { bearer: eve.token, body: { name: 'Mine' } })).status,
    ).toBe(404)
  })
})

test('changed scopes and expiry apply to the next call', async () => {
  const { data, key } = await makeKey(ada, ['agents:read'])
  expect(await opens(key)).toBe(200)
  await must('PATCH', at(ada, `/keys/${data.id}`), ada.token, { scopes: ['files:read'], name: 'Files' })
  expect(await opens(key)).toBe(403)
  await must('PATCH', at(ada, `/keys/${data.id}`), ada.token, { scopes: ['agents:read'] })
  await server.dbs.eu.pool.query('update api_keys set expires_at = now() where id = $1', [data.id])
  expect(await opens(key)).toBe(401)
})

test('[1.8] the streams of a key end when it is revoked or loses the scope', async () => {
  const listen = async (bearer: string) => {
    const response = await fetch(at(ada, '/live'), { headers: { authorization: `Bearer ${bearer}` } })
    expect(response.status).toBe(200)
    const reader = response.body?.getReader()
    const heard = { ended: false }
    const read = async () => {
      while (!(await reader?.read())?.done);
      heard.ended = true
    }
    void read()
    return heard
  }
  const [gone, less, kept] = await Promise.all([1, 2, 3].map(() => makeKey(ada, ['conversations:read'])))
  if (!gone || !less || !kept) throw new Error('no keys')
  const [first, second, third] = [await listen(gone.key), await listen(less.key), await listen(kept.key)]
  await must('DELETE', at(ada, `/keys/${gone.data.id}`), ada.token)
  await must('PATCH', at(ada, `/keys/${less.data.id}`), ada.token, { scopes: ['agents:read'] })
  // Ended at once; the regular check comes later.
  await vi.waitFor(() => expect([first.ended, second.ended]).toEqual([true, true]), { timeout: CHECK_MS * 0.8 })
  expect(third.ended).toBe(false)
  await must('DELETE', at(ada, `/keys/${kept.data.id}`), ada.token)
  await vi.waitFor(() => expect(third.ended).toBe(true), { timeout: CHECK_MS * 0.8 })
})

test('the last use is stored once a minute at most, and the first use is logged', async () => {
  const { data, key } = await makeKey(ada, ['agents:read'], { name: 'Used' })
  const used = async () => (await listKeys(ada)).find(({ id }) => id === data.id)?.lastUsedAt
  await settle()
  expect(await used()).toBeNull()
  await Promise.all([opens(key), opens(key), opens(key)])
  await settle()
  const first = await used()
  expect(Math.abs(Date.now() - Date.parse(first ?? ''))).toBeLessThan(60_000)
  await opens(key)
  await settle()
  expect(await used()).toBe(first)
  const told = await entries(ada, `&action=keys.firstUse&object=${data.id}`)
  expect(told.map(({ actorKind, actorName, ip }) => [actorKind, actorName, ip])).toEqual([['key', 'Used', '127.0.0.1']])
})

test('a key is found by one query over two indexes', async () => {
  const client = await server.dbs.eu.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query(
      `explain select * from api_keys where key_hash = 'x' or (previous_hash = 'x' and previous_hash <> '') limit 1`,
    )
    const plan = JSON.stringify(rows)
    for (const index of ['api_keys_hash', 'api_keys_previous']) expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a workspace has fifty keys at most, however many are created at once', async () => {
  const many = await server.signUp('eu')
  const made = await Promise.all(
    Array.from({ length: 55 }, () =>
      call('POST', at(many, '/keys'), { bearer: many.token, body: { name: 'K', scopes: ['agents:read'] } }),
    ),
  )
  expect(made.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(made.find(({ status }) => status !== 200)).toMatchObject({ status: 429, body: { code: 'LIMIT_REACHED' } })
})

test('a rotated workspace secret works, the old one does not, and only people can rotate it', async () => {
  const mia = await server.signUp('eu')
  const own = await server.makeAgent(mia)
  const { secret } = mia.workspace
  expect(await opens(secret, mia)).toBe(200)
  expect((await call('POST', at(mia, '/secret'), { bearer: secret })).status).toBe(403)
  const { workspaceSecret } = await must<{ workspaceSecret: string }>('POST', at(mia, '/secret'), mia.token)
  expect(workspaceSecret).toMatch(/^vg_[A-Za-z0-9]{20}$/)
  expect([await opens(secret, mia), await opens(workspaceSecret, mia)]).toEqual([401, 200])
  const { data } = await must<{ data: { workspaceSecret: string } }>('GET', at(mia, ''), mia.token)
  expect(data.workspaceSecret).toBe(workspaceSecret)
  // The keys of its agents are separate.
  expect((await call('GET', `${server.api('eu')}/v2/agents/${own.id}`, { bearer: own.secret })).status).toBe(200)
  expect((await entries(mia, '&action=workspaces.renewSecret')).map(({ actorName }) => actorName)).toEqual([mia.email])
})

test('people without the right to manage a workspace can’t use keys or the log, and both attempts are logged', async () => {
  const role = async (name: string) => {
    await server.dbs.eu.pool.query(
      `insert into workspace_members (workspace_id, email, role, joined_at) values ($1, $2, $3, now())
       on conflict (workspace_id, email) do update set role = excluded.role`,
      [ada.workspace.uid, eve.email, name],
    )
  }
  await server.dbs.identity.pool.query(`update users set email_verified = true where email = $1`, [eve.email])
  const tries = async () =>
    Promise.all([
      call('GET', at(ada, '/keys'), { bearer: eve.token }),
      call('POST', at(ada, '/keys'), { bearer: eve.token, body: { name: 'K', scopes: ['agents:read'] } }),
      call('POST', at(ada, '/secret'), { bearer: eve.token }),
      call('GET', at(ada, '/audit'), { bearer: eve.token }),
      call('POST', `${server.api('eu')}/v2/agents/${agent.id}/secret-key`, { bearer: eve.token }),
    ]).then((all) => all.map(({ status }) => status))
  expect(await tries()).toEqual([404, 404, 404, 404, 404])
  for (const less of ['viewer', 'editor']) {
    await role(less)
    expect(await tries()).toEqual([403, 403, 403, 403, 403])
  }
  await settle()
  const told = await entries(ada, '&action=access.refused')
  const counted = (kind: string) =>
    told.filter(({ actorKind }) => actorKind === kind).map(({ actorName, detail }) => [actorName, detail['count']])
  // Ten by a member, who is named; the rest by people outside the workspace, who are not.
  expect(counted('session')).toEqual([[eve.email, 10]])
  expect(counted('stranger').every(([name]) => name === '')).toBe(true)
  expect(counted('stranger').reduce((sum, [, n]) => sum + Number(n), 0)).toBeGreaterThanOrEqual(5)
  await role('admin')
  expect(await tries()).toEqual([200, 200, 200, 200, 200])
  // Changed roles are in the log with the previous role.
  await must('PATCH', at(ada, `/members/${eve.email}`), ada.token, { role: 'viewer' })
  const [change] = await entries(ada, '&action=workspaces.setRole')
  expect(change).toMatchObject({
    objectType: 'member',
    objectId: eve.email,
    detail: { before: 'admin', after: 'viewer' },
  })
})

describe('the log', () => {
  test('records actions with actor and target, in a valid chain', async () => {
    const zoe = await server.signUp('eu')
    const own = await server.makeAgent(zoe, { title: 'Canary title' })
    const path = `${server.api('eu')}/v2/agents/${own.id}`
    const { key, data } = await makeKey(zoe, ['agents:write', 'knowledge:write'], { name: 'Robot' })
    for (let i = 0; i < 5; i += 1) await must('PUT', `${path}/draft`, zoe.token, { title: `Canary ${i}` })
    await must('POST', path, zoe.workspace.secret, { vg_systemPrompt: 'Canary prompt' })
    const doc = await must<{ data: { ID: string } }>('POST', `${path}/kb`, key, {
      name: 'Canary',
      content: 'Canary sings.',
    })
    await settle()
    await must('PUT', at(zoe, '/secrets/TOKEN'), zoe.token, { value: 'canary-tool-secret' })
    await must('PUT', at(zoe, '/credentials/anthropic'), zoe.token, { apiKey: 'sk-canary-provider' })
    await must('GET', `${path}/export`, zoe.token)
    await must('GET', path, zoe.token)
    await server.turn(own, { text: 'Canary question' })
    await server.turn(own, { text: 'Canary question', bearer: zoe.token, draft: true })
    await must('DELETE', `${path}/kb/${doc.data.ID}`, own.secret)
    const all = await entries(zoe)
    const told = all.map(({ action, actorKind, objectType }) => [action, actorKind, objectType]).toReversed()
    // Written in parallel with its call, so it may come before or after what the call did.
    expect(told.filter(([action]) => action === 'keys.firstUse')).toEqual([['keys.firstUse', 'key', 'key']])
    expect(told.filter(([action]) => action !== 'keys.firstUse')).toEqual([
      ['agents.convertAgentTemplateToAgent', 'session', 'agent'],
      ['agents.save', 'session', 'agent'],
      ['workspaces.createKey', 'session', 'key'],
      ['agents.saveDraft', 'session', 'agent'],
      ['agents.save', 'workspace', 'agent'],
      ['knowledge.create', 'key', 'document'],
      ['tools.saveSecret', 'session', 'secret'],
      ['workspaces.saveCredential', 'session', 'provider'],
      ['agents.export', 'session', 'agent'],
      ['knowledge.delete', 'agent', 'document'],
    ])
    expect(all.find(({ action }) => action === 'knowledge.create')).toMatchObject({
      actorName: 'Robot',
      objectId: doc.data.ID,
      ip: '127.0.0.1',
      detail: { agent: own.id, fields: ['content', 'name'] },
    })
    expect(all.find(({ action }) => action === 'workspaces.createKey')).toMatchObject({
      actorName: zoe.email,
      objectId: data.id,
      detail: { key: 'Robot', scopes: ['agents:write', 'knowledge:write'] },
    })
    const { rows } = await server.dbs.eu.pool.query('select a::text from audit_entries a where workspace_id = $1', [
      zoe.workspace.uid,
    ])
    expect(JSON.stringify(rows)).not.toMatch(/canary/i)
    expect(await must('GET', at(zoe, '/audit/check'), zoe.token)).toEqual({ entries: 11, brokenAt: null })
    const csv = await must<string>('GET', at(zoe, '/audit.csv?action=agents'), zoe.token)
    expect(csv.trim().split('\r\n')).toHaveLength(6)
    // An export of the log is in the log.
    expect((await entries(zoe))[0]).toMatchObject({ action: 'audit.csv', seq: 12 })
    await server.dbs.eu.pool.query(
      `update audit_entries set actor_name = 'nobody' where workspace_id = $1 and seq = 4`,
      [zoe.workspace.uid],
    )
    expect(await must('GET', at(zoe, '/audit/check'), zoe.token)).toEqual({ entries: 12, brokenAt: 4 })
    expect(await violations(server.dbs)).toMatchObject([{ rows: [{ workspace_id: zoe.workspace.uid }] }])
    await server.dbs.eu.pool.query('delete from audit_entries where workspace_id = $1', [zoe.workspace.uid])
  })

  test('records sign-ins, and wrong passwords as a count', async () => {
    const kim = await server.signUp('eu')
    const signIn = (password: string) =>
      call('POST', `${server.url}/api/account/sign-in`, { body: { email: kim.email, password } })
    for (const password of ['wrong password', 'wrong again', kim.password]) await signIn(password)
    await settle()
    const all = await entries(kim)
    expect(all.map(({ action, actorName, detail }) => [action, actorName, detail['count'] ?? null])).toEqual([
      ['accounts.signInFailed', '', 2],
      ['accounts.signIn', kim.email, null],
    ])
    expect(JSON.stringify(all)).not.toMatch(/wrong/)
  })

  test('is never started for a workspace that does not exist', async () => {
    const uid = randomId(15)
    for (let i = 0; i < 3; i += 1)
      expect((await call('GET', `${server.api('eu')}/v2/workspaces/${uid}/agents`, { bearer: ada.token })).status).toBe(
        404,
      )
    await settle()
    const { rows } = await server.dbs.eu.pool.query('select 1 from audit_entries where workspace_id = $1', [uid])
    expect(rows).toEqual([])
  })
})

test('every chain is valid after all of this', async () => {
  await settle()
  expect(await violations(server.dbs)).toEqual([])
})
