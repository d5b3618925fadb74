// Rotates the master key while the product runs: sealed values still open, are re-encrypted, and no longer need the old
// key.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOTP } from '@better-auth/utils/otp'
import type { Agent } from '@parlance/contract/agents/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVault } from '../lib/crypto.ts'
import type { Pool } from '../lib/db/pool.ts'
import { rewrapColumn } from '../lib/encrypted-columns.ts'
import { clientOf, startTestServer } from '../../test/helpers/app.ts'
import { call, type Person, type TestAgent } from '../../test/helpers/people.ts'
import { operatorReset } from './reset-factors.ts'
import { rewrap } from './rewrap.ts'
import { collectSealed, sealedCounts } from './sealed.ts'

const [a, b, c] = [1, 2, 3].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer]
const [under, lost] = [createVault(a), createVault(c)]
const server = await startTestServer({ settings: { masterKey: a } })
const { dbs } = server
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-rewrap-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const installation = { dataDir, regions: ['eu', 'na'] as const, databases: dbs.urls }
const during = { ...installation, masterKey: b, previousMasterKeys: [a] }
const after = { ...installation, masterKey: b }

type Client = ReturnType<typeof clientOf>
const KEYS = { provider: 'sk-of-the-provider', whatsapp: 'EAA-of-whatsapp', draft: 'EAA-of-the-draft' }
let owner: Person
let agent: TestAgent
let eventsSecret: string
let codes: string[]
let user: string

const account = (client: Client) => `${client.url}/api/account`
const workspace = (client: Client, rest = '') => `${client.api('eu')}/v2/workspaces/${owner.workspace.uid}${rest}`
async function enter(client: Client, code: string) {
  const { email, password } = owner
  const asked = await call('POST', `${account(client)}/sign-in`, { body: { email, password } })
  const cookie = asked.headers.getSetCookie().map((one) => one.split(';')[0])
  const headers = { cookie: cookie.join('; '), origin: client.url }
  return (await call('POST', `${account(client)}/sign-in/second-step`, { body: { code }, headers })).status
}
const agentOf = (client: Client) =>
  client.must<{ data: Agent }>('GET', `${client.api('eu')}/v2/agents/${agent.id}`, owner.token)

beforeAll(async () => {
  owner = await server.signUp('eu')
  await server.confirm(owner)
  agent = await server.makeAgent(owner, { whatsappToken: KEYS.whatsapp })
  await server.must('PUT', `${server.api('eu')}/v2/agents/${agent.id}/draft`, owner.token, {
    whatsappToken: KEYS.draft,
  })
  await server.must('PUT', workspace(server, '/credentials/openai'), owner.token, { apiKey: KEYS.provider })
  await server.must('PUT', workspace(server, '/secrets/SHOP'), owner.token, { value: 'of the shop' })
  const made = await server.must<{ data: { secret: string } }>(
    'POST',
    workspace(server, '/events/secret/rotate'),
    owner.token,
  )
  eventsSecret = made.data.secret
  await dbs.eu.pool.query(
    `insert into event_endpoints (id, workspace_id, url, subscribed_events, sealed_secret, created_at)
     values ('second', $1, 'https://shop.example/', '[]', $2, now())`,
    [
      owner.workspace.uid,
      under.seal(owner.workspace.uid, 'workspace|events|second', JSON.stringify({ secret: KEYS.provider, since: 0 })),
    ],
  )
  const { uri } = await server.must<{ uri: string }>('POST', `${account(server)}/two-factor`, owner.token, {
    password: owner.password,
  })
  const base32 = [...(new URL(uri).searchParams.get('secret') ?? '')]
  const bits = base32.map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const code = await createOTP(String.fromCharCode(...bytes)).hotp(Math.floor(Date.now() / 30_000))
  const confirmed = await server.must<{ recoveryCodes: string[] }>(
    'POST',
    `${account(server)}/two-factor/confirm`,
    owner.token,
    { code },
  )
  codes = confirmed.recoveryCodes
  const found = await dbs.identity.pool.query<{ id: string }>('select id from users where email = $1', [owner.email])
  user = found.rows[0]?.id ?? ''
  await server.must('POST', workspace(server, '/orgs'), owner.token, { name: 'Bakery' })
  await server.must('GET', workspace(server, '/notifications/push-key'), owner.token)
  await dbs.eu.pool.query(
    `insert into push_subscriptions (id, workspace_id, person_id, endpoint_hash, sealed, created_at)
     values ('browser', $1, 'nobody', 'hash', $2, now())`,
    [owner.workspace.uid, under.seal(owner.workspace.uid, 'push|browser', '{}')],
  )
  await dbs.eu.pool.query(
    `insert into channel_connections (id, workspace_id, agent_id, channel, account, secrets, created_at)
     values ('bot', $1, 'nobody', 'telegram', '1', $2, now())`,
    [owner.workspace.uid, under.seal(owner.workspace.uid, 'channel|bot|secrets', '{}')],
  )
  await dbs.eu.pool.query(
    `insert into phone_numbers (id, workspace_id, phone_number, account_sid, phone_sid, secrets, created_at)
     values ('line', $1, '+15550100199', 'AC1', 'PN1', $2, now())`,
    [owner.workspace.uid, under.seal(owner.workspace.uid, 'phone-number|line|secrets', 'token')],
  )
  // Work that a reset leaves in each region, and that can't be repeated.
  const other = await server.signUp('eu')
  await server.confirm(other)
  await operatorReset({ ...installation, masterKey: a }, other.email)
  // Stored responses for repeated calls, one regional and one global.
  for (const [method, target, body] of [
    ['PUT', workspace(server, '/secrets/SHOP'), { value: 'of the shop' }],
    ['PUT', `${account(server)}/language`, { language: 'en' }],
  ] as const)
    await call(method, target, { bearer: owner.token, body, headers: { 'idempotency-key': 'again' } })
  // A waiting mail, a webhook that arrived in another region, and an account deletion for one that isn't served here.
  for (const [job, sealed] of [
    ['mail.send', under.seal('mail:eu', 'mail', JSON.stringify({ to: owner.email }))],
    ['provider-webhooks.store', under.seal('webhooks:eu', 'deliveries', '[]')],
  ])
    await dbs.eu.pool.query(
      `insert into pgboss.job (name, data, start_after) values ($1, $2, now() + interval '1 day')`,
      [job, { sealed }],
    )
  await dbs.identity.pool.query(`insert into outbox (region, job, data) values ('mars', 'accounts.erase', $1)`, [
    { sealed: under.seal('accounts', 'account|erasure', '{}') },
  ])
})

