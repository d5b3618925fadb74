/** A loopback server with Vapi's assistants, calls over WebSockets and server messages; strict, and fails on demand. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { readObject, soundOf } from '../speech/sound.ts'
import { wavOf } from '../speech/wav.ts'
import { createCall, type CallOptions, type VapiCall } from './call.ts'
import { type Assistant, assistantFaults, callFaults } from './validation.ts'

/** `down` 503 · `busy` 429 · `garbage` a web page with status 200 · `noSocket` calls begin, their sockets are refused. */
export type VapiFailure = 'down' | 'busy' | 'garbage' | 'noSocket'
/** What happens to messages to server URLs: `late` keeps them until they are released. */
export type Delivery = 'normal' | 'twice' | 'dropped' | 'late'

export interface VapiOptions {
  readonly port?: number
  readonly speak?: CallOptions['speak']
  /** Milliseconds that 20 ms of sound take; 20 when absent. */
  readonly frameMs?: number
  readonly silenceMs?: number
}

export interface VapiControl {
  /** What callers say next, one per piece of speech. Without any, sound is heard and not understood. */
  readonly hear: (...utterances: string[]) => void
  readonly fail: (how: VapiFailure | undefined) => void
  readonly deliver: (how: Delivery) => void
  /** Gives it a voice: 16-bit samples of a text at a rate. */
  readonly speakWith: (speak: CallOptions['speak']) => void
  /** Delivers what is kept; resolves once all was answered. */
  readonly release: () => Promise<void>
  readonly newKey: () => string
  readonly revoke: (key: string) => void
  /** Assistants by id. */
  readonly assistants: ReadonlyMap<string, { readonly key: string; readonly body: Assistant }>
  readonly calls: readonly VapiCall[]
  /** Messages to server URLs, with the status that was answered. */
  readonly delivered: readonly { readonly url: string; readonly type: string; readonly status: number }[]
}
export interface VapiSimulator {
  readonly url: string
  readonly key: string
  readonly control: VapiControl
  readonly close: () => Promise<void>
}

const TRIES = 3
const SILENCE_MS = 30_000

