/**
 * Answers questions with one to three sentences quoted from passages. It quotes and never composes, so that a first run without any
 * key gives true answers; it cannot be talked into anything, because nothing it reads is an instruction to it. Pure.
 */
import type { Passage } from '../prompts/passages.ts'
import type { Prompt } from '../prompts/prompt.ts'
import { type AnswerKind, CONCEPT_OF_KIND, isOtherAmount, missesDenial } from './answer-kinds.ts'
import { factualPart, isFact, pricesIn } from './facts.ts'
import { isImplied, type Question, readQuestion, type Term } from './question.ts'
import { type Match, matchAll } from './relevance.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

const MAX_SENTENCES = 3
const MAX_BULLETS = 10
/** Sentences looked at in one request. */
const MAX_CANDIDATES = 3_000

/** What the passages hold on the visitor's question, with the number of the passage where that is asked for. */
export function answerFromPassages({
  passages,
  question,
  earlier,
  cites = false,
}: Pick<Prompt, 'passages' | 'question' | 'earlier'> & Partial<Pick<Prompt, 'cites'>>): string | undefined {
  const sentences = sentencesOf(passages).slice(0, MAX_CANDIDATES)
  const before = isFollowUp(question) ? earlier.slice(0, 2) : []
  for (const leantOn of [...before, '']) {
    const best = bestOf(sentences, readQuestion(question, leantOn), isGoodEnough)
    if (!best) continue
    const n = cites ? passages[best.sentence.passage]?.n : undefined
    // A file of the visitor has no number.
    return n ? cited(best.quoted, n) : best.quoted
  }
  return undefined
}

/** «Nine to six [2].» */
const cited = (text: string, n: number): string => text.replace(/([.!?…]?)$/, (end) => ` [${n}]${end}`)

/** A message of hardly any words leans on the question before it: «And how long does it take?» */
const isFollowUp = (question: string): boolean => readQuestion(question).terms.length <= 1

/** Shares of a question's weight that a sentence must have: with one of its words, with two, with the kind of answer it asks for. */
const COVERAGE = { oneWord: 0.75, twoWords: 0.5, fitting: 0.45, followUp: 0.25 }
/** «How many?» is not answered without a number. */
const EXACT: ReadonlySet<string> = new Set([
  'price',
  'clock',
  'count',
  'duration',
  'age',
  'person',
  'weight',
  'length',
  'distance',
])

/** Whether a sentence answers the question rather than sharing a word with it. */
function isGoodEnough(match: Match, { text, terms, kind, asksKind }: Question): boolean {
  const { coverage, own, named, sentence } = match
  const isFitting = match.fitsKind || match.isRule
  if (terms.some(({ isBorrowed }) => isBorrowed)) {
    // «Can I wash it?» asks something new of the same subject: what was said of it already is no answer.
    if (!match.isRelated || (own === 0 && !asksKind && !match.isRule)) return false
    // «And how long does it take?» and «after three weeks?» leave the subject to the earlier question.
    if (isFitting && coverage >= COVERAGE.followUp) return true
  }
  if (asksKind && kind && EXACT.has(kind) && !match.fitsKind) return false
  if (!match.hasCounted || (named === 0 && terms.some((term) => namesSubject(term, kind)))) return false
  if (kind === 'price' && isOtherAmount(text, sentence.text)) return false
  if (missesDenial(text, sentence.text)) return false
  const least = isFitting ? COVERAGE.fitting : named >= 2 ? COVERAGE.twoWords : COVERAGE.oneWord
  return coverage >= least
}

/** Whether a word of the question says more than the kind of answer it asks for. */
const namesSubject = ({ isBorrowed, weight, concepts }: Term, kind: AnswerKind | undefined): boolean =>
  !isBorrowed && weight >= 1 && !(kind && concepts.includes(CONCEPT_OF_KIND[kind] ?? ''))

type Accept = (match: Match, question: Question) => boolean

const quote = (sentences: readonly Sentence[], question: Question, accept: Accept, most?: number): string | undefined =>
  bestOf(sentences, question, accept, most)?.quoted

function bestOf(
  sentences: readonly Sentence[],
  question: Question,
  accept: Accept,
  most = MAX_BULLETS + 1,
): { sentence: Sentence; quoted: string } | undefined {
  if (question.terms.length === 0) return undefined
  const matches = matchAll(sentences, question)
  let best: Match | undefined
  for (const match of matches) if (accept(match, question) && match.score > (best?.score ?? 0) + 1e-9) best = match
  if (!best) return undefined
  return { sentence: best.sentence, quoted: write(around(best, matches).slice(0, most)) }
}

