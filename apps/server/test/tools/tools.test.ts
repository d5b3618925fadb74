// Tools end to end: the library and its secrets of two tenants, failing calls, hostile addresses.
import { randomId } from '@parlance/contract/lib/ids'
import type { Tool, ToolCallResult } from '@parlance/contract/tools/schemas'
import { beforeAll, describe, expect, test } from 'vitest'
import { testTool, FORBIDDEN_URLS, startToolServer } from '../../src/modules/tools/testing.ts'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const target = await startToolServer()
const other = await startToolServer()
/** An origin that may not be called. */
const canary = await startToolServer()
const server = await startTestServer({ settings: { outboundAllow: [target.host, other.host] } })
let a: Person
let b: Person
beforeAll(async () => {
  ;[a, b] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
})

type Listed = { items: (Tool & { usedBy: number; lastModified: number })[]; nextCursor: string | null }
const root = ({ region, workspace }: Person) => `${server.api(region)}/v2/workspaces/${workspace.uid}`
const save = (who: Person, { id, ...tool }: Tool) =>
  call<{ data: Tool; message?: string; code?: string }>('PUT', `${root(who)}/tools/${id}`, {
    bearer: who.token,
    body: tool,
  })
const list = async (who: Person, query = '') =>
  (await call<Listed>('GET', `${root(who)}/tools${query}`, { bearer: who.token })).body
const run = async (who: Person, tool: Tool, args: Record<string, unknown> = {}, variables = {}) => {
  const { status, body } = await call<{ data: ToolCallResult }>('POST', `${root(who)}/tools/test`, {
    bearer: who.token,
    body: { tool, arguments: args, variables },
  })
  expect(status).toBe(200)
  return body.data
}
const secret = (who: Person, name: string, value: string) =>
  call('PUT', `${root(who)}/secrets/${name}`, { bearer: who.token, body: { value } })
const service = () => server.running.container.services.tools
const ctxOf = (who: Person) => server.running.container.contexts.system(who.region, who.workspace.uid)
const stored = async () => JSON.stringify((await server.dbs.eu.pool.query('select * from tools order by 1, 2')).rows)

