/** A loopback server of a customer with a custom channel: checks what arrives, writes as visitors, and has a page. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { jsonTo, parseJson, readBody } from '../http.ts'
import { fileOf } from '../meta-pages/files.ts'
import { WEBHOOK_PAGE } from './page.ts'
import { faultOf } from './rules.ts'

export interface WebhookOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** The file that keeps channels over restarts. */
  readonly storeFile?: string
}
interface Other {
  readonly id: string
  readonly secret: string
  /** The address of the channel's inbound calls; empty until it is connected. */
  inbound: string
}
interface Key {
  readonly label: string
  readonly id?: string
  readonly url?: string
}
interface Shown {
  readonly from: 'visitor' | 'agent'
  readonly with: string
  readonly text: string
  readonly id: string
  readonly keys: readonly Key[]
  readonly pictures: readonly string[]
}
export interface WebhookCall {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
  readonly status: number
}
export type WebhookSimulator = Awaited<ReturnType<typeof startWebhook>>

/** The server resolves this address while the channel is simulated. */
const ADDRESS = 'https://simulator.localhost/receive/'
const FILE = fileOf('picture.png')
/** What a person on the page sends. */
const PICTURE = { url: 'https://simulator.localhost/files/picture.png', name: 'picture.png', type: 'image/png' }
const RETRIES = 40
const RETRY_MS = 500
const TOLERANCE_S = 300

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export function webhookHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`,
  }
}
const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64')

export async function startWebhook(options: WebhookOptions = {}) {
  const others = readStore(options.storeFile)
  const calls: WebhookCall[] = []
  const files = new Map([['/files/picture.png', { bytes: FILE?.body ?? Buffer.alloc(0), type: 'image/png' }]])
  const messages = new Map<string, Shown[]>()
  /** Ids of messages that arrived: a repeated id is the same message. */
  const seen = new Set<string>()
  const faults = new Map<string, number[]>()
  let isClosed = false
  let count = 0

  const save = () => {
    if (options.storeFile === undefined) return
    mkdirSync(dirname(options.storeFile), { recursive: true })
    writeFileSync(`${options.storeFile}.new`, JSON.stringify(others), { mode: 0o600 })
    renameSync(`${options.storeFile}.new`, options.storeFile)
  }
  const create = (): Other => {
    const other = { id: randomBytes(6).toString('hex'), secret: newWebhookSecret(), inbound: '' }
    others.push(other)
    save()
    return other
  }
  const shownIn = (id: string) => {
    const found = messages.get(id) ?? []
    messages.set(id, found)
    return found
  }

  const call = async (other: Other, body: Readonly<Record<string, unknown>>): Promise<number> => {
    const text = JSON.stringify(body)
    let status = 0
    for (let attempt = 0; attempt < RETRIES && !isClosed; attempt += 1) {
      try {
        const headers = webhookHeaders(other.secret, `call_${String(body.id)}`, text)
        const answer = await fetch(other.inbound, { method: 'POST', headers, body: text })
        ;({ status } = answer)
        if (answer.ok || (status >= 400 && status < 500)) return status
      } catch {
        status = 0
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    return status
  }

  const say = async (
    id: string,
    said: Readonly<Record<string, unknown>> & { readonly text?: string; readonly person?: string },
  ): Promise<{ id: string; status: number }> => {
    const other = others.find((one) => one.id === id)
    if (!other || other.inbound === '') return { id: '', status: 0 }
    const { person = 'vera', text = '', ...more } = said
    const messageId = typeof more.id === 'string' ? more.id : `m${Date.now()}-${(count += 1)}`
    const shown = (more.attachments === undefined ? text : `[Picture] ${text}`).trim()
    if (shown !== '')
      shownIn(id).push({ from: 'visitor', with: person, text: shown, id: messageId, keys: [], pictures: [] })
    const sender = { id: person, name: person.slice(0, 1).toUpperCase() + person.slice(1), language: 'en' }
    const at = new Date().toISOString()
    return { id: messageId, status: await call(other, { type: 'message', id: messageId, sender, at, text, ...more }) }
  }

  const receive = (other: Other, request: IncomingMessage, bytes: Buffer): number => {
    const of = (name: string) => String(request.headers[name] ?? '')
    const signed = Buffer.from(
      signatureOf(other.secret, `${of('webhook-id')}.${of('webhook-timestamp')}.${bytes.toString('utf8')}`),
    )
    const isSigned = of('webhook-signature')
      .split(' ')
      .some((one) => {
        const given = Buffer.from(one.replace(/^v1,/, ''))
        return given.length === signed.length && timingSafeEqual(given, signed)
      })
    if (!isSigned || Math.abs(Date.now() / 1000 - Number(of('webhook-timestamp'))) > TOLERANCE_S) return 401
    const body = parseJson(bytes)
    const status = faults.get(other.id)?.shift() ?? (faultOf(body) === undefined ? 200 : 422)
    calls.push({ id: of('webhook-id'), body, status })
    if (status !== 200 || body.type !== 'message' || seen.has(of('webhook-id'))) return status
    seen.add(of('webhook-id'))
    const items = body.items as Readonly<Record<string, unknown>>[]
    const cards = items.flatMap((item) => (item.type === 'cards' ? (item.cards as typeof items) : [item]))
    shownIn(other.id).push({
      from: 'agent',
      with: String(body.conversation),
      text: String(body.text),
      id: of('webhook-id'),
      keys: cards.flatMap(({ buttons }) => (buttons as Key[] | undefined) ?? []),
      pictures: cards.flatMap(({ type, url, picture }) => [type === 'picture' ? url : picture].filter(isText)),
    })
    void call(other, { type: 'read', id: `read-${of('webhook-id')}`, message: of('webhook-id') })
    return status
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulator')
    const json = jsonTo(response)
    const file = files.get(pathname)
    if (file) return void response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
    const bytes = await readBody(request)
    const other = others.find(({ id }) => pathname === `/receive/${id}`)
    if (other && request.method === 'POST') {
      const status = receive(other, request, bytes)
      return json(status, { ok: status === 200 })
    }
    // The page and its calls.
    if (pathname === '/page')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(WEBHOOK_PAGE)
    if (pathname === '/page/state') {
      if (others.length === 0) create()
      return json(200, {
        others: others.map((one) => ({ ...one, address: `${ADDRESS}${one.id}`, messages: shownIn(one.id) })),
      })
    }
    if (pathname === '/page/say' && request.method === 'POST') {
      const {
        other: id = '',
        inbound,
        text,
        press,
        picture,
        person,
      } = parseJson(bytes) as Record<string, string | undefined> & { picture?: true }
      const chosen = others.find((one) => one.id === id)
      if (!chosen) create()
      else if (inbound !== undefined) {
        if (/^https?:\/\//.test(inbound)) chosen.inbound = inbound
        save()
      } else
        void say(id, {
          text: String(text ?? '').slice(0, 4000),
          ...(press === undefined ? {} : { option: press }),
          ...(picture ? { attachments: [PICTURE] } : {}),
          ...(person ? { person } : {}),
        })
      return json(200, { ok: true })
    }
    json(404, { ok: false })
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  // Clients close idle connections first, so none is closed under a request.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The webhook simulator has no port.')
  const url = `http://127.0.0.1:${address.port}`
  return {
    url,
    calls,
    others,
    create: () => {
      const other = create()
      return { ...other, address: `${ADDRESS}${other.id}` }
    },
    connect: (id: string, inbound: string) => {
      const other = others.find((one) => one.id === id)
      if (other) other.inbound = inbound
    },
    /** Statuses of the next responses to what is sent to this address. */
    fail: (id: string, ...statuses: readonly number[]) => void faults.set(id, [...(faults.get(id) ?? []), ...statuses]),
    say,
    /** Returns its address. */
    putFile: (name: string, bytes: Uint8Array, type: string) => {
      files.set(`/files/${name}`, { bytes: Buffer.from(bytes), type })
      return `https://simulator.localhost/files/${name}`
    },
    messages: (id: string): readonly Shown[] => shownIn(id),
    close: () =>
      new Promise<void>((resolve) => {
        isClosed = true
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function readStore(file: string | undefined): Other[] {
  if (file !== undefined)
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Other[]
    } catch {
      // The file does not exist yet.
    }
  return []
}