/** The best sentence with those neighbours that it needs or that carry the answer on. */
function around(best: Match, matches: readonly Match[]): Sentence[] {
  const at = firstOf(best, matches)
  const chosen = matches.slice(at, matches.indexOf(best) + 1).map(({ sentence }) => sentence)
  for (const match of matches.slice(at + chosen.length)) {
    const last = chosen.at(-1)
    if (!last || !areNeighbours(last, match.sentence)) break
    const isListed = match.sentence.bullet && chosen.some(({ text, bullet }) => !bullet && text.endsWith(':'))
    if (chosen.length >= (isListed ? MAX_BULLETS + 1 : MAX_SENTENCES)) break
    if (!isListed && !carriesOn(match, best, chosen.length)) break
    chosen.push(match.sentence)
  }
  return chosen
}

/** Where the quotation begins: with the sentence that the best one leans on, or that opens its list. */
function firstOf(best: Match, matches: readonly Match[]): number {
  let start = matches.indexOf(best)
  for (let steps = 1; steps < MAX_SENTENCES; steps += 1) {
    const [before, here] = [matches[start - 1]?.sentence, matches[start]?.sentence]
    if (!before || !here || !areNeighbours(before, here)) break
    if (!leansBack(here.text) && !(here.bullet && before.text.endsWith(':'))) break
    start -= 1
  }
  return start
}

const isFaq = ({ sentence }: Match): boolean => sentence.heading.endsWith('?')
/** The question's words stand above the sentence rather than in it: its whole section answers. */
const isSectionAnswer = (best: Match): boolean => best.above > 0 && (best.own === 0 || isFaq(best))

function carriesOn(match: Match, best: Match, length: number): boolean {
  if (isSectionAnswer(best)) return match.sentence.heading === best.sentence.heading
  if (leansBack(match.sentence.text)) return true
  if (best.fitsKind && !match.fitsKind) return false
  return (
    length < (match.fitsKind ? MAX_SENTENCES : 2) && match.coverage >= best.coverage && match.score >= best.score * 0.75
  )
}

const LEANS_BACK =
  /^(?:it|its|they|them|this|that|these|those|otherwise|however|afterwards|then|also|in that case|after that|both|he|she|here|there|diese[rs]?|das|dies|dafür|danach|dann|außerdem|ansonsten|sie|er|es|dort|cela|ensuite|sinon|elle|il|ils|elles|ainsi|esto|eso|además|después|también|isso|isto|depois|além|também|ele|ela|وهذا|وهي|وهو|كما)\b/iu

/** A sentence that only makes sense after the one before it. */
function leansBack(text: string): boolean {
  return LEANS_BACK.test(text.slice(0, 30))
}

const areNeighbours = (one: Sentence, other: Sentence): boolean =>
  one.passage === other.passage && other.order === one.order + 1

function write(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text, bullet }) => (bullet && sentences.length > 1 ? `\n- ${text}` : ` ${text}`))
    .join('')
    .trim()
}

/** Facts that stand in the agent's own instructions: only declarative sentences that hold nearly all of the question. */
export function answerFromInstructions(prompt: Prompt): string | undefined {
  if (!prompt.instructions || prompt.passages.length > 0) return undefined
  const source: Passage = { n: 0, title: '', text: factualPart(prompt.instructions) }
  const all = sentencesOf([source])
  const facts = all.filter(({ text }) => isFact(text))
  const question = readQuestion(prompt.question)
  const asked = question.terms.filter((term) => term.weight >= 0.5 && !isImplied(term)).length
  if (asked < 1) return undefined
  const prices = all.flatMap((sentence) => pricesIn(sentence.text).map((text) => ({ ...sentence, text })))
  const price = question.kind === 'price' ? quote(prices, question, (match) => match.own > 0, 1) : undefined
  if (price) return price
  return quote(
    facts,
    question,
    (match) =>
      match.own > 0 &&
      (match.own >= 2 || match.fitsKind) &&
      match.coverage >= (asked === 1 && !match.fitsKind ? 1 : 0.7),
    1,
  )
}

/** The sentence of the passages with a phone number or an e-mail address. */
export const contactSentence = (prompt: Prompt): string | undefined =>
  sentencesOf(prompt.passages).find(({ text }) => /\S@\S|\+?\d[\d\s()/.-]{5,}\d/.test(text))?.text
