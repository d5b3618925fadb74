// Deepgram's live transcription: https://developers.deepgram.com/reference/speech-to-text/listen-streaming
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { ProviderKey } from '../../lib/settings.ts'
import type { CallTranscriber, TranscriptionOptions, TranscriptionStream } from '../../modules/voice/index.ts'
import { listedLanguage, modelFor, understands } from './languages.ts'

/** Deepgram hangs up after ten seconds without audio. */
const KEEP_ALIVE_MS = 4000
/** Audio buffered until the connection opens: five seconds. */
const MAX_WAITING = 160_000
/** Speech was sent and nothing came back; silence may have no answer. */
const STALLED_MS = 12_000
const LOUD = 300
const LOUD_SAMPLES = 8000
const CLOSING_MS = 2000
/** The request, the key or its rights are wrong, which trying again does not change. */
const LASTING = new Set([400, 401, 403, 404])

const Message = z.object({
  type: z.string(),
  is_final: z.boolean().optional(),
  channel: z
    .object({ alternatives: z.array(z.object({ transcript: z.string() })) })
    .optional()
    .catch(undefined),
})

export const deepgramTranscriber = (key: ProviderKey, stalledMs = STALLED_MS): CallTranscriber => ({
  service: { provider: 'deepgram', name: 'Deepgram', isOffline: false },
  usdPerMinute: 0.0058,
  understands,
  open: (options) => openStream(key, options, stalledMs),
})

function listenUrl(baseUrl: string, { model, language, thresholdMs }: TranscriptionOptions): string {
  const query = new URLSearchParams({
    model: modelFor({ model, language }),
    encoding: 'linear16',
    sample_rate: '16000',
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
    smart_format: 'true',
    vad_events: 'true',
    endpointing: String(Math.max(10, Math.round(thresholdMs))),
    utterance_end_ms: '1000',
    language: listedLanguage(language),
  })
  return `${baseUrl.replace(/^http/, 'ws')}/v1/listen?${query.toString()}`
}

function openStream(
  { apiKey, baseUrl }: ProviderKey,
  options: TranscriptionOptions,
  stalledMs: number,
): TranscriptionStream {
  const socket = new WebSocket(listenUrl(baseUrl, options), {
    headers: { authorization: `Token ${apiKey}` },
    handshakeTimeout: 8000,
    perMessageDeflate: false,
  })
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let isOver = false
  let pending: NodeJS.Timeout | undefined
  let loudSamples = 0
  const lost = (reason: string, isLasting = false) => {
    if (isOver) return
    isOver = true
    clearInterval(keeping)
    clearTimeout(pending)
    socket.terminate()
    options.onLost(reason, isLasting)
  }
  const expectWords = () => {
    if (loudSamples >= LOUD_SAMPLES) pending ??= setTimeout(() => lost('it says nothing any more'), stalledMs)
  }
  const keeping = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'KeepAlive' }))
  }, KEEP_ALIVE_MS)
  socket.on('open', () => {
    for (const bytes of waiting) socket.send(bytes)
    waiting = []
    expectWords()
  })
  socket.on('message', (data: Buffer) => {
    clearTimeout(pending)
    pending = undefined
    loudSamples = 0
    const message = Message.safeParse(parsed(data))
    if (!message.success || message.data.type !== 'Results') return
    const text = message.data.channel?.alternatives[0]?.transcript.trim() ?? ''
    if (text !== '') options.onText(text, message.data.is_final === true)
  })
  socket.on('unexpected-response', (_, { statusCode = 0 }) =>
    lost(`it answered ${statusCode}`, LASTING.has(statusCode)),
  )
  socket.on('error', (error) => lost(error.message))
  socket.on('close', (code, reason) => lost(`it closed with ${code} ${reason.toString('utf8').slice(0, 100)}`))
  return {
    push(pcm) {
      if (isOver) return
      if (isLoud(pcm)) loudSamples += pcm.length
      const bytes = Buffer.alloc(pcm.length * 2)
      for (let i = 0; i < pcm.length; i++) bytes.writeInt16LE(pcm[i] ?? 0, i * 2)
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(bytes)
        expectWords()
      } else if (waitingBytes < MAX_WAITING) {
        waiting.push(bytes)
        waitingBytes += bytes.length
      }
    },
    close() {
      if (isOver) return
      isOver = true
      clearInterval(keeping)
      clearTimeout(pending)
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'CloseStream' }))
      setTimeout(() => socket.terminate(), CLOSING_MS).unref()
    },
  }
}

const isLoud = (pcm: Int16Array): boolean =>
  pcm.reduce((sum, sample) => sum + sample * sample, 0) > LOUD * LOUD * pcm.length

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
