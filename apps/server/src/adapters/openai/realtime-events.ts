// OpenAI's Realtime protocol: what a session is set up with, what its events mean, and what a response costs.
// https://platform.openai.com/docs/api-reference/realtime-server-events
import { z } from 'zod'

export const REALTIME_RATE = 24_000
export const REALTIME_MODEL = 'gpt-realtime-2'
const TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe'
const VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar']
const DEFAULT_VOICE = 'marin'
/** The only function: the caller's turn, for the agent to answer. */
export const ANSWER = 'answer'

/** Dollars per million tokens. */
const PRICES = {
  text: { input: 4, cached: 0.4, output: 24 },
  audio: { input: 32, cached: 0.4, output: 64 },
} as const
const MILLION = 1_000_000
/** Dollars per minute, where a transcription is measured in seconds. */
const TRANSCRIPTION_MINUTE = 0.003
const TRANSCRIPTION = { text: 1.25, audio: 3, output: 5 } as const
/** An estimate: half a minute of each side's speech, and what the model reads again. */
export const REALTIME_USD_PER_MINUTE = 0.1

export const realtimeVoice = (provider: string, voiceId: string): string => {
  const voice = voiceId.trim().toLowerCase()
  return provider === 'openai' && VOICES.includes(voice) ? voice : DEFAULT_VOICE
}

