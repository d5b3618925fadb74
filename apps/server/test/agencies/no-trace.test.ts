// On an agency's host nothing names the product: not what visitors, client users and the agency's admin can reach
// there, nor mails that link there. Except scripts, and the namespace of stream parts in the documented format.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appsFolder } from '../../src/lib/paths.ts'
import { startTestServer } from '../helpers/app.ts'
import { type Chat, chatsOf } from '../helpers/chats.ts'
import { askHost, type HostAnswer, putHost } from '../helpers/hosts.ts'
import { makeOrg, type TestOrg } from '../helpers/orgs.ts'
import type { Person, TestAgent } from '../helpers/people.ts'

const HOST = 'chat.north.example'
const NAME = /parlance/i
const password = 'correct horse battery'
const dataDir = mkdtempSync(join(tmpdir(), 'no-trace-'))
const server = await startTestServer({
  settings: {
    publicUrl: 'https://app.ours.example',
    dataDir,
    // The sender address is the operator's.
    mail: { from: 'Ours <no-reply@ours.example>', ways: {} },
  },
})
const { chat, handOff } = chatsOf(server)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

let owner: Person
let agent: TestAgent
let org: TestOrg
let clientId = ''
/** The client's session on our own host. */
let clientToken = ''
let at: Chat
const email = 'mia@example.test'
const cookies = { visitor: '', client: '', admin: '' }
const visitorId = newVisitorId()

const ask = (path: string, sent?: Parameters<typeof askHost>[3]) => askHost(server.url, HOST, path, sent)
const isScript = ({ headers }: HostAnswer) => String(headers['content-type']).includes('javascript')
/** Lines of a response that name the product, so that a failure shows where. */
function traces(answer: HostAnswer): string[] {
  const text = isScript(answer)
    ? ''
    : answer.text.replaceAll('"providerMetadata":{"parlance":', '"providerMetadata":{"":')
  const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
  return [...headers, ...text.split(/\n|(?<=>)/)].filter((line) => NAME.test(line)).map((line) => line.slice(0, 300))
}

beforeAll(async () => {
  owner = await server.signUp('eu')
  agent = await server.makeAgent(owner, { UIhandoffTitle: 'Talk to us', title: 'Bakery' })
  org = await makeOrg(server, owner, [agent.id])
  const { uid } = owner.workspace
  await putHost(server.dbs, { host: HOST, region: 'eu', agencyId: org.agencyId, workspaceId: uid })
  const base = `${server.api('eu')}/v2/workspaces/${uid}`
  const agency = {
    name: 'Northlight',
    supportEmail: 'help@northlight.example',
    settings: { showPricing: false },
    customTabs: [{ label: 'News', href: '/news', alwaysVisible: true, htmlContent: '<h1>News</h1>' }],
  }
  await server.must('PATCH', `${base}/agency`, owner.token, agency)
  const canAccess = [...PAGES, 'campaigns'].map((page) => `/${page}`)
  const body = { email, name: 'Mia Lund', dashboardPassword: password, canAccess }
  const { data } = await server.must<{ data: { ID: string } }>(
    'POST',
    `${base}/orgs/${org.orgId}/clients`,
    owner.token,
    body,
  )
  clientId = data.ID
  at = await chat(agent, visitorId)
  const credentials = { agencyId: org.agencyId, email, password }
  cookies.client = (await ask('/api/eu/client/sign-in', { body: credentials })).cookies
  const own = await server.must<{ token: string }>('POST', `${server.api('eu')}/client/sign-in`, undefined, credentials)
  clientToken = own.token
  const link = await server.must<{ data: { url: string } }>('POST', `${base}/agency/admin-links`, owner.token, {})
  const token = new URL(link.data.url).searchParams.get('token')
  cookies.admin = (await ask('/api/eu/rpc/validateClientLoginToken', { body: { token } })).cookies
})

