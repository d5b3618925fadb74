// The floor for any server in between: plain node:http that pipes bytes.
import { Agent, request } from 'node:http'
import { serveChild } from './run-as-child.ts'

const upstream = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

serveChild((incoming, outgoing) => {
  if (incoming.url === '/live') {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(': open\n\n')
    return
  }
  const { method, headers, url: path } = incoming
  const onward = request({ host: upstream.hostname, port: upstream.port, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
})