const count = z.number().nonnegative().catch(0)
const tokens = z.object({ text_tokens: count.default(0), audio_tokens: count.default(0) }).catch({
  text_tokens: 0,
  audio_tokens: 0,
})
const Usage = z.object({
  input_token_details: z
    .object({
      text_tokens: count.default(0),
      audio_tokens: count.default(0),
      cached_tokens_details: tokens.optional(),
    })
    .optional(),
  output_token_details: tokens.optional(),
})
const Heard = z.object({
  type: z.string(),
  seconds: count.default(0),
  output_tokens: count.default(0),
  input_token_details: tokens.optional(),
})
const id = z.string().catch('')
const Message = z.object({
  type: z.string(),
  item_id: id,
  response_id: id,
  call_id: id,
  name: z.string().catch(''),
  arguments: z.string().catch(''),
  delta: z.string().catch(''),
  transcript: z.string().catch(''),
  usage: z.unknown().optional(),
  response: z
    .object({
      id,
      status: z.string().catch(''),
      status_details: z
        .object({ error: z.object({ message: z.string().catch(''), code: z.string().catch('') }).optional() })
        .optional()
        .catch(undefined),
      metadata: z.record(z.string(), z.string()).nullish().catch(undefined),
      usage: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
  error: z
    .object({
      message: z.string().catch(''),
      code: z.string().nullish().catch(undefined),
      event_id: z.string().nullish().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

export type RealtimeEvent =
  | { readonly k: 'opened' }
  | { readonly k: 'ready' }
  | { readonly k: 'speech' }
  | { readonly k: 'heard'; readonly item: string }
  | { readonly k: 'words'; readonly item: string; readonly text: string }
  | { readonly k: 'transcript'; readonly item: string; readonly text: string; readonly usd: number }
  | { readonly k: 'begun'; readonly response: string; readonly speech: string | undefined }
  | { readonly k: 'sound'; readonly response: string; readonly item: string; readonly pcm: Int16Array }
  | { readonly k: 'said'; readonly response: string; readonly text: string }
  | { readonly k: 'turn'; readonly call: string; readonly question: string }
  | {
      readonly k: 'done'
      readonly response: string
      readonly status: string
      readonly error: string | undefined
      readonly usd: number
    }
  | { readonly k: 'error'; readonly code: string; readonly message: string; readonly event: string | undefined }

/** Undefined for what has no meaning in a call. */
export function readEvent(data: string): RealtimeEvent | undefined {
  const read = Message.safeParse(parsed(data))
  if (!read.success) return undefined
  const message = read.data
  const { type, item_id: item, response_id: response } = message
  switch (type) {
    case 'session.created':
      return { k: 'opened' }
    case 'session.updated':
      return { k: 'ready' }
    case 'input_audio_buffer.speech_started':
      return { k: 'speech' }
    case 'input_audio_buffer.committed':
      return { k: 'heard', item }
    case 'conversation.item.input_audio_transcription.delta':
      return { k: 'words', item, text: message.delta }
    case 'conversation.item.input_audio_transcription.completed':
      return { k: 'transcript', item, text: message.transcript.trim(), usd: transcriptionUsd(message.usage) }
    case 'conversation.item.input_audio_transcription.failed':
      return { k: 'transcript', item, text: '', usd: 0 }
    case 'response.created':
      return { k: 'begun', response: message.response?.id ?? '', speech: message.response?.metadata?.['speech'] }
    case 'response.output_audio.delta':
      return { k: 'sound', response, item, pcm: samplesOf(message.delta) }
    case 'response.output_audio_transcript.done':
      return { k: 'said', response, text: message.transcript.trim() }
    case 'response.function_call_arguments.done':
      return { k: 'turn', call: message.call_id, question: questionOf(message.arguments) }
    case 'response.done': {
      const { id: done = '', status = '', status_details: details, usage } = message.response ?? {}
      const error = details?.error && (details.error.message || details.error.code)
      return { k: 'done', response: done, status, error, usd: usageUsd(usage) }
    }
    case 'error': {
      const { message: text = '', code, event_id: event } = message.error ?? {}
      return { k: 'error', code: code ?? '', message: text.slice(0, 200), event: event ?? undefined }
    }
    default:
      return undefined
  }
}

/** What the tokens of a response cost. */
export function usageUsd(usage: unknown): number {
  const read = Usage.safeParse(usage)
  if (!read.success) return 0
  const { input_token_details: input, output_token_details: output } = read.data
  const cost = (kind: keyof typeof PRICES) => {
    const all = input?.[`${kind}_tokens`] ?? 0
    const cached = Math.min(all, input?.cached_tokens_details?.[`${kind}_tokens`] ?? 0)
    const price = PRICES[kind]
    return (all - cached) * price.input + cached * price.cached + (output?.[`${kind}_tokens`] ?? 0) * price.output
  }
  return (cost('text') + cost('audio')) / MILLION
}

function transcriptionUsd(usage: unknown): number {
  const read = Heard.safeParse(usage)
  if (!read.success) return 0
  const { type, seconds, output_tokens: output, input_token_details: input } = read.data
  if (type === 'duration') return (seconds / 60) * TRANSCRIPTION_MINUTE
  const heard = (input?.text_tokens ?? 0) * TRANSCRIPTION.text + (input?.audio_tokens ?? 0) * TRANSCRIPTION.audio
  return (heard + output * TRANSCRIPTION.output) / MILLION
}

export interface SessionWish {
  readonly agentName: string
  readonly voice: string
  readonly language: string
  readonly patience: number
}

export const sessionUpdate = ({ agentName, voice, language, patience }: SessionWish) => ({
  type: 'session.update',
  session: {
    type: 'realtime',
    instructions: [
      `You are the voice of ${agentName} on a call.`,
      language === '' ? '' : `Callers usually speak ${languageName(language)}.`,
      `Whenever the caller has spoken, call the function ${ANSWER} with their words. Never answer on your own.`,
    ]
      .filter(Boolean)
      .join(' '),
    output_modalities: ['audio'],
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: REALTIME_RATE },
        transcription: {
          model: TRANSCRIPTION_MODEL,
          ...(language === '' ? {} : { language: language.slice(0, 2).toLowerCase() }),
        },
        turn_detection: {
          type: 'semantic_vad',
          eagerness: patience > 1 ? 'low' : patience < 1 ? 'high' : 'auto',
          create_response: true,
          interrupt_response: true,
        },
      },
      output: { format: { type: 'audio/pcm', rate: REALTIME_RATE }, voice },
    },
    tools: [
      {
        type: 'function',
        name: ANSWER,
        description: 'Gets the answer to what the caller said.',
        parameters: {
          type: 'object',
          properties: {
            question: { type: 'string', description: 'What the caller said, word for word and in their language.' },
          },
          required: ['question'],
          additionalProperties: false,
        },
      },
    ],
    tool_choice: { type: 'function', name: ANSWER },
  },
})

/** Has the model say a text; `speech` comes back in the events of the response. */
export const speakText = (text: string, speech: string) => ({
  type: 'response.create',
  event_id: speech,
  response: {
    instructions: `Say the following to the caller, word for word and in its language. Add nothing and leave nothing out.\n\n${text}`,
    tool_choice: 'none',
    metadata: { speech },
  },
})

export const truncateItem = (item: string, ms: number) => ({
  type: 'conversation.item.truncate',
  item_id: item,
  content_index: 0,
  audio_end_ms: Math.max(0, Math.floor(ms)),
})

export const callerText = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})

export const callOutput = (call: string) => ({
  type: 'conversation.item.create',
  item: { type: 'function_call_output', call_id: call, output: '{"status":"The answer is spoken next."}' },
})

export function appendAudio(pcm: Int16Array) {
  const bytes = Buffer.alloc(pcm.length * 2)
  for (let i = 0; i < pcm.length; i++) bytes.writeInt16LE(pcm[i] ?? 0, i * 2)
  return { type: 'input_audio_buffer.append', audio: bytes.toString('base64') }
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

function samplesOf(base64: string): Int16Array {
  const bytes = Buffer.from(base64, 'base64')
  const pcm = new Int16Array(bytes.length >> 1)
  for (let i = 0; i < pcm.length; i++) pcm[i] = bytes.readInt16LE(i * 2)
  return pcm
}

function questionOf(args: string): string {
  const read = z.object({ question: z.string() }).safeParse(parsed(args))
  return read.success ? read.data.question.trim() : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