export async function startVapi(options: VapiOptions = {}): Promise<VapiSimulator> {
  const keys = new Set<string>()
  const newKey = () => {
    const made = randomUUID()
    keys.add(made)
    return made
  }
  const key = newKey()
  const utterances: string[] = []
  let speak: CallOptions['speak'] = options.speak ?? soundOf
  let failure: VapiFailure | undefined
  let delivery: Delivery = 'normal'
  const kept: (() => Promise<void>)[] = []
  const assistants = new Map<string, { key: string; body: Assistant }>()
  const calls: VapiCall[] = []
  const owners = new Map<string, string>()
  const delivered: { url: string; type: string; status: number }[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const closing = new AbortController()
  let url = ''

  const post = async ({ server }: Assistant, message: Record<string, unknown>) => {
    if (!server) return
    for (let attempt = 1; attempt <= TRIES && !closing.signal.aborted; attempt++) {
      const status = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...server.headers },
        body: JSON.stringify({ message }),
        signal: closing.signal,
      }).then(
        (answer) => answer.status,
        () => 0,
      )
      delivered.push({ url: server.url, type: String(message.type), status })
      if (status >= 200 && status < 500) return
    }
  }
  const deliver = (assistant: Assistant, message: Record<string, unknown>) => {
    if (delivery === 'dropped') return
    const work = async () => {
      await post(assistant, message)
      if (delivery === 'twice') await post(assistant, message)
    }
    if (delivery === 'late') kept.push(work)
    else void work()
  }

  const respond = (response: ServerResponse, status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (response: ServerResponse, statusCode: number, message: string | string[], error: string) =>
    respond(response, statusCode, { message, error, statusCode })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const [, noun = '', id = '', more = ''] = pathname.split('/')
    if (noun === 'recording') return sendRecording(response, id)
    if (failure === 'down') return refuse(response, 503, 'Service Unavailable', 'Service Unavailable')
    if (failure === 'busy') return refuse(response, 429, 'Too many requests', 'Too Many Requests')
    if (failure === 'garbage')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Vapi</body></html>')
    const method = request.method ?? 'GET'
    if (more === 'control' && method === 'POST') return control(response, noun, await readObject(request), id)
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!keys.has(given))
      return refuse(
        response,
        401,
        'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.',
        'Unauthorized',
      )
    const body = method === 'POST' || method === 'PATCH' ? await readObject(request) : undefined
    if (noun === 'assistant' && more === '') return serveAssistant(response, method, { id, key: given, body })
    if (noun === 'call' && more === '' && method === 'POST' && id === '') return begin(response, given, body)
    const call = noun === 'call' && method === 'GET' ? calls.find((one) => one.id === id) : undefined
    if (call && owners.get(call.id) === given) return respond(response, 200, call.shown())
    return refuse(response, 404, `Cannot ${method} ${pathname}`, 'Not Found')
  }

  function serveAssistant(
    response: ServerResponse,
    method: string,
    { id, key: given, body }: { id: string; key: string; body: Record<string, unknown> | undefined },
  ): void {
    const shown = (one: string) => ({ id: one, orgId: 'simulated-org', ...assistants.get(one)?.body })
    if (id === '' && method === 'GET')
      return respond(
        response,
        200,
        [...assistants].flatMap(([one, { key: of }]) => (of === given ? [shown(one)] : [])),
      )
    const known = assistants.get(id)
    if (id !== '' && known?.key !== given) return refuse(response, 404, `Couldn't Find Assistant: ${id}`, 'Not Found')
    if (method === 'GET') return respond(response, 200, shown(id))
    if (method === 'DELETE') {
      assistants.delete(id)
      return respond(response, 200, { id })
    }
    if (method !== (id === '' ? 'POST' : 'PATCH')) return refuse(response, 404, 'Cannot do that', 'Not Found')
    const whole = { ...known?.body, ...body }
    const faults = assistantFaults(whole)
    if (faults.length > 0) return refuse(response, 400, faults, 'Bad Request')
    const saved = id === '' ? randomUUID() : id
    assistants.set(saved, { key: given, body: whole as unknown as Assistant })
    return respond(response, id === '' ? 201 : 200, shown(saved))
  }

  function begin(response: ServerResponse, given: string, body: Record<string, unknown> | undefined): void {
    const faults = callFaults(body)
    if (faults.length > 0) return refuse(response, 400, faults, 'Bad Request')
    const {
      assistantId,
      assistant: inline,
      transport,
    } = body as {
      assistantId?: string
      assistant?: Assistant
      transport: { audioFormat?: { sampleRate: number } }
    }
    const known = assistantId === undefined ? undefined : assistants.get(assistantId)
    const chosen = inline ?? (known?.key === given ? known.body : undefined)
    if (!chosen) return refuse(response, 400, `Couldn't find assistant ${assistantId}`, 'Bad Request')
    const call = createCall({
      assistantId,
      assistant: chosen,
      rate: transport.audioFormat?.sampleRate ?? 16_000,
      speak,
      frameMs: options.frameMs ?? 20,
      silenceMs: options.silenceMs ?? SILENCE_MS,
      nextHeard: () => utterances.shift(),
      deliver: (message) => deliver(chosen, message),
      onEnd: () => undefined,
    })
    call.recordAt(`${url}/recording/${call.id}.wav`)
    calls.push(call)
    owners.set(call.id, given)
    return respond(response, 201, {
      ...call.shown(),
      cost: 0,
      transport: {
        provider: 'vapi.websocket',
        websocketCallUrl: `${url.replace(/^http/, 'ws')}/${call.id}/transport`,
      },
      monitor: { controlUrl: `${url}/call/${call.id}/control` },
    })
  }

  function control(
    response: ServerResponse,
    noun: string,
    body: Record<string, unknown> | undefined,
    id: string,
  ): void {
    const call = noun === 'call' ? calls.find((one) => one.id === id) : undefined
    if (!call || call.isOver()) return refuse(response, 404, 'Call not found', 'Not Found')
    if (!call.control(body)) return refuse(response, 400, 'Unknown control message', 'Bad Request')
    return respond(response, 200, { success: true })
  }

  function sendRecording(response: ServerResponse, name: string): void {
    const call = calls.find((one) => `${one.id}.wav` === name)
    if (!call?.isOver()) return refuse(response, 404, 'No such recording', 'Not Found')
    const sound = soundOf(
      call
        .said()
        .map(({ content }) => content)
        .join(' ') || 'silence',
      16_000,
    )
    return void response.writeHead(200, { 'content-type': 'audio/wav' }).end(wavOf(sound, 16_000))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.on('upgrade', (request, socket, head) => {
    const [, id = '', last = ''] = new URL(request.url ?? '', 'http://localhost').pathname.split('/')
    const call = last === 'transport' ? calls.find((one) => one.id === id) : undefined
    if (!call || call.isOver() || call.isTaken() || failure !== undefined)
      return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    return sockets.handleUpgrade(request, socket, head, (client) => call.connect(client))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    key,
    control: {
      hear: (...more) => void utterances.push(...more),
      fail: (how) => void (failure = how),
      deliver: (how) => void (delivery = how),
      speakWith: (given) => void (speak = given),
      async release() {
        delivery = 'normal'
        for (const work of kept.splice(0)) await work()
      },
      newKey,
      revoke: (gone) => void keys.delete(gone),
      assistants,
      calls,
      delivered,
    },
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        for (const call of calls) call.end('customer-ended-call')
        for (const client of sockets.clients) client.terminate()
        sockets.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
