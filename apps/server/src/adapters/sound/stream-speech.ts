// Streams speech from a response body: 16-bit samples, passed on as they arrive.
import { createResampler } from '../../lib/sound/resample.ts'
import type { SpeakOptions } from '../../modules/voice/index.ts'

const RATE = 16_000
const TIMEOUT_MS = 20_000
const MAX_BYTES = 20_000_000

export interface SpeechRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  readonly rate: number
  /** For URLs that users entered. */
  readonly fetch?: typeof fetch | undefined
}

/** Rejects with the provider's answer when it is not audio. */
export async function streamSpeech(
  { url, headers, body, rate, fetch: fetcher = fetch }: SpeechRequest,
  { signal, onSound }: SpeakOptions,
): Promise<void> {
  const response = await fetcher(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (!response.ok || !response.body) {
    const said = await response.text().catch(() => '')
    throw new Error(`speech was refused with ${response.status}: ${said.slice(0, 200)}`)
  }
  const resampler = createResampler(rate, RATE)
  let odd = Buffer.alloc(0)
  let size = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('speech is longer than any sentence')
    const bytes = Buffer.concat([odd, chunk])
    const whole = bytes.length - (bytes.length % 2)
    odd = bytes.subarray(whole)
    const pcm = new Int16Array(whole / 2)
    for (let i = 0; i < pcm.length; i++) pcm[i] = bytes.readInt16LE(i * 2)
    const sound = resampler.push(pcm)
    if (sound.length > 0) onSound(sound)
  }
  if (size === 0) throw new Error('speech is empty')
}
