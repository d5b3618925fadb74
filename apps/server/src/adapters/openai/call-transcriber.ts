// OpenAI's live transcription: https://platform.openai.com/docs/guides/realtime-transcription
import { WebSocket } from 'ws'
import { z } from 'zod'
import { createResampler } from '../../lib/sound/resample.ts'
import type { CallTranscriber, TranscriptionOptions, TranscriptionStream } from '../../modules/voice/index.ts'
import type { Endpoint } from './embeddings.ts'
import { watchConnection } from './watch-connection.ts'

const RATE = 24_000
const MODELS: Readonly<Record<string, number>> = {
  'gpt-4o-transcribe': 0.006,
  'gpt-4o-mini-transcribe': 0.003,
  'whisper-1': 0.006,
}
const DEFAULT_MODEL = 'gpt-4o-transcribe'
const LEAST_SILENCE_MS = 200
/** Audio buffered until the connection opens: five seconds. */
const MAX_WAITING = 250
/** Speech ended and no transcript arrived. */
const STALLED_MS = 12_000
const CLOSING_MS = 2000

const Message = z.object({
  type: z.string(),
  item_id: z.string().optional().catch(undefined),
  delta: z.string().optional().catch(undefined),
  transcript: z.string().optional().catch(undefined),
  error: z
    .object({ message: z.string().catch('') })
    .optional()
    .catch(undefined),
})

/** The agent's model, or the default when it names another provider's. */
export const transcriptionModel = (modelId: string): string => (modelId in MODELS ? modelId : DEFAULT_MODEL)

export function openAiTranscriber(endpoint: Endpoint & { readonly own: boolean }, modelId: string): CallTranscriber {
  const model = transcriptionModel(modelId)
  return {
    service: { provider: 'openai', name: `OpenAI (${model})`, isOffline: false },
    ...(endpoint.own ? {} : { usdPerMinute: MODELS[model] ?? 0 }),
    open: (options) => openStream(endpoint, { ...options, model }),
  }
}

const sessionOf = ({ model, language, thresholdMs }: TranscriptionOptions) => ({
  type: 'session.update',
  session: {
    type: 'transcription',
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: RATE },
        transcription: { model, ...(language === '' ? {} : { language: language.slice(0, 2).toLowerCase() }) },
        turn_detection: {
          type: 'server_vad',
          threshold: 0.5,
          prefix_padding_ms: 300,
          silence_duration_ms: Math.max(LEAST_SILENCE_MS, Math.round(thresholdMs)),
        },
      },
    },
  },
})

function openStream({ apiKey, baseUrl }: Endpoint, options: TranscriptionOptions): TranscriptionStream {
  const url = `${baseUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}/realtime?intent=transcription`
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${apiKey}` },
    handshakeTimeout: 8000,
    perMessageDeflate: false,
  })
  const resampler = createResampler(16_000, RATE)
  const texts = new Map<string, string>()
  let waiting: string[] = []
  let isReady = false
  let isOver = false
  let stalled: NodeJS.Timeout | undefined
  const end = () => {
    isOver = true
    connection.stop()
    clearTimeout(stalled)
  }
  const lost = (reason: string) => {
    if (isOver) return
    end()
    socket.terminate()
    options.onLost(reason)
  }
  const connection = watchConnection(socket, () => lost('it answers no more'))
  const hear = (message: z.infer<typeof Message>) => {
    const { type, item_id: item = '', delta = '', transcript = '' } = message
    if (type === 'session.created') socket.send(JSON.stringify(sessionOf(options)))
    else if (type === 'session.updated') {
      isReady = true
      for (const one of waiting) socket.send(one)
      waiting = []
    } else if (type === 'input_audio_buffer.speech_stopped') {
      stalled ??= setTimeout(() => lost('it writes nothing out any more'), STALLED_MS)
    } else if (type.startsWith('conversation.item.input_audio_transcription.')) {
      clearTimeout(stalled)
      stalled = undefined
      if (type.endsWith('.delta')) {
        const text = (texts.get(item) ?? '') + delta
        texts.set(item, text)
        if (text.trim() !== '') options.onText(text.trim(), false)
      } else {
        texts.delete(item)
        if (type.endsWith('.completed') && transcript.trim() !== '') options.onText(transcript.trim(), true)
      }
    } else if (type === 'error') lost(message.error?.message.slice(0, 200) ?? 'it answered an error')
  }
  socket.on('message', (data: Buffer) => {
    const message = Message.safeParse(parsed(data))
    if (message.success && !isOver) hear(message.data)
  })
  socket.on('unexpected-response', (_, response) => lost(`it answered ${response.statusCode}`))
  socket.on('error', (error) => lost(error.message))
  socket.on('close', (code, reason) => lost(`it closed with ${code} ${reason.toString('utf8').slice(0, 100)}`))
  return {
    push(pcm) {
      if (isOver) return
      const sound = resampler.push(pcm)
      const bytes = Buffer.alloc(sound.length * 2)
      for (let i = 0; i < sound.length; i++) bytes.writeInt16LE(sound[i] ?? 0, i * 2)
      const message = JSON.stringify({ type: 'input_audio_buffer.append', audio: bytes.toString('base64') })
      if (isReady && socket.readyState === WebSocket.OPEN) socket.send(message)
      else if (waiting.length < MAX_WAITING) waiting.push(message)
    },
    close() {
      if (isOver) return
      end()
      socket.close(1000)
      setTimeout(() => socket.terminate(), CLOSING_MS).unref()
    },
  }
}

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
