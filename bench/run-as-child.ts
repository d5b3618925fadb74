// Shared by all forked processes: listens on a free loopback port, reports its address, and exits with the bench.
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Exits this process as soon as the forking bench has exited for any reason. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches every process of the group; the bench stops this one in its own order.
  process.on('SIGINT', () => undefined)
}

/** Reports this process's port to the bench. */
export function reportReady(port: number): void {
  process.send?.({ url: `http://127.0.0.1:${port}` })
}

/** Serves `listener` with plain node:http on a free loopback port. */
export function serveChild(listener: RequestListener): void {
  endWithParent()
  const server = createServer(listener)
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => reportReady((server.address() as AddressInfo).port))
}
