// Whether a page contains an agent's widget, on a real site: what is found, what prevents it, and whose it is.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentSite, EmbedCheck } from '@parlance/contract/widget/embed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

let page = { html: '', headers: {} as Record<string, string> }
const site = createServer((req, res) => {
  if (req.url === '/moved') return res.writeHead(302, { location: '/' }).end()
  res.writeHead(200, { 'content-type': 'text/html', ...page.headers }).end(page.html)
})
await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const url = `http://${host}/`

const server = await startTestServer({ settings: { outboundAllow: [host] } })
const origin = new URL(server.running.url).origin
let ada: Person
let bob: Person
let agent: TestAgent
beforeAll(async () => {
  ada = await server.signUp('eu')
  bob = await server.signUp('eu')
  agent = await server.makeAgent(ada)
})
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

const show = (html: string, headers: Record<string, string> = {}) => void (page = { html, headers })
const tag = (id: string, more = 'data-region="eu" data-render="modal"') =>
  `<body><script src="${origin}/widget.js" data-agent="${id}" ${more} defer></script>`
const at = (id: string, what: string) => `${server.api('eu')}/v2/agents/${id}/${what}`
const check = (address = url, more = {}) =>
  server.must<EmbedCheck>('POST', at(agent.id, 'embed-check'), ada.token, { url: address, ...more })
const codes = ({ verdict, findings }: EmbedCheck) => [verdict, ...findings.map(({ code }) => code)]

test('finds a page with the tag, and one without', async () => {
  show(tag(agent.id))
  const found = await check()
  expect(found).toEqual({
    url,
    verdict: 'live',
    findings: [{ code: 'found', level: 'good', values: { render: 'modal' } }],
  })
  expect(codes(await check(`${url}moved`))).toEqual(['live', 'found', 'redirected'])
  show('<p>Nothing here')
  expect(codes(await check())).toEqual(['missing', 'missing'])
})

test('reports what prevents the widget', async () => {
  show(tag('AbCdEfGhIjKlMnOp'))
  expect((await check()).findings[0]).toMatchObject({ code: 'other-agent', values: { agent: 'AbCdEfGhIjKlMnOp' } })
  show(tag(agent.id, 'data-region="na"'))
  expect((await check()).findings[0]).toMatchObject({ code: 'wrong-region', values: { region: 'na', expected: 'eu' } })
  show(tag(agent.id), { 'content-security-policy': `script-src ${origin}; frame-src 'none'` })
  expect((await check()).findings).toEqual([
    { code: 'blocked', level: 'problem', values: { directive: 'frame-src', source: origin, where: 'header' } },
  ])
  show('{}', { 'content-type': 'application/json' })
  expect(codes(await check())).toEqual(['unread', 'not-html'])
})

test('recognizes another address of this installation', async () => {
  show(tag(agent.id).replace(origin, 'https://chat.agency.example'))
  expect(codes(await check())).toEqual(['broken', 'other-origin'])
  expect(codes(await check(url, { origin: 'https://chat.agency.example' }))).toEqual(['live', 'found'])
})

test('reports sites that the agent does not allow', async () => {
  show(tag(agent.id))
  const own = await server.makeAgent(ada, { allowedDomains: ['shop.example'] })
  show(tag(own.id))
  const found = await server.must<EmbedCheck>('POST', at(own.id, 'embed-check'), ada.token, { url })
  expect(codes(found)).toEqual(['broken', 'found', 'site-not-allowed'])
})

test('remembers sites that loaded the widget, latest first, which count when the page has no tag', async () => {
  const moments = [
    [`http://${host}`, '2026-03-02T10:00:00.000Z'],
    ['https://other.example', '2026-03-03T10:00:00.000Z'],
  ]
  for (const [seen, when] of moments)
    await server.dbs.eu.pool.query(
      `insert into agent_sites (agent_id, origin, loads, first_at, last_at) values ($1, $2, 3, $3, $3)`,
      [agent.id, seen, when],
    )
  const { items } = await server.must<{ items: AgentSite[] }>('GET', at(agent.id, 'sites'), ada.token)
  expect(items).toEqual(
    moments.toReversed().map(([seen, when]) => ({ origin: seen, loads: 3, firstAt: when, lastAt: when })),
  )
  show('<div id=root></div>')
  expect(await check()).toMatchObject({ verdict: 'live', findings: [{ code: 'seen-before' }] })
})

test('reaches and reveals nothing inside the network', async () => {
  const inside = ['http://127.0.0.1:1/', 'http://localhost/', 'http://169.254.169.254/', origin, 'http://[::1]/']
  const told = await Promise.all(inside.map((address) => check(address)))
  for (const { verdict, findings } of told) {
    expect(verdict).toBe('unread')
    expect(findings).toEqual([{ code: 'unread', level: 'problem', values: { reason: 'not-public' } }])
  }
  for (const wrong of [
    'ftp://example.com/',
    'javascript:alert(1)',
    'example.com',
    '',
    'http://',
    `http://${'a'.repeat(3000)}`,
  ]) {
    const { status } = await call('POST', at(agent.id, 'embed-check'), { bearer: ada.token, body: { url: wrong } })
    expect(status, wrong).toBe(400)
  }
})

test('treats another tenant’s agent as unknown', async () => {
  show(tag(agent.id))
  for (const [method, what, body] of [
    ['POST', 'embed-check', { url }],
    ['GET', 'sites', undefined],
  ] as const) {
    const theirs = await call(method, at(agent.id, what), { bearer: bob.token, body })
    const none = await call(method, at('AbCdEfGhIjKlMnOp', what), { bearer: bob.token, body })
    expect([theirs.status, none.status]).toEqual([404, 404])
    expect(JSON.stringify(theirs.body)).not.toContain(agent.id)
  }
  const secret = await call('GET', at(agent.id, 'sites'), { bearer: agent.secret })
  expect(secret.status).toBe(403)
})
