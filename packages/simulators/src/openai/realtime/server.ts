/** OpenAI's realtime socket: transcription, or speech to speech, with scripted utterances and faults on demand. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { JsonObject } from '../protocol/check-fields.ts'
import { converse, type SpeakText } from './conversation.ts'
import { transcribe } from './transcription.ts'

/** How it misbehaves: refuses connections, drops them, transcribes and answers nothing, or fails each response. */
export type RealtimeFailure = 'refuse' | 'drop' | 'stall' | 'insufficient_quota'

export interface RealtimeControl {
  /** The next utterances, in order; without any, a transcription hears «something» and a conversation nothing. */
  readonly hear: (...utterances: string[]) => void
  readonly fail: (how: RealtimeFailure | undefined) => void
  /** Transcription sessions as they were configured. */
  readonly sessions: readonly JsonObject[]
  /** What clients of conversations sent, without sound. */
  readonly received: readonly JsonObject[]
  /** Breaks all connections. */
  readonly drop: () => void
  /** Conversations speak with this voice instead of sound that resembles speech. */
  readonly speakWith: (speak: SpeakText) => void
}

const MODELS = /^gpt-realtime(?:-1\.5|-2|-2\.1)?(?:-mini)?$/
const MOST_RECEIVED = 2000

export function createRealtime(server: Server, keys: { readonly isKnown: (bearer: string) => boolean }) {
  const heard: string[] = []
  const sessions: JsonObject[] = []
  const received: JsonObject[] = []
  let failure: RealtimeFailure | undefined
  let speak: SpeakText | undefined
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const refuse = (status: string, message: string) => {
      const body = JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } })
      socket.end(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      )
    }
    if (failure === 'refuse') return refuse('503 Service Unavailable', 'The server is overloaded.')
    if (!keys.isKnown(request.headers.authorization ?? ''))
      return refuse('401 Unauthorized', 'Incorrect API key provided.')
    if (url.pathname !== '/v1/realtime') return refuse('404 Not Found', 'Not found')
    const model = url.searchParams.get('model') ?? ''
    const isTranscription = url.searchParams.get('intent') === 'transcription'
    if (!isTranscription && !MODELS.test(model)) return refuse('400 Bad Request', 'You must provide a model.')
    return sockets.handleUpgrade(request, socket, head, (client) => serve(client, isTranscription ? undefined : model))
  })

  function serve(client: WebSocket, model: string | undefined): void {
    if (failure === 'drop') return client.close(1011, 'internal error')
    if (model === undefined) return transcribe(client, { heard, sessions, isStalled: failure === 'stall' })
    return converse(client, model, {
      utterance: () => heard.shift(),
      speak,
      isStalled: () => failure === 'stall',
      failsWith: () => (failure === 'insufficient_quota' ? failure : undefined),
      log(message) {
        if (message.type !== 'input_audio_buffer.append' && received.length < MOST_RECEIVED) received.push(message)
      },
    })
  }

  const dropAll = () => {
    for (const client of sockets.clients) client.terminate()
  }
  const control: RealtimeControl = {
    hear: (...utterances) => void heard.push(...utterances),
    fail: (how) => void (failure = how),
    sessions,
    received,
    drop: dropAll,
    speakWith: (next) => void (speak = next),
  }
  return { control, close: dropAll }
}
