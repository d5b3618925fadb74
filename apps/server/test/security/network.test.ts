// Addresses that lead inside the network, and file names that lead out of their folder. The numbers are those of
// docs/security.md.
import { readdirSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testTool, FORBIDDEN_URLS, startToolServer } from '../../src/modules/tools/testing.ts'
import { startTestServer } from '../helpers/app.ts'
import { settled } from '../helpers/database-snapshot.ts'
import { PIXEL } from '../helpers/operations.ts'
import { call, deskOf, type Person, type TestAgent } from '../helpers/people.ts'
import { raw } from '../helpers/raw.ts'

/** A site that may be called, and one that may not. */
const [site, inside] = [await startToolServer(), await startToolServer()]
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-security-'))
const server = await startTestServer({ settings: { outboundAllow: [site.host], dataDir } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

let a: Person
let mine: TestAgent
beforeAll(async () => {
  a = await server.signUp('eu')
  mine = await server.makeAgent(a, { allowAttachments: true })
})

const { root, agentAt, as } = deskOf(server)

/** Every call that takes a customer's address; returns its response, whatever happens to the address later. */
const TAKERS: Readonly<Record<string, (url: string) => Promise<{ status: number; body: unknown }>>> = {
  'pages of knowledge': (url) => as(a, 'POST', `${agentAt(mine)}/kb/urls`, { urls: [url] }),
  'a sitemap': (url) => as(a, 'POST', `${agentAt(mine)}/kb/sitemap`, { url }),
  'a job of the crawler': (url) =>
    as(a, 'POST', `${root(a)}/crawls`, { name: 'X', startUrls: [url], agentIds: [mine.id], maxPages: 3 }),
  'the store of tools': (url) => {
    const { id, ...tool } = testTool()
    return as(a, 'PUT', `${root(a)}/tools/${id}`, { ...tool, serverUrl: url })
  },
  'the test of a tool': (url) =>
    as(a, 'POST', `${root(a)}/tools/test`, { tool: { ...testTool(), serverUrl: url }, arguments: {} }),
  'an MCP server': (url) => as(a, 'POST', `${root(a)}/tools/mcp`, { server: { id: 'm', name: 'M', url } }),
  'the endpoint for events': async (url) => {
    const saved = await as(a, 'PUT', `${root(a)}/events`, { endpoint: url, subscribedEvents: ['agent_created'] })
    if (saved.status === 200) await as(a, 'POST', `${root(a)}/events/test`, {})
    return saved
  },
  'a model server': async (url) => {
    const body = { apiKey: `sk-${randomId(8)}`, baseUrl: url }
    const saved = await as(a, 'PUT', `${root(a)}/credentials/openai-compatible`, body)
    await as(a, 'GET', `${root(a)}/models`)
    return saved
  },
  'the check of a page': (url) => as(a, 'POST', `${agentAt(mine)}/embed-check`, { url }),
}

describe.each(Object.entries(TAKERS))('an address for %s', (_, take) => {
  test('[1.1a] leads nowhere inside, however it is written', async () => {
    const { host } = inside
    const port = host.split(':')[1]
    const forms = [
      ...FORBIDDEN_URLS,
      `http://${host}/`,
      `http://127.1:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[64:ff9b::7f00:1]:${port}/`,
      `http://localhost.:${port}/`,
      `http://u:p@${host}/`,
      `http://${site.host}@${host}/`,
      `http://①②⑦.⓪.⓪.①:${port}/`,
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      `//${host}/`,
    ]
    for (const form of forms) {
      const { status, body } = await take(form)
      expect([200, 400, 422, 502], form).toContain(status)
      const told = JSON.stringify(body).replaceAll(JSON.stringify(form).slice(1, -1), '')
      expect(told, form).not.toMatch(/root:|ECONNREFUSED|EHOSTUNREACH|169\.254\.169\.254 |::1\b/)
      // The response must not reveal what a name resolves to.
      if (form.includes('localhost')) expect(told, form).not.toContain('127.0.0.1')
    }
    expect(inside.hits).toEqual([])
  }, 60_000)

  test.each([301, 302, 303, 307, 308])('[1.1b] is not followed inside by a %i', async (status) => {
    site.answer(({ url }, response) => {
      if (url.startsWith('/robots')) return response.writeHead(404).end()
      return response.writeHead(status, { location: `${inside.url}/secret` }).end()
    })
    await take(`${site.url}/${randomId(8)}`)
    await settled(server.dbs)
    expect(inside.hits).toEqual([])
  })

  test('[1.1b] is not followed inside by the content of its response', async () => {
    const html = `<meta http-equiv="refresh" content="0; url=${inside.url}/a"><base href="${inside.url}/"><link rel="canonical" href="${inside.url}/c"><a href="${inside.url}/d">More of it</a><p>A page with enough words to be read by somebody.</p>`
    const map = `<?xml version="1.0"?><urlset><url><loc>${inside.url}/e</loc></url></urlset>`
    site.answer(({ url }, response) => {
      if (url === '/robots.txt')
        return response.end(`User-agent: *\nAllow: /\nSitemap: ${inside.url}/sitemap.xml\nSitemap: ${inside.url}/2.xml`)
      if (url.endsWith('.xml')) return response.setHeader('content-type', 'application/xml').end(map)
      return response.writeHead(200, { 'content-type': 'text/html', refresh: `0; url=${inside.url}/f` }).end(html)
    })
    await take(`${site.url}/${randomId(8)}`)
    await take(`${site.url}/sitemap.xml`)
    await settled(server.dbs)
    expect(inside.hits).toEqual([])
  })
})

test('[1.1d] a stored address is not called if it leads inside by the time it is used', async () => {
  site.answer((_hit, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Page</h1><p>Some words of it.</p>'),
  )
  const added = await as(a, 'POST', `${agentAt(mine)}/kb/urls`, { urls: [`${site.url}/moves`] })
  const [doc] = (added.body as { items: { ID: string }[] }).items
  const job = { name: 'Y', startUrls: [`${site.url}/moves`], agentIds: [mine.id], maxPages: 2 }
  const made = await as(a, 'POST', `${root(a)}/crawls`, job)
  await settled(server.dbs)
  const { pool } = server.dbs.eu
  const address = `${inside.url}/secret`
  await pool.query(`update documents set source_url = $2 where id = $1`, [doc?.ID, address])
  const { id } = (made.body as { data: { id: string } }).data
  await pool.query(`update crawls set start_urls = $2 where id = $1`, [id, [address]])
  expect((await as(a, 'POST', `${agentAt(mine)}/kb/${doc?.ID}/refetch`, {})).status).toBe(200)
  await as(a, 'POST', `${root(a)}/crawls/${id}/run`, {})
  await settled(server.dbs)
  expect(inside.hits).toEqual([])
})

describe('files', () => {
  const NAMES = [
    '../../x.png',
    '..%2f..%2fx.png',
    '%2e%2e/x.png',
    '..\\..\\x.png',
    'C:\\x.png',
    '/etc/x.png',
    'a\u202egnp.exe.png',
    `${'x'.repeat(300)}.png`,
    '..',
    '.',
  ]
  const places = () => readdirSync(dataDir, { recursive: true }).map(String)

  test('[1.2] are stored where the server puts them, whatever their name', async () => {
    const outside = () => readdirSync(tmpdir()).filter((name) => /^x+\.png$/.test(name))
    for (const targetPath of NAMES) {
      const body = { agentId: mine.id, base64Payload: PIXEL, targetPath }
      const { status, body: heard } = await as(a, 'POST', `${server.api('eu')}/rpc/uploadFile`, body)
      expect([200, 400], targetPath).toContain(status)
      if (status !== 200) continue
      const { url } = (heard as { data: { url: string } }).data
      expect(url).toMatch(/\/media\/eu\/[A-Za-z0-9]{20,}\.png$/)
    }
    for (const name of NAMES) {
      const query = new URLSearchParams({ name: `${name}.txt` }).toString()
      const sent = await fetch(`${agentAt(mine)}/kb/upload?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${a.token}` },
        body: 'We open at nine.',
      })
      expect(sent.status, name).toBeLessThan(500)
    }
    await settled(server.dbs)
    expect(outside()).toEqual([])
    const strange = places().filter((path) => /(^|\/)x+\.png|\.txt$|\.exe|%2f|\\/i.test(path))
    expect(strange).toEqual([])
  })

  test('[1.2] stay inside the served folder, whatever part of a path tries to leave it', async () => {
    for (const path of [
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc/passwd',
      '/assets/..%5c..%5cmaster.key',
      '/widget/../../../etc/passwd',
      '/widget/..%2f..%2f..%2fpackage.json',
      '/media/eu/..%2f..%2fmaster.key',
      '/site/..%2f..%2fpackage.json',
      '/site/%2e%2e/%2e%2e/package.json',
      '//etc/passwd',
      '/master.key',
      '/assets/%00',
    ]) {
      const { status, text } = await raw(server.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      expect([400, 404], path).toContain(status)
      expect(text).not.toMatch(/root:|"workspaces"/)
    }
  })

  test('[1.3] are only their bytes: a body that names a file of ours is not an upload', async () => {
    const naming = { files: { f: { filepath: '/etc/passwd', path: '/etc/passwd' } }, filepath: '/etc/passwd' }
    const visitor = newVisitorId()
    for (const [url, more, bearer] of [
      [`${server.api('eu')}/rpc/uploadFile`, { agentId: mine.id }, a.token],
      [`${agentAt(mine)}/attachments`, { filename: 'a.png' }, visitor],
      [`${root(a)}/logo`, {}, a.token],
    ] as const) {
      expect((await call('POST', url, { bearer, body: { ...more, ...naming } })).status, url).toBe(400)
      const form = new FormData()
      form.set('base64Payload', new Blob([Buffer.from(PIXEL, 'base64')]), '../../x.png')
      const sent = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body: form })
      expect(sent.status, url).toBe(415)
    }
    const kb = `${agentAt(mine)}/kb/upload?name=names.json`
    const headers = { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' }
    await fetch(kb, { method: 'POST', headers, body: JSON.stringify(naming) })
    await settled(server.dbs)
    const { rows } = await server.dbs.eu.pool.query(`select 1 from documents where content like '%root:%'`)
    expect(rows).toEqual([])
  })
})
