/** A loopback server with Deepgram's listen and speak APIs; validates requests, and fails on demand. */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { readObject, sendSound, soundOf, type SpeechFailure } from '../speech/sound.ts'
import { AURA } from './voices.ts'

export interface DeepgramControl {
  /** The next transcripts, one per utterance; «something» without any. */
  readonly hear: (...utterances: string[]) => void
  /** Speech fails in all these ways; connections that listen are refused, close at once (`drop`), or never answer (`stall`). */
  readonly fail: (how: SpeechFailure | 'drop' | undefined) => void
  /** A further key, on request without credit. */
  readonly newKey: (kind?: 'full' | 'poor') => string
  /** Requests that were accepted, by path and query. */
  readonly requests: {
    readonly path: string
    readonly query: Readonly<Record<string, string>>
    readonly text?: string
    readonly key: string
  }[]
  readonly connections: () => number
}
export interface DeepgramSimulator {
  readonly url: string
  readonly key: string
  readonly control: DeepgramControl
  readonly close: () => Promise<void>
}

const ENCODINGS = ['linear16', 'linear32', 'flac', 'alaw', 'mulaw', 'opus']
const SPEAK_RATES = [8000, 16_000, 24_000, 32_000, 48_000]
const MAX_SPEAK = 2000
/** Hangs up after this long without audio or a KeepAlive. */
const SILENT_MS = 10_000

const listenParams: Readonly<Record<string, (value: string) => boolean>> = {
  model: (value) => /^(?:nova|enhanced|base|whisper)[\w-]*$/.test(value),
  encoding: (value) => ENCODINGS.includes(value),
  sample_rate: (value) => /^\d{4,5}$/.test(value),
  channels: (value) => /^[12]$/.test(value),
  language: (value) => /^(?:multi|[a-z]{2,3}(?:-[A-Za-z0-9]{2,4})?)$/.test(value),
  interim_results: isBoolean,
  vad_events: isBoolean,
  smart_format: isBoolean,
  punctuate: isBoolean,
  endpointing: (value) => value === 'false' || /^\d+$/.test(value),
  utterance_end_ms: (value) => Number(value) >= 1000,
  keyterm: () => true,
  tag: () => true,
}
function isBoolean(value: string): boolean {
  return value === 'true' || value === 'false'
}

const NOVA_2 = new Set(
  'bg ca cs da de el en es et fi fr hi hu id it ja ko lt lv ms multi nl no pl pt ro ru sk sv th tr uk vi zh'.split(' '),
)
const NOVA_3 = new Set([
  ...NOVA_2,
  ...'af ar be bn bs fa gu he hr hy ka kk kn mk mr ne pa sl sr ta te tl ur'.split(' '),
])
const languagesOf = (model: string) =>
  model.startsWith('nova-2') ? NOVA_2 : model.startsWith('nova-3') ? NOVA_3 : undefined

const faultOf = (query: URLSearchParams): string | undefined => {
  for (const [name, value] of query) {
    const check = listenParams[name]
    if (!check) return `Unknown query parameter ${name}`
    if (!check(value)) return `Invalid value for ${name}`
  }
  const [language = ''] = (query.get('language') ?? 'en').split('-')
  if (languagesOf(query.get('model') ?? '')?.has(language) === false)
    return 'No such model/language/tier combination found.'
  if (query.has('encoding') && !query.has('sample_rate')) return 'sample_rate is required with encoding'
  if (query.has('utterance_end_ms') && query.get('interim_results') !== 'true')
    return 'utterance_end_ms needs interim_results'
  return undefined
}

