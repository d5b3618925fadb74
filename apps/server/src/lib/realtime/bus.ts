// Publishes live updates to every node of a region: at once on this node, over a transport (transports.ts) to others.
import { randomUUID } from 'node:crypto'
import type { Region } from '@parlance/contract/lib/regions'
import type { Pool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { type Line, postgresTransport, redisTransport } from './transports.ts'

/** Updates are hints to reload and may be lost, so clients reload when they reconnect. */
export interface Bus {
  readonly publish: (region: Region, topic: string, news: unknown) => void
  /** Returns a function that unsubscribes. */
  readonly subscribe: (region: Region, topic: string, listener: (news: never) => void) => () => void
  readonly close: () => Promise<void>
}

interface Wire {
  readonly n: string
  readonly m: readonly (readonly [topic: string, news: unknown])[]
}

/** Maximum bytes of a batch; a transport takes 7,999 at most. */
const MAX_BATCH_BYTES = 6000
const BATCH_MS = 20

export interface BusRegion {
  readonly region: Region
  readonly pool: Pool
  readonly url: string
  /** No other process uses this database, so no transport is needed. */
  readonly alone?: boolean
  /** Redis or Valkey of the region's nodes, instead of the database. */
  readonly redisUrl?: string
}

export async function createBus(regions: readonly BusRegion[], log: Logger): Promise<Bus> {
  const node = randomUUID()
  const listeners = new Map<string, Set<(news: never) => void>>()
  const deliver = (region: Region, topic: string, news: unknown) => {
    for (const listener of listeners.get(`${region}|${topic}`) ?? []) listener(news as never)
  }
  const lines = await Promise.all(
    regions
      .filter(({ alone }) => !alone)
      .map(async ({ region, pool, url, redisUrl }) => {
        const onText = (text: string) => {
          const wire = JSON.parse(text) as Wire
          if (wire.n !== node) for (const [topic, news] of wire.m) deliver(region, topic, news)
        }
        const line = redisUrl
          ? await redisTransport(redisUrl, `parlance:news:${region}`, log, onText)
          : await postgresTransport(pool, url, log, onText)
        return [region, { sender: createSender(node, line, log), stop: line.close }] as const
      }),
  )
  const byRegion = new Map(lines)
  return {
    publish(region, topic, news) {
      deliver(region, topic, news)
      byRegion.get(region)?.sender.add(topic, news)
    },
    subscribe(region, topic, listener) {
      const key = `${region}|${topic}`
      const set = listeners.get(key) ?? new Set()
      listeners.set(key, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(key)
      }
    },
    async close() {
      await Promise.all([...byRegion.values()].map(({ sender, stop }) => sender.flush().then(stop)))
    },
  }
}

/** Batches updates for a few milliseconds, because each NOTIFY takes a lock on the whole database. */
function createSender(node: string, line: Line, log: Logger) {
  let waiting: [string, unknown][] = []
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const payload = JSON.stringify({ n: node, m: waiting } satisfies Wire)
    waiting = []
    bytes = 0
    await line
      .send(payload)
      .catch((error: unknown) => log.warn({ err: error }, 'publishing a realtime message to other nodes failed'))
  }
  return {
    add(topic: string, news: unknown) {
      waiting.push([topic, news])
      bytes += topic.length + JSON.stringify(news).length + 8
      if (bytes > MAX_BATCH_BYTES) void flush()
      else timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
    flush,
  }
}
