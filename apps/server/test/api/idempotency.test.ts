// Idempotency-Key through the whole product: a repeated call gets the stored response and is not run again.
import { randomId } from '@parlance/contract/lib/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { must, dbs } = server
let ada: Person
let eve: Person
let agent: TestAgent
beforeAll(async () => {
  ;[ada, eve] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  agent = await server.makeAgent(ada)
})

type Made = { key: string; data: { id: string } }
const at = (person: Person, path: string) => `${server.api(person.region)}/v2/workspaces/${person.workspace.uid}${path}`
const keyed = (key: string, bearer: string, body?: unknown) => ({
  bearer,
  body,
  headers: { 'idempotency-key': key },
})
const makeKey = (person: Person, key: string, name = 'Key', bearer = person.token) =>
  call<Made & { code: string }>('POST', at(person, '/keys'), keyed(key, bearer, { name, scopes: ['agents:write'] }))
const keysOf = async (person: Person, name: string) =>
  (await must<{ items: { name: string }[] }>('GET', at(person, '/keys'), person.token)).items.filter(
    (one) => one.name === name,
  )
const rows = async () => (await dbs.eu.pool.query<Record<string, string>>('select * from idempotency_keys')).rows

describe('a call with a key', () => {
  test('runs once; a repeat gets the same response, including one-time secrets', async () => {
    const key = randomId(20)
    const first = await makeKey(ada, key, 'Once')
    const again = await makeKey(ada, key, 'Once')
    expect(first.status).toBe(200)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await keysOf(ada, 'Once')).toHaveLength(1)
    // The key may be quoted, as in the header field's draft.
    expect((await makeKey(ada, `"${key}"`, 'Once')).body).toEqual(first.body)
    const stored = JSON.stringify(await rows())
    expect(stored).toContain('sealed_answer')
    for (const secret of [first.body.key, key, ada.workspace.uid === '' ? 'x' : first.body.key.slice(3)])
      expect(stored).not.toContain(secret)
  })

  test('runs once for client users and agency admins, separately', async () => {
    const org = await makeOrg(server, ada, [agent.id])
    const makeLead = (key: string, bearer: string) =>
      call<{ data: { leadId: string } }>(
        'POST',
        `${server.api('eu')}/v2/agents/${agent.id}/leads`,
        keyed(key, bearer, { name: 'Grace' }),
      )
    const key = randomId(20)
    const people = await Promise.all([0, 1].map(() => makeClient(server, ada, org, { agentIds: [agent.id] })))
    const made = new Set<string>()
    for (const { token } of people) {
      const [first, again] = [await makeLead(key, token), await makeLead(key, token)]
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
      made.add(first.body.data.leadId)
    }
    expect(made.size).toBe(2)
  })

  test('differs by body, call and person', async () => {
    const key = randomId(20)
    expect((await makeKey(ada, key, 'Mine')).status).toBe(200)
    expect(await makeKey(ada, key, 'Else')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(
      await call(
        'POST',
        at(ada, '/themes'),
        keyed(key, ada.token, { name: 'T', themeType: 'light', primary: '#12ab34' }),
      ),
    ).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await keysOf(ada, 'Else')).toEqual([])
    const theirs = await makeKey(eve, key, 'Mine')
    expect(theirs.status).toBe(200)
    expect(theirs.headers.get('idempotency-replayed')).toBeNull()
    // In another owner's workspace the key opens nothing stored.
    expect((await makeKey(ada, key, 'Mine', eve.token)).status).toBe(404)
    // The same fields in another order are the same body.
    const other = randomId(20)
    const path = at(ada, '/keys')
    const one = await call<Made>('POST', path, keyed(other, ada.token, { name: 'O', scopes: ['agents:read'] }))
    const two = await call<Made>('POST', path, keyed(other, ada.token, { scopes: ['agents:read'], name: 'O' }))
    expect(two.body).toEqual(one.body)
  })

  test('runs exactly once across nodes', async () => {
    const node = await server.anotherNode()
    for (let round = 0; round < 5; round += 1) {
      const key = randomId(20)
      const name = `Race ${round}`
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          call<Made & { code: string }>(
            'POST',
            `${(n % 2 === 0 ? server : node).api('eu')}/v2/workspaces/${ada.workspace.uid}/keys`,
            keyed(key, ada.token, { name, scopes: ['agents:read'] }),
          ),
        ),
      )
      expect(await keysOf(ada, name)).toHaveLength(1)
      const done = answers.filter(({ status }) => status === 200)
      expect(done.length).toBeGreaterThanOrEqual(1)
      expect(new Set(done.map(({ body }) => body.key)).size).toBe(1)
      for (const refused of answers.filter(({ status }) => status !== 200)) {
        expect(refused).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' } })
        expect(refused.headers.get('retry-after')).toBe('1')
      }
      const after = await makeKeyAt(node.api('eu'), key, name)
      expect(after.body.key).toBe(done[0]?.body.key)
    }
    await node.close()
  })
  const makeKeyAt = (api: string, key: string, name: string) =>
    call<Made>(
      'POST',
      `${api}/v2/workspaces/${ada.workspace.uid}/keys`,
      keyed(key, ada.token, { name, scopes: ['agents:read'] }),
    )

  test('can be reused when it was refused before running', async () => {
    const key = randomId(20)
    expect((await makeKey(ada, key, ' ')).status).toBe(400)
    expect((await makeKey(ada, key, 'Free', 'nobody-at-all-here')).status).toBe(401)
    expect((await makeKey(ada, key, 'Free')).status).toBe(200)
    expect(await keysOf(ada, 'Free')).toHaveLength(1)
  })

  test('stores refusals, but no server failures', async () => {
    const key = randomId(20)
    const target = `${server.api('eu')}/v2/agents/${agent.id}/kb/${randomId(10)}`
    const first = await call<{ requestId: string }>('DELETE', target, keyed(key, ada.token))
    expect(first.status).toBe(404)
    const again = await call<{ requestId: string }>('DELETE', target, keyed(key, ada.token))
    expect(again).toMatchObject({ status: 404, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')

    const failing = randomId(20)
    await dbs.eu.pool.query('alter table api_keys rename to api_keys_away')
    try {
      expect((await makeKey(ada, failing, 'Later')).status).toBe(500)
    } finally {
      await dbs.eu.pool.query('alter table api_keys_away rename to api_keys')
    }
    expect((await makeKey(ada, failing, 'Other')).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await makeKey(ada, failing, 'Later')).status).toBe(200)
    expect(await keysOf(ada, 'Later')).toHaveLength(1)
  })

  test('is stored for a day, and released a minute after its process died', async () => {
    const key = randomId(20)
    await makeKey(ada, key, 'Day')
    await dbs.eu.pool.query(`update idempotency_keys set expires_at = now() where status = 200`)
    expect((await makeKey(ada, key, 'Day')).headers.get('idempotency-replayed')).toBeNull()
    expect(await keysOf(ada, 'Day')).toHaveLength(2)
    await dbs.eu.pool.query(`update idempotency_keys set status = 0 where status = 200`)
    expect(await makeKey(ada, key, 'Day')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_IN_USE' } })
    await dbs.eu.pool.query(`update idempotency_keys set locked_until = now()`)
    expect((await makeKey(ada, key, 'Another')).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await makeKey(ada, key, 'Day')).status).toBe(200)
    await dbs.eu.pool.query(`update idempotency_keys set expires_at = now()`)
    await server.running.container.services.requests.sweep(server.running.container.contexts.system('eu'))
    expect(await rows()).toEqual([])
  })

  test('does not run again when its response could not be stored', async () => {
    const key = randomId(20)
    await makeKey(ada, key, 'Large')
    await dbs.eu.pool.query(`update idempotency_keys set sealed_answer = ''`)
    expect(await makeKey(ada, key, 'Large')).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_ANSWER_NOT_KEPT' },
    })
    expect(await keysOf(ada, 'Large')).toHaveLength(1)
  })
})

