// An outside system that receives JSON and answers with an error, which must not matter.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function startHookSink() {
  const heard: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      heard.push(JSON.parse(text))
      response.writeHead(500).end('no')
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
