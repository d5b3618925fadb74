/** How well sentences fit the words of a question: terms, rarity, headings. Pure. */
import { conceptsIn, conceptsOf } from './concepts.ts'
import type { Hint } from './hints.ts'
import { answers, CONCEPT_OF_HINT, hintOf } from './hints.ts'
import type { Sentence } from './sentences.ts'
import { isOneTypoAway, isStopWord, isWeak, stem, words } from './words.ts'

/** A word of the question: its stem, what it stands for, and how much it counts. */
export type Term = { stem: string; concepts: readonly string[]; weight: number; borrowed: boolean }
/** `asksKind`: the hint is its own, not that of the question before it. */
export type Question = { terms: Term[]; hint?: Hint; asksKind: boolean }
export type Match = {
  sentence: Sentence
  score: number
  /** Share of the question's weight found in the sentence, its heading or its title; 0 to 1. */
  coverage: number
  /** The question's own words found in the sentence itself. */
  own: number
  /** Words of the question that name the kind of answer («address»), which the sentence is without saying them. */
  implied: number
  /** Words of the earlier question found in the sentence, its heading or its title. */
  lent: number
  /** A support word of the question («refund») that the sentence or its heading is about. */
  topic: boolean
  /** The question's own words found in heading or title. */
  above: number
  fitsHint: boolean
}

/** How the stem of a term begins that no word of the question stands for, only its kind. */
const IMPLIED = 'implied:'
const WEIGHT = { weak: 0.3, borrowed: 0.5, hintConcept: 0.6 }
const FACTOR = { concept: 0.85, prefix: 0.7, typo: 0.7, heading: 0.6, title: 0.5 }

/** Whether a term is a kind of answer rather than a word of the question. */
export function isImplied(term: Pick<Term, 'stem'>): boolean {
  return term.stem.startsWith(IMPLIED)
}

/** Reads the words of a question; `borrow` is an earlier question whose words a short follow-up may lean on. */
export function readQuestion(text: string, borrow = ''): Question {
  const own = termsOf(text)
  const terms = [...own]
  const hint = hintOf(text) ?? (borrow ? hintOf(borrow) : undefined)
  const concept = hint && CONCEPT_OF_HINT[hint]
  if (concept && !terms.some(({ concepts }) => concepts.includes(concept)))
    terms.push({ stem: `${IMPLIED}${concept}`, concepts: [concept], weight: WEIGHT.hintConcept, borrowed: false })
  for (const term of termsOf(borrow))
    if (!terms.some((other) => same(other, term)))
      terms.push({ ...term, weight: term.weight * WEIGHT.borrowed, borrowed: true })
  const asksKind = hintOf(text) !== undefined
  return hint ? { terms, hint, asksKind } : { terms, asksKind }
}

function termsOf(text: string): Term[] {
  const terms = new Map<string, Term>()
  for (const word of words(text)) {
    if (isStopWord(word)) continue
    // The last concept of a word is its most exact one: a Sunday is of the weekend, but not any day of it.
    const concepts = conceptsOf(word).slice(-1)
    const term = { stem: stem(word), concepts, weight: isWeak(word) ? WEIGHT.weak : 1, borrowed: false }
    if (!terms.has(term.stem)) terms.set(term.stem, term)
  }
  return [...terms.values()].slice(0, 60)
}

function same(one: Term, other: Term): boolean {
  return one.stem === other.stem || one.concepts.some((concept) => other.concepts.includes(concept))
}

type Bag = { stems: Set<string>; concepts: Set<string> }
type Indexed = { sentence: Sentence; text: Bag; heading: Bag; title: Bag }

/** Scores every sentence against a question, in the order given. */
export function matchAll(sentences: readonly Sentence[], question: Question): Match[] {
  const bags = new Map<string, Bag>()
  const bagOf = (text: string): Bag => {
    const known = bags.get(text) ?? bag(text)
    bags.set(text, known)
    return known
  }
  const index = sentences.map((sentence) => ({
    sentence,
    text: bagOf(sentence.text),
    heading: bagOf(sentence.heading),
    title: bagOf(sentence.title),
  }))
  const vocabulary = new Set([...bags.values()].flatMap(({ stems }) => [...stems]))
  const terms = question.terms.map((term) => rated({ ...term, ...nearest(term, vocabulary) }, index))
  return index.map((entry) => rate(entry, terms, question.hint))
}