const agentCalls = () => [
  `/api/eu/public/agents/${agent.id}`,
  `/api/eu/v2/public/agents/${agent.id}/usage`,
  `/api/eu/v2/agents/${agent.id}/conversations`,
  `/api/eu/v2/agents/${agent.id}/conversations/${at.conversationId}`,
  `/api/eu/v2/agents/${agent.id}/conversations/${at.conversationId}/transcript`,
  `/api/eu/v2/agents/${agent.id}/conversations/${at.conversationId}/details`,
  `/api/eu/v2/agents/${agent.id}/leads`,
  `/api/eu/v2/agents/${agent.id}/leads.csv`,
  `/api/eu/v2/agents/${agent.id}/analytics`,
  `/api/eu/v2/agents/${agent.id}/analytics.csv`,
  `/api/eu/v2/agents/${agent.id}/overview`,
  `/api/eu/v2/agents/${agent.id}/assignees`,
  `/api/eu/client/agents/${agent.id}`,
  `/api/eu/agents/${agent.id}/channels`,
  `/api/eu/v2/agents/${agent.id}/conversations/${at.conversationId}/calls`,
  ...['kb', 'metrics', 'campaigns', 'calls', 'do-not-call', 'voice/services', 'voice/voices'].map(
    (path) => `/api/eu/v2/agents/${agent.id}/${path}`,
  ),
]
const PAGES = ['home', 'overview', 'voice', 'kb', 'convos', 'analytics', 'channels', 'leads', 'settings', 'metrics']
const calls = () => [
  ...agentCalls(),
  `/api/eu/public/agencies/${org.agencyId}`,
  `/api/eu/public/users/${owner.workspace.uid}`,
  '/api/eu/public/agencies/nobody',
  '/api/eu/client/me',
  '/api/eu/client/tabs',
  '/api/eu/client/tabs/open?href=/news',
  '/api/eu/client/billing',
  `/api/eu/v2/workspaces/${owner.workspace.uid}/notifications`,
  `/api/eu/v2/workspaces/${owner.workspace.uid}/notifications/settings`,
  `/api/eu/v2/workspaces/${owner.workspace.uid}/canned-replies`,
  '/api/eu/v2/workspaces',
  '/api/eu/openai/v1/models',
  '/api/eu/nothing',
  '/api/na/client/me',
  '/api/account',
  '/api/status',
]
const pages = () => [
  '/',
  '/404',
  '/app',
  '/app/eu',
  `/app/eu/sign-in/${org.agencyId}`,
  `/app/eu/sign-in/${org.agencyId}/password`,
  '/app/eu/sign-in/nobody',
  '/app/eu/account',
  '/app/eu/c/news',
  ...[...PAGES, 'campaigns'].map((tab) => `/app/eu/agents/${agent.id}/${tab}`),
  `/eu/prototype/${agent.id}`,
  '/prototype',
  '/share',
  `/widget/frame/eu/${agent.id}`,
  '/widget/frame/eu/nobody',
  '/widget/frame/index.html',
]
const files = [
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/manifest.json',
  '/manifest.webmanifest',
  '/site.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
  '/og.png',
  '/.well-known/security.txt',
  '/humans.txt',
  '/llms.txt',
  '/widget.js',
  '/scheme.js',
  '/push-worker.js',
  '/assets/nothing.js',
  '/fonts/nothing.woff2',
  '/media/agencies/nothing',
  '/stored/nothing',
]
const ours = [
  '/pricing',
  '/login',
  '/sign-up',
  '/agencies',
  '/legal/tos',
  '/legal/contact',
  '/legal/privacy',
  '/landing2',
  '/api/docs',
  '/api/openapi.json',
  '/api/eu/mcp',
  '/sandbox/mail',
  '/api/sandbox/mails',
  '/blog',
  '/bot',
  '/healthz',
  '/onboarding',
]

