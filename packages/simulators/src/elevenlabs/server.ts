/** A loopback server with ElevenLabs' streamed speech and list of voices; validates requests, and fails on demand. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readObject, sendSound, soundOf, type SpeechFailure } from '../speech/sound.ts'

export interface ElevenLabsControl {
  readonly fail: (how: SpeechFailure | undefined) => void
  /** A further key; without credit or without the permission to speak it is refused as the provider does. */
  readonly newKey: (kind?: KeyKind) => string
  /** Speech that was accepted. */
  readonly requests: {
    readonly voiceId: string
    readonly format: string
    readonly text: string
    readonly key: string
  }[]
}
export interface ElevenLabsSimulator {
  readonly url: string
  readonly key: string
  readonly control: ElevenLabsControl
  readonly close: () => Promise<void>
}
type KeyKind = 'full' | 'poor' | 'readOnly'

const VOICES = [
  { id: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah', gender: 'female' },
  { id: 'FGY2WhTYpPnrIDTdsKH5', name: 'Laura', gender: 'female' },
  { id: 'Xb7hH8MSUJpSbSDYk0k2', name: 'Alice', gender: 'female' },
  { id: 'JBFqnCBsd6RMkjVDRZzb', name: 'George', gender: 'male' },
  { id: 'CwhRBWXzGAHq8TQ4Fs17', name: 'Roger', gender: 'male' },
  { id: 'IKne3meq5aSn9XLyUdCD', name: 'Charlie', gender: 'male' },
  { id: 'onwK4e9ZLuTAKqWW03F9', name: 'Daniel', gender: 'male' },
  { id: 'SAz9YHcvj6GT2YYXdXww', name: 'River', gender: 'neutral' },
  { id: 'Cl0nedVoice0fTheOwner', name: 'Our receptionist', gender: 'female' },
]
const MODELS: Readonly<Record<string, number>> = {
  eleven_flash_v2_5: 40_000,
  eleven_turbo_v2_5: 40_000,
  eleven_multilingual_v2: 10_000,
}
const LANGUAGES =
  'en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru hu no vi'.split(' ')
const PCM = /^pcm_(8000|16000|22050|24000|44100|48000)$/
const FORMATS = /^(?:mp3_\d+_\d+|pcm_\d+|ulaw_8000|alaw_8000|opus_48000_\d+)$/
const QUERY = ['output_format', 'enable_logging', 'optimize_streaming_latency']
const FIELDS = [
  'text',
  'model_id',
  'language_code',
  'voice_settings',
  'seed',
  'previous_text',
  'next_text',
  'apply_text_normalization',
]

type Refusal = readonly [status: number, code: string, message: string]

export async function startElevenLabs({ port = 0 }: { port?: number } = {}): Promise<ElevenLabsSimulator> {
  const keys = new Map<string, KeyKind>()
  let failure: SpeechFailure | undefined
  const requests: ElevenLabsControl['requests'][number][] = []
  const newKey = (kind: KeyKind = 'full') => {
    const key = `sk_${randomBytes(24).toString('hex')}`
    keys.set(key, kind)
    return key
  }
  const key = newKey()
  const server = createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = ([status, code, message]: Refusal) => json(status, { detail: { status: code, message } })
    const url = new URL(request.url ?? '', 'http://localhost')
    const body = request.method === 'POST' ? await readObject(request) : undefined
    const given = String(request.headers['xi-api-key'] ?? '')
    const kind = keys.get(given)
    if (given === '')
      return refuse([401, 'needs_authorization', 'Neither authorization header nor xi-api-key received'])
    if (kind === undefined) return refuse([401, 'invalid_api_key', 'Invalid API key'])
    if (failure === 'refuse') return refuse([503, 'service_unavailable', 'The service is unavailable.'])
    if (failure === 'busy')
      return refuse([429, 'too_many_concurrent_requests', 'Too many concurrent requests for your subscription.'])
    if (request.method === 'GET' && url.pathname === '/v2/voices') return json(200, listOf(url.searchParams))
    const path = /^\/v1\/text-to-speech\/([^/]+)\/stream$/.exec(url.pathname)
    if (!path || request.method !== 'POST') return json(404, { detail: 'Not Found' })
    if (kind === 'readOnly')
      return refuse([
        401,
        'missing_permissions',
        'The API key you used is missing the permission text_to_speech to execute this operation.',
      ])
    const voiceId = decodeURIComponent(path[1] ?? '')
    const wrong = faultOf(url.searchParams, body)
    if (wrong !== undefined) return json(422, { detail: [{ type: 'value_error', ...wrong }] })
    const { text, model_id: model } = body as { text: string; model_id: string }
    const format = url.searchParams.get('output_format') ?? 'mp3_44100_128'
    const refusal = refusalOf({ text, model, language: body?.['language_code'], voiceId, format, kind })
    if (refusal) return refuse(refusal)
    const rate = Number(PCM.exec(format)?.[1])
    requests.push({ voiceId, format, text, key: given })
    return sendSound(response, {
      pcm: soundOf(text, rate),
      rate,
      failure,
      headers: { 'content-type': 'audio/mpeg', 'request-id': randomBytes(10).toString('hex') },
    })
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    control: { fail: (how) => void (failure = how), newKey, requests },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function faultOf(query: URLSearchParams, body: Record<string, unknown> | undefined) {
  for (const name of query.keys()) if (!QUERY.includes(name)) return { loc: ['query', name], msg: 'Unknown parameter' }
  if (!FORMATS.test(query.get('output_format') ?? 'mp3_44100_128'))
    return { loc: ['query', 'output_format'], msg: 'Input should be a known output format' }
  if (!body) return { loc: ['body'], msg: 'Input should be a valid dictionary' }
  for (const name of Object.keys(body)) if (!FIELDS.includes(name)) return { loc: ['body', name], msg: 'Unknown field' }
  const { text, model_id: model, language_code: language = '' } = body
  if (typeof text !== 'string') return { loc: ['body', 'text'], msg: 'Field required' }
  if (typeof model !== 'string') return { loc: ['body', 'model_id'], msg: 'Input should be a valid string' }
  if (typeof language !== 'string') return { loc: ['body', 'language_code'], msg: 'Input should be a valid string' }
  return undefined
}

function refusalOf(asked: {
  text: string
  model: string
  language: unknown
  voiceId: string
  format: string
  kind: KeyKind
}): Refusal | undefined {
  const { text, model, language, voiceId, format, kind } = asked
  const most = MODELS[model]
  if (most === undefined)
    return [400, 'model_not_found', `A model with model ID ${model} does not exist or is not available.`]
  if (text.trim() === '') return [400, 'input_text_empty', 'Input text is empty.']
  if (text.length > most)
    return [
      400,
      'max_character_limit_exceeded',
      `This request's text has ${text.length} characters and exceeds the character limit of ${most} characters.`,
    ]
  if (language !== undefined && !LANGUAGES.includes(String(language)))
    return [400, 'unsupported_language', `Model '${model}' does not support the language_code ${String(language)}.`]
  if (!VOICES.some(({ id }) => id === voiceId))
    return [404, 'voice_not_found', `A voice with the voice_id ${voiceId} was not found.`]
  if (!PCM.test(format)) return [400, 'unsupported_output_format', 'The simulator makes PCM alone.']
  if (/44100|48000/.test(format))
    return [403, 'output_format_not_allowed', 'This output format needs the Pro tier or above.']
  if (kind === 'poor') return [401, 'quota_exceeded', `This request exceeds your quota. You have 0 credits remaining.`]
  return undefined
}

function listOf(query: URLSearchParams): object {
  const size = Math.min(100, Math.max(1, Number(query.get('page_size') ?? 10)))
  const from = Number(query.get('next_page_token') ?? 0)
  const search = (query.get('search') ?? '').toLowerCase()
  const found = VOICES.filter(({ name }) => name.toLowerCase().includes(search))
  const hasMore = from + size < found.length
  return {
    voices: found.slice(from, from + size).map(({ id, name, gender }) => ({
      voice_id: id,
      name,
      category: id.startsWith('Cl0ned') ? 'cloned' : 'premade',
      labels: { gender, accent: 'american', age: 'young', use_case: 'conversational', language: 'en' },
      preview_url: null,
      high_quality_base_model_ids: ['eleven_flash_v2_5'],
    })),
    has_more: hasMore,
    total_count: found.length,
    next_page_token: hasMore ? String(from + size) : null,
  }
}