function bag(text: string): Bag {
  const content = words(text).filter((word) => !isStopWord(word))
  return { stems: new Set(content.map(stem)), concepts: conceptsIn(text, content) }
}

type RatedTerm = Term & { factor: number; rarity: number }

/** A word no passage has may be the beginning of one that it has, the other way round, or a slip of the finger. */
function nearest(term: Term, vocabulary: ReadonlySet<string>): { stem: string; factor: number } {
  if (vocabulary.has(term.stem) || term.concepts.length > 0 || term.stem.length < 5)
    return { stem: term.stem, factor: 1 }
  let head: string | undefined
  let start: string | undefined
  let typo: string | undefined
  for (const known of vocabulary) {
    if (known.length < 5) continue
    // «Pulloverreparatur» is a «Reparatur»: the last part of a compound says what it is.
    if (!head && known.length >= 6 && term.stem.endsWith(known)) head = known
    if (!start && (known.startsWith(term.stem) || term.stem.startsWith(known))) start = known
    if (!typo && isOneTypoAway(known, term.stem)) typo = known
  }
  const near = head ?? start
  if (near) return { stem: near, factor: FACTOR.prefix }
  return typo ? { stem: typo, factor: FACTOR.typo } : { stem: term.stem, factor: 1 }
}

function rated(term: Term & { factor: number }, index: readonly Indexed[]): RatedTerm {
  const having = index.filter(({ text }) => strength(term, text) > 0).length
  return { ...term, rarity: term.weight * (1 + 0.5 * Math.log((index.length + 1) / (having + 1))) }
}

function strength(term: Term & { factor: number }, { stems, concepts }: Bag): number {
  if (stems.has(term.stem)) return term.factor
  return term.concepts.some((concept) => concepts.has(concept)) ? FACTOR.concept : 0
}

function rate({ sentence, text, heading, title }: Indexed, terms: readonly RatedTerm[], hint: Hint | undefined): Match {
  const fitsHint = hint !== undefined && answers(hint, sentence.text)
  // That a price is asked for does not say of what: such a word alone is no subject, unless it is the only one.
  const asked = hint === 'price' && terms.length > 1 ? CONCEPT_OF_HINT[hint] : undefined
  let total = 0
  let found = 0
  let score = 0
  let own = 0
  let byKind = 0
  let lent = 0
  let above = 0
  let topic = false
  for (const term of terms) {
    total += term.rarity
    const said = strength(term, text)
    // An address answers «where» without the word «address».
    const ofKind = fitsHint && hint !== undefined && term.concepts.includes(CONCEPT_OF_HINT[hint] ?? '')
    const here = ofKind ? 1 : said
    const over = Math.max(strength(term, heading) * FACTOR.heading, strength(term, title) * FACTOR.title)
    const counts = !term.borrowed && !term.stem.startsWith(IMPLIED)
    if (said > 0 && counts) own += 1
    else if (ofKind) byKind += 1
    if (term.borrowed && (said > 0 || over > 0)) lent += 1
    if (over > 0 && counts) above += 1
    if ((here > 0 || over > 0) && counts && term.concepts.some((concept) => concept !== asked)) topic = true
    // A word in the sentence as well as above it counts a little more: the section is about it.
    score += term.rarity * (here > 0 ? here + over * 0.3 : over)
    found += term.rarity * (here > 0 || over > 0 ? 1 : 0)
  }
  const long = Math.max(0, text.stems.size - 25) * 0.02
  const bonus = fitsHint ? (hint === 'price' ? 1.2 : 0.8) : 0
  return {
    sentence,
    score: score + bonus - long,
    coverage: total > 0 ? found / total : 0,
    own,
    implied: byKind,
    lent,
    topic,
    above,
    fitsHint,
  }
}
