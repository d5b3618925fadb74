/** Scores how well sentences match a question: shared terms, their rarity, headings. */
import { monthsIn, weekdaysIn } from '../language/calendar.ts'
import { conceptsIn } from '../language/concepts.ts'
import { countriesIn, languagesIn, namesAge, namesDuration } from '../language/quantities.ts'
import { isStopWord, stem, words } from '../language/words.ts'
import { answersKind, CONCEPT_OF_KIND, partOf } from './answer-kinds.ts'
import { isImplied, type Question, type Term, type ValueKind } from './question.ts'
import type { Sentence } from './sentences.ts'

export type Match = {
  sentence: Sentence
  score: number
  /** Share of the question's weight found in the sentence, its heading or its title; 0 to 1. */
  coverage: number
  /** The question's own words in the sentence, and in its heading or title. */
  own: number
  above: number
  /** Those of them that say more than the kind of answer. */
  named: number
  /** Contains a word of the earlier question. */
  isRelated: boolean
  fitsKind: boolean
  /** Has a value to compare with that of the question. */
  isRule: boolean
  /** Contains what is counted; true when nothing is. */
  hasCounted: boolean
}

const FACTOR = { concept: 0.85, kind: 0.85, otherDay: 0.25, form: 0.8, heading: 0.6, title: 0.5 }
const BONUS = { kind: 1, rule: 0.5 }

type Bag = { stems: Set<string>; concepts: Set<string>; kinds: Set<ValueKind> }
type Indexed = { sentence: Sentence; text: Bag; heading: Bag; title: Bag }

/** Scores every sentence against a question, in the given order. */
export function matchAll(sentences: readonly Sentence[], question: Question): Match[] {
  const kinds = new Set(question.terms.flatMap(({ kind }) => kind ?? []))
  const bags = new Map<string, Bag>()
  const bagOf = (text: string): Bag => {
    const known = bags.get(text) ?? bag(text, kinds)
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
  const terms = question.terms.map((term) => rated({ ...term, forms: formsOf(term, vocabulary) }, index))
  return index.map((entry) => rate(entry, terms, question))
}

function bag(text: string, wanted: ReadonlySet<ValueKind>): Bag {
  const content = words(text).filter((word) => !isStopWord(word))
  const stems = new Set(content.map(stem))
  const kinds = new Set([...wanted].filter((kind) => NAMES[kind](text)))
  if (wanted.has('countries')) for (const code of countriesIn(text)) stems.add(`country:${code}`)
  if (wanted.has('languages')) for (const code of languagesIn(text)) stems.add(`language:${code}`)
  if (wanted.has('months')) for (const month of monthsIn(text)) stems.add(`month:${month}`)
  return { stems, concepts: conceptsIn(text, content), kinds }
}

const NAMES: Record<ValueKind, (text: string) => boolean> = {
  durations: namesDuration,
  age: namesAge,
  weekdays: (text) => weekdaysIn(text).size > 0,
  months: (text) => monthsIn(text).size > 0,
  // A single value is not a list; a matching value is found by its words.
  countries: (text) => countriesIn(text).size > 1,
  languages: (text) => languagesIn(text).size > 1,
}

type RatedTerm = Term & { forms: ReadonlyMap<string, number>; rarity: number }

/** The stems in the passages that match a word of the question, with their strength. */
function formsOf({ stem: own, kind }: Term, vocabulary: ReadonlySet<string>): Map<string, number> {
  const forms = new Map([[own, 1]])
  if (kind || own.length < 4) return forms
  for (const known of vocabulary) {
    const [short, long] = known.length < own.length ? [known, own] : [own, known]
    if (short.length < 4 || short === long || !long.startsWith(short)) continue
    const isLong = short.length >= 5 && (known === long || long.length - short.length <= 3)
    if (isLong || /^(?:e|er|en|n|s)$/.test(long.slice(short.length))) forms.set(known, FACTOR.form)
  }
  return forms
}

function rated(term: Omit<RatedTerm, 'rarity'>, index: readonly Indexed[]): RatedTerm {
  // A word that occurs nowhere counts as much as the rarest one that does.
  const having = Math.max(1, index.filter(({ text }) => strength(term, text) > 0).length)
  return { ...term, rarity: term.weight * (1 + 0.5 * Math.log((index.length + 1) / (having + 1))) }
}

function strength({ forms, concepts: own, kind }: Omit<RatedTerm, 'rarity'>, { stems, concepts, kinds }: Bag): number {
  let best = own.some((concept) => concepts.has(concept)) ? FACTOR.concept : 0
  for (const [form, factor] of forms) if (factor > best && stems.has(form)) best = factor
  if (best > 0 || kind === undefined || !kinds.has(kind)) return best
  return kind === 'weekdays' ? FACTOR.otherDay : FACTOR.kind
}

function rate({ sentence, text, heading, title }: Indexed, terms: readonly RatedTerm[], question: Question): Match {
  const { kind, counted } = question
  const fitsKind = kind !== undefined && answersKind(kind, sentence.text)
  const part = fitsKind ? bag(partOf(kind, sentence.text), new Set()) : text
  const concept = (kind && CONCEPT_OF_KIND[kind]) ?? ''
  let [total, found, score] = [0, 0, 0]
  const isRule = terms.some((term) => term.kind && term.kind !== 'weekdays' && text.kinds.has(term.kind))
  const match = { own: 0, above: 0, named: 0, isRelated: false, fitsKind, isRule, hasCounted: true }
  const isSection =
    !sentence.heading.endsWith('?') &&
    terms.every((term) => term.isBorrowed || isImplied(term) || strength(term, heading) > 0)
  for (const term of terms) {
    const said = strength(term, text)
    // An address answers «where» without the word «address».
    const here = fitsKind && term.concepts.includes(concept) ? 1 : said
    const over = Math.max(strength(term, heading) * FACTOR.heading, strength(term, title) * FACTOR.title)
    const isFound = here > 0 || over > 0
    total += term.rarity
    if (isFound) found += term.rarity
    // A word in both the sentence and its heading counts a little more: the section is about it.
    // Under a heading that says all of the question, every sentence is about it.
    score += term.rarity * (isSection ? 1 + over * 0.3 : here > 0 ? here + over * 0.3 : over)
    if (isFound && term.isBorrowed) match.isRelated = true
    if (here > 0 && term.kind === 'weekdays') match.isRule = true
    const isMissed = said > 0 && strength(term, part) === 0
    // «Founded in 1926, led by …» does not say who founded it.
    if (kind === 'person' && term.weight >= 1 && isMissed) match.hasCounted = false
    if (term.stem === counted && strength(term, part) === 0) match.hasCounted = false
    if (term.isBorrowed || isImplied(term)) continue
    if (said > 0 && term.kind !== 'durations') match.own += 1
    if (over > 0) match.above += 1
    if (isFound && !term.concepts.includes(concept)) match.named += 1
  }
  const bonus = fitsKind ? BONUS.kind : isRule ? BONUS.rule : 0
  return { ...match, sentence, score: score + bonus, coverage: total > 0 ? found / total : 0 }
}
