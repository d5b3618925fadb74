// What every process the bench forks has in common: it listens on a free loopback port, tells the bench its address,
// and ends when the bench is gone.
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Ends this process as soon as the bench that forked it has ended, however it ended. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0))
  // A terminal sends Ctrl-C to every process of the group; the bench ends this one in its own order.
  process.on('SIGINT', () => undefined)
}

/** Tells the bench where this process answers. */
export function reportReady(port: number): void {
  process.send?.({ url: `http://127.0.0.1:${port}` })
}

/** Serves `listener` with plain node:http on a free port of the loopback interface. */
export function serveChild(listener: RequestListener): void {
  endWithParent()
  const server = createServer(listener)
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => reportReady((server.address() as AddressInfo).port))
}
