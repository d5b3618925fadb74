import { onTestFinished, expect, test } from 'vitest'
import { type McpOptions, startMcp } from './server.ts'

const start = async (options: McpOptions = {}) => {
  const mcp = await startMcp(options)
  onTestFinished(() => mcp.close())
  const post = (message: unknown, headers: Record<string, string> = {}) =>
    fetch(mcp.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    })
  return { mcp, post }
}
const rpc = (method: string, params: object = {}, id: number | null = 1) => ({
  jsonrpc: '2.0',
  ...(id === null ? {} : { id }),
  method,
  params,
})
const hello = rpc('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
})

test('takes a client through a session in the order of the protocol', async () => {
  const { mcp, post } = await start({ tools: [{ name: 'hi', inputSchema: {}, run: () => 'Hello' }] })
  const opened = await post(hello)
  expect(await opened.json()).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } })
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-06-18' }
  expect(await (await post(rpc('tools/list'), session)).json()).toMatchObject({ error: { code: -32_600 } })
  expect((await post(rpc('notifications/initialized', {}, null), session)).status).toBe(202)
  expect(await (await post(rpc('tools/list'), session)).json()).toMatchObject({ result: { tools: [{ name: 'hi' }] } })
  expect(await (await post(rpc('tools/call', { name: 'hi' }), session)).json()).toMatchObject({
    result: { content: [{ type: 'text', text: 'Hello' }] },
  })
  expect(await (await post(rpc('tools/call', { name: 'no' }), session)).json()).toMatchObject({
    error: { code: -32_602 },
  })
  expect(await (await post(rpc('prompts/list'), session)).json()).toMatchObject({ error: { code: -32_601 } })
  expect((await fetch(mcp.url, { method: 'DELETE', headers: session })).status).toBe(204)
  expect((await post(rpc('tools/list'), session)).status).toBe(404)
})

test('refuses what the protocol does not define', async () => {
  const { mcp, post } = await start({ token: 'right' })
  const token = { authorization: 'Bearer right' }
  expect((await post(hello)).status).toBe(401)
  expect((await post(hello, { ...token, accept: 'application/json' })).status).toBe(406)
  expect((await post(hello, { ...token, 'content-type': 'text/plain' })).status).toBe(415)
  expect((await post('nonsense', token)).status).toBe(400)
  expect((await post(rpc('tools/list'), token)).status).toBe(400)
  expect((await fetch(mcp.url, { headers: token })).status).toBe(405)
})

test('misbehaves on request', async () => {
  const { mcp, post } = await start()
  mcp.fail({ kind: 'status', status: 503, method: 'tools/list' })
  expect((await post(hello)).status).toBe(200)
  expect((await post(rpc('tools/list'))).status).toBe(503)
  mcp.fail({ kind: 'cut' })
  await expect(post(hello).then((answer) => answer.text())).rejects.toThrow()
  mcp.fail(undefined)
  expect((await post(hello)).status).toBe(200)
})
