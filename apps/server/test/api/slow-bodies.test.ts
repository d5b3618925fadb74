// A slow body is written only if its sender still has access when all of it has arrived.
import { request } from 'node:http'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, SUPPORT_EMAIL } from '../helpers/app.ts'
import { operations, samples, send } from '../helpers/operations.ts'
import { makeTenant, type Tenant } from '../helpers/tenants.ts'
import { call, type Person } from '../helpers/people.ts'
import { supportOf } from '../helpers/support.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-overtaken-'))
const server = await startTestServer({ settings: { dataDir, baseWorkspaceSeats: 50 } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const { must } = server

/** Longer than the default limit of a body. */
const LONG = 256 * 1024
/** Calls that read a long body but store nothing, or that belong to visitors, client users or agents. */
const OTHERS = [
  'tools.import',
  'conversations.openaiChat',
  'conversations.attach',
  'conversations.attachToReply',
  'clientAccount.setPhoto',
  'agencies.sendFeedback',
  'conversations.detach',
  'conversations.transcribe',
]
const ALSO = ['files.uploadFile', 'knowledge.addUrls']
const ops = operations.filter(
  ({ name, meta: { access, file, maxBody = 0, scope, stream } }) =>
    scope === 'region' &&
    stream !== true &&
    !OTHERS.includes(name) &&
    (file !== undefined || maxBody > LONG || access.limit === 'upload' || ALSO.includes(name)),
)

/** Rows that a body could have added to a workspace. */
async function stored(uid: string): Promise<unknown> {
  const { rows } = await server.dbs.eu.pool.query(
    `select (select jsonb_agg(id order by id) from files where workspace_id = $1) as files,
       (select jsonb_agg(jsonb_build_array(id, name, content_hash) order by id) from documents where workspace_id = $1) as documents,
       (select jsonb_agg(jsonb_build_array(id, version) order by id) from agents where workspace_id = $1) as agents,
       (select workspace_photo_url from workspaces where uid = $1) as logo`,
    [uid],
  )
  return rows[0]
}
function bytesOf(uid: string): string[] {
  try {
    return readdirSync(join(dataDir, 'buckets', 'eu', 'ws', uid), { recursive: true }).map(String)
  } catch {
    return []
  }
}

describe('a long body', () => {
  let tenant: Tenant
  let other: Tenant
  beforeAll(async () => {
    ;[tenant, other] = [await makeTenant(server, 'eu'), await makeTenant(server, 'eu')]
  }, 60_000)
  const inputOf = (name: string) =>
    name === 'knowledge.addUrls'
      ? { agentId: tenant.agentId, urls: [server.model.url] }
      : (samples[name]?.(tenant) ?? {})
  /** Sends all requests, which pass the access check, and finishes their bodies once `change` is done. */
  async function overtaken(bearer: string, asked: typeof ops, change: () => Promise<unknown>): Promise<number[]> {
    const client = await server.dbs.eu.pool.connect()
    try {
      await client.query('begin')
      await client.query('select uid from workspaces where uid = $1 for update', [tenant.uid])
      const answers = asked.map(async (op) => (await send(op, server.url, 'eu', inputOf(op.name), { bearer })).status)
      await vi.waitFor(async () => {
        const { rows } = await server.dbs.eu.pool.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows[0]?.n).toBe(asked.length)
      }, 20_000)
      await change()
      await client.query('commit')
      return await Promise.all(answers)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const members = (change: string, { email }: Person) =>
    server.dbs.eu.pool.query(`${change} where workspace_id = $1 and email = $2`, [tenant.uid, email])
  const signedOut = ({ email }: Person) =>
    server.dbs.identity.pool.query('delete from sessions where user_id = (select id from users where email = $1)', [
      email,
    ])

  test('is accepted by calls that are known here', () => {
    expect(ops.map(({ name }) => name).toSorted()).toEqual([
      'agencies.update',
      'agencies.uploadPicture',
      'agents.import',
      'agents.save',
      'agents.saveDraft',
      'conversations.uploadFile',
      'files.uploadFile',
      'knowledge.addPoint',
      'knowledge.addQa',
      'knowledge.addUrls',
      'knowledge.create',
      'knowledge.update',
      'knowledge.updateChunk',
      'knowledge.upload',
      'leads.import',
      'orgs.setPhoto',
      'workspaces.uploadLogo',
    ])
  })

  test.each([
    ['removed', 404, (admin: Person) => members('delete from workspace_members', admin)],
    ['made a viewer', 403, (admin: Person) => members(`update workspace_members set role = 'viewer'`, admin)],
    ['signed out', 401, signedOut],
  ] as const)('[1.8] is discarded once its sender is %s', async (_, status, change) => {
    const admin = await server.join(tenant.owner, 'admin')
    const before = [await stored(tenant.uid), bytesOf(tenant.uid)]
    const heard = await overtaken(admin.token, ops, () => change(admin))
    expect(ops.map(({ name }, n) => [name, heard[n]])).toEqual(ops.map(({ name }) => [name, status]))
    expect([await stored(tenant.uid), bytesOf(tenant.uid)]).toEqual(before)
  })

  test('[1.8] is discarded when the support access of its sender has ended', async () => {
    const helper = await supporter()
    const support = supportOf(server)
    expect((await support.give(tenant.owner, { role: 'editor', hours: 1 })).status).toBe(200)
    const theirs = ops.filter(({ meta: { access } }) => access.role !== 'admin')
    await call('GET', `${server.api('eu')}/v2/workspaces/${tenant.uid}`, { bearer: helper.token })
    const before = [await stored(tenant.uid), bytesOf(tenant.uid)]
    const heard = await overtaken(helper.token, theirs, () => support.setUntil(tenant.owner, '-1 s'))
    expect(theirs.map(({ name }, n) => [name, heard[n]])).toEqual(theirs.map(({ name }) => [name, 404]))
    expect([await stored(tenant.uid), bytesOf(tenant.uid)]).toEqual(before)
  })

  test('[1.8] is discarded when its key is revoked, while another tenant’s is accepted', async () => {
    const scopes = ['agents:write', 'knowledge:write', 'conversations:write']
    const keys = `${server.api('eu')}/v2/workspaces/${tenant.uid}/keys`
    const { data, key } = await must<{ data: { id: string }; key: string }>('POST', keys, tenant.owner.token, {
      name: 'Uploads',
      scopes,
    })
    const theirs = ops.filter(({ meta: { access } }) => scopes.includes(String(access.scope)))
    expect(theirs.length).toBeGreaterThan(6)
    const before = [await stored(tenant.uid), bytesOf(tenant.uid)]
    const upload = `${server.api('eu')}/v2/agents/${other.agentId}/kb/files?name=other.txt`
    const heard = await overtaken(key, theirs, async () => {
      await server.dbs.eu.pool.query('delete from api_keys where id = $1', [data.id])
      const answer = await fetch(upload, {
        method: 'POST',
        headers: { authorization: `Bearer ${other.owner.token}` },
        body: 'Ours.',
      })
      expect(answer.status).toBe(200)
    })
    expect(theirs.map(({ name }, n) => [name, heard[n]])).toEqual(theirs.map(({ name }) => [name, 401]))
    expect([await stored(tenant.uid), bytesOf(tenant.uid)]).toEqual(before)
  })
})

async function supporter(): Promise<Person> {
  const account = { email: SUPPORT_EMAIL, password: 'correct horse battery' }
  const { token } = await must<{ token: string }>('POST', `${server.url}/api/account/sign-up`, undefined, {
    ...account,
    name: 'Sue',
    region: 'eu',
  })
  const person: Person = { region: 'eu', ...account, token, workspace: { uid: '', secret: '' } }
  await server.confirm(person)
  await supportOf(server).withFactor(person)
  return person
}

/** A body whose end is sent on demand. */
function slowly(url: string, bearer: string, type: string) {
  const sent = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type, 'transfer-encoding': 'chunked' },
  })
  const answer = new Promise<number>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  return { begin: (text: string) => sent.write(text), end: (text: string) => sent.end(text), answer }
}

