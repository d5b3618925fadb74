// Speech without a key and without a network: Flite in a worker thread. English voices.
import { withoutMarks } from '@parlance/contract/lib/fold'
import { Worker } from 'node:worker_threads'
import { entryPath } from '../../lib/paths.ts'
import { resample } from '../../lib/sound/resample.ts'
import type { CallSpeech, VoiceWish } from '../../modules/voice/index.ts'
import type { SpeakRequest, Spoken } from './worker.ts'

const RATE = 16_000
const MAX_MS = 15_000
/** The thread takes 50 MB and ends after this long without work. */
const IDLE_MS = 300_000
const MAX_CHARS = 600

const MALE = /^(?:orion|arcas|perseus|angus|orpheus|helios|zeus|onyx|echo|fable|ash|verse|cedar|rms|awb|male.*)$/i

export const fliteVoice = (voiceId: string): string =>
  /^(?:slt|rms|awb)$/i.test(voiceId) ? voiceId.toLowerCase() : MALE.test(voiceId) ? 'rms' : 'slt'

/** Removes marks from letters: Flite knows only plain ones. */
export const sayable = (text: string): string =>
  withoutMarks(text.replaceAll('ß', 'ss'))
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[–—]/g, ', ')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, MAX_CHARS)
    .trim()

/** Leading sound quieter than this is cut, so callers don't wait through it. */
const QUIET = 200
const KEPT = RATE / 100

export function withoutLead(pcm: Int16Array): Int16Array {
  const first = pcm.findIndex((sample) => Math.abs(sample) > QUIET)
  return first === -1 ? pcm : pcm.subarray(Math.max(0, first - KEPT))
}

interface Waiting {
  readonly resolve: (pcm: Int16Array) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

export function createFlite() {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let ids = 0
  const waiting = new Map<number, Waiting>()

  const end = (error: Error) => {
    const gone = worker
    worker = undefined
    clearTimeout(idle)
    for (const [id, one] of waiting) {
      clearTimeout(one.timer)
      waiting.delete(id)
      one.reject(error)
    }
    return gone?.terminate()
  }
  const open = (): Worker => {
    if (worker) return worker
    const made = new Worker(entryPath('adapters/flite/worker'))
    made.unref()
    made.on('message', (spoken: Spoken) => {
      const one = waiting.get(spoken.id)
      if (!one) return
      waiting.delete(spoken.id)
      clearTimeout(one.timer)
      if ('error' in spoken) one.reject(new Error(spoken.error))
      else one.resolve(resample(spoken.pcm, spoken.rate, RATE))
    })
    const broke = (error: Error) => worker === made && void end(error)
    made.on('error', broke)
    made.on('exit', () => broke(new Error('the thread that speaks has ended')))
    return (worker = made)
  }
  const synthesize = (text: string, voice: string): Promise<Int16Array> =>
    new Promise((resolve, reject) => {
      const thread = open()
      clearTimeout(idle)
      idle = setTimeout(() => waiting.size === 0 && void end(new Error('idle')), IDLE_MS)
      idle.unref()
      const id = ++ids
      const timer = setTimeout(() => void end(new Error('speech took too long')), MAX_MS)
      waiting.set(id, { resolve, reject, timer })
      thread.postMessage({ id, text, voice } satisfies SpeakRequest)
    })

  return {
    /** 16-bit samples, for simulated services that speak. */
    async pcm(text: string, voiceId: string, rate: number): Promise<Buffer> {
      const said = sayable(text)
      if (!/[A-Za-z0-9]/.test(said)) return Buffer.alloc(0)
      const pcm = resample(withoutLead(await synthesize(said, fliteVoice(voiceId))), RATE, rate)
      return Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
    },
    speech({ voiceId }: VoiceWish): CallSpeech {
      const voice = fliteVoice(voiceId)
      return {
        service: { provider: 'flite', name: `Flite (${voice})`, isOffline: true },
        async speak(text, { signal, onSound }) {
          const said = sayable(text)
          if (!/[A-Za-z0-9]/.test(said)) return
          const pcm = await synthesize(said, voice)
          signal.throwIfAborted()
          onSound(withoutLead(pcm))
        },
      }
    },
    close: async () => void (await end(new Error('closing'))),
  }
}
export type Flite = ReturnType<typeof createFlite>
