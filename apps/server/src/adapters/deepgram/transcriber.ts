// Deepgram's live transcription: https://developers.deepgram.com/reference/speech-to-text/listen-streaming
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { ProviderKey } from '../../lib/settings.ts'
import type { CallTranscriber, TranscriptionOptions, TranscriptionStream } from '../../modules/voice/index.ts'

/** Deepgram hangs up after ten seconds without audio. */
const KEEP_ALIVE_MS = 4000
/** Audio buffered until the connection opens: five seconds. */
const MAX_WAITING = 160_000
/** Speech was sent and nothing came back; silence may have no answer. */
const STALLED_MS = 12_000
const LOUD = 300
const LOUD_SAMPLES = 8000
const CLOSING_MS = 2000

/**
 * Regional codes that Deepgram lists; it refuses others, whose language alone it takes.
 * https://developers.deepgram.com/docs/models-languages-overview
 */
const REGIONAL = new Set(
  'da-DK de-CH en-AU en-GB en-IN en-NZ en-US es-419 fr-CA hi-Latn ko-KR nl-BE pt-BR pt-PT sv-SE th-TH zh-CN zh-HK zh-Hans zh-Hant zh-TW'.split(
    ' ',
  ),
)
const listedLanguage = (code: string): string => (REGIONAL.has(code) ? code : code.split('-', 1)[0]) || 'en'

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
  open: (options) => openStream(key, options, stalledMs),
})

function listenUrl(baseUrl: string, { model, language, thresholdMs }: TranscriptionOptions): string {
  const query = new URLSearchParams({
    model: model || 'nova-2',
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
  const lost = (reason: string) => {
    if (isOver) return
    isOver = true
    clearInterval(keeping)
    clearTimeout(pending)
    socket.terminate()
    options.onLost(reason)
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
  socket.on('unexpected-response', (_, response) => lost(`it answered ${response.statusCode}`))
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
