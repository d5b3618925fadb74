/**
 * A speech-to-speech session of OpenAI's Realtime API: hears sound, takes turns, calls functions, and says the text of its
 * instructions. It recognises only scripted utterances.
 */
import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { isObject, type JsonObject } from '../protocol/check-fields.ts'
import { soundOf } from '../../speech/sound.ts'
import { type Fault, invalid, itemFault, missing, responseFault, sessionFault } from './validation.ts'

/** 16-bit samples of a text, mono, at 24 kHz. */
export type SpeakText = (text: string, voice: string) => Promise<Buffer>

/** What a session needs from its server. */
export interface ConversationWorld {
  /** The next scripted utterance. */
  readonly utterance: () => string | undefined
  readonly speak: SpeakText | undefined
  /** Creates no responses. */
  readonly isStalled: () => boolean
  /** The code with which every response fails. */
  readonly failsWith: () => string | undefined
  readonly log: (message: JsonObject) => void
}

interface Item {
  readonly id: string
  readonly type: 'message' | 'function_call' | 'function_call_output'
  readonly role?: string
  text: string
  readonly callId?: string
  /** Milliseconds of its sound. */
  audioMs: number
}

interface Running {
  readonly id: string
  isCancelled: boolean
}

export const RATE = 24_000
const BYTES_A_MS = (RATE * 2) / 1000
const LOUD = 300
const SILENCE_MS = 500
const PIECE_MS = 200
const id = (prefix: string): string => `${prefix}_${randomBytes(12).toString('base64url')}`
const tokensOf = (text: string): number => Math.ceil(text.length / 4)
const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function converse(client: WebSocket, model: string, world: ConversationWorld): void {
  let session: JsonObject = {
    type: 'realtime',
    object: 'realtime.session',
    id: id('sess'),
    model,
    output_modalities: ['audio'],
    instructions: '',
    tools: [],
    tool_choice: 'auto',
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: RATE },
        transcription: null,
        turn_detection: { type: 'server_vad', silence_duration_ms: SILENCE_MS, create_response: true },
      },
      output: { format: { type: 'audio/pcm', rate: RATE }, voice: 'alloy' },
    },
  }
  const items: Item[] = []
  let running: Running | undefined
  let hasSpoken = false
  let atMs = 0
  let buffered = 0
  let utterance: { text: string | undefined; item: string; silentFor: number; fromMs: number } | undefined

  const tell = (type: string, rest: JsonObject = {}) =>
    client.send(JSON.stringify({ type, event_id: id('event'), ...rest }))
  const complain = ({ message, param, code }: Fault | { message: string; param: null; code: string }, event: unknown) =>
    tell('error', { error: { type: 'invalid_request_error', code, message, param, event_id: event ?? null } })
  const audioOf = (side: 'input' | 'output'): JsonObject => {
    const audio = isObject(session.audio) ? session.audio[side] : undefined
    return isObject(audio) ? audio : {}
  }
  const turns = (): JsonObject | undefined => {
    const found = audioOf('input').turn_detection
    return isObject(found) ? found : undefined
  }

  const shown = ({ id: item, type, role, text, callId }: Item): JsonObject =>
    type === 'function_call'
      ? { id: item, object: 'realtime.item', type, status: 'completed', name: role, call_id: callId, arguments: text }
      : type === 'function_call_output'
        ? { id: item, object: 'realtime.item', type, call_id: callId, output: text }
        : {
            id: item,
            object: 'realtime.item',
            type,
            role,
            status: 'completed',
            content: [role === 'assistant' ? { type: 'output_audio', transcript: text } : { type: 'input_text', text }],
          }
  const add = (item: Item) => {
    const previous = items.at(-1)?.id ?? null
    items.push(item)
    tell('conversation.item.added', { previous_item_id: previous, item: shown(item) })
    tell('conversation.item.done', { previous_item_id: previous, item: shown(item) })
  }

  const usageOf = (output: { text: number; audio: number }): JsonObject => {
    const audio = items.reduce((sum, one) => sum + Math.ceil(one.audioMs / (one.role === 'user' ? 100 : 50)), 0)
    const text = tokensOf(JSON.stringify([session.instructions, session.tools])) + items.length * 4
    return {
      total_tokens: text + audio + output.text + output.audio,
      input_tokens: text + audio,
      output_tokens: output.text + output.audio,
      input_token_details: {
        text_tokens: text,
        audio_tokens: audio,
        image_tokens: 0,
        cached_tokens: 0,
        cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
      },
      output_token_details: { text_tokens: output.text, audio_tokens: output.audio },
    }
  }

  const respond = async (wanted: JsonObject, heard: string | undefined) => {
    const response: Running = { id: id('resp'), isCancelled: false }
    running = response
    const metadata = wanted.metadata ?? null
    const told = (status: string, rest: JsonObject = {}): JsonObject => ({
      id: response.id,
      object: 'realtime.response',
      status,
      status_details: null,
      metadata,
      output: [],
      ...rest,
    })
    tell('response.created', { response: told('in_progress') })
    const finish = (status: string, rest: JsonObject, output: { text: number; audio: number }) => {
      if (running === response) running = undefined
      tell('response.done', { response: told(status, { usage: usageOf(output), ...rest }) })
    }
    const code = world.failsWith()
    if (code !== undefined) {
      const error = { type: code, code, message: `The simulator fails with ${code}.` }
      return finish('failed', { status_details: { type: 'failed', error } }, { text: 0, audio: 0 })
    }
    const choice = wanted.tool_choice ?? session.tool_choice
    if (isObject(choice)) return callFunction(response, String(choice.name), heard, finish)
    return sayText(response, textOf(wanted), finish)
  }
  type Finish = (status: string, rest: JsonObject, output: { text: number; audio: number }) => void

  const callFunction = (response: Running, name: string, heard: string | undefined, finish: Finish) => {
    const item: Item = {
      id: id('item'),
      type: 'function_call',
      role: name,
      text: JSON.stringify({ question: heard ?? lastText() }),
      callId: id('call'),
      audioMs: 0,
    }
    const at = { response_id: response.id, output_index: 0 }
    const begun = { ...shown(item), status: 'in_progress', arguments: '' }
    tell('response.output_item.added', { ...at, item: begun })
    const of = { ...at, item_id: item.id, call_id: item.callId }
    tell('response.function_call_arguments.delta', { ...of, delta: item.text })
    tell('response.function_call_arguments.done', { ...of, name, arguments: item.text })
    tell('response.output_item.done', { ...at, item: shown(item) })
    add(item)
    finish('completed', { output: [shown(item)] }, { text: tokensOf(item.text), audio: 0 })
  }

  const sayText = async (response: Running, text: string, finish: Finish) => {
    const item: Item = { id: id('item'), type: 'message', role: 'assistant', text: '', audioMs: 0 }
    const at = { response_id: response.id, output_index: 0 }
    const of = { ...at, item_id: item.id, content_index: 0 }
    tell('response.output_item.added', { ...at, item: { ...shown(item), status: 'in_progress', content: [] } })
    items.push(item)
    tell('conversation.item.added', { previous_item_id: items.at(-2)?.id ?? null, item: shown(item) })
    tell('response.content_part.added', { ...of, part: { type: 'output_audio', transcript: '' } })
    hasSpoken = true
    const voice = String(audioOf('output').voice ?? 'alloy')
    const pcm = world.speak ? await world.speak(text, voice) : soundOf(text, RATE)
    const words = text.split(/(?<=\s)/)
    for (let from = 0; from < pcm.length && !response.isCancelled; from += PIECE_MS * BYTES_A_MS) {
      const piece = pcm.subarray(from, from + PIECE_MS * BYTES_A_MS)
      const said = words.splice(0, Math.ceil((words.length * piece.length) / (pcm.length - from))).join('')
      item.text += said
      if (said !== '') tell('response.output_audio_transcript.delta', { ...of, delta: said })
      tell('response.output_audio.delta', { ...of, delta: piece.toString('base64') })
      item.audioMs += piece.length / BYTES_A_MS
      await immediate()
    }
    const output = { text: tokensOf(item.text), audio: Math.ceil(item.audioMs / 50) }
    tell('response.output_audio.done', of)
    tell('response.output_audio_transcript.done', { ...of, transcript: item.text })
    tell('response.content_part.done', { ...of, part: { type: 'output_audio', transcript: item.text } })
    tell('response.output_item.done', { ...at, item: shown(item) })
    tell('conversation.item.done', { previous_item_id: null, item: shown(item) })
    // A cancelled response was reported when it was cancelled.
    if (!response.isCancelled) finish('completed', { output: [shown(item)] }, output)
  }

  const lastText = (): string => items.findLast(({ role, type }) => type === 'message' && role === 'user')?.text ?? ''
  /** The text to say: what follows the first blank line of the instructions. */
  const textOf = ({ instructions }: JsonObject): string => {
    const told = typeof instructions === 'string' ? instructions : ''
    const at = told.indexOf('\n\n')
    return at === -1 ? 'How can I help you?' : told.slice(at + 2)
  }
  const cancel = (reason: 'turn_detected' | 'client_cancelled') => {
    const gone = running
    if (!gone) return
    gone.isCancelled = true
    running = undefined
    tell('response.done', {
      response: {
        id: gone.id,
        object: 'realtime.response',
        status: 'cancelled',
        status_details: { type: 'cancelled', reason },
        output: [],
        usage: usageOf({ text: 0, audio: 0 }),
      },
    })
  }

  const commit = (text: string | undefined, item: string, audioMs: number) => {
    tell('input_audio_buffer.committed', { previous_item_id: items.at(-1)?.id ?? null, item_id: item })
    add({ id: item, type: 'message', role: 'user', text: text ?? '', audioMs })
    buffered = 0
    if (!isObject(audioOf('input').transcription)) return
    const part = 'conversation.item.input_audio_transcription'
    const at = { item_id: item, content_index: 0 }
    if (text === undefined)
      return tell(`${part}.failed`, { ...at, error: { type: 'server_error', message: 'No speech was recognised.' } })
    for (const [index, word] of text.split(' ').entries())
      tell(`${part}.delta`, { ...at, delta: index === 0 ? word : ` ${word}` })
    const usage = { type: 'duration', seconds: audioMs / 1000 }
    return tell(`${part}.completed`, { ...at, transcript: text, usage })
  }

  const hear = (bytes: Buffer) => {
    let sum = 0
    for (let i = 0; i + 1 < bytes.length; i += 2) sum += bytes.readInt16LE(i) ** 2
    const ms = bytes.length / BYTES_A_MS
    atMs += ms
    buffered += ms
    const vad = turns()
    if (!vad) return
    const isLoud = Math.sqrt(sum / Math.max(1, bytes.length / 2)) > LOUD
    if (isLoud && !utterance) {
      utterance = { text: world.utterance(), item: id('item'), silentFor: 0, fromMs: atMs - ms }
      tell('input_audio_buffer.speech_started', { audio_start_ms: Math.round(atMs - ms), item_id: utterance.item })
      if (vad.interrupt_response !== false) cancel('turn_detected')
    }
    if (!utterance) return
    utterance.silentFor = isLoud ? 0 : utterance.silentFor + ms
    if (utterance.silentFor < Number(vad.silence_duration_ms ?? SILENCE_MS)) return
    const { text, item, fromMs } = utterance
    utterance = undefined
    tell('input_audio_buffer.speech_stopped', { audio_end_ms: Math.round(atMs), item_id: item })
    commit(text, item, atMs - fromMs)
    if (vad.create_response !== false && !world.isStalled() && !running) void respond({}, text ?? '')
  }

  const handlers: Readonly<Record<string, (message: JsonObject) => Fault | undefined>> = {
    'session.update'({ session: wanted }) {
      const fault = sessionFault(wanted)
      if (fault || !isObject(wanted)) return fault
      const audio = isObject(wanted.audio) ? wanted.audio : {}
      const output = isObject(audio.output) ? audio.output : {}
      if (hasSpoken && output.voice !== undefined && output.voice !== audioOf('output').voice)
        return {
          param: 'session.audio.output.voice',
          code: 'cannot_update_voice',
          message: 'Cannot update a conversation’s voice if assistant audio is present.',
        }
      const input = { ...audioOf('input'), ...(isObject(audio.input) ? audio.input : {}) }
      session = { ...session, ...wanted, audio: { input, output: { ...audioOf('output'), ...output } } }
      tell('session.updated', { session })
      return undefined
    },
    'input_audio_buffer.append'({ audio }) {
      if (typeof audio !== 'string') return missing('audio')
      const bytes = Buffer.from(audio, 'base64')
      if (bytes.length % 2 !== 0) return invalid('audio', 'Invalid audio.')
      hear(bytes)
      return undefined
    },
    'input_audio_buffer.commit'() {
      if (buffered < 100)
        return {
          param: 'audio',
          code: 'input_audio_buffer_commit_empty',
          message: 'Error committing input audio buffer: buffer too small. Expected at least 100ms of audio.',
        }
      commit(world.utterance(), id('item'), buffered)
      return undefined
    },
    'input_audio_buffer.clear'() {
      buffered = 0
      tell('input_audio_buffer.cleared')
      return undefined
    },
    'conversation.item.create'({ item }) {
      const fault = itemFault(item, (call) => items.some((one) => one.type === 'function_call' && one.callId === call))
      if (fault || !isObject(item)) return fault
      const isOutput = item.type === 'function_call_output'
      const parts = Array.isArray(item.content) ? (item.content as JsonObject[]) : []
      add({
        id: typeof item.id === 'string' ? item.id : id('item'),
        type: isOutput ? 'function_call_output' : 'message',
        role: String(item.role ?? ''),
        text: isOutput ? String(item.output) : parts.map(({ text }) => String(text ?? '')).join(' '),
        ...(isOutput ? { callId: String(item.call_id) } : {}),
        audioMs: 0,
      })
      return undefined
    },
    'conversation.item.truncate'({ item_id: wanted, content_index: index, audio_end_ms: end }) {
      const item = items.find((one) => one.id === wanted)
      if (!item) return invalid('item_id', `Item '${String(wanted)}' not found.`)
      if (item.role !== 'assistant') return invalid('item_id', 'Only model output audio messages can be truncated.')
      if (index !== 0) return invalid('content_index', 'Invalid content index.')
      if (typeof end !== 'number' || !Number.isInteger(end) || end < 0) return missing('audio_end_ms')
      if (end > item.audioMs)
        return invalid(
          'audio_end_ms',
          `Audio content of ${Math.floor(item.audioMs)}ms is already shorter than ${end}ms`,
        )
      item.audioMs = end
      tell('conversation.item.truncated', { item_id: item.id, content_index: 0, audio_end_ms: end })
      return undefined
    },
    'conversation.item.delete'({ item_id: wanted }) {
      const at = items.findIndex((one) => one.id === wanted)
      if (at === -1) return invalid('item_id', `Item '${String(wanted)}' not found.`)
      items.splice(at, 1)
      tell('conversation.item.deleted', { item_id: wanted })
      return undefined
    },
    'conversation.item.retrieve'({ item_id: wanted }) {
      const item = items.find((one) => one.id === wanted)
      if (!item) return invalid('item_id', `Item '${String(wanted)}' not found.`)
      tell('conversation.item.retrieved', { item: shown(item) })
      return undefined
    },
    'response.create'({ response }) {
      const fault = responseFault(response)
      if (fault) return fault
      if (running)
        return {
          param: '',
          code: 'conversation_already_has_active_response',
          message: `Conversation already has an active response in progress: ${running.id}. Wait until the response is finished before creating a new one.`,
        }
      if (!world.isStalled()) void respond(isObject(response) ? response : {}, undefined)
      return undefined
    },
    'response.cancel'({ response_id: wanted }) {
      if (!running || (wanted !== undefined && wanted !== running.id))
        return {
          param: '',
          code: 'response_cancel_not_active',
          message: 'Cancellation failed: no active response found',
        }
      cancel('client_cancelled')
      return undefined
    },
  }

  tell('session.created', { session })
  client.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? undefined : read(data)
    if (!message) return complain({ message: 'Invalid JSON.', param: null, code: 'invalid_json' }, null)
    world.log(message)
    const handler = handlers[String(message.type)]
    if (!handler) return complain(invalid('type', `Invalid value: '${String(message.type)}'.`), message.event_id)
    const fault = handler(message)
    if (fault) complain(fault, message.event_id)
  })
}

export function read(data: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
