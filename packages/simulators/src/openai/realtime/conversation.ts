/**
 * A speech-to-speech session of OpenAI's Realtime API: hears sound, takes turns, calls functions, and says the text of its
 * instructions. It recognises only scripted utterances.
 */
import type { WebSocket } from 'ws'
import { invalidValue, isObject, type JsonObject, missingField } from '../protocol/check-fields.ts'
import { badRequest } from '../protocol/errors.ts'
import { soundOf } from '../../speech/sound.ts'
import { BYTES_A_MS, createEar, newId, onMessage, RATE, soundIn, tellTo, tellTranscript } from './socket.ts'
import { audioOf, checkItem, checkResponse, checkSession } from './validation.ts'

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
/** Tokens of a response. */
type Made = { readonly text: number; readonly audio: number }
type Finish = (status: string, rest: JsonObject, made?: Made) => void

const SILENCE_MS = 500
const PIECE_MS = 200
const NOTHING: Made = { text: 0, audio: 0 }
const tokensOf = (text: string): number => Math.ceil(text.length / 4)
const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function converse(client: WebSocket, model: string, world: ConversationWorld): void {
  const format = { type: 'audio/pcm', rate: RATE }
  let input: JsonObject = {
    format,
    transcription: null,
    turn_detection: { type: 'server_vad', silence_duration_ms: SILENCE_MS, create_response: true },
  }
  let output: JsonObject = { format, voice: 'alloy' }
  let session: JsonObject = {
    type: 'realtime',
    object: 'realtime.session',
    id: newId('sess'),
    model,
    output_modalities: ['audio'],
    instructions: '',
    tools: [],
    tool_choice: 'auto',
    audio: { input, output },
  }
  const items: Item[] = []
  let running: Running | undefined
  let hasSpoken = false
  let buffered = 0
  const tell = tellTo(client)

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

  const usageOf = (made: Made): JsonObject => {
    const audio = items.reduce((sum, one) => sum + Math.ceil(one.audioMs / (one.role === 'user' ? 100 : 50)), 0)
    const text = tokensOf(JSON.stringify([session.instructions, session.tools])) + items.length * 4
    return {
      total_tokens: text + audio + made.text + made.audio,
      input_tokens: text + audio,
      output_tokens: made.text + made.audio,
      input_token_details: {
        text_tokens: text,
        audio_tokens: audio,
        image_tokens: 0,
        cached_tokens: 0,
        cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
      },
      output_token_details: { text_tokens: made.text, audio_tokens: made.audio },
    }
  }

  const respond = async (wanted: JsonObject, heard: string | undefined) => {
    const response: Running = { id: newId('resp'), isCancelled: false }
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
    const finish: Finish = (status, rest, made = NOTHING) => {
      if (running === response) running = undefined
      tell('response.done', { response: told(status, { usage: usageOf(made), ...rest }) })
    }
    const code = world.failsWith()
    if (code !== undefined) {
      const error = { type: code, code, message: `The simulator fails with ${code}.` }
      return finish('failed', { status_details: { type: 'failed', error } })
    }
    const choice = wanted.tool_choice ?? session.tool_choice
    if (isObject(choice)) return callFunction(response, String(choice.name), heard, finish)
    return sayText(response, textOf(wanted), finish)
  }

  const callFunction = (response: Running, name: string, heard: string | undefined, finish: Finish) => {
    const item: Item = {
      id: newId('item'),
      type: 'function_call',
      role: name,
      text: JSON.stringify({ question: heard ?? lastText() }),
      callId: newId('call'),
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
    const item: Item = { id: newId('item'), type: 'message', role: 'assistant', text: '', audioMs: 0 }
    const at = { response_id: response.id, output_index: 0 }
    const of = { ...at, item_id: item.id, content_index: 0 }
    tell('response.output_item.added', { ...at, item: { ...shown(item), status: 'in_progress', content: [] } })
    items.push(item)
    tell('conversation.item.added', { previous_item_id: items.at(-2)?.id ?? null, item: shown(item) })
    tell('response.content_part.added', { ...of, part: { type: 'output_audio', transcript: '' } })
    hasSpoken = true
    const voice = String(output.voice ?? 'alloy')
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
    tell('response.output_audio.done', of)
    tell('response.output_audio_transcript.done', { ...of, transcript: item.text })
    tell('response.content_part.done', { ...of, part: { type: 'output_audio', transcript: item.text } })
    tell('response.output_item.done', { ...at, item: shown(item) })
    tell('conversation.item.done', { previous_item_id: null, item: shown(item) })
    // A cancelled response was reported when it was cancelled.
    if (response.isCancelled) return
    finish('completed', { output: [shown(item)] }, { text: tokensOf(item.text), audio: Math.ceil(item.audioMs / 50) })
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
        usage: usageOf(NOTHING),
      },
    })
  }

  const commit = (text: string | undefined, item: string, audioMs: number) => {
    tell('input_audio_buffer.committed', { previous_item_id: items.at(-1)?.id ?? null, item_id: item })
    add({ id: item, type: 'message', role: 'user', text: text ?? '', audioMs })
    buffered = 0
    if (isObject(input.transcription)) tellTranscript(tell, item, text, audioMs)
  }

  const turns = (): JsonObject | undefined => (isObject(input.turn_detection) ? input.turn_detection : undefined)
  const hear = createEar(tell, world.utterance, ({ said, item, audioMs }) => {
    commit(said, item, audioMs)
    const responds = turns()?.create_response !== false
    if (responds && !world.isStalled() && !running) void respond({}, said ?? '')
  })
  const itemOf = (wanted: unknown): Item => {
    const item = items.find((one) => one.id === wanted)
    if (item) return item
    throw badRequest(`Item '${String(wanted)}' not found.`, 'item_id', 'invalid_value')
  }

  const handlers: Readonly<Record<string, (message: JsonObject) => void>> = {
    'session.update'({ session: given }) {
      const wanted = checkSession(given)
      const sound = audioOf(wanted, 'output')
      if (hasSpoken && sound.voice !== undefined && sound.voice !== output.voice)
        throw badRequest(
          'Cannot update a conversation’s voice if assistant audio is present.',
          'session.audio.output.voice',
          'cannot_update_voice',
        )
      input = { ...input, ...audioOf(wanted, 'input') }
      output = { ...output, ...sound }
      session = { ...session, ...wanted, audio: { input, output } }
      tell('session.updated', { session })
    },
    'input_audio_buffer.append'(message) {
      const bytes = soundIn(message)
      buffered += bytes.length / BYTES_A_MS
      const vad = turns()
      if (vad)
        hear(bytes, Number(vad.silence_duration_ms ?? SILENCE_MS), () => {
          if (vad.interrupt_response !== false) cancel('turn_detected')
        })
    },
    'input_audio_buffer.commit'() {
      if (buffered < 100)
        throw badRequest(
          'Error committing input audio buffer: buffer too small. Expected at least 100ms of audio.',
          'audio',
          'input_audio_buffer_commit_empty',
        )
      commit(world.utterance(), newId('item'), buffered)
    },
    'input_audio_buffer.clear'() {
      buffered = 0
      tell('input_audio_buffer.cleared')
    },
    'conversation.item.create'({ item: given }) {
      const item = checkItem(given, (call) => items.some((one) => one.type === 'function_call' && one.callId === call))
      const isOutput = item.type === 'function_call_output'
      const parts = Array.isArray(item.content) ? (item.content as JsonObject[]) : []
      add({
        id: typeof item.id === 'string' ? item.id : newId('item'),
        type: isOutput ? 'function_call_output' : 'message',
        role: String(item.role ?? ''),
        text: isOutput ? String(item.output) : parts.map(({ text }) => String(text ?? '')).join(' '),
        ...(isOutput ? { callId: String(item.call_id) } : {}),
        audioMs: 0,
      })
    },
    'conversation.item.truncate'({ item_id: wanted, content_index: index, audio_end_ms: end }) {
      const refuse = (param: string, message: string) => badRequest(message, param, 'invalid_value')
      const item = itemOf(wanted)
      if (item.role !== 'assistant') throw refuse('item_id', 'Only model output audio messages can be truncated.')
      if (index !== 0) throw refuse('content_index', 'Invalid content index.')
      if (!Number.isInteger(end) || Number(end) < 0) throw missingField('audio_end_ms')
      if (Number(end) > item.audioMs)
        throw refuse(
          'audio_end_ms',
          `Audio content of ${Math.floor(item.audioMs)}ms is already shorter than ${Number(end)}ms`,
        )
      item.audioMs = Number(end)
      tell('conversation.item.truncated', { item_id: item.id, content_index: 0, audio_end_ms: end })
    },
    'conversation.item.delete'({ item_id: wanted }) {
      items.splice(items.indexOf(itemOf(wanted)), 1)
      tell('conversation.item.deleted', { item_id: wanted })
    },
    'conversation.item.retrieve'({ item_id: wanted }) {
      tell('conversation.item.retrieved', { item: shown(itemOf(wanted)) })
    },
    'response.create'({ response }) {
      const wanted = checkResponse(response)
      if (running)
        throw badRequest(
          `Conversation already has an active response in progress: ${running.id}. Wait until the response is finished before creating a new one.`,
          null,
          'conversation_already_has_active_response',
        )
      if (!world.isStalled()) void respond(wanted, undefined)
    },
    'response.cancel'({ response_id: wanted }) {
      if (!running || (wanted !== undefined && wanted !== running.id))
        throw badRequest('Cancellation failed: no active response found', null, 'response_cancel_not_active')
      cancel('client_cancelled')
    },
  }

  tell('session.created', { session })
  onMessage(client, tell, (message) => {
    world.log(message)
    const handle = handlers[String(message.type)]
    if (!handle) throw invalidValue('type', message.type, Object.keys(handlers))
    handle(message)
  })
}
