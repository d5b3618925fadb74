/**
 * OpenAI's realtime transcription socket: validates what it receives and transcribes scripted utterances where it hears
 * sound.
 */
import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { isObject, type JsonObject } from '../protocol/check-fields.ts'
import { read } from './conversation.ts'

/** What a session needs from its server. */
export interface TranscriptionWorld {
  /** The next utterances, in order. */
  readonly heard: string[]
  readonly sessions: JsonObject[]
  /** Transcribes nothing. */
  readonly isStalled: boolean
}

const MODELS = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'gpt-4o-transcribe-diarize']
const id = (prefix: string): string => `${prefix}_${randomBytes(12).toString('base64url')}`

/** What is wrong with the `session` of a session.update; undefined when it is valid. */
function faultOf(session: unknown): { message: string; param: string } | undefined {
  const fault = (param: string, message: string) => ({ message, param: `session${param}` })
  if (!isObject(session)) return fault('', "Missing required parameter: 'session'.")
  if (session.type !== 'transcription') return fault('.type', "Invalid value. Supported values are: 'transcription'.")
  for (const name of Object.keys(session))
    if (!['type', 'audio', 'include'].includes(name)) return fault(`.${name}`, `Unknown parameter: 'session.${name}'.`)
  const input = isObject(session.audio) ? session.audio.input : undefined
  if (!isObject(input)) return fault('.audio.input', 'Invalid type: expected an object.')
  for (const name of Object.keys(input))
    if (!['format', 'transcription', 'turn_detection', 'noise_reduction'].includes(name))
      return fault(`.audio.input.${name}`, `Unknown parameter: 'session.audio.input.${name}'.`)
  const { format, transcription, turn_detection: turns } = input
  if (!isObject(format) || format.type !== 'audio/pcm' || format.rate !== 24_000)
    return fault('.audio.input.format', 'Only audio/pcm with a rate of 24000 is supported here.')
  if (!isObject(transcription) || !MODELS.includes(String(transcription.model)))
    return fault(
      '.audio.input.transcription.model',
      `Invalid model '${String(isObject(transcription) && transcription.model)}'.`,
    )
  const { language } = transcription
  if (language !== undefined && !/^[a-z]{2,3}$/.test(String(language)))
    return fault('.audio.input.transcription.language', `Invalid language '${String(language)}'.`)
  if (
    turns !== null &&
    (!isObject(turns) || turns.type !== 'server_vad' || typeof turns.silence_duration_ms !== 'number')
  )
    return fault('.audio.input.turn_detection', 'Invalid turn detection.')
  return undefined
}

export function transcribe(client: WebSocket, { heard, sessions, isStalled }: TranscriptionWorld): void {
  let silenceMs = 500
  let isSetUp = false
  let atMs = 0
  let utterance: { text: string; item: string; from: number; silentFor: number } | undefined
  const tell = (message: JsonObject) => client.send(JSON.stringify({ event_id: id('event'), ...message }))
  const complain = (message: string, param: string | null, eventId: unknown) =>
    tell({
      type: 'error',
      error: { type: 'invalid_request_error', code: 'invalid_value', message, param, event_id: eventId ?? null },
    })
  tell({
    type: 'session.created',
    session: { type: 'transcription', object: 'realtime.transcription_session', id: id('sess') },
  })

  const write = (text: string, item: string) => {
    const at = { item_id: item, content_index: 0 }
    const part = 'conversation.item.input_audio_transcription'
    for (const [index, word] of text.split(' ').entries())
      tell({ type: `${part}.delta`, ...at, delta: index === 0 ? word : ` ${word}` })
    tell({ type: `${part}.completed`, ...at, transcript: text, usage: { type: 'duration', seconds: 1 } })
  }
  const hear = (bytes: Buffer) => {
    let sum = 0
    for (let i = 0; i + 1 < bytes.length; i += 2) sum += bytes.readInt16LE(i) ** 2
    const ms = bytes.length / 48
    atMs += ms
    const isLoud = Math.sqrt(sum / Math.max(1, bytes.length / 2)) > 300
    if (isLoud && !utterance) {
      utterance = { text: heard.shift() ?? 'something', item: id('item'), from: atMs - ms, silentFor: 0 }
      tell({
        type: 'input_audio_buffer.speech_started',
        audio_start_ms: Math.round(utterance.from),
        item_id: utterance.item,
      })
    }
    if (!utterance) return
    utterance.silentFor = isLoud ? 0 : utterance.silentFor + ms
    if (utterance.silentFor < silenceMs) return
    const { text, item } = utterance
    utterance = undefined
    tell({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: Math.round(atMs), item_id: item })
    tell({ type: 'input_audio_buffer.committed', previous_item_id: null, item_id: item })
    if (!isStalled) write(text, item)
  }
  client.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? undefined : read(data)
    if (!message) return complain('Invalid JSON.', null, null)
    if (message.type === 'session.update') {
      const fault = faultOf(message.session)
      if (fault) return complain(fault.message, fault.param, message.event_id)
      const session = message.session as JsonObject
      sessions.push(session)
      const turns = ((session.audio as JsonObject).input as JsonObject).turn_detection
      if (isObject(turns)) silenceMs = Number(turns.silence_duration_ms)
      isSetUp = true
      return tell({ type: 'session.updated', session })
    }
    if (message.type !== 'input_audio_buffer.append')
      return complain(`Invalid value: '${String(message.type)}'.`, 'type', message.event_id)
    if (!isSetUp || typeof message.audio !== 'string')
      return complain("Missing required parameter: 'audio'.", 'audio', message.event_id)
    const bytes = Buffer.from(message.audio, 'base64')
    if (bytes.length % 2 !== 0) return complain('Invalid audio.', 'audio', message.event_id)
    return hear(bytes)
  })
}
