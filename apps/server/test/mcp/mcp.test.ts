// The MCP server of a workspace, with a compliant client and with malformed messages.
import type { MCPClient } from '@ai-sdk/mcp'
import type { Scope } from '@parlance/contract/lib/scopes'
import { MCP_TOOLS } from '@parlance/contract/mcp/tools'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { evaluationsOf, says } from '../helpers/evaluations.ts'
import { ACCEPT, mcpOf, message } from '../helpers/mcp.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const tests = evaluationsOf(server)
let owner: Person
let other: Person
let theirs: TestAgent
let client: MCPClient
const { connect, urlOf, ...mcp } = mcpOf(server.url)

beforeAll(async () => {
  ;[owner, other] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
  theirs = await server.makeAgent(other, { title: 'Not yours' })
  client = await connect(owner.workspace.secret)
})

const use = (name: string, args: Record<string, unknown>, by = client) => mcp.use(by, name, args)
const got = <T>(name: string, args: Record<string, unknown> = {}) => mcp.got<T>(client, name, args)
const refused = (name: string, args: Record<string, unknown>) => mcp.refused(client, name, args)
const make = async (title: string) => (await got<{ agentId: string }>('create_agent', { title })).agentId

describe('a client', () => {
  test('lists every tool with its input and output', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(MCP_TOOLS).toSorted())
    for (const tool of tools) {
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(tool.description?.length).toBeGreaterThan(20)
    }
    expect(tools.find(({ name }) => name === 'list_agents')).toMatchObject({ annotations: { readOnlyHint: true } })
    expect(tools.find(({ name }) => name === 'publish_agent')).toMatchObject({ annotations: { readOnlyHint: false } })
  })

  test('creates an agent, edits its draft, and publishes it', async () => {
    const agentId = await make('Lamp shop')
    const settings = { vg_systemPrompt: 'You sell lamps.', title: 'Lamps' }
    expect(await got('edit_agent', { agentId, settings })).toMatchObject({ hasUnpublishedDraft: true, draft: settings })
    const read = await got<{ published: object; draft: object }>('get_agent', { agentId })
    expect([read.published, read.draft]).toMatchObject([{ title: 'Lamp shop' }, settings])
    expect(
      (await call<{ data: { title: string } }>('GET', `${server.api('eu')}/public/agents/${agentId}`)).body.data.title,
    ).toBe('Lamp shop')
    expect(await got('publish_agent', { agentId })).toMatchObject({ published: true })
    expect(await got('publish_agent', { agentId })).toMatchObject({ published: false })
    expect(await got('get_agent', { agentId })).toMatchObject({ published: settings, draft: null })
    const listed = await got<{ agents: { agentId: string; title: string }[] }>('list_agents', { search: 'Lamps' })
    expect(listed.agents).toMatchObject([{ agentId, title: 'Lamps' }])
  })

  test('accepts settings by plain names too, but only by one of them', async () => {
    const agentId = await make('Plainly named')
    const settings = { instructions: 'You sell chairs.', temperature: 0.3, searchesKnowledge: false }
    expect(await got('edit_agent', { agentId, settings })).toMatchObject({
      draft: { vg_systemPrompt: 'You sell chairs.', vg_temperature: 0.3, vg_kbEnabled: false },
    })
    const both = { instructions: 'One', vg_systemPrompt: 'Other' }
    expect(await refused('edit_agent', { agentId, settings: both })).toMatch(
      /instructions or vg_systemPrompt, not both/,
    )
    expect(await refused('edit_agent', { agentId, settings: { temperature: 7 } })).toMatch(/temperature/)
  })

  test('adds knowledge, searches it, chats, and reads the conversation', async () => {
    const agentId = await make('Hours')
    const text = { name: 'Opening hours', content: 'The shop opens at nine and closes at five.' }
    expect(await got('add_knowledge', { agentId, text })).toMatchObject({ documents: [{ name: text.name }] })
    const pairs = [{ question: 'Do you repair lamps?', answer: 'Yes, on Mondays.' }]
    expect(await got('add_knowledge', { agentId, pairs })).toMatchObject({ documents: [{ sourceType: 'qa' }] })
    const bad = { agentId, urls: ['http://127.0.0.1:1/'] }
    expect(await got('add_knowledge', bad)).toMatchObject({ documents: [], refused: [{ url: bad.urls[0] }] })
    expect(await refused('add_knowledge', { agentId })).toBe(
      'Give exactly one of text, urls and pairs. (INVALID_INPUT)',
    )
    expect(await refused('add_knowledge', { agentId, text, pairs })).toContain('INVALID_INPUT')
    await vi.waitFor(
      async () =>
        expect((await got<{ documents: object[] }>('list_knowledge', { agentId })).documents).toMatchObject([
          { status: 'ready' },
          { status: 'ready' },
        ]),
      { timeout: 20_000, interval: 100 },
    )
    const found = await got<{ passages: { text: string }[] }>('search_knowledge', {
      agentId,
      query: 'When does the shop open?',
    })
    expect(found.passages[0]?.text).toContain('nine')
    server.model.control.script([{ text: 'At nine.' }])
    const told = await got<{ conversationId: string; visitorId: string; answer: string }>('talk_to_agent', {
      agentId,
      message: 'When do you open?',
    })
    expect(told).toMatchObject({
      answer: expect.stringContaining('At nine'),
      status: 'complete',
      credits: expect.any(Number),
    })
    const { conversationId, visitorId } = told
    server.model.control.script([{ text: 'At five.' }])
    const more = { agentId, message: 'And when do you close?', conversationId, visitorId }
    expect(await got('talk_to_agent', more)).toMatchObject({ conversationId, visitorId })
    const listed = await got<{ conversations: { conversationId: string }[] }>('list_conversations', { agentId })
    expect(listed.conversations).toMatchObject([{ conversationId, agentId }])
    expect((await got<{ conversations: object[] }>('list_conversations')).conversations).toContainEqual(
      listed.conversations[0],
    )
    const { messages } = await got<{ messages: { from: string; text: string }[] }>('read_conversation', {
      agentId,
      conversationId,
    })
    expect(messages.filter(({ from }) => from === 'user').map(({ text: said }) => said)).toEqual([
      'When do you open?',
      more.message,
    ])
    expect(messages.at(-1)).toMatchObject({ from: 'agent', text: expect.stringContaining('five') })
  })

  test('runs tests and reads what failed', async () => {
    const agentId = await make('Tested')
    const agent = { region: 'eu', id: agentId, secret: '', owner } as const
    await tests.save(agent, { name: 'Hours', steps: says('seven') }, 'hours')
    expect(await got('list_tests', { agentId })).toMatchObject({
      tests: [{ testId: 'hours', name: 'Hours', steps: 1 }],
    })
    tests.script('We open at nine.')
    const { runId } = await got<{ runId: string }>('run_tests', { agentId, copy: 'published' })
    const run = await vi.waitFor(
      async () => {
        const now = await got<{ status: string; results: object[] }>('get_run', { agentId, runId })
        expect(now.status).not.toBe('running')
        return now
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(run).toMatchObject({ status: 'done', total: 1, passed: 0 })
    expect(run.results).toMatchObject([
      { testId: 'hours', passed: false, failures: [{ expected: 'contains “seven”' }] },
    ])
  })

  test('never sees a secret', async () => {
    const agentId = await make('Secretive')
    await server.must('PUT', `${server.api('eu')}/v2/agents/${agentId}/draft`, owner.token, {
      VF_DIALOGUE_API_KEY: 'VF.DM.the-secret',
      whatsappToken: 'the-other-secret',
    })
    const said = JSON.stringify([await use('get_agent', { agentId }), await use('list_agents', {})])
    expect(said).not.toMatch(/the-secret|the-other-secret|vg_[A-Za-z0-9]{20}|SECRET/)
    // Publishing includes them all the same.
    await got('publish_agent', { agentId })
    const { data } = await server.must<{ data: Record<string, string> }>(
      'GET',
      `${server.api('eu')}/v2/agents/${agentId}`,
      owner.token,
    )
    expect([data.VF_DIALOGUE_API_KEY, data.whatsappToken]).toEqual(['VF.DM.the-secret', 'the-other-secret'])
  })

  test('gets refusals in words, by the rules of every call', async () => {
    const agentId = await make('Plain')
    expect(await refused('get_agent', { agentId: 'nobody-has-this' })).toBe('We couldn’t find that. (NOT_FOUND)')
    expect(await refused('edit_agent', { agentId, settings: { vg_temperature: 7 } })).toMatch(/vg_temperature/)
    expect(await refused('edit_agent', { agentId, settings: { SECRET_API_KEY: 'x' } })).toMatch(/SECRET_API_KEY/)
    expect(await refused('list_agents', { limit: 1000 })).toMatch(/limit/)
  })

  test('reaches no other workspace and no other region', async () => {
    const { conversationId } = (await server.turn(theirs, { text: 'A secret word' })).answer.metadata ?? {}
    const { id: agentId } = theirs
    const tries: [string, Record<string, unknown>][] = [
      ['get_agent', { agentId }],
      ['edit_agent', { agentId, settings: { title: 'Mine now' } }],
      ['publish_agent', { agentId }],
      ['add_knowledge', { agentId, text: { name: 'x', content: 'y' } }],
      ['list_knowledge', { agentId }],
      ['search_knowledge', { agentId, query: 'x' }],
      ['list_conversations', { agentId }],
      ['read_conversation', { agentId, conversationId }],
      ['list_tests', { agentId }],
      ['run_tests', { agentId }],
      ['get_run', { agentId, runId: 'x' }],
      ['talk_to_agent', { agentId, message: 'Hello', draft: true }],
      ['talk_to_agent', { agentId: `${agentId}/draft?x=`, message: 'Hello' }],
      ['get_agent', { agentId: `../workspaces/${other.workspace.uid}` }],
    ]
    for (const [name, args] of tries)
      expect([name, await refused(name, args)]).toEqual([name, expect.stringContaining('(NOT_FOUND)')])
    const elsewhere = (await call('POST', urlOf('na'), { bearer: owner.workspace.secret, body: {} })).status
    expect(elsewhere).toBe(401)
    const all = JSON.stringify([await use('list_agents', {}), await use('list_conversations', {})])
    expect(all).not.toContain(agentId)
  })
})

