/** Scores how well sentences match a question: shared terms, their rarity, headings. Pure. */
import { type AnswerKind, answersKind, CONCEPT_OF_KIND } from './answer-kinds.ts'
import { conceptsIn } from './concepts.ts'
import { countriesIn, durationsIn, hoursIn, languagesIn, monthsIn, namesAge, weekdaysIn } from './quantities.ts'
import { isImplied, isSubject, type Question, type Term, type ValueKind } from './question.ts'
import type { Sentence } from './sentences.ts'
import { isOneTypoAway, isStopWord, stem, words } from './words.ts'

export type Match = {
  sentence: Sentence
  score: number
  /** Share of the question's weight found in the sentence, its heading or its title; 0 to 1. */
  coverage: number
  /** The question's own words found in the sentence itself. */
  own: number
  /** Words of the question that name the kind of answer («address»), satisfied by the sentence without containing them. */
  implied: number
  /** Words of the earlier question found in the sentence, its heading or its title. */
  lent: number
  /** A support word of the question («refund») that the sentence or its heading is about. */
  topic: boolean
  /** Words of the question that name its subject, not the kind of answer, found in the sentence, its heading or its title. */
  named: number
  /** A shared word names a whole support subject. */
  subject: boolean
  /** False if the sentence is about another action than the question («rent» versus «repair»). */
  action: boolean
  /** The question's own words found in heading or title. */
  above: number
  fitsKind: boolean
  /** It has a value to hold that of the question against. */
  rule: boolean
  /** The word that the question is about is found in the sentence, its heading or its title; true where there is none. */
  focus: boolean
}

/** What a sentence about the same thing does not answer unless it speaks of it. */
const ACTIONS = new Set(['rental', 'repair'])
const FACTOR = {
  concept: 0.85,
  kind: 0.85,
  otherDay: 0.25,
  form: 0.8,
  compound: 0.7,
  typo: 0.7,
  heading: 0.6,
  title: 0.5,
}

type Bag = { stems: Set<string>; concepts: Set<string>; kinds: Set<ValueKind> }
type Indexed = { sentence: Sentence; text: Bag; heading: Bag; title: Bag }

/** Scores every sentence against a question, in the order given. */
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
  const terms = question.terms.map((term) =>
    rated(
      { ...term, forms: formsOf(term, vocabulary), isFocus: !term.borrowed && term.stem === question.focus },
      index,
    ),
  )
  return index.map((entry) => rate(entry, terms, question.kind))
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

/** Whether a text names a value of a kind. */
const NAMES: Record<ValueKind, (text: string) => boolean> = {
  durations: (text) => durationsIn(text).length > 0,
  age: namesAge,
  hours: (text) => hoursIn(text).length > 0,
  weekdays: (text) => weekdaysIn(text).size > 0,
  months: (text) => monthsIn(text).size > 0,
  // A single value is no list; a matching value is found by its words.
  countries: (text) => countriesIn(text).size > 1,
  languages: (text) => languagesIn(text).size > 1,
}

/** «Mitbringen» is «bringen» in «Bringen Sie es mit». */
const SEPARABLE = /^(?:mit|ab|an|auf|aus|ein|vor|zuruck|um|nach|weg)$/

type RatedTerm = Term & { forms: ReadonlyMap<string, number>; rarity: number; isFocus: boolean }

/**
 * The stems of the passages that stand for a word of the question, and how surely: itself, its other forms, a compound that ends
 * with it («Reparatur» of «Pulloverreparatur», either way round), and where there are none of these a slip of the finger.
 */
function formsOf({ stem: own, concepts, kind }: Term, vocabulary: ReadonlySet<string>): Map<string, number> {
  const forms = new Map([[own, 1]])
  if (kind || own.length < 4) return forms
  for (const known of vocabulary) {
    const [short, long] = known.length < own.length ? [known, own] : [own, known]
    const more = long.length - short.length
    if (more === 0 || short.length < 4) continue
    const ending = long.slice(short.length)
    if (
      long.startsWith(short) &&
      (/^(?:e|er|en|n|s)$/.test(ending) || (short.length >= 5 && (known === long || more <= 3)))
    )
      forms.set(known, FACTOR.form)
    else if (long.endsWith(short) && SEPARABLE.test(long.slice(0, more))) forms.set(known, FACTOR.form)
    else if (long.endsWith(short) && more >= 4 && (known === long || short.length >= 6))
      forms.set(known, FACTOR.compound)
  }
  if (forms.size > 1 || vocabulary.has(own) || concepts.length > 0 || own.length < 5) return forms
  for (const known of vocabulary) if (known.length >= 5 && isOneTypoAway(known, own)) forms.set(known, FACTOR.typo)
  return forms
}

