// Detects who answered an outgoing call before the agent speaks.
import { FRAME_SAMPLES } from '@parlance/contract/voice/protocol'
import { createToneDetector } from '../audio/tone.ts'
import { answeredBy, type AnswerEvent, type AnswerVerdict, hearAnswer, newAnswer } from '../engine/voicemail.ts'
import type { CallClock } from './clock.ts'

const LOOK_MS = 100
/** How long a short greeting may still turn out to be a mailbox. */
const CORRECTED_MS = 10_000

export interface Answering {
  readonly begin: () => void
  /** The agent may not speak yet. */
  readonly isPending: () => boolean
  readonly sound: (pcm: Int16Array) => void
  readonly hear: (event: AnswerEvent) => void
  readonly stop: () => void
}

/** `onVerdict` is called once, and again if a person turns out to be a mailbox. */
export function createAnswering({
  clock,
  language,
  onVerdict,
}: {
  readonly clock: CallClock
  readonly language: string
  readonly onVerdict: (verdict: AnswerVerdict) => void
}): Answering {
  const toneIn = createToneDetector()
  let state = newAnswer(language)
  let begun = clock.now()
  let verdict: { readonly of: AnswerVerdict; readonly at: number } | undefined
  let isOver = false
  /** Samples that do not fill a frame yet. */
  let rest: Int16Array = new Int16Array(0)
  let cancel = () => {}

  const at = () => Math.round(clock.now() - begun)
  const stop = () => {
    isOver = true
    cancel()
  }
  const look = () => {
    cancel()
    if (isOver) return
    const now = at()
    const found = answeredBy(state, now)
    if (verdict === undefined && found) {
      verdict = { of: found, at: now }
      onVerdict(found)
      if (found.by !== 'human') return stop()
    } else if (verdict && found?.by === 'voicemail' && found.reason !== 'longSpeech') {
      stop()
      return onVerdict(found)
    } else if (verdict && now - verdict.at > CORRECTED_MS) return stop()
    cancel = clock.after(LOOK_MS, look)
  }

  return {
    begin() {
      begun = clock.now()
      look()
    },
    isPending: () => verdict === undefined && !isOver,
    sound(pcm) {
      if (isOver) return
      const all = new Int16Array(rest.length + pcm.length)
      all.set(rest)
      all.set(pcm, rest.length)
      let from = 0
      for (; from + FRAME_SAMPLES <= all.length; from += FRAME_SAMPLES) {
        const tone = toneIn(all.subarray(from, from + FRAME_SAMPLES))
        if (tone) state = hearAnswer(state, { k: 'tone', ...tone }, at())
      }
      rest = all.slice(from)
    },
    hear(event) {
      if (!isOver) state = hearAnswer(state, event, at())
    },
    stop,
  }
}
