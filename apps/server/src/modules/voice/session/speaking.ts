// Speaks the replies of a call: the clauses of one in order, until a newer one replaces it.
import { CALL_RATE, FRAME_SAMPLES } from '@parlance/contract/voice/protocol'
import type { Logger } from '../../../lib/log.ts'
import type { CallEvent } from '../engine/call-state.ts'
import { wordsOf } from '../engine/phrases.ts'
import { type Replacement, spokenText } from '../engine/spoken.ts'
import type { CallSpeech } from '../ports.ts'

const PER_MS = CALL_RATE / 1000
const PIECE = FRAME_SAMPLES * 10

interface SpeakingDeps {
  readonly speech: CallSpeech
  readonly replacements: readonly Replacement[] | undefined
  readonly log: Pick<Logger, 'warn'>
  readonly feed: (event: CallEvent) => void
  readonly send: (gen: number, startMs: number, pcm: Int16Array) => void
}

/** Audio of one reply. */
interface Voice {
  readonly abort: AbortController
  last: Promise<void>
  sent: number
}

/** A text that the provider remembers, and where it begins in the reply. */
interface Cuttable {
  readonly fromMs: number
  readonly cut: (heardMs: number) => void
}

const isSame = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ')

export function createSpeaking({ speech, replacements, log, feed, send }: SpeakingDeps) {
  const voices = new Map<number, Voice>()
  const cuttable = new Map<number, Cuttable[]>()
  let chars = 0

  const voiceOf = (gen: number): Voice => {
    const voice = { abort: new AbortController(), last: Promise.resolve(), sent: 0 }
    voices.set(gen, voice)
    return voice
  }
  const sendSound = (gen: number, voice: Voice, pcm: Int16Array) => {
    for (let from = 0; from < pcm.length; from += PIECE) {
      const piece = pcm.subarray(from, from + PIECE)
      send(gen, Math.round(voice.sent / PER_MS), piece)
      voice.sent += piece.length
    }
  }
  const stop = (gen: number) => {
    voices.get(gen)?.abort.abort()
    voices.delete(gen)
  }
  const onCuttable = (gen: number, fromMs: number) => (cut: Cuttable['cut']) => {
    for (const other of cuttable.keys()) if (other < gen - 1) cuttable.delete(other)
    cuttable.set(gen, [...(cuttable.get(gen) ?? []), { fromMs, cut }])
  }
  return {
    stop,
    /** The reply was interrupted after this much of it was played. */
    cut(gen: number, playedMs: number) {
      for (const { fromMs, cut } of cuttable.get(gen) ?? []) cut(Math.max(0, playedMs - fromMs))
      cuttable.delete(gen)
    },
    stopAll: () => {
      for (const gen of voices.keys()) stop(gen)
    },
    /** Characters spoken so far. */
    chars: () => chars,
    speak(gen: number, idx: number, text: string) {
      for (const other of voices.keys()) if (other < gen) stop(other)
      const voice = voices.get(gen) ?? voiceOf(gen)
      const { signal } = voice.abort
      voice.last = voice.last.then(async () => {
        if (signal.aborted) return
        const before = voice.sent
        const soundMs = () => Math.round((voice.sent - before) / PER_MS)
        const onSound = (pcm: Int16Array) => {
          if (signal.aborted) return
          feed({ k: 'firstSound', gen })
          sendSound(gen, voice, pcm)
        }
        try {
          const spoken = spokenText(text, replacements)
          chars += spoken.length
          const options = { signal, onSound, onCuttable: onCuttable(gen, Math.round(before / PER_MS)) }
          const ends = (spoken === '' ? undefined : await speech.speak(spoken, options)) ?? {}
          const said = ends.said === undefined || isSame(ends.said, spoken) ? undefined : ends.said
          if (!signal.aborted) feed({ k: 'sound', gen, idx, ms: soundMs(), wordEnds: ends.wordEnds, said })
        } catch (error) {
          if (signal.aborted) return
          // The engine requests it once more, then continues without it.
          log.warn({ err: error }, 'speech of a call failed')
          if (voice.sent > before) feed({ k: 'sound', gen, idx, ms: soundMs() })
        }
      })
    },
    /** Says a backchannel while the caller speaks. */
    murmur(gen: number, text: string) {
      const voice = voiceOf(gen)
      const { signal } = voice.abort
      chars += text.length
      const onSound = (pcm: Int16Array) => {
        if (!signal.aborted) sendSound(gen, voice, pcm)
      }
      speech
        .speak(text, { signal, onSound })
        .catch((error: unknown) => signal.aborted || log.warn({ err: error }, 'speech of a call failed'))
    },
  }
}
