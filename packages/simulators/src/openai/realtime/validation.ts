/** What OpenAI's Realtime API accepts in a session, a response and an item. */
import { isObject, type JsonObject } from '../protocol/check-fields.ts'

export interface Fault {
  readonly message: string
  readonly param: string
  readonly code: string
}

const VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar']
const TRANSCRIBERS = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'gpt-4o-transcribe-diarize']
const SESSION = [
  'type',
  'model',
  'instructions',
  'output_modalities',
  'audio',
  'tools',
  'tool_choice',
  'max_output_tokens',
  'reasoning',
  'truncation',
  'tracing',
  'include',
  'prompt',
]
const RESPONSE = [
  'instructions',
  'output_modalities',
  'audio',
  'tools',
  'tool_choice',
  'max_output_tokens',
  'conversation',
  'metadata',
  'input',
  'prompt',
]
const SERVER_VAD = ['threshold', 'prefix_padding_ms', 'silence_duration_ms', 'idle_timeout_ms']
const SEMANTIC_VAD = ['eagerness']
const MAX_METADATA = 16

export const invalid = (param: string, message: string): Fault => ({ param, message, code: 'invalid_value' })
const unknown = (param: string): Fault => ({
  param,
  message: `Unknown parameter: '${param}'.`,
  code: 'unknown_parameter',
})
export const missing = (param: string): Fault => ({
  param,
  message: `Missing required parameter: '${param}'.`,
  code: 'missing_required_parameter',
})

const unknownIn = (object: JsonObject, names: readonly string[], at: string): Fault | undefined => {
  const name = Object.keys(object).find((one) => !names.includes(one))
  return name === undefined ? undefined : unknown(`${at}.${name}`)
}

export function sessionFault(session: unknown): Fault | undefined {
  if (!isObject(session)) return missing('session')
  if (session.type !== 'realtime') return invalid('session.type', "Invalid value. Supported values are: 'realtime'.")
  const { instructions, audio, output_modalities: modalities } = session
  return (
    unknownIn(session, SESSION, 'session') ??
    (instructions !== undefined && typeof instructions !== 'string'
      ? invalid('session.instructions', 'Expected a string.')
      : undefined) ??
    modalitiesFault(modalities, 'session.output_modalities') ??
    (audio === undefined ? undefined : audioFault(audio)) ??
    toolsFault(session.tools, session.tool_choice, 'session')
  )
}

function modalitiesFault(modalities: unknown, at: string): Fault | undefined {
  if (modalities === undefined) return undefined
  const isKnown = Array.isArray(modalities) && modalities.length === 1 && /^(?:audio|text)$/.test(String(modalities[0]))
  return isKnown ? undefined : invalid(at, "Supported values are: ['text'] and ['audio'].")
}

function audioFault(audio: unknown): Fault | undefined {
  const at = 'session.audio'
  if (!isObject(audio)) return invalid(at, 'Expected an object.')
  const { input = {}, output = {} } = audio
  if (!isObject(input) || !isObject(output)) return invalid(at, 'Expected objects.')
  return (
    unknownIn(audio, ['input', 'output'], at) ??
    unknownIn(input, ['format', 'transcription', 'turn_detection', 'noise_reduction'], `${at}.input`) ??
    unknownIn(output, ['format', 'voice', 'speed'], `${at}.output`) ??
    formatFault(input.format, `${at}.input.format`) ??
    formatFault(output.format, `${at}.output.format`) ??
    transcriptionFault(input.transcription, `${at}.input.transcription`) ??
    turnFault(input.turn_detection, `${at}.input.turn_detection`) ??
    (output.voice !== undefined && !VOICES.includes(String(output.voice))
      ? invalid(`${at}.output.voice`, `Invalid value: '${String(output.voice)}'.`)
      : undefined) ??
    (output.speed !== undefined && !(Number(output.speed) >= 0.25 && Number(output.speed) <= 1.5)
      ? invalid(`${at}.output.speed`, 'Expected a value between 0.25 and 1.5.')
      : undefined)
  )
}

function formatFault(format: unknown, at: string): Fault | undefined {
  if (format === undefined) return undefined
  if (!isObject(format)) return invalid(at, 'Expected an object.')
  if (format.type === 'audio/pcmu' || format.type === 'audio/pcma') return unknownIn(format, ['type'], at)
  if (format.type !== 'audio/pcm') return invalid(`${at}.type`, `Invalid value: '${String(format.type)}'.`)
  return format.rate === undefined || format.rate === 24_000
    ? undefined
    : invalid(`${at}.rate`, 'Only a rate of 24000 is supported.')
}

