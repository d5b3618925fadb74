// How long to wait after a caller's last word until they count as finished: silence, adjusted by their words.
import { phrasesOf, wordsOf } from './phrases.ts'

export interface EndpointingSettings {
  readonly language: string
  /** Minimum wait in milliseconds: `utteranceThreshold` of the agent. */
  readonly thresholdMs: number
  /** Multiplies every wait. */
  readonly patience: number
}

export const WAIT_MS = { complete: 200, answer: 300, none: 600, spelling: 900, unfinished: 1200 } as const
export const MOST_WAIT_MS = 2500

export type Completeness = keyof typeof WAIT_MS

const SPELLING = /(?:\b(?:at|dot|point|punkt|punto|ponto|arobase|chiocciola|arroba|dash|minus)|@|\d)[\s.,-]*$/iu
/** Letters spelled one by one. */
const LETTERS = /(?:^|\s)\p{L}(?:[\s.-]+\p{L}){1,}\.?$/u
const DIGIT_WORD =
  /(?:^|\s)(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|un|deux|trois|quatre|cinq|sept|huit|neuf)$/iu

/** Whether the words alone suggest that more follows. */
export function completenessOf(text: string, language: string): Completeness {
  const trimmed = text.trim()
  const words = wordsOf(trimmed)
  const last = words.at(-1)
  if (last === undefined) return 'none'
  const { unfinished, answers } = phrasesOf(language)
  if (/[,:;–—-]$|\.\.\.$|…$/.test(trimmed)) return 'unfinished'
  const isMarked = /[.!?。！？؟]["’”)]*$/.test(trimmed)
  if (words.length > 1 && unfinished.includes(last) && !/[!?]$/.test(trimmed)) return 'unfinished'
  if (words.length === 1 && unfinished.includes(last) && !answers.includes(last)) return 'unfinished'
  if (/[!?]["’”)]*$/.test(trimmed)) return 'complete'
  if (
    SPELLING.test(trimmed.replace(/[.]$/, '')) ||
    LETTERS.test(trimmed) ||
    DIGIT_WORD.test(trimmed.replace(/[.]$/, ''))
  )
    return 'spelling'
  if (isMarked) return 'complete'
  return words.length <= 2 && words.some((word) => answers.includes(word)) ? 'answer' : 'none'
}

/** Milliseconds of silence that end the utterance. */
export function endpointWait(text: string, { language, thresholdMs, patience }: EndpointingSettings): number {
  const base = WAIT_MS[completenessOf(text, language)] * patience
  return Math.min(MOST_WAIT_MS, Math.max(base, thresholdMs))
}