describe('a key', () => {
  const keyOf = async (...scopes: Scope[]) => {
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/keys`
    const made = await server.must<{ key: string; data: { id: string } }>('POST', path, owner.token, {
      name: 'K',
      scopes,
    })
    return { key: made.key, end: () => server.must('DELETE', `${path}/${made.data.id}`, owner.token) }
  }
  const names = async (by: MCPClient) => (await by.listTools()).tools.map(({ name }) => name).toSorted()

  test('lists and runs only the tools of its scopes', async () => {
    expect(await names(await connect((await keyOf('analytics:read')).key))).toEqual([])
    const { key } = await keyOf('agents:read', 'tests:read')
    expect(await names(await connect(key))).toEqual(['get_agent', 'get_run', 'list_agents', 'list_tests'])
    const refused = async (name: string) =>
      (await post(message('tools/call', { name, arguments: { title: 'By a reader' } }), {}, key)).body.error
    const needs = 'The tool create_agent needs an API key with the scope agents:write.'
    expect(await refused('create_agent')).toEqual({ code: -32_602, message: needs })
    expect((await refused('no_such'))?.message).toContain('not found')
    expect(await got('list_agents', { search: 'By a reader' })).toMatchObject({ agents: [] })
  })

  test('publishes without touching secrets that it never sees', async () => {
    const agentId = await make('Keyed')
    await server.must('POST', `${server.api('eu')}/v2/agents/${agentId}`, owner.token, { whatsappToken: 'kept-secret' })
    const { key } = await keyOf('agents:read', 'agents:write')
    const by = await connect(key)
    await use('edit_agent', { agentId, settings: { title: 'Renamed by key' } }, by)
    const said = await use('publish_agent', { agentId }, by)
    expect(said).toMatchObject({ isError: false, structuredContent: { published: true } })
    const read = await server.must<{ data: object }>('GET', `${server.api('eu')}/v2/agents/${agentId}`, owner.token)
    expect(read.data).toMatchObject({ title: 'Renamed by key', whatsappToken: 'kept-secret' })
  })

  test('stops working at once, and leaves its actions in the workspace log', async () => {
    const { key, end } = await keyOf('agents:read', 'agents:write')
    const by = await connect(key)
    const { structuredContent } = await use('create_agent', { title: 'Logged' }, by)
    await server.running.container.access.flush()
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/audit?limit=100`
    const { items } = await server.must<{ items: object[] }>('GET', path, owner.token)
    expect(JSON.stringify(items)).toContain('agents.convertAgentTemplateToAgent')
    expect(JSON.stringify(items)).toContain(String(structuredContent?.agentId))
    await end()
    expect((await post(message('ping'), {}, key)).status).toBe(401)
  })
})

