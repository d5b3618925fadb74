// Transports of live updates between the nodes of a region: PostgreSQL or Redis.
import pg from 'pg'
import type { Pool } from '../db/pool.ts'
import type { Logger } from '../log.ts'

/** Sends texts of up to 7,999 bytes to every node of a region, this one included. Lossy while disconnected. */
export interface Line {
  readonly send: (text: string) => Promise<unknown>
  readonly close: () => Promise<void>
}
export type OnText = (text: string) => void

const CHANNEL = 'parlance_news'
/** How often the listening connection is asked whether it lives, and how long its answer may take. */
const LIVENESS = { everyMs: 30_000, answerMs: 10_000 }

/** LISTEN/NOTIFY with a dedicated connection, which is reopened when it breaks or falls silent. */
export async function postgresTransport(
  pool: Pool,
  url: string,
  log: Logger,
  onText: OnText,
  { everyMs, answerMs } = LIVENESS,
): Promise<Line> {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'parlance-news',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    fresh.on('notification', ({ payload }) => payload && onText(payload))
    fresh.on('error', (error) => {
      log.warn({ err: error }, 'the realtime connection failed')
      again()
    })
    fresh.on('end', again)
    await fresh.connect()
    await ask(fresh, `listen ${CHANNEL}`)
    client = fresh
  }
  /** Ends a connection that does not answer: it would never report that the other side is gone. */
  const ask = (of: pg.Client, statement: string) =>
    of.query(statement).catch((error: unknown) => {
      void of.end()
      throw error
    })
  const again = () => {
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      client = undefined
      connect().catch(again)
    }, 1000)
  }
  await connect()
  const liveness = setInterval(() => {
    if (client && !retry)
      ask(client, 'select 1').catch((error: unknown) => {
        if (!closed) log.warn({ err: error }, 'the realtime connection fell silent')
      })
  }, everyMs)
  liveness.unref()
  return {
    send: (text) => pool.query('select pg_notify($1, $2)', [CHANNEL, text]),
    async close() {
      closed = true
      clearInterval(liveness)
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}

/** Redis or Valkey, which relieves the database. `channel` names the region. Throws if unreachable at start. */
export async function redisTransport(url: string, channel: string, log: Logger, onText: OnText): Promise<Line> {
  // Only installations with a Redis pay for its client.
  const { Redis } = await import('ioredis')
  // RESP2, which every version of Redis and Valkey supports.
  const options = {
    protocol: 2 as const,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 5000,
    enableOfflineQueue: false,
  }
  const sender = new Redis(url, options)
  const listener = new Redis(url, { ...options, enableOfflineQueue: true })
  let opening = true
  for (const client of [sender, listener]) {
    client.on('error', ({ message }: Error) => {
      if (!opening) log.warn({ reason: message }, 'the realtime connection failed')
    })
  }
  listener.on('message', (_channel: string, text: string) => onText(text))
  try {
    await Promise.all([sender.connect(), listener.connect()])
    await listener.subscribe(channel)
  } catch (cause) {
    sender.disconnect()
    listener.disconnect()
    throw new Error('Redis could not be reached at the address of REDIS_URL.', { cause })
  }
  opening = false
  return {
    send: (text) => sender.publish(channel, text),
    async close() {
      sender.disconnect()
      listener.disconnect()
    },
  }
}
