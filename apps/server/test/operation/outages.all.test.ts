// Responses to callers and load balancers while the database takes no writes, and while the server starts or closes.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quietPort } from '@parlance/simulators/quiet-port'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { makeClient, makeOrg } from '../helpers/orgs.ts'
import { call } from '../helpers/people.ts'

const whenAnnounced: number[] = []
const server = await startTestServer({
  settings: { headersMs: 300 },
  announce: async ({ url }) => whenAnnounced.push((await fetch(`${url}/readyz`)).status),
})
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner)
const { pool } = server.dbs.eu
const ready = async (url = server.url) => (await fetch(`${url}/readyz`)).status

afterEach(async () => {
  server.model.control.reset()
  expect((await server.balance(owner)).held).toBe(0)
  expect(await violations(server.dbs)).toEqual([])
})

/** Writes through new connections, which have not loaded the setting of the database yet. */
async function setDatabase(setting: string): Promise<void> {
  await pool.query(
    `do $$ begin set local transaction_read_only = off; execute format('alter database %I ${setting}', current_database()); end $$`,
  )
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'parlance%' and application_name <> 'parlance test'`,
  )
}

describe('a database that takes no writes', () => {
  // A trigger fails where the disk would: in the middle of the statements that a turn sends together.
  test.each([
    ['is full', `raise sqlstate '53100' using message = 'could not extend file: No space left on device'`],
    ['ends the connection', 'perform pg_terminate_backend(pg_backend_pid())'],
    ['is short of connections', `raise sqlstate '53300' using message = 'too many clients already'`],
    ['is read-only', `raise sqlstate '25006' using message = 'cannot execute INSERT in a read-only transaction'`],
  ])('answers every turn with 503 while it %s', async (_, fault) => {
    await pool.query(`create function fail() returns trigger language plpgsql as $$ begin ${fault}; return new; end $$;
      create trigger fail before insert on messages for each statement execute function fail()`)
    try {
      const turns = await Promise.all(Array.from({ length: 20 }, () => server.say(agent)))
      const told = turns.map(({ status, refusal, headers }) => [status, refusal?.code, headers.get('retry-after')])
      expect(told).toEqual(turns.map(() => [503, 'UNAVAILABLE', '2']))
    } finally {
      await pool.query('drop function fail cascade')
    }
    server.model.control.script([{ text: 'All is well again.' }])
    expect((await server.turn(agent)).answer).toMatchObject({ status: 'complete', text: 'All is well again.' })
  })

  test.each([
    ['read-only', 'set default_transaction_read_only = on', 'reset default_transaction_read_only'],
    ['without room for temporary files', `set temp_file_limit = 0`, 'reset temp_file_limit'],
  ])('makes the server not ready while it is %s', async (_, close, open) => {
    expect(await ready()).toBe(200)
    await setDatabase(close)
    try {
      await expect.poll(() => ready(), { timeout: 20_000 }).toBe(503)
      // Reads still work.
      expect((await call('GET', `${server.api('eu')}/v2/agents/${agent.id}`, { bearer: owner.token })).status).toBe(200)
    } finally {
      await setDatabase(open)
    }
    await expect.poll(() => ready(), { timeout: 20_000 }).toBe(200)
  })
})

test('the server is ready only after its address was announced', async () => {
  expect(whenAnnounced).toEqual([503])
  expect(await ready()).toBe(200)
})

test('mails the code of a client who asks while the job queue starts', { timeout: 60_000 }, async () => {
  const org = await makeOrg(server, owner, [agent.id])
  const { email } = await makeClient(server, owner, org)
  const settings = { hideAccountExistence: true }
  await server.must('PATCH', `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/agency`, owner.token, {
    settings,
  })
  const blocking = await pool.connect()
  await blocking.query('begin; lock table pgboss.version in access exclusive mode')
  const port = await quietPort()
  const starting = server.anotherNode({ port })
  const waits = "select 1 from pg_locks where not granted and relation = 'pgboss.version'::regclass"
  await expect.poll(async () => (await pool.query(waits)).rows, { timeout: 20_000 }).not.toEqual([])
  const url = `http://127.0.0.1:${port}`
  const asked = call('POST', `${url}/api/eu/rpc/ssoClient`, { body: { email, agencyId: org.agencyId } })
  // By then the call has come as far.
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  await blocking.query('rollback')
  blocking.release()
  const node = await starting
  expect((await asked).status).toBe(200)
  const mails = async () => (await Promise.all([server, node].map(({ mailsTo }) => mailsTo(email)))).flat().length
  await expect.poll(mails, { timeout: 20_000 }).toBe(1)
  await node.close()
})

test('a request whose headers never end is closed soon after the time-out', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (data) => (text += String(data))).write('GET /healthz HTTP/1.1\r\nHost: loc')
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
  expect(await Promise.race([closed, sleep(8000, 'open', { ref: false })])).toBe('closed')
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
})

describe('a server that is closing', () => {
  test('answers new connections with 503 until its running answers have ended', async () => {
    const node = await server.anotherNode()
    server.model.control.set({ perTokenMs: 100 })
    server.model.control.script([{ text: 'One two three four five six seven eight nine ten eleven twelve.' }])
    const running = await node.say(agent)
    await running.until(({ text }) => text !== '')
    const closed = node.close()
    const seen = await Promise.all(
      [
        fetch(`${node.url}/readyz`),
        fetch(`${node.api('eu')}/v2/agents/${agent.id}`, { headers: { authorization: `Bearer ${owner.token}` } }),
        fetch(`${node.api('eu')}/v2/agents/${agent.id}/interact`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ message: { id: 'after-the-signal-1', text: 'Hello' } }),
        }),
      ].map(async (asked) => {
        const { status, headers } = await asked
        return [status, headers.get('connection')]
      }),
    )
    expect(seen).toEqual([
      [503, 'close'],
      [503, 'close'],
      [503, 'close'],
    ])
    const answer = await running.rest()
    expect([answer.status, running.done()]).toEqual(['complete', true])
    await closed
    await expect(fetch(`${node.url}/readyz`)).rejects.toThrow()
    const { rows } = await pool.query(`select 1 from turns where client_message_id = 'after-the-signal-1'`)
    expect(rows).toEqual([])
  })

  test('waits for a turn that is being accepted', async () => {
    const node = await server.anotherNode()
    server.model.control.set({ perTokenMs: 100 })
    const text = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.'
    server.model.control.script([{ text }])
    const blocking = await pool.connect()
    await blocking.query('begin; lock table messages in exclusive mode')
    const turn = node.turn(agent)
    await expect.poll(async () => (await pool.query('select 1 from pg_locks where not granted')).rowCount).toBe(1)
    const closed = node.close()
    await blocking.query('commit')
    blocking.release()
    expect((await turn).answer).toMatchObject({ status: 'complete', text })
    await closed
  })
})