const post = (body: unknown, headers: Record<string, string> = {}, bearer = owner.workspace.secret) =>
  mcp.post(bearer, body, headers)
const hello = (protocolVersion: string) =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } })

describe('raw messages', () => {
  test('get JSON answers without a session', async () => {
    const { status, headers, body } = await post(hello('2025-06-18'))
    expect([status, headers.get('content-type'), headers.get('mcp-session-id')]).toEqual([
      200,
      'application/json',
      null,
    ])
    expect(body.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'parlance' } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await post(message('tools/list'))).body.result?.tools).toHaveLength(Object.keys(MCP_TOOLS).length)
    const done = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([done.status, done.body]).toEqual([202, ''])
    expect((await post(message('ping', {}, 'a-text'))).body).toMatchObject({ id: 'a-text', result: {} })
  })

  test('of an unknown version get a version that both may support', async () => {
    expect((await post(hello('1999-01-01'))).body.result?.protocolVersion).toMatch(/^20\d\d-/)
    const wrong = await post(message('tools/list'), { 'mcp-protocol-version': '1999-01-01' })
    expect([wrong.status, wrong.body.error?.message]).toEqual([400, expect.stringContaining('protocol version')])
  })

  test('in the newest revision get answers too', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const { status, body } = await post(message('tools/list', { _meta: meta }), headers)
    expect([status, body.result?.tools?.length]).toEqual([200, Object.keys(MCP_TOOLS).length])
  })

  test.each([
    ['a batch that is too long', Array.from({ length: 21 }, (_, id) => message('ping', {}, id)), 400],
    ['an empty batch', [], 400],
    ['no JSON-RPC', { hello: 'there' }, 400],
    ['a number', 7, 400],
    ['nothing', null, 400],
    ['another version of JSON-RPC', { ...message('ping'), jsonrpc: '1.0' }, 400],
    ['an id that is none', message('ping', {}, { deep: true }), 400],
    ['keys that pollute', JSON.parse('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"x":1}}}'), 400],
    ['a character that no text has', message('tools/call', { name: 'get_agent', arguments: { agentId: 'a\0b' } }), 400],
    ['more than fits', message('ping', { text: 'x'.repeat(3_100_000) }), 413],
  ])('are refused: %s', async (_, body, status) => {
    const answer = await post(body)
    const error = { code: expect.any(Number), message: expect.any(String) }
    expect([answer.status, answer.body.error]).toMatchObject([status, error])
  })

  test('in a batch get one answer each', async () => {
    const body = [
      message('ping', {}, 1),
      message('tools/call', { name: 'list_agents', arguments: {} }, 2),
      message('nothing', {}, 3),
    ]
    const { status, body: answers } = await call<{ id: number; error?: { code: number } }[]>('POST', urlOf(), {
      bearer: owner.workspace.secret,
      body,
      headers: ACCEPT,
    })
    expect([status, answers.map(({ id, error }) => [id, error?.code])]).toEqual([
      200,
      [
        [1, undefined],
        [2, undefined],
        [3, -32_601],
      ],
    ])
  })

  test('without an id cause no change that the sender could not learn about', async () => {
    const { id: _, ...notification } = message('tools/call', { name: 'create_agent', arguments: { title: 'Unheard' } })
    expect((await post(notification)).status).toBe(202)
    expect(await got('list_agents', { search: 'Unheard' })).toMatchObject({ agents: [] })
  })

  test('with unknown tools and methods get protocol errors', async () => {
    const unknown = await post(message('tools/call', { name: 'delete_everything', arguments: {} }))
    expect(unknown.body.error ?? unknown.body.result).toMatchObject({ code: -32_602 })
    expect((await post(message('resources/list'))).body.error?.code).toBe(-32_601)
  })

  test('are refused when they are malformed or use other methods', async () => {
    const raw = (method: string, body?: string, type = 'application/json') =>
      fetch(urlOf(), {
        method,
        headers: { ...ACCEPT, 'content-type': type, authorization: `Bearer ${owner.workspace.secret}` },
        ...(body === undefined ? {} : { body }),
      })
    expect((await (await raw('POST', '{"jsonrpc":')).json()) as object).toMatchObject({
      error: { code: -32_700 },
      id: null,
    })
    expect((await raw('POST', JSON.stringify(message('ping')), 'text/plain')).status).toBe(415)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await raw(method)
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
  })
})