export async function startDeepgram({ port = 0 }: { port?: number } = {}): Promise<DeepgramSimulator> {
  const keys = new Map<string, 'full' | 'poor'>()
  const newKey = (kind: 'full' | 'poor' = 'full') => {
    const made = randomBytes(20).toString('hex')
    keys.set(made, kind)
    return made
  }
  const key = newKey()
  const heard: string[] = []
  let failure: SpeechFailure | 'drop' | undefined
  const requests: { path: string; query: Record<string, string>; text?: string; key: string }[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const control: DeepgramControl = {
    hear: (...utterances) => void heard.push(...utterances),
    fail: (how) => void (failure = how),
    newKey,
    requests,
    connections: () => sockets.clients.size,
  }
  const keyOf = (request: IncomingMessage) => /^Token (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const server = createServer((request, response) => void speak(request, response))
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const refuse = (status: string, code: string, message: string) => {
      const body = JSON.stringify({ err_code: code, err_msg: message, request_id: randomUUID() })
      socket.end(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ndg-error: ${message}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      )
    }
    if (failure === 'refuse') return refuse('503 Service Unavailable', 'UNAVAILABLE', 'Busy')
    const given = keyOf(request)
    if (!keys.has(given)) return refuse('401 Unauthorized', 'INVALID_AUTH', 'Invalid credentials.')
    if (keys.get(given) === 'poor')
      return refuse('402 Payment Required', 'ASR_PAYMENT_REQUIRED', 'Project does not have enough credits.')
    if (failure === 'busy') return refuse('429 Too Many Requests', 'TOO_MANY_REQUESTS', 'Too many requests.')
    if (url.pathname !== '/v1/listen') return refuse('404 Not Found', 'NOT_FOUND', 'No such path')
    const fault = faultOf(url.searchParams)
    if (fault !== undefined) return refuse('400 Bad Request', 'Bad Request', fault)
    requests.push({ path: url.pathname, query: Object.fromEntries(url.searchParams), key: given })
    return sockets.handleUpgrade(request, socket, head, (client) => listen(client, url.searchParams))
  })

  function listen(client: WebSocket, query: URLSearchParams): void {
    if (failure === 'drop') return client.close(1011, 'NET-0000')
    const isStalled = failure === 'stall'
    const rate = Number(query.get('sample_rate') ?? 16_000)
    const model = query.get('model') ?? 'nova-2'
    const endpointing = Number(query.get('endpointing') ?? 10)
    const requestId = randomUUID()
    let seconds = 0
    let speechSince: number | undefined
    let silentFor = 0
    let current = ''
    let told = 0
    const silent = setTimeout(() => client.close(1011, 'NET-0001'), SILENT_MS)
    const tell = (message: object) => {
      if (!isStalled) client.send(JSON.stringify(message))
    }
    const results = (text: string, isFinal: boolean) =>
      tell({
        type: 'Results',
        channel_index: [0, 1],
        duration: Math.max(0, seconds - (speechSince ?? seconds)),
        start: speechSince ?? seconds,
        is_final: isFinal,
        speech_final: isFinal,
        channel: {
          alternatives: [
            {
              transcript: text,
              confidence: 0.99,
              words: text.split(' ').map((word, at) => ({
                word: word.toLowerCase().replaceAll(/\W/g, ''),
                punctuated_word: word,
                start: (speechSince ?? 0) + at * 0.3,
                end: (speechSince ?? 0) + at * 0.3 + 0.25,
                confidence: 0.99,
              })),
            },
          ],
        },
        metadata: {
          request_id: requestId,
          model_info: { name: model, version: '1', arch: model },
          model_uuid: requestId,
        },
      })
    const endUtterance = () => {
      if (current === '') return
      results(current, true)
      current = ''
      speechSince = undefined
    }
    const audio = (bytes: Buffer) => {
      if (bytes.length % 2 !== 0) return client.close(1008, 'DATA-0000')
      let sum = 0
      for (let i = 0; i < bytes.length; i += 2) sum += bytes.readInt16LE(i) ** 2
      const length = bytes.length / 2 / rate
      seconds += length
      const isLoud = Math.sqrt(sum / Math.max(1, bytes.length / 2)) > 300
      if (isLoud && current === '') {
        current = heard.shift() ?? 'something'
        speechSince = seconds - length
        told = 0
        if (query.get('vad_events') === 'true')
          tell({ type: 'SpeechStarted', channel: [0], timestamp: Number(speechSince.toFixed(3)) })
      }
      if (current === '') return undefined
      silentFor = isLoud ? 0 : silentFor + length * 1000
      const words = current.split(' ')
      const due = Math.min(words.length - 1, Math.floor((seconds - (speechSince ?? 0)) / 0.3))
      if (query.get('interim_results') === 'true' && due > told) {
        told = due
        results(words.slice(0, due).join(' '), false)
      }
      if (silentFor >= endpointing) endUtterance()
      return undefined
    }
    client.on('message', (data: Buffer, isBinary) => {
      silent.refresh()
      if (isBinary) return audio(data)
      const message = JSON.parse(data.toString('utf8')) as { type?: string }
      if (message.type === 'KeepAlive') return undefined
      if (message.type === 'Finalize') return endUtterance()
      if (message.type !== 'CloseStream') return client.close(1008, 'DATA-0000')
      endUtterance()
      tell({
        type: 'Metadata',
        transaction_key: 'deprecated',
        request_id: requestId,
        sha256: '',
        created: '',
        duration: seconds,
        channels: 1,
      })
      return client.close(1000)
    })
    client.on('close', () => clearTimeout(silent))
  }

  async function speak(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://localhost')
    const refuse = (status: number, code: string, message: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ err_code: code, err_msg: message, request_id: randomUUID() }))
    const given = keyOf(request)
    if (!keys.has(given)) return void refuse(401, 'INVALID_AUTH', 'Invalid credentials.')
    if (failure === 'refuse') return void refuse(503, 'UNAVAILABLE', 'Busy')
    if (request.method !== 'POST' || url.pathname !== '/v1/speak') return void refuse(404, 'NOT_FOUND', 'No such path')
    if (failure === 'busy') return void refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.')
    const body = await readObject(request)
    const text = typeof body?.['text'] === 'string' ? body['text'].trim() : undefined
    const { model = '', encoding = '', sample_rate: rate = '', container = '' } = Object.fromEntries(url.searchParams)
    if (text === undefined || text === '') return void refuse(400, 'Bad Request', 'text is required')
    if (text.length > MAX_SPEAK)
      return void refuse(413, 'Payload Too Large', 'Input text exceeds maximum character limit of 2000.')
    if (!AURA.includes(model)) return void refuse(400, 'Bad Request', 'No such model/language/tier combination found.')
    if (encoding !== 'linear16' || container !== 'none' || !SPEAK_RATES.includes(Number(rate)))
      return void refuse(400, 'Bad Request', 'Unsupported audio format')
    if (keys.get(given) === 'poor')
      return void refuse(402, 'ASR_PAYMENT_REQUIRED', 'Project does not have enough credits for an ASR request.')
    requests.push({ path: url.pathname, query: Object.fromEntries(url.searchParams), text, key: given })
    sendSound(response, {
      pcm: soundOf(text, Number(rate)),
      rate: Number(rate),
      failure: failure === 'drop' ? 'cut' : failure,
      headers: { 'content-type': 'audio/l16', 'dg-request-id': randomUUID(), 'dg-model-name': model },
    })
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    control,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate()
        sockets.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
