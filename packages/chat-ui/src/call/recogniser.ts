// The browser's speech recognition (Web Speech API), restarted for the length of a call.

interface Result {
  readonly isFinal: boolean
  readonly 0: { readonly transcript: string }
}
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: { readonly resultIndex: number; readonly results: ArrayLike<Result> }) => void) | null
  onerror: ((event: { readonly error: string }) => void) | null
  onend: (() => void) | null
  start: (track?: MediaStreamTrack) => void
  abort: () => void
}
type Made = new () => Recognition

const kind = (): Made | undefined => {
  const page = globalThis as unknown as { SpeechRecognition?: Made; webkitSpeechRecognition?: Made }
  return page.SpeechRecognition ?? page.webkitSpeechRecognition
}

export interface Recogniser {
  /** Uses this microphone where the browser allows choosing one. */
  readonly start: (track?: MediaStreamTrack) => void
  /** Goes on with another microphone. */
  readonly use: (track: MediaStreamTrack | undefined) => void
  readonly stop: () => void
}
interface Options {
  readonly language: string
  readonly onWords: (text: string, final: boolean) => void
  /** Recognition is denied or its service unreachable. */
  readonly onUnable: () => void
}

const MOST_FAILURES = 3

/** Undefined without browser support. */
export function recogniser({ language, onWords, onUnable }: Options): Recogniser | undefined {
  const Recognition = kind()
  if (!Recognition) return undefined
  const own = new Recognition()
  let isWanted = false
  let failures = 0
  let heard: MediaStreamTrack | undefined
  own.lang = language
  own.continuous = true
  own.interimResults = true
  own.onresult = ({ resultIndex, results }) => {
    failures = 0
    for (let i = resultIndex; i < results.length; i++) {
      const result = results[i]
      const text = result?.[0].transcript.trim()
      if (result && text) onWords(text, result.isFinal)
    }
  }
  own.onerror = ({ error }) => {
    if (error === 'no-speech' || error === 'aborted') return
    failures += 1
    if (error !== 'not-allowed' && error !== 'service-not-allowed' && failures < MOST_FAILURES) return
    isWanted = false
    onUnable()
  }
  const begin = () => {
    try {
      if (heard?.readyState === 'live') own.start(heard)
      else own.start()
    } catch {
      // It is already running.
    }
  }
  // Browsers end it after a while.
  own.onend = () => {
    if (isWanted) setTimeout(() => isWanted && begin(), 200)
  }
  return {
    start(track) {
      heard = track ?? heard
      isWanted = true
      begin()
    },
    use(track) {
      heard = track
      if (isWanted) own.abort()
    },
    stop() {
      isWanted = false
      own.abort()
    },
  }
}
recogniser.isThere = (): boolean => kind() !== undefined
