/** A loopback server with Cartesia's speech in bytes and list of voices; validates requests, and fails on demand. */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readObject, sendSound, soundOf, type SpeechFailure } from '../speech/sound.ts'

export interface CartesiaControl {
  readonly fail: (how: SpeechFailure | undefined) => void
  /** A further key, on request without credit. */
  readonly newKey: (kind?: 'full' | 'poor') => string
  /** Speech that was accepted. */
  readonly requests: {
    readonly voiceId: string
    readonly language: string
    readonly text: string
    readonly key: string
  }[]
}
export interface CartesiaSimulator {
  readonly url: string
  readonly key: string
  readonly control: CartesiaControl
  readonly close: () => Promise<void>
}

const VERSIONS = ['2024-11-13', '2025-04-16', '2026-03-01']
/** Cloned by the account. */
const OWN_VOICE = '0b6ea2f1-5c1d-4a0e-9c57-2f4a6c1d7e90'
const VOICES = [
  { id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02', name: 'Katie', gender: 'feminine' },
  { id: '9626c31c-bec5-4cca-baa8-f8ba9e84c8bc', name: 'Jacqueline', gender: 'feminine' },
  { id: '6ccbfb76-1fc6-48f7-b71d-91ac6298247b', name: 'Tessa', gender: 'feminine' },
  { id: '228fca29-3a0a-435c-8728-5cb483251068', name: 'Kiefer', gender: 'masculine' },
  { id: '79f8b5fb-2cc8-479a-80df-29f7a7cf1a3e', name: 'Theo', gender: 'masculine' },
  { id: OWN_VOICE, name: 'Our receptionist', gender: 'feminine' },
]
const MODELS = ['sonic-3.5', 'sonic-3', 'sonic-2', 'sonic-latest']
const LANGUAGES =
  'en fr de es pt zh ja hi it ko nl pl ru sv tr tl bg ro ar cs el fi hr ms sk da ta uk hu no vi bn th he ka id te gu kn ml mr pa'.split(
    ' ',
  )
const RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000]
const FIELDS = [
  'model_id',
  'transcript',
  'voice',
  'language',
  'output_format',
  'generation_config',
  'pronunciation_dict_id',
]

type Refusal = readonly [status: number, code: string, title: string, message: string]

export async function startCartesia({ port = 0 }: { port?: number } = {}): Promise<CartesiaSimulator> {
  const keys = new Map<string, 'full' | 'poor'>()
  let failure: SpeechFailure | undefined
  const requests: CartesiaControl['requests'][number][] = []
  const newKey = (kind: 'full' | 'poor' = 'full') => {
    const key = `sk_car_${randomBytes(16).toString('base64url')}`
    keys.set(key, kind)
    return key
  }
  const key = newKey()
  const server = createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = ([status, code, title, message]: Refusal) =>
      json(status, { error_code: code, title, message, request_id: randomUUID() })
    const url = new URL(request.url ?? '', 'http://localhost')
    const body = request.method === 'POST' ? await readObject(request) : undefined
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const kind = keys.get(given)
    if (!VERSIONS.includes(String(request.headers['cartesia-version'])))
      return refuse([400, 'version_invalid', 'Invalid version', 'The Cartesia-Version header is missing or unknown.'])
    if (kind === undefined) return refuse([401, 'unauthorized', 'Unauthorized', 'The API key is invalid.'])
    if (failure === 'refuse') return refuse([503, 'unavailable', 'Service unavailable', 'Try again later.'])
    if (failure === 'busy')
      return refuse([
        429,
        'concurrency_limited',
        'Too many concurrent requests',
        "You have exceeded your plan's concurrency limit.",
      ])
    if (request.method === 'GET' && url.pathname === '/voices') return json(200, listOf(url.searchParams))
    if (request.method !== 'POST' || url.pathname !== '/tts/bytes')
      return refuse([404, 'not_found', 'Not found', 'There is no such endpoint.'])
    const wrong = refusalOf(body)
    if (wrong) return refuse(wrong)
    if (kind === 'poor')
      return refuse([402, 'quota_exceeded', 'Payment required', 'Your account has no credits left. Upgrade your plan.'])
    const { transcript, voice, language = 'en', output_format: format } = body as unknown as Speak
    requests.push({ voiceId: voice.id, language, text: transcript, key: given })
    return sendSound(response, {
      pcm: soundOf(transcript, format.sample_rate),
      rate: format.sample_rate,
      failure,
      headers: { 'content-type': 'audio/pcm', 'x-request-id': randomUUID() },
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

interface Speak {
  readonly transcript: string
  readonly voice: { readonly id: string }
  readonly language?: string
  readonly output_format: { readonly sample_rate: number }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function refusalOf(body: Record<string, unknown> | undefined): Refusal | undefined {
  const invalid = (message: string): Refusal => [400, 'invalid_request', 'Invalid request', message]
  if (!body) return invalid('The body is not a JSON object.')
  for (const name of Object.keys(body)) if (!FIELDS.includes(name)) return invalid(`Unknown field ${name}.`)
  const { model_id: model, transcript, voice, language, output_format: format } = body
  if (!MODELS.includes(String(model)))
    return [404, 'model_not_found', 'Invalid model', 'The model is not valid, make sure it is a valid model ID.']
  if (typeof transcript !== 'string' || transcript.trim() === '')
    return [400, 'transcript_empty', 'Empty transcript', 'The transcript is empty.']
  if (language !== undefined && !LANGUAGES.includes(String(language)))
    return [400, 'language_not_supported', 'Invalid language', `The language ${String(language)} is not supported.`]
  if (!isObject(format) || format['container'] !== 'raw' || format['encoding'] !== 'pcm_s16le')
    return invalid('The simulator makes raw pcm_s16le alone.')
  if (!RATES.includes(Number(format['sample_rate']))) return invalid('The sample rate is not supported.')
  if (!isObject(voice) || voice['mode'] !== 'id') return invalid('voice needs the mode id.')
  if (!VOICES.some(({ id }) => id === voice['id']))
    return [404, 'voice_not_found', 'Voice not found', `The voice ${String(voice['id'])} was not found.`]
  return undefined
}

function listOf(query: URLSearchParams): object {
  const limit = Math.min(100, Math.max(1, Number(query.get('limit') ?? 10)))
  const isOwn = (id: string) => id === OWN_VOICE
  const voices = query.get('is_owner') === 'true' ? VOICES.filter(({ id }) => isOwn(id)) : VOICES
  const after = voices.findIndex(({ id }) => id === query.get('starting_after')) + 1
  return {
    data: voices.slice(after, after + limit).map((voice) => ({
      ...voice,
      is_owner: isOwn(voice.id),
      is_public: !isOwn(voice.id),
      description: '',
      language: 'en',
      created_at: '2026-01-01T00:00:00Z',
    })),
    has_more: after + limit < voices.length,
    next_page: voices[after + limit - 1]?.id ?? null,
  }
}
