import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { reasonOf } from '../../lib/log.ts'
import { createMcpClient } from './mcp.ts'

test('logs which MCP server failed and why, and shows neither to users', async () => {
  const closed = createServer()
  await new Promise<void>((done) => void closed.listen(0, '127.0.0.1', done))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const client = createMcpClient({
    guardedFetch: fetch,
    failure: ({ message }, cause) => new Error(message, { cause }),
  })
  const server = { url: `http://127.0.0.1:${port}/mcp?key=hush`, transport: 'http', token: 'hush' } as const
  const error: unknown = await client.list(server, { timeoutMs: 5000 }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: expect.not.stringContaining('127.0.0.1') as string })
  expect(reasonOf(error)).toContain(`127.0.0.1:${port}`)
  expect(reasonOf(error)).toContain('ECONNREFUSED')
  expect(reasonOf(error)).not.toContain('hush')
})