function transcriptionFault(transcription: unknown, at: string): Fault | undefined {
  if (transcription === undefined || transcription === null) return undefined
  if (!isObject(transcription) || !TRANSCRIBERS.includes(String(transcription.model)))
    return invalid(`${at}.model`, `Invalid model '${String(isObject(transcription) && transcription.model)}'.`)
  const { language } = transcription
  return language !== undefined && !/^[a-z]{2,3}$/.test(String(language))
    ? invalid(`${at}.language`, `Invalid language '${String(language)}'.`)
    : unknownIn(transcription, ['model', 'language', 'prompt'], at)
}

function turnFault(turns: unknown, at: string): Fault | undefined {
  if (turns === undefined || turns === null) return undefined
  if (!isObject(turns)) return invalid(at, 'Expected an object.')
  const own = turns.type === 'server_vad' ? SERVER_VAD : turns.type === 'semantic_vad' ? SEMANTIC_VAD : undefined
  if (!own) return invalid(`${at}.type`, `Invalid value: '${String(turns.type)}'.`)
  if (turns.eagerness !== undefined && !['low', 'medium', 'high', 'auto'].includes(String(turns.eagerness)))
    return invalid(`${at}.eagerness`, `Invalid value: '${String(turns.eagerness)}'.`)
  return unknownIn(turns, ['type', 'create_response', 'interrupt_response', ...own], at)
}

const nameOf = (tool: unknown): string => (isObject(tool) ? String(tool.name) : '')

function toolsFault(tools: unknown, choice: unknown, at: string): Fault | undefined {
  if (tools !== undefined && !Array.isArray(tools)) return invalid(`${at}.tools`, 'Expected an array.')
  for (const [index, tool] of ((tools ?? []) as unknown[]).entries()) {
    const where = `${at}.tools[${index}]`
    if (!isObject(tool) || tool.type !== 'function') return invalid(`${where}.type`, 'Expected a function.')
    if (!/^[\w-]{1,64}$/.test(String(tool.name))) return invalid(`${where}.name`, 'Invalid name.')
    if (!isObject(tool.parameters)) return missing(`${where}.parameters`)
    const other = unknownIn(tool, ['type', 'name', 'description', 'parameters'], where)
    if (other) return other
  }
  if (choice === undefined || ['none', 'auto', 'required'].includes(String(choice))) return undefined
  if (!isObject(choice) || choice.type !== 'function') return invalid(`${at}.tool_choice`, 'Invalid value.')
  return tools === undefined || (tools as unknown[]).some((tool) => nameOf(tool) === choice.name)
    ? undefined
    : invalid(`${at}.tool_choice`, `Tool choice '${String(choice.name)}' not found in 'tools'.`)
}

export function responseFault(response: unknown): Fault | undefined {
  if (response === undefined) return undefined
  if (!isObject(response)) return invalid('response', 'Expected an object.')
  const { metadata, conversation } = response
  if (conversation !== undefined && conversation !== 'auto' && conversation !== 'none')
    return invalid('response.conversation', `Invalid value: '${String(conversation)}'.`)
  if (metadata !== undefined && metadata !== null) {
    if (!isObject(metadata) || Object.keys(metadata).length > MAX_METADATA)
      return invalid('response.metadata', 'Expected an object with at most 16 keys.')
    if (Object.values(metadata).some((value) => typeof value !== 'string' || value.length > 512))
      return invalid('response.metadata', 'Expected strings of at most 512 characters.')
  }
  return (
    unknownIn(response, RESPONSE, 'response') ??
    modalitiesFault(response.output_modalities, 'response.output_modalities') ??
    toolsFault(response.tools, response.tool_choice, 'response')
  )
}

const CONTENT: Readonly<Record<string, readonly string[]>> = {
  user: ['input_text', 'input_audio', 'input_image'],
  system: ['input_text'],
  assistant: ['output_text', 'output_audio'],
}

/** `knowsCall`: whether a function call with this id exists. */
export function itemFault(item: unknown, knowsCall: (id: string) => boolean): Fault | undefined {
  if (!isObject(item)) return missing('item')
  if (item.type === 'function_call_output') {
    if (typeof item.output !== 'string') return missing('item.output')
    return typeof item.call_id === 'string' && knowsCall(item.call_id)
      ? unknownIn(item, ['id', 'type', 'call_id', 'output', 'status', 'object'], 'item')
      : invalid('item.call_id', `Tool call ID '${String(item.call_id)}' not found in conversation.`)
  }
  if (item.type !== 'message') return invalid('item.type', `Invalid value: '${String(item.type)}'.`)
  const allowed = CONTENT[String(item.role)]
  if (!allowed) return invalid('item.role', `Invalid value: '${String(item.role)}'.`)
  if (!Array.isArray(item.content) || item.content.length === 0) return missing('item.content')
  const wrong = (item.content as unknown[]).find((part) => !isObject(part) || !allowed.includes(String(part.type)))
  return wrong === undefined
    ? unknownIn(item, ['id', 'type', 'role', 'content', 'status', 'object'], 'item')
    : invalid('item.content', 'Invalid content for this role.')
}
