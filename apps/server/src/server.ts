// One running server from validated settings; start.ts starts it for people, tests start it on free ports.
import { createAdaptorServer } from '@hono/node-server'
import type { AddressInfo, Socket } from 'node:net'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './app.ts'
import { createSite } from './modules/site/service.ts'
import { openDatabases } from './lib/db/databases.ts'
import { serveSockets } from './lib/http/sockets.ts'
import { endStreams } from './lib/http/streams/stream.ts'
import type { Logger } from './lib/log.ts'
import type { Settings } from './lib/settings.ts'
import { createContainer, type Container } from './container.ts'

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly sandboxed: readonly string[]
  readonly container: Container
  /** Waits a while for running answers, then closes everything. */
  readonly close: () => Promise<void>
}

/** Timeout of a whole request, enough for a file of 50 MB on a slow connection; other bodies have shorter ones. */
const UPLOAD_MS = 300_000
const HEADERS_MS = 10_000
/** How often Node checks for timed-out requests; its default of 30 s would triple `HEADERS_MS`. */
const CHECKING_MS = 1000
const DRAIN_MS = 15_000
/** How long calls under way may take once closing began. */
const CALLS_MS = 5000
const LAST_WORDS_MS = 100
const GOODBYE_MS = 1000
const FIRST_BYTE_MS = 15_000
const closeSilent = (socket: Socket) => void (socket.bytesRead === 0 && socket.destroy())

/** Fills in an unset `settings.publicUrl`, and calls `announce` with it before /readyz reports ready. */
export async function startServer(
  settings: Settings & { publicUrl: string },
  log: Logger,
  announce: (address: Pick<RunningServer, 'url' | 'port'>) => unknown = () => {},
): Promise<RunningServer> {
  const databases = await openDatabases({
    dataDir: settings.dataDir,
    urls: settings.databases,
    regions: settings.regions,
    log,
  })
  let open = true
  let started = false
  const container = await createContainer({ settings, databases, log, open: () => open })
  const site = createSite({
    settings: settings.site,
    addOnPrices: settings.addOnPrices,
    creditValueUsd: settings.creditValueUsd,
    origin: container.origins.app,
  })
  const calls = countCalls()
  const app = createApp({ ...container.app, healthy: async () => started && (await container.app.healthy()) }, site)
  const http = createHttp(
    settings,
    (request, env) => calls.track(() => app.fetch(request, env)),
    () => open,
  )
  const sockets = serveSockets(http, {
    ...container.sockets,
    limits: container.app.pipeline.limits,
    // Whatever runs before that is taken for a leftover of the last process.
    open: () => open && started,
    log,
  })
  const port = await listen(http, settings)
  const url = `http://localhost:${port}`
  if (!settings.publicUrl) settings.publicUrl = url
  await container.start(url)
  await announce({ url, port })
  started = true
  return {
    url,
    port,
    sandboxed: container.sandboxed,
    container,
    async close() {
      open = false
      // The port stays open meanwhile, so that new requests and health checks get 503 instead of a refused connection.
      const until = performance.now() + DRAIN_MS
      await Promise.race([calls.ended(), sleep(CALLS_MS, undefined, { ref: false })])
      await container.drain(until - performance.now())
      // The answers are stored; their last chunks may still be in transit. Live streams would stay open for hours.
      await sleep(LAST_WORDS_MS)
      endStreams()
      sockets.close()
      const closed = new Promise((resolve) => http.close(resolve))
      await Promise.race([closed, sleep(GOODBYE_MS, undefined, { ref: false })])
      http.closeAllConnections()
      await closed
      await container.close()
      await databases.close()
    },
  }
}

function createHttp(
  settings: Settings,
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  open: () => boolean,
): Server {
  const http = createAdaptorServer({
    fetch,
    serverOptions: {
      requestTimeout: UPLOAD_MS,
      headersTimeout: settings.headersMs ?? HEADERS_MS,
      connectionsCheckingInterval: CHECKING_MS,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
  }) as Server
  http.on('connection', (socket: Socket) => {
    // Idle chats keep sockets for hours: TCP keep-alive detects dead ones.
    socket.setKeepAlive(true, 30_000)
    // Node's timeouts start with the first byte of a request; this one covers clients that never send any.
    setTimeout(closeSilent, settings.firstByteMs ?? FIRST_BYTE_MS, socket).unref()
  })
  http.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    if (!open()) response.setHeader('connection', 'close')
  })
  return http
}

/** Counts calls under way; a streaming call counts until its stream begins. */
function countCalls() {
  let underWay = 0
  let ended: PromiseWithResolvers<void> | undefined
  return {
    async track(answer: () => Response | Promise<Response>): Promise<Response> {
      underWay++
      try {
        return await answer()
      } finally {
        underWay--
        if (underWay === 0) ended?.resolve()
      }
    },
    async ended(): Promise<void> {
      if (underWay > 0) await (ended ??= Promise.withResolvers()).promise
    },
  }
}

function listen(http: Server, settings: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(settings.port, settings.host, () => {
      http.off('error', reject)
      resolve((http.address() as AddressInfo).port)
    })
  })
}