describe('the library', () => {
  test('creates, replaces, finds, pages and deletes tools', async () => {
    const me = await server.signUp('eu')
    for (const name of ['alpha', 'beta', 'gamma'])
      expect((await save(me, testTool({ id: name, name, description: `Does ${name}` }))).status).toBe(200)
    expect((await list(me)).items.map(({ id }) => id)).toEqual(['gamma', 'beta', 'alpha'])
    await save(me, testTool({ id: 'alpha', name: 'alpha', method: 'POST' }))
    expect((await list(me)).items[0]).toMatchObject({ id: 'alpha', method: 'POST', usedBy: 0 })
    expect((await list(me, '?search=does%20BETA')).items.map(({ id }) => id)).toEqual(['beta'])
    expect((await list(me, '?search=%25')).items).toEqual([])
    const first = await list(me, '?limit=2')
    const second = await list(me, `?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['alpha', 'gamma', 'beta'])
    expect(second.nextCursor).toBeNull()
    expect((await call('GET', `${root(me)}/tools?cursor=nonsense`, { bearer: me.token })).status).toBe(400)
    expect((await call('DELETE', `${root(me)}/tools/beta`, { bearer: me.token })).status).toBe(200)
    expect((await list(me)).items.map(({ id }) => id)).toEqual(['alpha', 'gamma'])
  })

  test('requires unique names, and allows the names and ids of another workspace', async () => {
    await save(a, testTool({ id: 'one', name: 'shared_name' }))
    const again = await save(a, testTool({ id: 'two', name: 'shared_name' }))
    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const both = await Promise.all(['x1', 'x2'].map((id) => save(a, testTool({ id, name: 'raced' }))))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await save(b, testTool({ id: 'one', name: 'shared_name', method: 'DELETE' }))).status).toBe(200)
    expect((await list(a)).items.find(({ id }) => id === 'one')).toMatchObject({ method: 'GET' })
    await call('DELETE', `${root(b)}/tools/one`, { bearer: b.token })
    expect((await list(a)).items.some(({ id }) => id === 'one')).toBe(true)
  })

  test('counts the agents that use a tool, in their published copy or their draft, once each', async () => {
    const me = await server.signUp('eu')
    await save(me, testTool({ id: 'used', name: 'used' }))
    await save(me, testTool({ id: 'idle', name: 'idle' }))
    const agent = await server.makeAgent(me, { functionsIds: ['used'] })
    const drafted = await server.makeAgent(me)
    await server.makeAgent(b, { functionsIds: ['used'] })
    for (const { id } of [agent, drafted])
      await server.must('PUT', `${server.api('eu')}/v2/agents/${id}/draft`, me.token, {
        functionsIds: ['used'],
        title: id,
      })
    expect((await list(me)).items.map(({ id, usedBy }) => [id, usedBy])).toEqual([
      ['idle', 0],
      ['used', 2],
    ])
  })

  test.each<[string, Record<string, unknown>]>([
    ['a name that models do not take', { name: 'no spaces please' }],
    ['a scheme that is no web address', { serverUrl: 'file:///etc/passwd' }],
    ['a host that arguments would choose', { serverUrl: 'https://{host}/x' }],
    ['a host that arguments would extend', { serverUrl: 'https://good.example{x}/' }],
    ['a user name in the address', { serverUrl: 'https://user:pass@example.com/' }],
    ['a header of the connection', { fields: [{ key: 'Host', in: 'header', value: 'evil' }] }],
    ['a header with a line break', { fields: [{ key: 'x\r\ny', in: 'header', value: 'v' }] }],
    ['an open cookie', { fields: [{ key: 'Cookie', in: 'header', value: 'a=b' }] }],
    ['a part of the path that is nowhere', { fields: [{ key: 'id', in: 'path' }] }],
    ['a timeout of an hour', { timeoutMs: 3_600_000 }],
    ['too many fields', { fields: Array.from({ length: 101 }, (_, n) => ({ key: `k${n}` })) }],
  ])('refuses %s and changes nothing', async (_, differences) => {
    const before = await stored()
    const { id: _id, ...tool } = testTool()
    const answer = await call<{ code: string; message: string }>('PUT', `${root(a)}/tools/bad`, {
      bearer: a.token,
      body: { ...tool, ...differences },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(answer.body.message.length).toBeGreaterThan(10)
    expect(await stored()).toBe(before)
  })
})

describe('hostile addresses', () => {
  test.each(FORBIDDEN_URLS)('%s is neither stored nor called', async (serverUrl) => {
    const before = await stored()
    const saved = await save(a, testTool({ id: 'evil', name: 'evil', serverUrl }))
    expect(saved).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(saved.body.message).toMatch(/own network/)
    const called = await run(a, testTool({ serverUrl }))
    expect(called).toMatchObject({ ok: false, status: 0, response: '' })
    expect(called.error).toBe('We couldn’t reach this address, or calls to it aren’t allowed.')
    expect(await stored()).toBe(before)
  })

  test('[1.1d] in an agent’s own tools are checked when they are called', async () => {
    const sources = {
      tools: [testTool({ serverUrl: canary.url })],
      functionsIds: [],
      mcpServers: [],
      channel: 'test' as const,
    }
    const result = await service().call(ctxOf(a), a.workspace.uid, sources, {
      toolId: 'orders',
      arguments: {},
      variables: {},
    })
    expect(result).toMatchObject({ ok: false, status: 0 })
    expect(canary.hits).toEqual([])
  })

  test.each([301, 302, 303, 307, 308])('are not reached through a redirect (%i)', async (status) => {
    for (const location of [
      canary.url,
      'http://169.254.169.254/',
      'http://[::1]/',
      'file:///etc/passwd',
      '//0/',
      'http://',
    ]) {
      target.answer((_hit, response) => response.writeHead(status, { location }).end())
      for (const method of ['GET', 'POST'] as const) {
        const result = await run(a, testTool({ method, serverUrl: target.url }))
        expect(result).toMatchObject({ ok: false, status: 0 })
        expect(result.error).not.toBe('')
      }
    }
    expect(canary.hits).toEqual([])
  })
})

describe('calls', () => {
  test('send what the fields define and read what the mapping selects', async () => {
    const tool = testTool({
      method: 'POST',
      serverUrl: `${target.url}/orders/{id}?lang={lang}`,
      fields: [
        { key: 'id', in: 'path' },
        { key: 'count', type: 'integer' },
        { key: 'who', value: '{name} <{mail}>' },
        { key: 'x-plan', in: 'header', value: 'pro' },
        { key: 'page', in: 'query', type: 'number' },
      ],
      responseMapping: [
        { variable: 'sent', path: 'body' },
        { variable: 'missing', path: 'no.such' },
      ],
    })
    const result = await run(a, tool, { id: 'a/b ?', count: '3', page: 2 }, { lang: 'de', name: 'Zoë', mail: 'z@x.y' })
    expect(result).toMatchObject({ ok: true, status: 200, error: '' })
    const [hit] = target.hits
    expect(hit).toMatchObject({
      method: 'POST',
      url: '/orders/a%2Fb%20%3F?lang=de&page=2',
      headers: { 'x-plan': 'pro' },
    })
    expect(JSON.parse(hit?.body ?? '')).toEqual({ count: 3, who: 'Zoë <z@x.y>' })
    expect(result.variables).toEqual({ sent: hit?.body })
    expect(result.request).toMatchObject({ method: 'POST', url: `${target.url}/orders/a%2Fb%20%3F?lang=de&page=2` })
  })

  test('are not made with wrong arguments, and say what is wrong', async () => {
    const tool = testTool({
      serverUrl: target.url,
      fields: [
        { key: 'n', type: 'integer', required: true },
        { key: 'size', options: ['S', 'M'] },
      ],
    })
    expect((await run(a, tool, { size: 'XXL' })).error).toBe('“n” is missing. “size” must be one of: S, M.')
    expect((await run(a, tool, { n: 'three' })).error).toBe('“n” must be a whole number.')
    expect(target.hits).toEqual([])
  })

  test('keep secrets out of everything that is shown', async () => {
    const value = `k-${randomId(20)}`
    expect((await secret(a, 'SHOP_TOKEN', value)).status).toBe(200)
    const tool = testTool({
      method: 'POST',
      serverUrl: `${target.url}/{SHOP_TOKEN}/x`,
      fields: [
        { key: 'Authorization', in: 'header', isEnv: true, value: 'Bearer {SHOP_TOKEN}' },
        { key: 'key', in: 'query', isEnv: true, value: 'SHOP_TOKEN' },
        { key: 'note' },
      ],
      responseMapping: [{ variable: 'all', path: '' }],
    })
    const result = await run(a, tool, { note: `I know ${value}` })
    expect(target.hits[0]).toMatchObject({
      url: `/${value}/x?key=${value}`,
      headers: { authorization: `Bearer ${value}` },
    })
    expect(result.ok).toBe(true)
    expect(JSON.stringify(result)).not.toContain(value)
    expect(result.request).toMatchObject({
      url: `${target.url}/***/x?key=***`,
      headers: { authorization: 'Bearer ***' },
    })
    const listed = await call<unknown>('GET', `${root(a)}/secrets`, { bearer: a.token })
    expect(listed.body).toMatchObject({ items: [{ name: 'SHOP_TOKEN' }] })
    expect(JSON.stringify(listed.body)).not.toContain(value)
    const rows = await server.dbs.eu.pool.query('select * from tool_secrets')
    expect(JSON.stringify(rows.rows)).not.toContain(value)
    expect((await run(b, tool, {})).error).toContain('“SHOP_TOKEN”')
    await call('DELETE', `${root(b)}/secrets/SHOP_TOKEN`, { bearer: b.token })
    expect((await run(a, tool)).ok).toBe(true)
    await call('DELETE', `${root(a)}/secrets/SHOP_TOKEN`, { bearer: a.token })
    expect((await run(a, tool)).error).toContain('There’s no secret called “SHOP_TOKEN” under Credentials.')
  })

  test('send their headers along a redirect within an origin, and none to another one', async () => {
    const tool = testTool({
      serverUrl: `${target.url}/start`,
      fields: [{ key: 'x-own-key', in: 'header', value: 'v' }],
    })
    target.answer((hit, response) =>
      response.writeHead(302, { location: hit.url === '/start' ? '/next' : `${other.url}/end` }).end(),
    )
    expect(await run(a, tool)).toMatchObject({ ok: true, status: 200 })
    expect(target.hits.map(({ url, headers }) => [url, headers['x-own-key']])).toEqual([
      ['/start', 'v'],
      ['/next', 'v'],
    ])
    expect(other.hits).toMatchObject([{ url: '/end', method: 'GET' }])
    expect(other.hits[0]?.headers).not.toHaveProperty('x-own-key')
    other.hits.length = 0
    target.answer((_hit, response) => response.writeHead(307, { location: other.url }).end())
    const posted = await run(a, {
      ...tool,
      method: 'POST',
      fields: [...tool.fields, ...testTool({ fields: [{ key: 'k', value: 'private' }] }).fields],
    })
    expect(posted).toMatchObject({ ok: false, error: expect.stringContaining('redirects to another server') })
    expect(other.hits).toEqual([])
    target.answer((_hit, response) => response.writeHead(302, { location: '/again' }).end())
    expect(await run(a, tool)).toMatchObject({ ok: false, error: 'The address redirects too many times.' })
  })

  test('return failures as results like others', async () => {
    const tool = testTool({ serverUrl: target.url, timeoutMs: 1000, responseMapping: [{ variable: 'v', path: 'a' }] })
    target.answer((_hit, response) => response.writeHead(500).end('{"a":"broken"}'))
    expect(await run(a, tool)).toMatchObject({ ok: false, status: 500, response: '{"a":"broken"}', variables: {} })
    target.answer(() => undefined)
    expect(await run(a, tool)).toMatchObject({
      ok: false,
      status: 0,
      error: 'No complete response within 1 seconds.',
    })
    target.answer((_hit, response) => {
      response.writeHead(200).write('{"a":')
    })
    expect(await run(a, tool)).toMatchObject({ ok: false, error: 'No complete response within 1 seconds.' })
    target.answer((_hit, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"a":')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await run(a, tool)).toMatchObject({ ok: false, status: 0 })
    target.answer((_hit, response) => response.writeHead(200).end('<html>\0'))
    expect(await run(a, tool)).toMatchObject({ ok: true, response: '<html>\uFFFD', variables: {} })
    target.answer((_hit, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`["${'x'.repeat(900_000)}"]`),
    )
    const huge = await run(a, tool)
    expect(huge).toMatchObject({ ok: false, status: 200, variables: {} })
    expect(huge.error).toContain('larger than 200 KB')
    expect(huge.response).toHaveLength(20_000)
    expect(await run(a, testTool({ serverUrl: target.url }))).toMatchObject({ ok: true, status: 200 })
  })
})

describe('imports', () => {
  const read = (format: string, text: string) =>
    call<{ tools: Tool[]; notes: string[]; message: string }>('POST', `${root(a)}/tools/import`, {
      bearer: a.token,
      body: { format, text },
    })

  test('of YAML and curl return tools and store nothing', async () => {
    const before = await stored()
    const yaml = await read(
      'openapi',
      'openapi: 3.0.3\nservers:\n  - url: https://api.example.com/v1\npaths:\n  /orders/{id}:\n    get:\n      operationId: getOrder\n      parameters:\n        - {name: id, in: path, required: true, schema: {type: integer}}\n',
    )
    expect(yaml.body.tools).toMatchObject([
      {
        name: 'getOrder',
        serverUrl: 'https://api.example.com/v1/orders/{id}',
        fields: [{ key: 'id', type: 'integer' }],
      },
    ])
    const curl = await read('curl', `curl ${target.url}/orders -d '{"n": 1}'`)
    expect(curl.body.tools).toMatchObject([{ method: 'POST', fields: [{ key: 'n', type: 'integer' }] }])
    expect(await stored()).toBe(before)
  })

  test.each([
    ['openapi', 'not: [closed'],
    ['openapi', '{"openapi":"3.0.0"'],
    ['openapi', 'swagger: "2.0"'],
    ['openapi', '--- !!js/function "x"'],
    ['openapi', `a: &a [x]\nb: &b [${'*a,'.repeat(60)}]\nc: [${'*b,'.repeat(60)}]`],
    ['openapi', '['.repeat(50_000)],
    ['openapi', `{"openapi":"3.0.0","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['openapi', '{'.repeat(1_200_000)],
    ['curl', `curl ${'x '.repeat(200_000)}`],
    ['curl', 'wget https://example.com'],
    ['curl', 'curl'],
    ['curl', 'curl file:///etc/passwd'],
  ])('of hostile %s are refused with a clear message (%#)', async (format, text) => {
    const { status, body } = await read(format, text)
    expect(status).toBe(400)
    expect(body.message.length).toBeGreaterThan(10)
    expect(body.message.length).toBeLessThan(600)
  })

  testAll('that take long delay nobody, and are limited in number', async () => {
    const slow = Array.from({ length: 4 }, () => read('openapi', '- !!x '.repeat(150_000)))
    const started = performance.now()
    await list(a)
    expect(performance.now() - started).toBeLessThan(3000)
    const statuses = (await Promise.all(slow)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([400, 503]))
  })
})
