/** A loopback DNS server over UDP and TCP, with records that can be set while it runs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { dirname } from 'node:path'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type Server, type Socket } from 'node:net'
import * as dnsPacket from 'dns-packet'
import { DNS_PAGE } from './page.ts'

export type DnsType = 'A' | 'CNAME' | 'TXT' | 'MX'
export interface DnsEntry {
  readonly name: string
  readonly type: DnsType
  readonly value: string
  readonly priority?: number
}

export interface DnsOptions {
  readonly port?: number
  /** Where records are kept between runs. */
  readonly storeFile?: string
}

export interface DnsSimulator {
  /** URL of the page for setting records. */
  readonly url: string
  /** `127.0.0.1:port`, the same for UDP and TCP. */
  readonly address: string
  readonly list: () => DnsEntry[]
  readonly set: (entry: DnsEntry) => void
  /** Removes the records of a name; those of one type when it is given. */
  readonly remove: (name: string, type?: DnsType) => void
  /** While silent, questions get no answer. */
  readonly silence: (silent: boolean) => void
  readonly close: () => Promise<void>
}

const lower = (name: string) => name.toLowerCase().replace(/\.$/, '')
const MAX_CHAIN = 8

export async function startDns(options: DnsOptions = {}): Promise<DnsSimulator> {
  const entries: DnsEntry[] = storedEntries(options.storeFile)
  let silent = false
  const of = (name: string, type: string) =>
    entries.filter((entry) => entry.name === lower(name) && entry.type === type)

  /** Records of a name after following its CNAMEs, as a recursive resolver answers. */
  const answersTo = (name: string, type: string): dnsPacket.Answer[] => {
    const answers: dnsPacket.Answer[] = []
    for (let at = lower(name), step = 0; step < MAX_CHAIN; step += 1) {
      const alias = type === 'CNAME' ? undefined : of(at, 'CNAME')[0]
      answers.push(...of(at, alias ? 'CNAME' : type).map(answerOf))
      if (!alias) break
      at = lower(alias.value)
    }
    return answers
  }
  const respond = (message: Buffer): Buffer => {
    const query = dnsPacket.decode(message)
    const [question] = query.questions ?? []
    const answers = question ? answersTo(question.name, question.type) : []
    const isKnown = question !== undefined && entries.some(({ name }) => name === lower(question.name))
    return dnsPacket.encode({
      type: 'response',
      id: query.id ?? 0,
      // NXDOMAIN for names without any record.
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (isKnown ? 0 : 3),
      questions: query.questions ?? [],
      answers,
    })
  }
  const { udp, tcp, port } = await listen(options.port ?? 0)
  udp.on('message', (message, from) => {
    if (silent) return
    try {
      udp.send(respond(message), from.port, from.address)
    } catch {
      // Garbage gets no answer.
    }
  })
  tcp.on('connection', (socket) => serveTcp(socket, (message) => (silent ? undefined : respond(message))))
  const save = () => {
    if (options.storeFile === undefined) return
    mkdirSync(dirname(options.storeFile), { recursive: true })
    writeFileSync(options.storeFile, JSON.stringify(entries))
  }
  const drop = (unwanted: (entry: DnsEntry) => boolean) => {
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries[at]
      if (entry && unwanted(entry)) entries.splice(at, 1)
    }
  }
  const remove = (name: string, type?: DnsType) => {
    drop((entry) => entry.name === lower(name) && (type === undefined || entry.type === type))
    save()
  }
  const set = (entry: DnsEntry) => {
    const named = { ...entry, name: lower(entry.name) }
    // A name has one alias or one address here; TXT and MX records add up.
    if (entry.type === 'CNAME' || entry.type === 'A') remove(named.name, entry.type)
    if (!entries.some((one) => JSON.stringify(one) === JSON.stringify(named))) entries.push(named)
    save()
  }
  const page = await servePage({
    list: () => entries,
    set,
    remove: (entry) => {
      drop((one) => JSON.stringify(one) === JSON.stringify(entry))
      save()
    },
  })
  return {
    url: page.url,
    address: `127.0.0.1:${port}`,
    list: () => [...entries],
    set,
    remove,
    silence: (value) => void (silent = value),
    close: async () => {
      await Promise.all([
        page.close(),
        new Promise<void>((resolve) => udp.close(() => resolve())),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ])
    },
  }
}