/** Opens everything sealed before, through a server. */
async function opensAll(client: Client & { running: (typeof server)['running'] }) {
  const { contexts, services } = client.running.container
  const { data } = await client.must<{ data: { workspaceSecret: string } }>('GET', workspace(client), owner.token)
  expect(data.workspaceSecret).toBe(owner.workspace.secret)
  expect(await agentOf(client)).toMatchObject({
    data: { SECRET_API_KEY: agent.secret, whatsappToken: KEYS.whatsapp },
    draft: { config: { whatsappToken: KEYS.draft } },
  })
  const key = await services.workspaces.providerKey(contexts.system('eu'), owner.workspace.uid, 'openai')
  expect(key?.apiKey).toBe(KEYS.provider)
  const events = await client.must<{ data: { secret: string } }>(
    'GET',
    workspace(client, '/events/secret'),
    owner.token,
  )
  expect(events.data.secret).toBe(eventsSecret)
  const second = await client.must<{ data: { secret: string } }>(
    'GET',
    workspace(client, '/events/endpoints/second/secret'),
    owner.token,
  )
  expect(second.data.secret).toBe(KEYS.provider)
}

/** Rows of any table whose text names the key. */
async function rowsWith(pool: Pool, kid: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found = []
  for (const { name } of rows) {
    const hit = await pool.query(`select 1 from ${name} t where strpos(t::text, $1) > 0`, [`.${kid}.`])
    if ((hit.rowCount ?? 0) > 0) found.push(`${name}: ${hit.rowCount}`)
  }
  return found
}

