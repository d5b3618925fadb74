/** Reads a question: its words and how much each counts, the values it names, what it is about. Pure. */
import { type AnswerKind, answerKindOf, CONCEPT_OF_KIND } from './answer-kinds.ts'
import { conceptsOf } from './concepts.ts'
import { detectLanguage } from './language.ts'
import { namesNumber, readValues, type Values } from './quantities.ts'
import { normalize, isStopWord, isWeak, stem, words } from './words.ts'

/** A word of the question: its stem, what it stands for, and how much it counts. */
export type Term = {
  stem: string
  concepts: readonly string[]
  weight: number
  borrowed: boolean
  /** Of a value («3 weeks», «Sweden»): a sentence with another value of its kind may be the rule for it. */
  kind?: ValueKind
}
export type ValueKind = keyof Values
export type Question = {
  text: string
  terms: Term[]
  /** The kind of answer that it asks for. */
  kind?: AnswerKind
  /** It says so itself, and not only the question before it. */
  asksKind: boolean
  /** The stem of the word that the question is about: «Do you sell *skis*?», «What is the *capital* of Germany?» */
  focus?: string
}
/** Subjects of support that a sentence has to be about when the question names one. */
const SUBJECTS = new Set(['shipping', 'refund', 'cancel', 'parking', 'hours', 'wifi', 'discount', 'trial', 'breakfast'])

/** How the stem of a term begins that no word of the question stands for, only its kind. */
const IMPLIED = 'implied:'
/** Whether a word stands for a whole subject of support. */
export const isSubject = ({ concepts }: Pick<Term, 'concepts'>): boolean =>
  concepts.some((concept) => SUBJECTS.has(concept))
const WEIGHT = { weak: 0.3, ofKind: 0.65, borrowed: 0.5, implied: 0.6 }

/** Whether a term is a kind of answer rather than a word of the question. */
export function isImplied(term: Pick<Term, 'stem'>): boolean {
  return term.stem.startsWith(IMPLIED)
}

/** Reads the words of a question; `borrow` is an earlier question whose words a short follow-up may lean on. */
export function readQuestion(text: string, borrow = ''): Question {
  const { values, rest } = readValues(text)
  const asked = answerKindOf(text)
  const elsewhere = asked === 'age' ? [] : termsOf(rest.replace(VENUE, ' '), asked)
  const own = [...(elsewhere.length > 0 || asked === 'place' ? elsewhere : termsOf(rest, asked)), ...valueTerms(values)]
  const terms = [...own]
  const kind = asked ?? (borrow ? answerKindOf(borrow) : undefined)
  const concept = kind && CONCEPT_OF_KIND[kind]
  if (concept && !terms.some(({ concepts }) => concepts.includes(concept)))
    terms.push({ stem: `${IMPLIED}${concept}`, concepts: [concept], weight: WEIGHT.implied, borrowed: false })
  for (const term of termsOf(borrow))
    if (!terms.some((other) => same(other, term)))
      terms.push({ ...term, weight: term.weight * WEIGHT.borrowed, borrowed: true })
  const asksKind = asked !== undefined
  const focus = focusOf(text, own, kind)
  return { text, terms, asksKind, ...(kind ? { kind } : {}), ...(focus === undefined ? {} : { focus }) }
}

const ASKS_WHAT = /\b(?:what|which|was|welche[rsnm]?|wie heisst|quel(?:le)?s?|que|cual(?:es)?|qual|quais)\b/

/** Whether something is there at all: what comes first is asked for, what comes after says where. */
const ASKS_EXISTENCE =
  /\b(?:(?:is|are) there|(?:do|have) you (?:have|got|sell|offer)|gibt es|(?:hab(?:t|en)|biete[nt]|verkauf(?:t|en)) (?:ihr|sie)|y a[- ]t[- ]il|avez[- ]vous|hay|tienen|tienes|tem|ha)\b/

const FOCUSED: ReadonlySet<ValueKind> = new Set(['weekdays', 'months', 'countries', 'languages'])

/** What comes first after «what» and «how many», and what comes last elsewhere; in German, which puts its verbs there, the last noun. */
function focusOf(text: string, terms: readonly Term[], asked: AnswerKind | undefined): string | undefined {
  const implied = asked && CONCEPT_OF_KIND[asked]
  const nouns = new Set(
    detectLanguage(text) === 'de'
      ? Array.from(text.matchAll(/(?<=\S\s)\p{Lu}[\p{L}-]+/gu), ([word]) => words(word).map(stem)).flat()
      : [],
  )
  const able = terms.filter(
    (term) =>
      term.weight >= 1 &&
      (!implied || !term.concepts.includes(implied)) &&
      (term.kind === undefined || FOCUSED.has(term.kind)),
  )
  const named = able.filter((term) => nouns.has(term.stem))
  const candidates = named.length > 0 ? named : able
  const folded = normalize(text)
  const isFirst =
    asked === 'count' ||
    ((asked === undefined || asked === 'means') && (ASKS_WHAT.test(folded) || ASKS_EXISTENCE.test(folded)))
  return (isFirst ? candidates[0] : candidates.at(-1))?.stem
}