test('moves credits once when a transfer is repeated after its server died', async () => {
  const { orgId } = await makeOrg(server, ada, [])
  const key = randomId(20)
  const send = () =>
    call<{ org: number }>(
      'POST',
      at(ada, `/orgs/${orgId}/credit-transfer`),
      keyed(key, ada.token, { source: 'workspace', amount: 100 }),
    )
  const first = await send()
  expect(first).toMatchObject({ status: 200, body: { org: 100 } })
  await dbs.eu.pool.query('update idempotency_keys set status = 0, locked_until = now()')
  const again = await send()
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect(again.headers.get('idempotency-replayed')).toBeNull()
  // A day later it is another transfer.
  await dbs.eu.pool.query('update idempotency_keys set expires_at = now()')
  expect((await send()).body).toMatchObject({ org: 200 })
})

test('is refused when invalid, and ignored for reads and anonymous calls', async () => {
  for (const bad of ['a b', 'x'.repeat(256), '""'])
    expect(await makeKey(ada, bad)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  const list = () => call('GET', at(ada, '/keys'), keyed('reads', ada.token))
  expect([(await list()).status, (await list()).headers.get('idempotency-replayed')]).toEqual([200, null])
  const reset = () =>
    call('POST', `${server.url}/api/account/password-reset`, {
      body: { email: 'x@example.test' },
      headers: { 'idempotency-key': 'r' },
    })
  await reset()
  expect((await reset()).headers.get('idempotency-replayed')).toBeNull()
})

test('identifies an upload by its bytes', async () => {
  const key = randomId(20)
  const send = (text: string) =>
    fetch(`${server.api('eu')}/v2/agents/${agent.id}/kb/files?name=hours.txt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/plain', 'idempotency-key': key },
      body: text,
    })
  const first = await send('We open at nine.')
  expect(first.status).toBe(200)
  const again = await send('We open at nine.')
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(await again.json()).toEqual(await first.json())
  expect((await send('We open at ten..')).status).toBe(409)
  const { rows: documents } = await dbs.eu.pool.query(`select 1 from documents where agent_id = $1`, [agent.id])
  expect(documents).toHaveLength(1)
})

test('stores responses of global calls outside the regions', async () => {
  const key = randomId(20)
  const set = (language: string) =>
    call<{ code?: string }>('PUT', `${server.url}/api/account/language`, keyed(key, ada.token, { language }))
  expect((await set('de')).status).toBe(200)
  expect((await set('de')).headers.get('idempotency-replayed')).toBe('true')
  expect((await set('fr')).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  const { rows: kept } = await dbs.identity.pool.query('select 1 from idempotency_keys')
  expect(kept).toHaveLength(1)
})

test('may be sent by visitors’ browsers from any site', async () => {
  const response = await fetch(`${server.api('eu')}/v2/agents/${agent.id}/identify`, { method: 'OPTIONS' })
  expect(response.headers.get('access-control-allow-headers')).toContain('idempotency-key')
})
