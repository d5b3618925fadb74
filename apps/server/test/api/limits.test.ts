// Rate limits against guessing, and difficult outside input.
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomId } from '@parlance/contract/lib/ids'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call } from '../helpers/people.ts'

const FIRST_BYTE_MS = 500
const server = await startTestServer({ rateLimitScale: 1, settings: { firstByteMs: FIRST_BYTE_MS } })
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner)
afterEach(async () => {
  server.model.control.reset()
  expect((await server.balance(owner)).held).toBe(0)
  expect(await violations(server.dbs)).toEqual([])
})

const mailed = (to: string, link: RegExp) =>
  vi.waitFor(async () => {
    const token = (await server.mailsTo(to)).map(({ text }) => link.exec(text)?.[1]).find(Boolean)
    if (!token) throw new Error('no mail yet')
    return token
  }, 20_000)

test('checks at most five of ten wrong passwords that are sent at once', async () => {
  const someone = await server.signUp('eu')
  const guess = async () =>
    (
      await call('POST', `${server.url}/api/account/sign-in`, {
        body: { email: someone.email, password: `guess ${randomId(8)}` },
      })
    ).status
  const seen = await Promise.all(Array.from({ length: 10 }, guess))
  expect(new Set(seen)).toEqual(new Set([401, 429]))
  expect(seen.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  expect(await guess()).toBe(429)
})

test('counts wrong current passwords in an open session with the sign-ins', async () => {
  const someone = await server.signUp('eu')
  const change = async () =>
    (
      await call('POST', `${server.url}/api/account/password`, {
        bearer: someone.token,
        body: { currentPassword: `guess ${randomId(8)}`, newPassword: 'staple battery horse' },
      })
    ).status
  for (let tried = 0; tried < 5; tried += 1) expect(await change()).toBe(401)
  expect(await change()).toBe(429)
  const signIn = { body: { email: someone.email, password: `guess ${randomId(8)}` } }
  expect((await call('POST', `${server.url}/api/account/sign-in`, signIn)).status).toBe(429)
})

test('lets a person sign in with the new password right after they reset a forgotten one', async () => {
  const someone = await server.signUp('eu')
  const signIn = async (password: string) =>
    (await call('POST', `${server.url}/api/account/sign-in`, { body: { email: someone.email, password } })).status
  for (let tried = 0; tried < 5; tried += 1) expect(await signIn(`guess ${randomId(8)}`)).toBe(401)
  expect(await signIn(someone.password)).toBe(429)
  await server.must('POST', `${server.url}/api/account/password-reset`, undefined, { email: someone.email })
  const token = await mailed(someone.email, /reset-password\?token=(\w+)/)
  const password = 'staple battery horse'
  await server.must('POST', `${server.url}/api/account/new-password`, undefined, { token, password })
  expect(await signIn(password)).toBe(200)
})

test('lets a client user sign in right after they set a password by mail', async () => {
  const org = await makeOrg(server, owner, [])
  const email = `mia${randomId(8).toLowerCase()}@example.test`
  const clients = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/orgs/${org.orgId}/clients`
  await server.must('POST', clients, owner.token, { email, name: 'Mia Lund' })
  const signIn = async (password: string) => {
    const body = { agencyId: org.agencyId, email, password }
    return (await call('POST', `${server.api('eu')}/client/sign-in`, { body })).status
  }
  for (let tried = 0; tried < 5; tried += 1) expect(await signIn(`guess ${randomId(8)}`)).toBe(401)
  expect(await signIn(`guess ${randomId(8)}`)).toBe(429)
  const token = await mailed(email, /token=(cln_\w+)/)
  const password = 'correct horse battery'
  await server.must('POST', `${server.api('eu')}/client/password/set`, undefined, { token, password })
  expect(await signIn(password)).toBe(200)
})

test('answers with an error instead of a broken connection when a large body arrives slowly', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const head = `POST /api/account/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n`
  const answered: string[] = []
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve(error.message))
    socket.on('data', (data) => answered.push(String(data)))
  })
  socket.write(head)
  for (let sent = 0; sent < 3; sent++) {
    socket.write('x'.repeat(1_000_000))
    // Waits longer than for an answered request.
    if (sent < 2) expect(await Promise.race([ended, sleep(400, 'open')])).toBe('open')
  }
  await expect.poll(() => answered.join('')).toMatch(/^HTTP\/1\.1 413 /)
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => answered.join('')).toContain('HTTP/1.1 200 ')
  socket.destroy()
})

test('refuses requests with a foreign Host header', async () => {
  const { port } = new URL(server.url)
  const metrics = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asking.once('error', reject).end()
    })
  expect(await metrics(`localhost:${port}`)).toBe(200)
  for (const host of ['rebound.example', `rebound.example:${port}`, 'localhost.rebound.example', '10.0.0.1'])
    expect(await metrics(host)).toBe(404)
})

test('answers from the published agent, not from the draft, when asked with the agent’s own key', async () => {
  const path = `${server.api('eu')}/v2/agents/${agent.id}/draft`
  await server.must('PUT', path, owner.token, { vg_systemPrompt: 'Unpublished canary.' })
  server.model.control.script([{ text: 'Hello.' }])
  const { status, refusal } = await server.turn(agent, { bearer: agent.secret, draft: true })
  expect([status, refusal?.code]).toEqual([403, 'FORBIDDEN'])
  expect(JSON.stringify(server.model.control.requests)).not.toContain('Unpublished canary.')
})

test.each([118, 119, 120])('keeps an emoji at character %i whole in question and answer', async (place) => {
  const text = `${'a'.repeat(place)}😀${'b'.repeat(30)}`
  server.model.control.script([{ text }])
  const { answer } = await server.turn(agent, { text, bearer: owner.token })
  expect(answer).toMatchObject({ status: 'complete', text })
  const path = `${server.api('eu')}/v2/agents/${agent.id}/conversations`
  const list = await server.must<unknown>('GET', path, owner.token)
  expect(JSON.stringify(list)).not.toMatch(/\\ud[89a-f]/i)
  const told = await server.must<{ messages: { items: { text: string }[] }[] }>(
    'GET',
    `${path}/${answer.metadata?.conversationId}`,
    owner.token,
  )
  expect(told.messages.map(({ items }) => items[0]?.text)).toEqual([text, text])
})

test('charges only the question when a turn stops before its first word', async () => {
  server.model.control.set({ firstTokenMs: 20_000 })
  const before = (await server.balance(owner)).available
  const visitorId = `vis_${randomId(28)}`
  const stream = await server.say(agent, { visitorId })
  const { metadata } = await stream.until((answer) => answer.metadata !== undefined)
  await expect.poll(() => server.model.control.requests.at(-1)?.outcome).toBe('running')
  await server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}/interact/${metadata?.turnId}/stop`, visitorId)
  expect(await stream.rest()).toMatchObject({ status: 'interrupted', text: '' })
  expect((await server.balance(owner)).available).toBeLessThan(before)
})

test('replaces NULs and half characters from the model when it stores them', async () => {
  server.model.control.script([{ text: 'one \0 two \ud83d three' }])
  const { answer } = await server.turn(agent, { bearer: owner.token })
  expect(answer.status).toBe('complete')
  const path = `${server.api('eu')}/v2/agents/${agent.id}/conversations/${answer.metadata?.conversationId}`
  const told = await server.must<{ messages: { items: { text: string }[] }[] }>('GET', path, owner.token)
  const text = told.messages[1]?.items[0]?.text ?? ''
  expect(text.isWellFormed()).toBe(true)
  expect(text).toMatch(/^one . two .+ three$/)
  expect(text).not.toContain('\0')
})

test('closes a silent connection, but not one that has sent something', async () => {
  const open = () => connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined)
  const [silent, spoken] = [open(), open()]
  spoken.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const begun = performance.now()
  await new Promise((resolve) => silent.once('close', resolve))
  expect(performance.now() - begun).toBeGreaterThan(FIRST_BYTE_MS * 0.8)
  expect(silent.bytesRead).toBe(0)
  await expect.poll(() => spoken.bytesRead).toBeGreaterThan(0)
  expect(spoken.closed).toBe(false)
  spoken.destroy()
})
