// Servers around the product: other sites, and a connection to the product that can be cut.
import { createServer } from 'node:http'
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net'

export interface Site {
  readonly url: string
  /** Replaces the page and its `headers`. */
  readonly show: (html: string, headers?: Record<string, string>) => void
  readonly close: () => Promise<void>
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const listen = (server: TcpServer, port = 0) =>
  new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))

/** A web site on its own origin (and host name), on a free port by default; every path returns the same page. */
export async function openSite(port = 0): Promise<Site> {
  let page = { html: '', headers: {} as Record<string, string> }
  const server = createServer((req, res) => {
    if (req.url === '/favicon.ico') return res.writeHead(204).end()
    return res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html)
  })
  await listen(server, port)
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    show: (html, headers = {}) => {
      page = { html, headers }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A shop's page as its owner might write it. */
export const shopPage = (embed: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Lumen lamps</title>
<style>body{font:16px/1.5 Georgia,serif;margin:40px;max-width:60ch}</style></head>
<body><main><h1>Lumen lamps</h1><p>Handmade in the harbour.</p><p><a href="#more">More about us</a></p></main>
${embed}
</body></html>`

export interface NetworkLink {
  /** The product's origin over this connection. */
  readonly url: string
  /** Breaks every connection and refuses new ones until `reconnect`. */
  readonly disconnect: () => void
  readonly reconnect: () => void
  readonly close: () => Promise<void>
}

/** A TCP proxy to the product. */
export async function openNetworkLink(target: string): Promise<NetworkLink> {
  const { port } = new URL(target)
  const open = new Set<Socket>()
  let broken = false
  const server = createTcpServer((near) => {
    if (broken) return void near.destroy()
    const far = connect(Number(port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await listen(server)
  const cut = () => {
    broken = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://localhost:${portOf(server)}`,
    disconnect: cut,
    reconnect: () => {
      broken = false
    },
    close: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      }),
  }
}
