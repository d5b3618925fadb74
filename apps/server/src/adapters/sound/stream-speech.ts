// Streams speech from a response body: 16-bit samples, passed on as they arrive.
import { createResampler } from '../../lib/sound/resample.ts'
import { SpeechError, type SpeakOptions } from '../../modules/voice/index.ts'

const RATE = 16_000
const TIMEOUT_MS = 20_000
/** Callers wait for it in silence. */
const STALLED_MS = 4000
const MAX_BYTES = 20_000_000
const MAX_SAID = 2000

export interface SpeechRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  readonly rate: number
  /** For URLs that users entered. */
  readonly fetch?: typeof fetch | undefined
}

/** @throws SpeechError with the provider's answer when it is not audio; the signal's reason when that aborts. */
export async function streamSpeech(
  request: SpeechRequest,
  { signal, onSound, patienceMs = STALLED_MS }: SpeakOptions,
): Promise<void> {
  const stalled = new AbortController()
  const stall = () => stalled.abort(new SpeechError('stalled', 'it sends nothing any more'))
  let waiting = setTimeout(stall, patienceMs)
  const heard = () => {
    clearTimeout(waiting)
    waiting = setTimeout(stall, patienceMs)
  }
  try {
    const signals = [signal, stalled.signal, AbortSignal.timeout(TIMEOUT_MS)]
    await receive(request, AbortSignal.any(signals), { heard, onSound })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (stalled.signal.aborted) throw stalled.signal.reason
    throw error instanceof SpeechError
      ? error
      : new SpeechError('unreachable', 'the connection failed', { cause: error })
  } finally {
    clearTimeout(waiting)
  }
}

async function receive(
  { url, headers, body, rate, fetch: fetcher = fetch }: SpeechRequest,
  signal: AbortSignal,
  { heard, onSound }: { heard: () => void; onSound: SpeakOptions['onSound'] },
): Promise<void> {
  const response = await fetcher(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok) {
    const said = (await response.text().catch(() => '')).slice(0, MAX_SAID)
    const { status } = response
    throw new SpeechError(kindOf(status, said), `it answered ${status}: ${said.slice(0, 200)}`, { status })
  }
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || /^(?:text\/|application\/json)/i.test(type)) {
    await response.body?.cancel()
    throw new SpeechError('unexpected', `it answered ${type || 'nothing'} instead of audio`)
  }
  const resampler = createResampler(rate, RATE)
  let odd = Buffer.alloc(0)
  let size = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    heard()
    size += chunk.length
    if (size > MAX_BYTES) throw new SpeechError('unexpected', 'it is longer than any sentence')
    const bytes = Buffer.concat([odd, chunk])
    const whole = bytes.length - (bytes.length % 2)
    odd = bytes.subarray(whole)
    const pcm = new Int16Array(whole / 2)
    for (let i = 0; i < pcm.length; i++) pcm[i] = bytes.readInt16LE(i * 2)
    const sound = resampler.push(pcm)
    if (sound.length > 0) onSound(sound)
  }
  if (size === 0) throw new SpeechError('unexpected', 'it answered no audio')
}

/** ElevenLabs answers 401 for used up credit, OpenAI 429. */
function kindOf(status: number, said: string): SpeechError['kind'] {
  if (status === 402 || /quota_exceeded|insufficient_quota/.test(said)) return 'limited'
  if (status === 429) return 'busy'
  if (status === 401 || status === 403) return 'refused'
  return status >= 500 || status === 408 ? 'unreachable' : 'unexpected'
}
