/** What OpenAI's Realtime API accepts in a session, a response and an item; throws an `ApiError` for anything else. */
import {
  checkFields,
  type FieldRule,
  type FieldRules,
  invalidValue,
  isObject,
  type JsonObject,
  missingField,
  NAME,
} from '../protocol/check-fields.ts'
import { type ApiError, badRequest } from '../protocol/errors.ts'

const TEXT: FieldRule = { type: 'string' }
const FLAG: FieldRule = { type: 'boolean' }
const OBJECT: FieldRule = { type: 'object' }
const ANY: FieldRule = { type: 'any' }
const oneOf = (...names: string[]): FieldRule => ({ type: 'string', required: true, oneOf: names })

const FORMAT: FieldRules = {
  type: oneOf('audio/pcm', 'audio/pcmu', 'audio/pcma'),
  rate: { type: 'integer', min: 24_000, max: 24_000 },
}
const TURNS: Readonly<Record<string, FieldRules>> = {
  server_vad: {
    threshold: { type: 'number', min: 0, max: 1 },
    prefix_padding_ms: { type: 'integer' },
    silence_duration_ms: { type: 'integer' },
    idle_timeout_ms: { type: 'integer' },
  },
  semantic_vad: { eagerness: { type: 'string', oneOf: ['low', 'medium', 'high', 'auto'] } },
}
const INPUT: FieldRules = {
  format: { type: 'object', fields: FORMAT },
  transcription: {
    type: 'object',
    fields: {
      model: oneOf('whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'gpt-4o-transcribe-diarize'),
      language: { type: 'string', pattern: /^[a-z]{2,3}$/ },
      prompt: TEXT,
    },
  },
  turn_detection: OBJECT,
  noise_reduction: OBJECT,
}
const VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar']
const OUTPUT: FieldRules = {
  format: { type: 'object', fields: FORMAT },
  voice: { type: 'string', oneOf: VOICES },
  speed: { type: 'number', min: 0.25, max: 1.5 },
}
const TOOL: FieldRules = {
  type: oneOf('function'),
  name: NAME,
  description: TEXT,
  parameters: { type: 'object', required: true },
}
const GENERATION: FieldRules = {
  instructions: TEXT,
  output_modalities: { type: 'array', length: [1, 1], items: oneOf('text', 'audio') },
  tools: { type: 'array', items: { type: 'object', fields: TOOL } },
  tool_choice: ANY,
  max_output_tokens: ANY,
  prompt: OBJECT,
}
const SESSION: FieldRules = {
  ...GENERATION,
  type: oneOf('realtime'),
  model: TEXT,
  audio: {
    type: 'object',
    fields: { input: { type: 'object', fields: INPUT }, output: { type: 'object', fields: OUTPUT } },
  },
  reasoning: OBJECT,
  truncation: ANY,
  tracing: ANY,
  include: { type: 'array' },
}
const TRANSCRIPTION: FieldRules = {
  type: oneOf('transcription'),
  audio: { type: 'object', required: true, fields: { input: { type: 'object', required: true, fields: INPUT } } },
  include: { type: 'array' },
}
const RESPONSE: FieldRules = {
  ...GENERATION,
  audio: OBJECT,
  conversation: { type: 'string', oneOf: ['auto', 'none'] },
  metadata: OBJECT,
  input: { type: 'array' },
}

const invalid = (at: string, message: string): ApiError => badRequest(message, at, 'invalid_value')
const named = (value: unknown, at: string): JsonObject => {
  if (!isObject(value)) throw missingField(at)
  return value
}

/** Turns of each type have fields of their own. */
function checkTurns(input: JsonObject): JsonObject | undefined {
  const turns = input.turn_detection
  if (!isObject(turns)) return undefined
  const own = TURNS[String(turns.type)]
  const at = 'session.audio.input.turn_detection.'
  if (!own) throw invalidValue(`${at}type`, turns.type, Object.keys(TURNS))
  return checkFields(turns, { type: TEXT, create_response: FLAG, interrupt_response: FLAG, ...own }, at)
}

export const audioOf = ({ audio }: JsonObject, side: 'input' | 'output'): JsonObject => {
  const found = isObject(audio) ? audio[side] : undefined
  return isObject(found) ? found : {}
}

export function checkSession(wanted: unknown): JsonObject {
  const session = checkFields(named(wanted, 'session'), SESSION, 'session.')
  checkTurns(audioOf(session, 'input'))
  checkChoice(session, 'session.tool_choice')
  return session
}

/** The session, and how many milliseconds of silence end an utterance. */
export function checkTranscription(wanted: unknown): { session: JsonObject; silence?: number } {
  const session = checkFields(named(wanted, 'session'), TRANSCRIPTION, 'session.')
  const { format, transcription, turn_detection: turns } = audioOf(session, 'input')
  for (const [name, value] of Object.entries({ format, transcription })) named(value, `session.audio.input.${name}`)
  if (turns === null) return { session }
  const silence = checkTurns(audioOf(session, 'input'))?.silence_duration_ms
  if (typeof silence !== 'number') throw missingField('session.audio.input.turn_detection.silence_duration_ms')
  return { session, silence }
}

const MODES = ['none', 'auto', 'required']
function checkChoice({ tools, tool_choice: choice }: JsonObject, at: string): void {
  if (choice === undefined || MODES.includes(String(choice))) return
  if (!isObject(choice) || choice.type !== 'function') throw invalidValue(at, choice, MODES)
  if (Array.isArray(tools) && !tools.some((tool: JsonObject) => tool.name === choice.name))
    throw invalid(at, `Tool choice '${String(choice.name)}' not found in 'tools'.`)
}

export function checkResponse(wanted: unknown): JsonObject {
  if (wanted === undefined) return {}
  const response = checkFields(named(wanted, 'response'), RESPONSE, 'response.')
  const metadata = Object.values(isObject(response.metadata) ? response.metadata : {})
  if (metadata.length > 16 || metadata.some((value) => typeof value !== 'string' || value.length > 512))
    throw invalid('response.metadata', 'Expected at most 16 strings of at most 512 characters.')
  checkChoice(response, 'response.tool_choice')
  return response
}

const CONTENT: Readonly<Record<string, readonly string[]>> = {
  user: ['input_text', 'input_audio', 'input_image'],
  system: ['input_text'],
  assistant: ['output_text', 'output_audio'],
}
const ITEM: FieldRules = { id: TEXT, type: oneOf('message', 'function_call_output'), status: TEXT, object: TEXT }
const MESSAGE: FieldRules = {
  ...ITEM,
  role: oneOf(...Object.keys(CONTENT)),
  content: { type: 'array', required: true, length: [1, Infinity] },
}
const CALL_OUTPUT: FieldRules = {
  ...ITEM,
  call_id: { type: 'string', required: true },
  output: { type: 'string', required: true },
}

/** `knowsCall`: whether a function call with this id exists. */
export function checkItem(wanted: unknown, knowsCall: (id: string) => boolean): JsonObject {
  const given = named(wanted, 'item')
  const isOutput = given.type === 'function_call_output'
  const item = checkFields(given, isOutput ? CALL_OUTPUT : MESSAGE, 'item.')
  if (isOutput && !knowsCall(String(item.call_id)))
    throw invalid('item.call_id', `Tool call ID '${String(item.call_id)}' not found in conversation.`)
  const allowed = CONTENT[String(item.role)] ?? []
  for (const part of isOutput ? [] : (item.content as unknown[]))
    if (!isObject(part) || !allowed.includes(String(part.type)))
      throw invalid('item.content', 'Invalid content for this role.')
  return item
}