describe('access', () => {
  test('is for bearers of the workspace only', async () => {
    const agent = await server.makeAgent(owner)
    const secret = owner.workspace.secret
    for (const bearer of [`vg_${'a'.repeat(20)}`, 'not-a-token', `vis_${'a'.repeat(28)}`, '', 'x'.repeat(600)]) {
      const { status, headers } = await post(message('ping'), {}, bearer)
      expect([bearer, status, headers.get('www-authenticate')]).toEqual([bearer, 401, 'Bearer'])
    }
    expect((await post(message('ping'), {}, owner.token)).status).toBe(403)
    expect((await post(message('ping'), {}, agent.secret)).status).toBe(403)
    expect((await call('POST', `${server.url}/api/mars/mcp`, { bearer: secret, body: {} })).status).toBe(404)
  })

  const as = (headers: Record<string, string>) => mcp.pingAs(owner.workspace.secret, headers)

  test('is refused to pages of other sites, and under a rebound host name', async () => {
    const { host, origin } = new URL(server.url)
    expect(await as({ host })).toBe(200)
    expect(await as({ host, origin })).toBe(200)
    expect(await as({ host, origin: 'https://evil.example' })).toBe(403)
    expect(await as({ host, origin: 'null' })).toBe(403)
    expect(await as({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403)
    expect(await as({ host: `evil.example:${new URL(server.url).port}` })).toBe(403)
    const asked = await fetch(urlOf(), { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('counts tool calls like any other', async () => {
    const tight = await server.anotherNode({ rateLimitScale: 1 / 2000 })
    try {
      const body = message('tools/call', { name: 'list_agents', arguments: {} })
      const given = { bearer: owner.workspace.secret, body, headers: ACCEPT }
      const tries: number[] = []
      while (tries.length < 20) tries.push((await call('POST', `${tight.url}/api/eu/mcp`, given)).status)
      expect(tries).toContain(429)
    } finally {
      await tight.close()
    }
  })
})
