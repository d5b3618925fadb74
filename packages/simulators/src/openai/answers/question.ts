/** Parses a question: its words and their weights, the values it names, the kind of answer it asks for. */
import { conceptsOf } from '../language/concepts.ts'
import { readValues, type Values } from '../language/quantities.ts'
import { EMPTY_WORDS } from '../language/stop-words.ts'
import { isStopWord, isWeak, stem, words } from '../language/words.ts'
import { type AnswerKind, answerKindOf, CONCEPT_OF_KIND, withoutMeasure } from './answer-kinds.ts'

/** A word of the question: its stem, its concepts and its weight. */
export type Term = {
  stem: string
  concepts: readonly string[]
  weight: number
  /** From the previous question, which a short one continues. */
  isBorrowed: boolean
  /** For a value («3 weeks», «Sweden»): a sentence with another value of its kind may be the rule for it. */
  kind?: ValueKind
}
export type ValueKind = 'durations' | 'age' | 'weekdays' | 'months' | 'countries' | 'languages'
export type Question = {
  text: string
  terms: Term[]
  kind: AnswerKind | undefined
  /** The question itself asks for the kind, not only the previous one. */
  asksKind: boolean
  /** The stem of what is counted: «How many *rooms*?» */
  counted: string | undefined
}

/** Prefix of the stem of a term that comes from the kind of the question, not from its words. */
const IMPLIED = 'implied:'
export const isImplied = (term: Pick<Term, 'stem'>): boolean => term.stem.startsWith(IMPLIED)
const WEIGHT = { weak: 0.3, borrowed: 0.5, implied: 0.6 }

/** Parses a question; `before` is an earlier question that a short follow-up may continue. */
export function readQuestion(text: string, before = ''): Question {
  const { values, rest } = readValues(text)
  const asked = answerKindOf(text)
  const own = [...termsOf(withoutMeasure(asked, rest)), ...valueTerms(values)]
  const terms = [...own]
  const kind = asked ?? (before ? answerKindOf(before) : undefined)
  const concept = kind && CONCEPT_OF_KIND[kind]
  if (concept && !terms.some(({ concepts }) => concepts.includes(concept)))
    terms.push(termOf(`${IMPLIED}${concept}`, { concepts: [concept], weight: WEIGHT.implied }))
  for (const term of termsOf(before))
    if (!terms.some((other) => isSame(other, term)))
      terms.push({ ...term, weight: term.weight * WEIGHT.borrowed, isBorrowed: true })
  const first = asked === 'count' ? own[0] : undefined
  const counted = first && first.weight >= 1 ? first.stem : undefined
  return { text, terms, kind, counted, asksKind: asked !== undefined }
}

const termOf = (name: string, more: Partial<Term>): Term => ({
  stem: name,
  concepts: [],
  weight: 1,
  isBorrowed: false,
  ...more,
})

function valueTerms({ hasDuration, hasAge, months, countries, languages }: Values): Term[] {
  const term = (name: string, kind: ValueKind): Term => termOf(name, { kind })
  return [
    ...(hasDuration ? [term('value:duration', 'durations')] : []),
    ...(hasAge ? [term('value:age', 'age')] : []),
    ...Array.from(months, (month) => term(`month:${month}`, 'months')),
    ...Array.from(countries, (code) => term(`country:${code}`, 'countries')),
    ...Array.from(languages, (code) => term(`language:${code}`, 'languages')),
  ]
}

const MOST_TERMS = 60
function termsOf(text: string): Term[] {
  const terms = new Map<string, Term>()
  for (const word of words(text)) {
    if (isStopWord(word) || EMPTY_WORDS.has(word)) continue
    // The last concept of a word is its most specific: a Sunday is part of the weekend, but not every day of it.
    const concepts = conceptsOf(word).slice(-1)
    const weight = isWeak(word) || /^\d{1,2}$/.test(word) ? WEIGHT.weak : 1
    const isDay = concepts.some((concept) => /^day\d$/.test(concept))
    const term = termOf(stem(word), { concepts, weight, kind: isDay ? 'weekdays' : undefined })
    if (!terms.has(term.stem)) terms.set(term.stem, term)
  }
  return [...terms.values()].slice(0, MOST_TERMS)
}

const isSame = (one: Term, other: Term): boolean =>
  one.stem === other.stem || one.concepts.some((concept) => other.concepts.includes(concept))
