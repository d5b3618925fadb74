/** A loopback Redis pub/sub server: RESP 2, strict about modes, fails on demand. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Commands } from './resp.ts'

/** A running simulator. `url` includes a password, random at each start. */
export interface RedisSimulator {
  readonly url: string
  readonly listeners: (channel: string) => number
  /** All published texts, for tests that check what is sent over the connection. */
  readonly published: readonly (readonly [channel: string, text: string])[]
  /** Breaks every connection, as a restart of the server would. */
  readonly drop: () => void
  readonly close: () => Promise<void>
}

interface Client {
  readonly socket: Socket
  readonly channels: Set<string>
  known: boolean
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
const list = (...parts: readonly (string | number)[]) =>
  `*${parts.length}\r\n${parts.map((part) => (typeof part === 'number' ? `:${part}\r\n` : bulk(part))).join('')}`
/** Commands allowed on a subscribed connection. */
const LISTENING = new Set(['SUBSCRIBE', 'UNSUBSCRIBE', 'PING', 'QUIT'])

/** Starts the simulator on a free port of 127.0.0.1. */
export async function startRedis(): Promise<RedisSimulator> {
  const password = randomBytes(12).toString('hex')
  const clients = new Set<Client>()
  const published: (readonly [string, string])[] = []
  const publish = (channel: string, text: string) => {
    published.push([channel, text])
    const hearing = [...clients].filter(({ channels }) => channels.has(channel))
    for (const { socket } of hearing) socket.write(list('message', channel, text))
    return `:${hearing.length}\r\n`
  }
  const server = createServer((socket) => {
    const client: Client = { socket, channels: new Set(), known: false }
    clients.add(client)
    const commands = new Commands()
    socket.on('error', () => {})
    socket.on('close', () => clients.delete(client))
    socket.on('data', (data) => {
      try {
        for (const [name = '', ...args] of commands.read(data))
          socket.write(answer(client, name.toUpperCase(), args, { password, publish }))
      } catch (error) {
        socket.end(`-ERR Protocol error: ${(error as Error).message}\r\n`)
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const drop = () => {
    for (const { socket } of clients) socket.destroy()
  }
  return {
    url: `redis://:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    listeners: (channel) => [...clients].filter(({ channels }) => channels.has(channel)).length,
    published,
    drop,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        drop()
      }),
  }
}

interface Server {
  readonly password: string
  readonly publish: (channel: string, text: string) => string
}

/** Replies like the real server, including error texts. */
function answer(client: Client, name: string, args: readonly string[], { password, publish }: Server): string {
  const arity = `-ERR wrong number of arguments for '${name.toLowerCase()}' command\r\n`
  if (name === 'AUTH') {
    const given = Buffer.from(args.at(-1) ?? '')
    client.known = given.length === password.length && timingSafeEqual(given, Buffer.from(password))
    return client.known ? '+OK\r\n' : '-WRONGPASS invalid username-password pair or user is disabled.\r\n'
  }
  if (name === 'HELLO') return '-NOPROTO unsupported protocol version\r\n'
  if (name === 'QUIT') return '+OK\r\n'
  if (!client.known) return '-NOAUTH Authentication required.\r\n'
  if (client.channels.size > 0 && !LISTENING.has(name))
    return `-ERR Can't execute '${name.toLowerCase()}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context\r\n`
  switch (name) {
    case 'PING':
      return client.channels.size > 0 ? list('pong', args[0] ?? '') : '+PONG\r\n'
    case 'INFO':
      return bulk('redis_version:7.4.0\r\nloading:0\r\n')
    case 'CLIENT':
      return '+OK\r\n'
    case 'SELECT':
      return args[0] === '0' ? '+OK\r\n' : '-ERR DB index is out of range\r\n'
    case 'SUBSCRIBE':
      return args.length === 0 ? arity : args.map((channel) => joined(client, channel)).join('')
    case 'UNSUBSCRIBE':
      return args.map((channel) => left(client, channel)).join('')
    case 'PUBLISH':
      return args.length === 2 ? publish(args[0] ?? '', args[1] ?? '') : arity
    default:
      return `-ERR unknown command '${name}', with args beginning with: ${args.map((arg) => `'${arg}' `).join('')}\r\n`
  }
}

function joined({ channels }: Client, channel: string): string {
  channels.add(channel)
  return list('subscribe', channel, channels.size)
}

function left({ channels }: Client, channel: string): string {
  channels.delete(channel)
  return list('unsubscribe', channel, channels.size)
}
