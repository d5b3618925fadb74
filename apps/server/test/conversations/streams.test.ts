// Live streams end when their reader loses access, and each reader can hold only a few.
import { randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const CHECK_MS = 400
const server = await startTestServer({ rateLimitScale: 1, settings: { streamCheckMs: CHECK_MS } })
const hangUp = new AbortController()
afterAll(() => hangUp.abort())
/** A remote reader, who gets the real limits. */
const AWAY = { 'x-forwarded-for': '192.0.2.1' }

let ada: Person
let eve: Person
let agent: TestAgent
let other: TestAgent
beforeAll(async () => {
  ada = await server.signUp('eu')
  eve = await server.signUp('eu')
  agent = await server.makeAgent(ada)
  other = await server.makeAgent(eve)
})

async function listen(path: string, bearer: string) {
  const headers = { authorization: `Bearer ${bearer}`, ...AWAY }
  const response = await fetch(`${server.api('eu')}${path}`, { headers, signal: hangUp.signal })
  const reader = response.body?.getReader()
  const stream = { status: response.status, ended: false, leave: () => reader?.cancel() }
  const read = async () => {
    while (!(await reader?.read())?.done);
    stream.ended = true
  }
  void read().catch(() => undefined)
  return stream
}
const ofWorkspace = ({ workspace }: Person, bearer: string) => listen(`/v2/workspaces/${workspace.uid}/live`, bearer)
async function talk(to: TestAgent) {
  const visitorId = `vis_${randomId(28)}`
  const { answer } = await server.turn(to, { visitorId })
  return { visitorId, path: `/v2/agents/${to.id}/conversations/${answer.metadata?.conversationId}/live` }
}
const signIn = async ({ email, password }: Person) =>
  (await server.must<{ token: string }>('POST', `${server.url}/api/account/sign-in`, undefined, { email, password }))
    .token
const ends = (stream: { ended: boolean }) =>
  vi.waitFor(() => expect(stream.ended).toBe(true), { timeout: 20_000, interval: 20 })
/** Long enough to check every stream. */
const pass = () => new Promise((resolve) => setTimeout(resolve, CHECK_MS * 2.5))

test('[1.8] ends the streams of a session at once when it signs out, and of no other session', async () => {
  const [gone, kept] = [await signIn(ada), await signIn(ada)]
  const chat = await talk(agent)
  const ending = await Promise.all([ofWorkspace(ada, gone), listen(chat.path, gone)])
  const staying = await Promise.all([
    ofWorkspace(ada, kept),
    ofWorkspace(eve, eve.token),
    listen(chat.path, chat.visitorId),
  ])
  expect([...ending, ...staying].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await pass()
  expect([...ending, ...staying].map(({ ended }) => ended)).toEqual([false, false, false, false, false])
  await server.must('POST', `${server.url}/api/account/sign-out`, gone, {})
  for (const stream of ending) await ends(stream)
  await pass()
  expect(staying.map(({ ended }) => ended)).toEqual([false, false, false])
  for (const stream of staying) await stream.leave()
})

test('[1.8] ends the streams of every session of an account when its password changes', async () => {
  const streams = [await ofWorkspace(eve, eve.token), await ofWorkspace(eve, await signIn(eve))]
  const staying = await ofWorkspace(ada, ada.token)
  await server.must('POST', `${server.url}/api/account/password-reset`, undefined, { email: eve.email })
  const token = await vi.waitFor(async () => {
    const path = `${server.url}/api/sandbox/mails?to=${encodeURIComponent(eve.email)}`
    const { items } = await server.must<{ items: { text: string }[] }>('GET', path, undefined)
    const found = items.map(({ text }) => /reset-password\?token=(\w+)/.exec(text)?.[1]).find(Boolean)
    if (!found) throw new Error('no mail yet')
    return found
  }, 20_000)
  const password = 'mine since today'
  await server.must('POST', `${server.url}/api/account/new-password`, undefined, { token, password })
  for (const stream of streams) await ends(stream)
  expect(staying.ended).toBe(false)
  eve = { ...eve, password, token: await signIn({ ...eve, password }) }
  await staying.leave()
})

test('[1.8] sends nothing more to a former member or the holder of an old secret', async () => {
  const { pool } = server.dbs.eu
  await pool.query(`insert into workspace_members (workspace_id, email, role) values ($1, $2, 'editor')`, [
    ada.workspace.uid,
    eve.email,
  ])
  await server.dbs.identity.pool.query(`update users set email_verified = true where email = $1`, [eve.email])
  const member = await ofWorkspace(ada, eve.token)
  const secret = await ofWorkspace(ada, ada.workspace.secret)
  const chat = await talk(agent)
  const byKey = await listen(chat.path, agent.secret)
  const owner = await ofWorkspace(ada, ada.token)
  await pass()
  expect([member, secret, byKey, owner].map(({ status, ended }) => [status, ended])).toEqual(
    Array(4).fill([200, false]),
  )
  await pool.query('delete from workspace_members where workspace_id = $1 and email = $2', [
    ada.workspace.uid,
    eve.email,
  ])
  await ends(member)
  await pool.query('update workspaces set secret_hash = $2 where uid = $1', [ada.workspace.uid, randomId(64)])
  await ends(secret)
  await pass()
  expect([byKey.ended, owner.ended]).toEqual([false, false])
  await owner.leave()
})

test('ends the streams of an agent’s visitors when the agent is deleted', async () => {
  const chat = await talk(other)
  const visitor = await listen(chat.path, chat.visitorId)
  await server.must('DELETE', `${server.api('eu')}/v2/agents/${other.id}`, eve.token)
  await ends(visitor)
})

test('refuses the twenty-first stream of a visitor or a session until one has ended', async () => {
  const chat = await talk(agent)
  const session = await signIn(ada)
  for (const open of [() => listen(chat.path, chat.visitorId), () => ofWorkspace(ada, session)]) {
    const streams = []
    for (let nth = 0; nth < 20; nth += 1) streams.push(await open())
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await open()
    expect(refused.status).toBe(429)
    await streams[0]?.leave()
    await expect.poll(async () => (await open()).status).toBe(200)
    for (const stream of streams) await stream.leave()
  }
  const headers = { ...AWAY }
  const path = `${server.api('eu')}/v2/workspaces/${ada.workspace.uid}/live`
  // Other refusals do not use up a place.
  for (let nth = 0; nth < 30; nth += 1) expect((await call('GET', path, { headers })).status).toBe(401)
  expect((await talk(agent)).visitorId).toMatch(/^vis_/)
})
