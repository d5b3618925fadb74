// A loopback server for tools to call: echoes requests, or responds as a test specifies.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Tool } from '@parlance/contract/tools/schemas'
import { afterAll, beforeEach } from 'vitest'
import type { z } from 'zod'

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Call it at the top of a test file. */
export async function startToolServer() {
  const hits: ReceivedRequest[] = []
  let respond: ((hit: ReceivedRequest, response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const hit = { method, url, headers, body: Buffer.concat(parts).toString() }
      hits.push(hit)
      if (respond) return respond(hit, response)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(hit))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  beforeEach(() => {
    hits.length = 0
    respond = undefined
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    host,
    url: `http://${host}`,
    hits,
    answer(next: typeof respond) {
      respond = next
    },
  }
}

export const testTool = (differences: Partial<z.input<typeof Tool>> = {}): Tool =>
  Tool.parse({ id: 'orders', name: 'find_orders', serverUrl: 'https://api.example.com/orders', ...differences })

/** Internal addresses in various notations. */
export const FORBIDDEN_URLS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://localhost/',
  'http://localhost./',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::7f00:1]/',
  'http://10.0.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'https://1.1.1.1:8443/',
]
