// Labelled synthetic call timelines: utterances, pauses and expected results. Generated from a table, so that every run
// is the same.
import { readFileSync } from 'node:fs'

export interface Spoken {
  readonly text: string
  readonly pauseMs: number
}
export interface Timeline {
  readonly name: string
  readonly language: string
  readonly kind: 'turn' | 'pause' | 'backchannel' | 'interruption' | 'noise' | 'edge'
  readonly over: boolean
  readonly spoken: readonly Spoken[]
  readonly asks: readonly string[]
  readonly clears: boolean
}

interface Phrases {
  readonly whole: readonly string[]
  readonly answers: readonly string[]
  readonly halves: readonly string[]
  readonly acknowledgements: readonly string[]
  readonly interruptions: readonly string[]
}

/** Lines of language, kind, and phrases separated by ` | `. */
const lines = readFileSync(new URL('phrases.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')

const one = (text: string, pauseMs = 3000): Spoken => ({ text, pauseMs })

function ofLanguage(language: string, words: Phrases): Timeline[] {
  const timelines: Timeline[] = []
  const add = (kind: Timeline['kind'], name: string, rest: Omit<Timeline, 'name' | 'language' | 'kind'>) =>
    timelines.push({ kind, language, name: `${language} ${kind}: ${name}`, ...rest })
  for (const text of [...words.whole, ...words.answers])
    add('turn', text, { over: false, spoken: [one(text)], asks: [text], clears: false })
  // A pause in the middle, of natural length and slightly longer.
  for (const [first = '', second = ''] of words.halves.map((sentence) => sentence.split(' / ')))
    for (const pauseMs of [500, 800, 1000])
      add('pause', `${first} (${pauseMs} ms) ${second}`, {
        over: false,
        spoken: [one(first, pauseMs), one(second)],
        asks: [`${first} ${second}`],
        clears: false,
      })
  for (const text of words.acknowledgements)
    add('backchannel', text, { over: true, spoken: [one(text)], asks: [], clears: false })
  for (const text of words.interruptions)
    add('interruption', text, { over: true, spoken: [one(text)], asks: [text], clears: true })
  for (const ms of [60, 120, 180, 300, 500])
    add('noise', `${ms} ms`, { over: true, spoken: [{ text: '', pauseMs: ms }], asks: [], clears: false })
  // Two consecutive questions, and one over the other's answer.
  for (const text of words.whole.slice(0, 4))
    add('edge', `${text} twice`, { over: true, spoken: [one(text)], asks: [text], clears: true })
  return timelines
}

const byLanguage = Map.groupBy(
  lines.map((line) => line.split('\t') as [string, keyof Phrases, string]),
  ([language]) => language,
)
export const TIMELINES: readonly Timeline[] = [...byLanguage].flatMap(([language, kinds]) => {
  const phrases = kinds.map(([, kind, text]) => [kind, text.split(' | ')] as const)
  return ofLanguage(language, Object.fromEntries(phrases) as unknown as Phrases)
})
