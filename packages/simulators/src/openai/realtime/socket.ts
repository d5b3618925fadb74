/** What the realtime sockets share: events in both directions, and voice activity. */
import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { isObject, type JsonObject } from '../protocol/check-fields.ts'
import { ApiError, badRequest } from '../protocol/errors.ts'

export type Tell = (type: string, rest?: JsonObject) => void

export const RATE = 24_000
export const BYTES_A_MS = (RATE * 2) / 1000
const LOUD = 300

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('base64url')}`

export const tellTo =
  (client: WebSocket): Tell =>
  (type, rest = {}) =>
    client.send(JSON.stringify({ type, event_id: newId('event'), ...rest }))

/** Hands messages to a handler, and sends the client each `ApiError` that it throws. */
export function onMessage(client: WebSocket, tell: Tell, handle: (message: JsonObject) => void): void {
  client.on('message', (data: Buffer, isBinary) => {
    let message: JsonObject = {}
    try {
      message = parse(isBinary ? '' : data.toString('utf8'))
      handle(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      tell('error', { error: { ...error.details, event_id: message['event_id'] ?? null } })
    }
  })
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // The client gets one error for whatever is no object.
  }
  throw badRequest('Invalid JSON.', null, 'invalid_json')
}

/** The sound of an `input_audio_buffer.append`. */
export function soundIn({ audio }: JsonObject): Buffer {
  const bytes = Buffer.from(typeof audio === 'string' ? audio : '', 'base64')
  if (typeof audio !== 'string' || bytes.length % 2 !== 0) throw badRequest('Invalid audio.', 'audio', 'invalid_value')
  return bytes
}

export type Utterance<Said> = { readonly said: Said; readonly item: string; readonly audioMs: number }

/** Hears utterances, which begin where sound gets loud and end after a silence: `begin` returns what is said. */
export function createEar<Said>(tell: Tell, begin: () => Said, end: (utterance: Utterance<Said>) => void) {
  let atMs = 0
  let heard: { said: Said; item: string; fromMs: number; silentMs: number } | undefined
  return (bytes: Buffer, silenceMs: number, onSpeech = () => {}): void => {
    let power = 0
    for (let at = 0; at < bytes.length; at += 2) power += bytes.readInt16LE(at) ** 2
    const ms = bytes.length / BYTES_A_MS
    const isLoud = Math.sqrt(power / Math.max(1, bytes.length / 2)) > LOUD
    if (isLoud && !heard) {
      heard = { said: begin(), item: newId('item'), fromMs: atMs, silentMs: 0 }
      tell('input_audio_buffer.speech_started', { audio_start_ms: Math.round(atMs), item_id: heard.item })
      onSpeech()
    }
    atMs += ms
    if (!heard) return
    heard.silentMs = isLoud ? 0 : heard.silentMs + ms
    if (heard.silentMs < silenceMs) return
    const { said, item, fromMs } = heard
    heard = undefined
    tell('input_audio_buffer.speech_stopped', { audio_end_ms: Math.round(atMs), item_id: item })
    end({ said, item, audioMs: atMs - fromMs })
  }
}

/** Tells the transcript of an item word by word, and that none was recognised. */
export function tellTranscript(tell: Tell, item: string, text: string | undefined, audioMs: number): void {
  const part = 'conversation.item.input_audio_transcription'
  const at = { item_id: item, content_index: 0 }
  if (text === undefined)
    return tell(`${part}.failed`, { ...at, error: { type: 'server_error', message: 'No speech was recognised.' } })
  for (const delta of text.split(/(?= )/)) tell(`${part}.delta`, { ...at, delta })
  return tell(`${part}.completed`, { ...at, transcript: text, usage: { type: 'duration', seconds: audioMs / 1000 } })
}