function storedEntries(file: string | undefined): DnsEntry[] {
  if (file === undefined) return []
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DnsEntry[]
  } catch {
    return []
  }
}

const TYPES: readonly string[] = ['A', 'CNAME', 'TXT', 'MX'] satisfies DnsType[]
const MAX_BODY = 20_000

/** Parses a typed record; undefined for an invalid one. */
function entryOf(typed: unknown): DnsEntry | undefined {
  if (typeof typed !== 'object' || typed === null) return undefined
  const { name, type, value, priority } = typed as Record<string, unknown>
  if (typeof name !== 'string' || typeof value !== 'string' || typeof type !== 'string') return undefined
  if (!TYPES.includes(type) || !/^[\w.-]{1,253}$/.test(name) || value.trim() === '' || value.length > 2000)
    return undefined
  return {
    name: lower(name),
    type: type as DnsType,
    value: value.trim(),
    ...(typeof priority === 'number' && { priority }),
  }
}

/** The registrar's page, for adding the records of a claim. */
async function servePage(zone: {
  readonly list: () => readonly DnsEntry[]
  readonly set: (entry: DnsEntry) => void
  readonly remove: (entry: DnsEntry) => void
}) {
  const server = createHttpServer((request, response) => {
    const json = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/page')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(DNS_PAGE)
    if (request.url === '/page/state') return json(200, { records: zone.list() })
    if (request.url !== '/page/say' || request.method !== 'POST') return json(404, {})
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString('utf8')
      if (body.length > MAX_BODY) request.destroy()
    })
    request.on('end', () => {
      try {
        const { records, remove } = JSON.parse(body) as { records?: unknown[]; remove?: unknown }
        const removed = entryOf(remove)
        if (removed) zone.remove(removed)
        const wanted = (records ?? []).map(entryOf)
        if (wanted.includes(undefined)) return json(400, { message: 'A record needs a name, a type and a value.' })
        for (const entry of wanted) if (entry) zone.set(entry)
        json(200, { records: zone.list() })
      } catch {
        json(400, { message: 'A record needs a name, a type and a value.' })
      }
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answerOf({ name, type, value, priority = 10 }: DnsEntry): dnsPacket.Answer {
  const common = { name, ttl: 1, class: 'IN' as const }
  if (type === 'TXT') return { ...common, type, data: value }
  if (type === 'MX') return { ...common, type, data: { exchange: value, preference: priority } }
  return { ...common, type, data: value }
}

/** TCP messages are preceded by their length. */
function serveTcp(socket: Socket, respond: (message: Buffer) => Buffer | undefined): void {
  let read = Buffer.alloc(0)
  socket.setTimeout(5000, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (part) => {
    read = Buffer.concat([read, part])
    while (read.length >= 2 && read.length >= 2 + read.readUInt16BE(0)) {
      const length = read.readUInt16BE(0)
      const message = read.subarray(2, 2 + length)
      read = read.subarray(2 + length)
      try {
        const answer = respond(message)
        if (answer === undefined) continue
        const size = Buffer.alloc(2)
        size.writeUInt16BE(answer.length)
        socket.write(Buffer.concat([size, answer]))
      } catch {
        socket.destroy()
      }
    }
  })
}

/** The same free port for both. */
async function listen(wanted: number): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  for (let tries = 0; ; tries += 1) {
    const tcp = createServer()
    await new Promise<void>((resolve, reject) => tcp.once('error', reject).listen(wanted, '127.0.0.1', resolve))
    const { port } = tcp.address() as { port: number }
    const udp = createSocket('udp4')
    try {
      await new Promise<void>((resolve, reject) => udp.once('error', reject).bind(port, '127.0.0.1', resolve))
      return { udp, tcp, port }
    } catch (error) {
      tcp.close()
      udp.close()
      if (tries >= 5) throw error
    }
  }
}
