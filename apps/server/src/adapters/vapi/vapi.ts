// Vapi's API: assistants, and calls over its WebSocket transport. https://docs.vapi.ai/calls/websocket-transport
import { WebSocket } from 'ws'
import { z } from 'zod'
import { CALL_RATE } from '@parlance/contract/voice/protocol'
import { type StartedCall, type VapiAccount, VapiError, type VapiProvider } from '../../modules/voice/index.ts'
import { assistantOf } from './assistant.ts'
import { endReasonOf, readClientMessage, readReport } from './messages.ts'

/** A call begins with two requests, while the caller waits for at most ten seconds. */
const TIMEOUT_MS = 4500
const HANDSHAKE_MS = 8000
/** Audio buffered until the connection opens: five seconds. */
const MAX_WAITING = 160_000
/** With this much unsent, the connection is lost. */
const MAX_BUFFERED = 400_000
const CLOSING_MS = 2000
const NORMAL = 1000

export interface VapiOptions {
  readonly account: VapiProvider['account']
  /** Guarded: addresses of recordings come from outside. */
  readonly guardedFetch: typeof fetch
}

const Saved = z.object({ id: z.string().min(1).max(200) })
const Started = z.object({
  id: z.string().min(1).max(100),
  transport: z.object({ websocketCallUrl: z.string().max(2000) }),
  monitor: z.object({ controlUrl: z.string().max(2000).optional() }).optional(),
})

export function createVapi({ account, guardedFetch }: VapiOptions): VapiProvider {
  const ask = async (
    { apiKey, baseUrl }: VapiAccount,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<unknown> => {
    const answer = await guardedFetch(`${baseUrl}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new VapiError('unreachable', 'no answer', error)
    })
    const text = await answer.text().catch(() => '')
    if (answer.ok) return jsonOf(text)
    throw new VapiError(kindOf(answer.status, method), `${answer.status} ${text.slice(0, 300)}`)
  }
  return {
    account,
    assistantOf,
    async saveAssistant(of, assistant, id) {
      const answer = await (id === undefined
        ? ask(of, 'POST', '/assistant', assistant)
        : ask(of, 'PATCH', `/assistant/${encodeURIComponent(id)}`, assistant))
      return readAs(Saved, answer).id
    },
    async removeAssistant(of, id) {
      await ask(of, 'DELETE', `/assistant/${encodeURIComponent(id)}`).catch((error: unknown) => {
        if (!(error instanceof VapiError) || error.kind !== 'gone') throw error
      })
    },
    async startCall(of, chosen) {
      const answer = await ask(of, 'POST', '/call', {
        ...chosen,
        transport: {
          provider: 'vapi.websocket',
          audioFormat: { format: 'pcm_s16le', container: 'raw', sampleRate: CALL_RATE },
        },
      })
      const { id, transport, monitor } = readAs(Started, answer)
      return { id, socketUrl: transport.websocketCallUrl, controlUrl: monitor?.controlUrl ?? '' }
    },
    connect: openSocket,
    async tell(of, { controlUrl }, text) {
      if (!isTheirs(of, controlUrl)) throw new VapiError('unexpected', 'no address for messages')
      const answer = await guardedFetch(controlUrl, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          type: 'add-message',
          message: { role: 'user', content: text },
          triggerResponseEnabled: true,
        }),
      }).catch((error: unknown) => {
        throw new VapiError('unreachable', 'no answer', error)
      })
      if (!answer.ok) throw new VapiError('unexpected', `${answer.status} for a message`)
    },
    read: (message) => readReport(z.object({ message: z.unknown() }).safeParse(message).data?.message),
    endReason: endReasonOf,
    async download(url) {
      const answer = await guardedFetch(url, { signal: AbortSignal.timeout(60_000) })
      if (!answer.ok) throw new VapiError('unexpected', `${answer.status} for a recording`)
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}

const openSocket: VapiProvider['connect'] = (account, { socketUrl }: StartedCall, onEvent) => {
  let isOver = false
  const end = (reason: string | undefined) => {
    if (isOver) return
    isOver = true
    onEvent({ k: 'ended', reason })
  }
  if (!isTheirs(account, socketUrl)) {
    queueMicrotask(() => end(undefined))
    return { push: () => {}, hangUp: () => {} }
  }
  const socket = new WebSocket(socketUrl, { handshakeTimeout: HANDSHAKE_MS, perMessageDeflate: false })
  let waiting: Buffer[] = []
  let waitingBytes = 0
  /** A sample may be split between messages. */
  let odd = Buffer.alloc(0)
  socket.on('open', () => {
    for (const bytes of waiting) socket.send(bytes)
    waiting = []
  })
  socket.on('message', (data: Buffer, isBinary) => {
    if (isOver) return
    if (isBinary) {
      const bytes = odd.length > 0 ? Buffer.concat([odd, data]) : data
      const even = bytes.length - (bytes.length % 2)
      odd = Buffer.from(bytes.subarray(even))
      if (even > 0) onEvent({ k: 'sound', pcm: samplesOf(bytes, even) })
      return
    }
    const event = readClientMessage(data.toString('utf8'))
    if (event?.k === 'ended') end(event.reason)
    else if (event) onEvent(event)
  })
  socket.on('error', () => end(undefined))
  socket.on('close', (code) => end(code === NORMAL ? 'assistant-ended-call' : undefined))
  return {
    push(pcm) {
      if (isOver) return
      const bytes = Buffer.alloc(pcm.length * 2)
      for (let i = 0; i < pcm.length; i++) bytes.writeInt16LE(pcm[i] ?? 0, i * 2)
      if (socket.readyState === WebSocket.OPEN) {
        if (socket.bufferedAmount < MAX_BUFFERED) socket.send(bytes)
        else socket.terminate()
      } else if (waitingBytes < MAX_WAITING) {
        waiting.push(bytes)
        waitingBytes += bytes.length
      }
    },
    hangUp() {
      isOver = true
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(JSON.stringify({ type: 'hangup' }))
        socket.close(NORMAL)
      }
      setTimeout(() => socket.terminate(), CLOSING_MS).unref()
    },
  }
}

function samplesOf(bytes: Buffer, length: number): Int16Array {
  const pcm = new Int16Array(length / 2)
  for (let i = 0; i < pcm.length; i++) pcm[i] = bytes.readInt16LE(i * 2)
  return pcm
}

/** Whether an address belongs to the service that named it: `api.vapi.ai` also uses other hosts of `vapi.ai`. */
function isTheirs({ baseUrl }: VapiAccount, address: string): boolean {
  const [base, found] = [new URL(baseUrl), URL.parse(address)]
  if (!found) return false
  const isSecure = found.protocol === 'wss:' || found.protocol === 'https:'
  if (base.protocol === 'https:' && !isSecure) return false
  if (found.host === base.host) return true
  const domain = base.hostname.split('.').slice(-2).join('.')
  return isSecure && base.hostname.endsWith('.vapi.ai') && found.hostname.endsWith(`.${domain}`) && found.port === ''
}

function kindOf(status: number, method: string): VapiError['kind'] {
  if (status === 401 || status === 403) return 'refused'
  if (status === 402 || status === 429) return 'limited'
  if (status === 404 && method !== 'POST') return 'gone'
  return status >= 500 ? 'unreachable' : 'unexpected'
}

function readAs<T>(schema: z.ZodType<T>, answer: unknown): T {
  const found = schema.safeParse(answer)
  if (!found.success) throw new VapiError('unexpected', 'an answer in another form', found.error)
  return found.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
