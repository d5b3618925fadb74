import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { createHook } from './hook.ts'

const log = createLog({ level: 'silent' })
let sink: Server | undefined
afterEach(() => {
  sink?.closeAllConnections()
  sink?.close()
})

async function hearing(status: number | undefined, headers: Record<string, string> = {}) {
  const heard: { type: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      heard.push({ type: request.headers['content-type'], body })
      if (status !== undefined) response.writeHead(status, headers).end('x'.repeat(1000))
    })
  })
  sink = server
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

test.each([200, 404, 500])('posts JSON once and takes the answer %i as it is', async (status) => {
  const { heard, url } = await hearing(status)
  await createHook('new-agent', url, log)({ agent: { ID: 'a' } })
  expect(heard).toEqual([{ type: 'application/json', body: '{"agent":{"ID":"a"}}' }])
})

test('gives up on an address that never answers, or where nobody is', async () => {
  const { heard, url } = await hearing(undefined)
  const begun = performance.now()
  await createHook('new-agent', url, log, 200)({})
  expect(performance.now() - begun).toBeLessThan(3000)
  expect(heard).toHaveLength(1)
  await createHook('new-agent', 'http://127.0.0.1:1/hook', log, 500)({})
})

test('is not led to another place inside the network', async () => {
  const inner = await hearing(200)
  const innerServer = sink
  const { url } = await hearing(307, { location: inner.url })
  await createHook('new-agent', url, log)({ agent: 1 })
  expect(inner.heard).toEqual([])
  innerServer?.close()
})