test('[1.8] leaves neither document nor bytes when its sender is removed in the middle of a file', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  const editor = await server.join(owner, 'editor')
  const upload = slowly(`${server.api('eu')}/v2/agents/${agent.id}/kb/files?name=a.txt`, editor.token, 'text/plain')
  upload.begin('We open ')
  await vi.waitFor(async () => expect(JSON.stringify(await stored(owner.workspace.uid))).toContain('a.txt'))
  const member = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/members/${editor.email}`
  await must('DELETE', member, owner.token)
  upload.end('at nine.')
  expect(await upload.answer).toBe(404)
  expect(await stored(owner.workspace.uid)).toMatchObject({ documents: null })
  expect(bytesOf(owner.workspace.uid)).toEqual([])
})

test('[1.8] stores no photo, document or other change when its session ends', async () => {
  const owner = await server.signUp('eu')
  const agent = await server.makeAgent(owner)
  const kb = `${server.api('eu')}/v2/agents/${agent.id}/kb`
  const before = await stored(owner.workspace.uid)
  const bodies = [
    [`${server.url}/api/account/photo`, '{"base64Payload":"', 'iVBORw0KGgo="}'],
    [kb, '{"name":"Hours",', '"content":"We open at nine."}'],
    [`${server.api('eu')}/v2/workspaces`, '{"workspaceName"', ':"Late"}'],
  ] as const
  const under = bodies.map(([url, head, tail]) => {
    const body = slowly(url, owner.token, 'application/json')
    body.begin(head)
    return { body, tail }
  })
  await new Promise((resolve) => setTimeout(resolve, 700))
  await must('POST', `${server.url}/api/account/sign-out`, owner.token, {})
  for (const { body, tail } of under) body.end(tail)
  expect(await Promise.all(under.map(({ body }) => body.answer))).toEqual([401, 401, 401])
  expect(await stored(owner.workspace.uid)).toEqual(before)
})
