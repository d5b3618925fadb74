// The floor: plain node:http that keeps rows in memory, notifies each open stream, and returns a list as large as the
// product's. Stores nothing and authenticates nobody.
import type { ServerResponse } from 'node:http'
import { serveChild } from '../run-as-child.ts'

const ROW = JSON.stringify({ title: 'x'.repeat(Number(process.argv[2] ?? 700)) })
const streams = new Set<ServerResponse>()
const rows: string[] = Array.from({ length: 100 }, () => ROW)

serveChild((request, response) => {
  if (request.url === '/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"type":"ready"}\n\n')
    streams.add(response)
    response.on('close', () => streams.delete(response))
  } else if (request.method === 'POST') {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      rows.pop()
      rows.unshift(body)
      const { title } = JSON.parse(body) as { title: string }
      const event = { type: 'message', from: 'user', listed: { preview: title, begins: {} } }
      for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`)
      response.end('{}')
    })
  } else response.writeHead(200, { 'content-type': 'application/json' }).end(`{"items":[${rows.join(',')}]}`)
})