function rated(term: Omit<RatedTerm, 'rarity'>, index: readonly Indexed[]): RatedTerm {
  // A word that nothing here has counts no more than the rarest that something has.
  const having = Math.max(1, index.filter(({ text }) => strength(term, text) > 0).length)
  return { ...term, rarity: term.weight * (1 + 0.5 * Math.log((index.length + 1) / (having + 1))) }
}

function strength({ forms, concepts: own, kind }: Omit<RatedTerm, 'rarity'>, { stems, concepts, kinds }: Bag): number {
  let best = own.some((concept) => concepts.has(concept)) ? FACTOR.concept : 0
  for (const [form, factor] of forms) if (factor > best && stems.has(form)) best = factor
  if (best > 0 || kind === undefined || !kinds.has(kind)) return best
  return kind === 'weekdays' ? FACTOR.otherDay : FACTOR.kind
}

/** Whether a sentence has a value to hold the one of the question against. */
const isRule = ({ kind }: Term, { kinds }: Bag): boolean => kind !== undefined && kind !== 'weekdays' && kinds.has(kind)

function rate(
  { sentence, text, heading, title }: Indexed,
  terms: readonly RatedTerm[],
  kind: AnswerKind | undefined,
): Match {
  const fitsKind = kind !== undefined && answersKind(kind, sentence.text)
  // Words that only name the kind of answer («price») are no subject, unless there are no others.
  const asked = kind === 'price' && terms.length > 1 ? CONCEPT_OF_KIND[kind] : undefined
  const implied = (kind && CONCEPT_OF_KIND[kind]) ?? ''
  let total = 0
  let found = 0
  let score = 0
  let own = 0
  let byKind = 0
  let lent = 0
  let above = 0
  let topic = false
  let rule = false
  let named = 0
  let subject = false
  let action = true
  let focus = true
  for (const term of terms) {
    total += term.rarity
    const said = strength(term, text)
    // An address answers «where» without the word «address».
    const ofKind = fitsKind && kind !== undefined && term.concepts.includes(CONCEPT_OF_KIND[kind] ?? '')
    const here = ofKind ? 1 : said
    const over = Math.max(strength(term, heading) * FACTOR.heading, strength(term, title) * FACTOR.title)
    const counts = !term.borrowed && !isImplied(term)
    if (said > 0 && counts && term.kind !== 'durations' && term.kind !== 'hours') own += 1
    else if (ofKind) byKind += 1
    if (term.borrowed && (said > 0 || over > 0)) lent += 1
    if (over > 0 && counts) above += 1
    if ((here > 0 || over > 0) && counts && term.concepts.some((concept) => concept !== asked)) topic = true
    if ((here > 0 || over > 0) && counts && isSubject(term)) subject = true
    if ((here > 0 || over > 0) && counts && term.weight >= 1 && !term.concepts.includes(implied)) named += 1
    if (here === 0 && over === 0 && counts && term.concepts.some((concept) => ACTIONS.has(concept))) action = false
    if (here > 0 && term.kind) rule = true
    // A word in the sentence as well as above it counts a little more: the section is about it.
    score += term.rarity * (here > 0 ? here + over * 0.3 : over)
    if (term.isFocus && here === 0 && over === 0) focus = false
    found += term.rarity * (here > 0 || over > 0 ? 1 : 0)
  }
  const long = Math.max(0, text.stems.size - 25) * 0.02
  const bonus = fitsKind ? (kind === 'price' ? 1.2 : 0.8) : terms.some((term) => isRule(term, text)) ? 0.5 : 0
  return {
    sentence,
    score: score + bonus - long,
    coverage: total > 0 ? found / total : 0,
    own,
    implied: byKind,
    lent,
    topic,
    above,
    fitsKind,
    focus,
    rule,
    named,
    subject,
    action,
  }
}
