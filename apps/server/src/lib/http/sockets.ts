// WebSockets on the server's port: accepts upgrades on known paths, served hosts and served regions.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Logger } from '../log.ts'
import type { Origins } from '../origin/origin.ts'
import { clientIp, isLocal, limitKey } from './client-ip.ts'
import type { Limits } from './pipeline/limits.ts'
import { LOCAL_FACTOR } from './pipeline/request-pipeline.ts'

export interface ServedSocket {
  readonly send: (data: string | Uint8Array) => void
  readonly close: (code: number, reason: string) => void
  readonly on: (event: 'message', listener: (data: Buffer, isBinary: boolean) => void) => unknown
  readonly onClose: (listener: () => void) => unknown
  readonly buffered: () => number
}

export interface ServedPath {
  readonly serve: (region: string, socket: ServedSocket) => void
  /** Counted per address; a carrier makes many calls from one. */
  readonly limit: 'chat' | undefined
}
export interface SocketsDeps {
  readonly paths: Readonly<Record<string, ServedPath>>
  readonly regions: readonly string[]
  readonly origins: Pick<Origins, 'resolve'>
  readonly limits: Limits
  readonly trustedProxies: number
  readonly open: () => boolean
  readonly log: Logger
}

const MAX_PAYLOAD = 64_000
const PING_MS = 10_000

export function serveSockets(http: Server, deps: SocketsDeps): { readonly close: () => void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, perMessageDeflate: false })
  const answered = new WeakSet<object>()
  const pinging = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!answered.has(socket)) socket.terminate()
      answered.delete(socket)
      socket.ping()
    }
  }, PING_MS)
  pinging.unref()
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    admit(deps, request).then(
      (admitted) => {
        if (typeof admitted === 'number') return refuse(socket, admitted)
        return sockets.handleUpgrade(request, socket, head, (client) => {
          answered.add(client)
          client.on('pong', () => answered.add(client))
          client.on('error', () => client.terminate())
          admitted.path.serve(admitted.region, {
            send: (data) => client.readyState === client.OPEN && client.send(data),
            close: (code, reason) => client.close(code, reason),
            on: (event, listener) => client.on(event, listener),
            onClose: (listener) => client.on('close', listener),
            buffered: () => client.bufferedAmount,
          })
        })
      },
      (error: unknown) => {
        deps.log.error({ err: error }, 'a socket was not opened')
        refuse(socket, 500)
      },
    )
  })
  return {
    close() {
      clearInterval(pinging)
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

async function admit(
  deps: SocketsDeps,
  request: IncomingMessage,
): Promise<{ readonly region: string; readonly path: ServedPath } | number> {
  const [, region = '', name = ''] = /^\/api\/(\w+)(\/[^?#]*)/.exec(request.url ?? '') ?? []
  const path = Object.hasOwn(deps.paths, name) ? deps.paths[name] : undefined
  if (!path) return 404
  if (!deps.open()) return 503
  if (!deps.regions.includes(region)) return 404
  const origin = await deps.origins.resolve(new Headers({ host: request.headers.host ?? '' }))
  if (!origin || (origin.kind === 'agency' && (origin.isOver || origin.region !== region))) return 404
  try {
    const ip = limitKey(clientIp(request, deps.trustedProxies))
    if (path.limit) await deps.limits.take(path.limit, { ip }, isLocal(request) ? LOCAL_FACTOR : 1)
  } catch {
    return 429
  }
  return { region, path }
}

const REASONS: Readonly<Record<number, string>> = {
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