describe.each(['visitor', 'client', 'admin'] as const)('to the %s', { timeout: 60_000 }, (who) => {
  const heard = (paths: readonly string[], headers: Readonly<Record<string, string>> = {}) =>
    Promise.all(
      paths.map(async (path) => {
        const cookie = cookies[who]
        const answer = await ask(path, { headers: { ...(cookie === '' ? {} : { cookie }), ...headers } })
        return { path, answer }
      }),
    )
  const found = (all: Awaited<ReturnType<typeof heard>>) =>
    all.flatMap(({ path, answer }) => traces(answer).map((line) => `${path} ${String(answer.status)} ${line}`))

  test('names the product on no page and in no file', async () => {
    const all = await heard([...pages(), ...files, ...ours])
    expect(found(all)).toEqual([])
    // If the pages are built.
    if (existsSync(join(appsFolder, 'dashboard', 'dist', 'sign-in.html')))
      expect(all.filter(({ answer }) => answer.status === 200).length).toBeGreaterThanOrEqual(20)
    expect(all.length + calls().length).toBeGreaterThanOrEqual(60)
  })

  test('names the product in no response', async () => {
    const all = await heard(calls(), { 'x-parlance-act-as': 'client' })
    expect(found(all)).toEqual([])
    const mine = all.find(({ path }) => path === '/api/eu/client/me')?.answer.status
    expect(mine).toBe(who === 'visitor' ? 401 : 200)
    // Failing calls would prove nothing.
    const opened = all.filter(({ answer }) => answer.status === 200).map(({ path }) => path)
    expect(opened.length).toBeGreaterThanOrEqual({ visitor: 4, client: 22, admin: 14 }[who])
  })

  test('names the product in no refusal', async () => {
    const cookie = cookies[who]
    const sent = (path: string, more: Parameters<typeof askHost>[3]) =>
      ask(path, { ...more, headers: { ...(cookie === '' ? {} : { cookie }), ...more?.headers } })
    const signIn = { agencyId: org.agencyId, email, password: 'wrong' }
    const origin = 'https://elsewhere.example'
    const all = await Promise.all([
      sent('/api/eu/client/sign-in', { body: signIn }),
      sent('/api/eu/client/sign-in', { body: {} }),
      sent('/api/eu/client/sign-in', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
      sent(`/api/eu/v2/agents/${agent.id}/interact`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
      sent('/api/eu/client/me', { method: 'PATCH', body: { name: 'Mia' }, headers: { origin } }),
      sent('/api/eu/client/me', { headers: { 'parlance-version': '1999-01-01' } }),
      sent('/', { method: 'POST', body: {} }),
      sent('/api/eu/client/me', { method: 'DELETE' }),
    ])
    expect(all.flatMap(traces)).toEqual([])
  })
})

test('or on a custom tab, or in the agent’s answers', async () => {
  const opened = await ask('/api/eu/client/tabs/open?href=/news', { headers: { cookie: cookies.client } })
  const { data } = JSON.parse(opened.text) as { data: { src: string } }
  const page = await ask(data.src)
  expect([page.status, traces(page)]).toEqual([200, []])
  const said = await ask(`/api/eu/v2/agents/${agent.id}/interact`, {
    body: { visitorId, message: { id: 'm1234567890abcdef', text: 'When do you open?' } },
  })
  expect([said.status, traces(said)]).toEqual([200, []])
})

test('or to programs that talk to an agent like to OpenAI', async () => {
  const headers = { authorization: `Bearer ${agent.secret}` }
  const body = { model: agent.id, messages: [{ role: 'user', content: 'When do you open?' }] }
  const answers = await Promise.all([
    ask('/api/eu/openai/v1/models', { headers }),
    ask('/api/eu/openai/v1/chat/completions', { headers, body }),
    ask('/api/eu/openai/v1/chat/completions', { headers, body: { ...body, stream: true } }),
  ])
  expect(answers.map((answer) => [answer.status, traces(answer)])).toEqual(answers.map(() => [200, []]))
})

test('or as «powered by» in the chat, even if the agency never paid', async () => {
  const usage = async (host: string) =>
    (await askHost(server.url, host, `/api/eu/v2/public/agents/${agent.id}/usage`)).text
  expect(await usage(HOST)).toContain('"hasEverPaid":true')
  expect(await usage('app.ours.example')).toContain('"hasEverPaid":false')
})

test('or in server errors and rate limits', async () => {
  const { pool } = server.dbs.eu
  await pool.query('alter table client_sessions rename to client_sessions_away')
  const failed = await ask('/api/eu/client/me', { headers: { cookie: cookies.client } })
  await pool.query('alter table client_sessions_away rename to client_sessions')
  expect([failed.status >= 500, traces(failed)]).toEqual([true, []])
  server.failures.length = 0
  const slow = await server.anotherNode({ rateLimitScale: 0.01 })
  const signIn = { agencyId: org.agencyId, email: 'nobody@example.test', password }
  const askSlow = () => askHost(slow.url, HOST, '/api/eu/client/sign-in', { body: signIn })
  const answers: HostAnswer[] = []
  for (let n = 0; n < 40 && answers.at(-1)?.status !== 429; n += 1) answers.push(await askSlow())
  expect(answers.at(-1)?.status).toBe(429)
  expect(answers.flatMap(traces)).toEqual([])
  await slow.close()
})

/** Decoded sources of sent mails, so that nothing hides in an encoding. */
const rawMails = () => {
  const folder = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  return folder.map((name) => readFileSync(join(dataDir, name), 'utf8')).filter((raw) => /^To:.*mia@/im.test(raw))
}
const decoded = (raw: string) =>
  raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/^(?:[A-Za-z0-9+/]{60,}={0,2}\r?\n)+/gm, (text) => Buffer.from(text, 'base64').toString())

test('or in mails to a client user, which link to the agency’s host', async () => {
  const base = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}`
  await server.must('POST', `${base}/orgs/${org.orgId}/clients/${clientId}/invite`, owner.token, {})
  expect((await ask('/api/eu/rpc/ssoClient', { body: { agencyId: org.agencyId, email } })).status).toBe(200)
  await expect.poll(() => rawMails().length, { timeout: 20_000 }).toBe(2)
  const links = rawMails().flatMap((mail) => decoded(mail).match(/https?:\/\/[^/\s"<]+/g) ?? [])
  expect(new Set(links.filter((link) => !link.includes('w3.org')))).toEqual(new Set([`https://${HOST}`]))
  await server.must('PATCH', `${base}/notifications/settings`, clientToken, { notifyThrough: 'email' })
  await handOff(at)
  await expect.poll(() => rawMails().length, { timeout: 20_000 }).toBe(3)
  const mails = rawMails().map(decoded)
  expect(mails.flatMap((mail) => mail.split('\n').filter((line) => NAME.test(line)))).toEqual([])
  for (const mail of mails) expect(mail).toMatch(/^From: "?Northlight"? </m)
})

test('tells nobody on the host what the operator charges', async () => {
  const { status, text } = await ask('/api/status')
  expect(status).toBe(200)
  expect(JSON.parse(text)).not.toHaveProperty('creditValueUsd')
})