function valueTerms({ durations, age, hours, months, countries, languages }: Values): Term[] {
  const term = (stem: string, kind: ValueKind): Term => ({
    stem,
    concepts: kind === 'age' ? ['children'] : [],
    weight: 1,
    borrowed: false,
    kind,
  })
  return [
    ...(durations.length > 0 ? [term('value:duration', 'durations')] : []),
    ...(age === undefined ? [] : [term('value:age', 'age')]),
    ...(hours.length > 0 ? [term('value:hour', 'hours')] : []),
    ...Array.from(months, (month) => term(`month:${month}`, 'months')),
    ...Array.from(countries, (code) => term(`country:${code}`, 'countries')),
    ...Array.from(languages, (code) => term(`language:${code}`, 'languages')),
  ]
}

function termsOf(text: string, asked?: AnswerKind): Term[] {
  const terms = new Map<string, Term>()
  for (const word of words(text)) {
    if (isStopWord(word) || EMPTY.has(word)) continue
    // The last concept of a word is its most exact one: a Sunday is of the weekend, but not any day of it.
    const concepts = conceptsOf(word)
      .slice(-1)
      .filter((concept) => concept !== 'duration' || asked === 'duration')
    const isLight = isWeak(word) || LIGHT.has(word) || (word.length < 6 && namesNumber(word) && !/\d{3}/.test(word))
    const weight = isLight ? WEIGHT.weak : asked !== undefined && OF_KIND[asked]?.test(word) ? WEIGHT.ofKind : 1
    const day = concepts.some((concept) => /^day\d$/.test(concept))
    const term: Term = { stem: stem(word), concepts, weight, borrowed: false, ...(day ? { kind: 'weekdays' } : {}) }
    if (!terms.has(term.stem)) terms.set(term.stem, term)
  }
  return [...terms.values()].slice(0, 60)
}

/** Words that say nothing of the subject where a question has other words. */
const EMPTY = new Set(
  `after before within during since problem problems version kind type moglich nach vor innerhalb wahrend apres avant dans pendant
  despues antes durante ahead advance voraus vorher depois along dabei extra maximum minimum maximal hochstens enough genug assez bastante suficiente next nearest nachste nachster nachstes`.split(
    /\s+/,
  ),
)
/** Verbs and adjectives that go with any subject, and what people call the place they ask about. */
const LIGHT = new Set(
  `bring brings bringing keep keeps keeping leave left go goes going make makes making put buy eat happen happens
  welcome allowed morning afternoon evening tonight people person big large old new alt neu many visit join serve served serving find
  machen macht mache bekomme bekommen bekommt gehen geht bringen mitbringen nehmen mitnehmen lassen brauchen brauche gross lernen
  darf durfen erlaubt finde finden prendre amener apporter venir aller recevoir trouver llevar traer ir venir tomar recibir levar
  trazer vir receber`.split(/\s+/),
)

/** Words that only repeat the kind of answer that is asked for: «How long does it *take*?», «How much do I *pay*?» */
const OF_KIND: Partial<Record<AnswerKind, RegExp>> = {
  time: /^(?:start\w*|begin\w*|happens?|fang\w*|commenc\w*|empiez\w*|comec\w*)$/,
  duration: /^(?:takes?|lasts?|dauer\w*|geht|dure\w*|dura\w*|tarda\w*)$/,
  price: /^(?:pay|pays|paid|zahle?n?|bezahlen?|payer|pagar|pago)$/,
  extra:
    /^(?:includ\w*|cost|costs|pay|enthalten|inbegriffen|inklusive|zahlen|bezahlen|kostet|kosten|inclus\w*|inclui\w*|payer|pagar)$/,
}
/** «Where is the hotel?», «Can I park at the museum?»: the place whose visitors ask is no subject. */
const VENUE =
  /(?<!\p{L})(?:the|your|in|at|im|am|zum|zur|ins|vom|der|die|das|dem|eure[rmn]?|ihre?[rmn]?|la|le|l'|el|o|a|du|au|del|al|do|na|no) (?:hotel|restaurant|gym|office|practice|surgery|clinic|school|library|studio|museum|campsite|buro|praxis|schule|bucherei|bibliothek|ecole|escuela|escola)s?(?!\p{L})/gu

function same(one: Term, other: Term): boolean {
  return one.stem === other.stem || one.concepts.some((concept) => other.concepts.includes(concept))
}