describe('another master key', () => {
  test('opens everything next to the old one, re-encrypts it, and then opens it alone', async () => {
    // Recovery codes in the old format, before accounts had their own keys.
    await dbs.identity.pool.query(`update two_factors set recovery_key = '' where user_id = $1`, [user])
    for (const code of codes)
      await dbs.identity.pool.query(
        `update recovery_codes set hash = $3 where user_id = $1 and hash = (select hash from recovery_codes
         where user_id = $1 and hash <> all($2) limit 1)`,
        [
          user,
          codes.map((one) => under.sign('recovery-codes', `${user}|${one}`)),
          under.sign('recovery-codes', `${user}|${code}`),
        ],
      )
    await dbs.eu.pool.query(
      `insert into tool_secrets (workspace_id, name, sealed, updated_at) values ($1, 'LOST', $2, now())`,
      [owner.workspace.uid, lost.seal(owner.workspace.uid, 'tool-secret|LOST', 'gone')],
    )
    expect(await enter(server, codes[0] ?? '')).toBe(200)
    expect((await rowsWith(dbs.eu.pool, under.kid)).length).toBeGreaterThanOrEqual(6)

    const both = await server.anotherNode(during)
    await opensAll(both)
    expect(await enter(both, codes[1] ?? '')).toBe(200)
    expect((await sealedCounts(during)).some(({ previous }) => previous > 0)).toBe(true)

    const report = await rewrap(during)
    expect(report.filter(({ failures }) => failures > 0)).toMatchObject([
      {
        database: 'eu',
        name: 'secrets of tools',
        rewrapped: 1,
        failed: [
          {
            row: `workspace_id ${owner.workspace.uid}, name LOST`,
            reason: `sealed under an unknown key: ${lost.kid}`,
          },
        ],
      },
    ])
    // This test covers every kind of sealed value.
    expect(report.filter(({ database, current }) => database !== 'na' && current === 0)).toEqual([])
    for (const pool of [dbs.identity.pool, dbs.eu.pool, dbs.na.pool])
      expect(await rowsWith(pool, under.kid)).toEqual([])
    expect((await rewrap(during)).filter(({ rewrapped }) => rewrapped > 0)).toEqual([])
    await opensAll(both)
    await both.close()

    expect((await sealedCounts(after)).filter(({ previous, unknown }) => previous + unknown > 0)).toEqual([
      { database: 'eu', name: 'secrets of tools', current: 1, previous: 0, unknown: 1 },
    ])
    const alone = await server.anotherNode(after)
    await opensAll(alone)
    expect(await enter(alone, codes[2] ?? '')).toBe(200)
    expect(await enter(alone, codes[2] ?? '')).toBe(400)
    await alone.close()
  })
})

test('knows every column that is named sealed', async () => {
  const known = (await collectSealed()).map(({ table, value }) => `${table}.${value.replace('t.', '')}`)
  for (const pool of [dbs.identity.pool, dbs.eu.pool]) {
    const { rows } = await pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%sealed%'`,
    )
    for (const { name } of rows) expect(known).toContain(name)
  }
  expect(known).toContain('agents.sealed')
})

describe('a column', () => {
  let uid: string
  beforeAll(async () => {
    uid = (await server.signUp('na')).workspace.uid
  })
  const next = createVault(b, [a])
  const put = (name: string, sealed: string) =>
    dbs.na.pool.query(
      `insert into tool_secrets (workspace_id, name, sealed, updated_at) values ($1, $2, $3, now())
       on conflict (workspace_id, name) do update set sealed = $3`,
      [uid, name, sealed],
    )
  const seal = (name: string, value: string, by = under) => by.seal(uid, `tool-secret|${name}`, value)
  const run = async (pool: Pool) => {
    const column = (await collectSealed()).find(({ name }) => name === 'secrets of tools')
    if (!column) throw new Error('no such column')
    return rewrapColumn(pool, column, { vault: next, region: 'na' })
  }

  test('is re-encrypted in batches, skipping failures', async () => {
    const names = Array.from({ length: 430 }, (_, at) => `S${String(at).padStart(3, '0')}`)
    for (const name of names) await put(name, seal(name, `of ${name}`))
    await put('S150', seal('S150', 'x', lost))
    await put('S250', seal('S251', 'moved here from another place'))
    const done = await run(dbs.na.pool)
    expect([done.rewrapped, done.failures]).toEqual([428, 2])
    expect(done.failed.map(({ row }) => row)).toEqual([
      `workspace_id ${uid}, name S150`,
      `workspace_id ${uid}, name S250`,
    ])
    expect(await run(dbs.na.pool)).toMatchObject({ rewrapped: 0, failures: 2 })
    await dbs.na.pool.query('delete from tool_secrets where workspace_id = $1', [uid])
  })

  test('keeps concurrent writes, whatever their key', async () => {
    for (const by of [under, next]) {
      await put('SHOP', seal('SHOP', 'before'))
      const newer = seal('SHOP', 'newer', by)
      let isFirst = true
      const racing = {
        query: async (text: string, values: unknown[]) => {
          if (isFirst && text.startsWith('update')) await put('SHOP', newer)
          if (text.startsWith('update')) isFirst = false
          return dbs.na.pool.query(text, values)
        },
      } as unknown as Pool
      expect(await run(racing)).toMatchObject({ rewrapped: by === under ? 1 : 0, failures: 0 })
      const { rows } = await dbs.na.pool.query<{ sealed: string }>('select sealed from tool_secrets where name = $1', [
        'SHOP',
      ])
      expect(createVault(b).open(uid, 'tool-secret|SHOP', rows[0]?.sealed ?? '')).toBe('newer')
    }
  })
})
