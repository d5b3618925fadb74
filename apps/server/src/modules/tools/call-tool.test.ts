// Which tools a turn is offered and may call; host names whose addresses change between look-ups.
import { msg } from '@parlance/i18n/messages'
import { McpServer } from '@parlance/contract/tools/schemas'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '../../lib/ctx.ts'
import { createGuardedFetch, type Resolve } from '../../lib/outbound/guarded-fetch.ts'
import { createToolCaller, type ToolCallerDeps, type ToolSources } from './call-tool.ts'
import { McpFailure } from './mcp-tools.ts'
import { testTool, startToolServer } from './testing.ts'

const DOWN = msg('mcp_server_status', { status: 503 })

const canary = await startToolServer()
const ctx = { region: 'eu' } as Ctx
const sources = (some: Partial<ToolSources> = {}): ToolSources => ({
  tools: [],
  functionsIds: [],
  mcpServers: [],
  channel: 'web-chat',
  ...some,
})
const mcpServer = (some: object = {}) =>
  McpServer.parse({ id: 'm', name: 'Shop', url: 'https://mcp.example/', ...some })
const parameters = { type: 'object', properties: {} }

function make(some: Partial<ToolCallerDeps> = {}) {
  const asked: string[] = []
  const made = createToolCaller({
    guardedFetch: async () => Response.json({ ok: true }),
    mcp: {
      list: async ({ url }) => {
        asked.push(url)
        return [
          { name: 'find.order', description: 'Finds', parameters },
          { name: 'find_order', description: 'Finds too', parameters },
          { name: 'admin/delete', description: 'Deletes', parameters },
        ]
      },
      call: async (_server, name) => ({ ok: true, text: `called ${name}` }),
    },
    openSecrets: async () => ({}),
    libraryTools: async () => [],
    ...some,
  })
  return { ...made, asked }
}
const call = { toolId: 'orders', arguments: {}, variables: {} }

describe('what is offered', () => {
  test('lists tools of the agent, the library and servers, each name and id once', async () => {
    const { calling } = make({
      libraryTools: async () => [testTool({ id: 'l', name: 'find_orders' }), testTool({ id: 'own' })],
    })
    const offer = await calling.toolsFor(
      ctx,
      'w',
      sources({ tools: [testTool({ id: 'own' })], functionsIds: ['l', 'own'], mcpServers: [mcpServer()] }),
    )
    expect(offer.tools.map(({ id, spec, source }) => [id, spec.name, source])).toEqual([
      ['own', 'find_orders', 'agent'],
      ['l', 'find_orders_2', 'library'],
      ['mcp:m:find.order', 'find_order', 'mcp'],
      ['mcp:m:find_order', 'find_order_2', 'mcp'],
      ['mcp:m:admin/delete', 'admin_delete', 'mcp'],
    ])
    expect(offer.faults).toEqual([])
  })

  test('nothing that is switched off, of another channel or not allowed, and no such call either', async () => {
    const { calling } = make()
    const hidden = sources({
      tools: [
        testTool({ id: 'off', name: 'off', disabled: true }),
        testTool({ id: 'voice', name: 'voice', channels: ['voice'] }),
        testTool({ id: 'here', name: 'here', channels: ['voice', 'web-chat'] }),
      ],
      mcpServers: [mcpServer({ allowedTools: ['find_order'] }), mcpServer({ id: 'down', disabled: true })],
    })
    const { tools } = await calling.toolsFor(ctx, 'w', hidden)
    expect(tools.map(({ id }) => id)).toEqual(['here', 'mcp:m:find_order'])
    for (const toolId of ['off', 'voice', 'mcp:m:admin/delete', 'mcp:down:find_order', 'mcp:x:y', 'nothing', ''])
      expect(await calling.call(ctx, 'w', hidden, { ...call, toolId })).toMatchObject({ ok: false, status: 0 })
    expect(await calling.call(ctx, 'w', hidden, { ...call, toolId: 'here' })).toMatchObject({ ok: true })
    expect(await calling.call(ctx, 'w', hidden, { ...call, toolId: 'mcp:m:find_order' })).toMatchObject({
      ok: true,
      response: 'called find_order',
    })
  })

  test('keeps the rest when a server fails, names it, and reports a missing credential', async () => {
    const { calling } = make({
      mcp: {
        list: async () => {
          throw new McpFailure(DOWN)
        },
        call: async () => {
          throw new McpFailure(DOWN)
        },
      },
    })
    const two = sources({ tools: [testTool()], mcpServers: [mcpServer(), mcpServer({ id: 'n', credential: 'TOKEN' })] })
    const offer = await calling.toolsFor(ctx, 'w', two)
    expect(offer.tools).toHaveLength(1)
    expect(offer.faults).toEqual([
      { server: 'Shop', error: DOWN },
      { server: 'Shop', error: msg('tool_secret_missing', { name: 'TOKEN' }) },
    ])
    expect(await calling.call(ctx, 'w', two, { ...call, toolId: 'mcp:m:x' })).toMatchObject({
      ok: false,
      error: DOWN.message,
      errorMessage: { code: 'mcp_server_status', params: { status: 503 } },
    })
  })

  test('lists of servers are remembered by workspace and server, until they are forgotten', async () => {
    const { calling, listings, asked } = make()
    const from = (url: string) => sources({ mcpServers: [mcpServer({ url })] })
    for (const workspace of ['w', 'w', 'v']) await calling.toolsFor(ctx, workspace, from('https://one.example/'))
    await calling.toolsFor(ctx, 'w', from('https://two.example/'))
    expect(asked).toHaveLength(3)
    listings.forget(ctx, 'w')
    for (const workspace of ['w', 'v']) await calling.toolsFor(ctx, workspace, from('https://one.example/'))
    expect(asked).toHaveLength(4)
  })
})

describe('names whose addresses change', () => {
  const answers = (...found: string[]): { resolve: Resolve; asked: () => number } => {
    let asked = 0
    return {
      resolve: async () => [{ address: found[Math.min(asked++, found.length - 1)] ?? '', family: 4 }],
      asked: () => asked,
    }
  }

  test('are connected to as they were checked, never as they are at another moment', async () => {
    for (const found of [['127.0.0.1'], ['10.0.0.1', '127.0.0.1'], ['169.254.169.254']]) {
      const { resolve, asked } = answers(...found)
      const { calling } = make({ guardedFetch: createGuardedFetch({ allow: [], resolve }) })
      const tool = testTool({ serverUrl: 'http://rebound.example/' })
      for (let times = 0; times < 3; times += 1)
        expect(await calling.callTool(ctx, 'w', tool, call)).toMatchObject({ ok: false, status: 0 })
      expect(asked()).toBe(3)
    }
    expect(canary.hits).toEqual([])
  })

  test('one answer among several that is not public is enough to refuse', async () => {
    const resolve: Resolve = async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const { calling } = make({ guardedFetch: createGuardedFetch({ allow: [], resolve }) })
    const result = await calling.callTool(ctx, 'w', testTool({ serverUrl: 'http://two.example/' }), call)
    expect(result.error).toBe('We couldn’t reach this address, or calls to it aren’t allowed.')
  })
})

test('a call that is stopped says so', async () => {
  const { calling } = make({
    guardedFetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  })
  const controller = new AbortController()
  const running = calling.callTool(ctx, 'w', testTool(), { ...call, signal: controller.signal })
  setTimeout(() => controller.abort(), 10)
  expect(await running).toMatchObject({ ok: false, error: 'The call was stopped.' })
})
