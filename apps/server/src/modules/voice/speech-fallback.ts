// Keeps a call audible when its speech provider fails: the built-in voice says the rest.
import { type CallSpeech, SpeechError } from './ports.ts'

/** Failures in a row after which the provider is not asked again in this call. */
const MOST_FAILURES = 2
/** An estimate: what was said of a sentence that broke off. */
const CHAR_MS = 65
const SAMPLES_A_MS = 16

export interface SpeechWithFallback extends CallSpeech {
  /** Characters that the built-in voice said; the platform pays nothing for them. */
  readonly builtInChars: () => number
}

/** `onLost` is called once, when the provider is given up for this call. */
export function withFallback(
  primary: CallSpeech,
  builtIn: CallSpeech,
  { onFailed, onLost }: { readonly onFailed: (error: unknown) => void; readonly onLost: () => void },
): SpeechWithFallback {
  let failures = 0
  let isLost = false
  let chars = 0
  const giveUp = () => {
    if (isLost) return
    isLost = true
    onLost()
  }
  return {
    ...primary,
    builtInChars: () => chars,
    async speak(text, options) {
      const sayBuiltIn = (rest: string) => {
        chars += rest.length
        return builtIn.speak(rest, options)
      }
      if (isLost) return sayBuiltIn(text)
      let samples = 0
      try {
        const ends = await primary.speak(text, {
          ...options,
          onSound(pcm) {
            samples += pcm.length
            options.onSound(pcm)
          },
        })
        failures = 0
        return ends
      } catch (error) {
        if (options.signal.aborted) throw error
        failures += 1
        onFailed(error)
        if (failures >= MOST_FAILURES || isLasting(error)) giveUp()
        const rest = samples === 0 ? text : restOf(text, samples / SAMPLES_A_MS)
        if (rest !== '') await sayBuiltIn(rest)
        return undefined
      }
    },
  }
}

/** Asking again changes nothing, or the caller would wait for it in silence. */
const isLasting = (error: unknown): boolean =>
  error instanceof SpeechError && ['refused', 'limited', 'stalled'].includes(error.kind)

/** The words that were not said within `ms`. */
export function restOf(text: string, ms: number): string {
  const words = text.trim().split(/\s+/)
  let end = 0
  const first = words.findIndex((word) => (end += (word.length + 1) * CHAR_MS) > ms)
  return first === -1 ? '' : words.slice(first).join(' ')
}
