// One running server from validated settings; main.ts starts it for people, tests start it on free ports.
import { createAdaptorServer } from '@hono/node-server'
import type { AddressInfo, Socket } from 'node:net'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './app.ts'
import { createSite } from './modules/site/site.ts'
import { openDatabases } from './platform/db/databases.ts'
import { endStreams } from './platform/http/stream.ts'
import type { Logger } from './platform/log.ts'
import type { Settings } from './platform/settings.ts'
import { wire } from './wiring.ts'

export interface RunningServer {
  /** Where this machine reaches it. */
  readonly url: string
  readonly port: number
  /** Names of the outside services that are simulated. */
  readonly sandboxed: readonly string[]
  readonly wired: Awaited<ReturnType<typeof wire>>
  /** Lets running answers end for a while, then closes everything. */
  readonly close: () => Promise<void>
}

/** For a whole request, a file of 50 MB on a slow line included; other bodies have a shorter time of their own. */
const UPLOAD_MS = 300_000
const DRAIN_MS = 15_000
const LAST_WORDS_MS = 100
const GOODBYE_MS = 1000
const FIRST_BYTE_MS = 15_000
const closeSilent = (socket: Socket) => void (socket.bytesRead === 0 && socket.destroy())

/** `settings.publicUrl` is filled in when it was not configured: the address becomes known by listening. */
export async function startServer(settings: Settings & { publicUrl: string }, log: Logger): Promise<RunningServer> {
  const databases = await openDatabases({
    dataDir: settings.dataDir,
    urls: settings.databases,
    regions: settings.regions,
    log,
  })
  let open = true
  const wired = await wire({ settings, databases, log, open: () => open })
  const site = createSite({ settings: settings.site, origin: () => settings.publicUrl })
  const app = createApp(wired.app, site)
  const http = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      requestTimeout: UPLOAD_MS,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
  }) as Server
  http.on('connection', (socket: Socket) => {
    // An idle chat is a socket for hours: the kernel's probes find the dead ones.
    socket.setKeepAlive(true, 30_000)
    // Node's own deadlines begin with the first byte of a request; whoever never sends one holds a socket all the same.
    setTimeout(closeSilent, settings.firstByteMs ?? FIRST_BYTE_MS, socket).unref()
  })
  const port = await listen(http, settings)
  const url = `http://localhost:${port}`
  if (!settings.publicUrl) settings.publicUrl = url
  await wired.start()
  return {
    url,
    port,
    sandboxed: wired.sandboxed,
    wired,
    async close() {
      open = false
      const closed = new Promise((resolve) => http.close(resolve))
      await wired.drain(DRAIN_MS)
      // The answers are stored; their last words may still be on the way to their readers. News would go on for hours.
      await sleep(LAST_WORDS_MS)
      endStreams()
      await Promise.race([closed, sleep(GOODBYE_MS, undefined, { ref: false })])
      http.closeAllConnections()
      await closed
      await wired.close()
      await databases.close()
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
