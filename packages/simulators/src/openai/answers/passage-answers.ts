/**
 * Answers questions with one to three sentences quoted from passages. It only quotes, so that a first run without any
 * key gives true answers. It can't be talked into anything, because it treats nothing it reads as an instruction.
 */
import type { Passage, Prompt } from '../prompts/prompt.ts'
import { type AnswerKind, CONCEPT_OF_KIND, isExact, isMeasure, isOtherAmount, missesDenial } from './answer-kinds.ts'
import { factualPart, isFact, labelOf, pricesIn } from './facts.ts'
import { isImplied, type Question, readQuestion, type Term } from './question.ts'
import { isBusiness } from '../language/words.ts'
import { type Match, matchAll } from './relevance.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

const MAX_SENTENCES = 3
const MAX_BULLETS = 10
/** Sentences read per request. */
const MAX_CANDIDATES = 3_000

/** What the passages say about the visitor's question, with the number of the passage where requested. */
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
    // A visitor's file has no number.
    return n ? cited(best.quoted, n) : best.quoted
  }
  return undefined
}

const cited = (text: string, n: number): string => text.replace(/([.!?…]?)$/, (end) => ` [${n}]${end}`)

/** A very short message continues the previous question: «And how long does it take?» */
const isFollowUp = (question: string): boolean => readQuestion(question).terms.length <= 1

/**
 * Shares of a question's weight that a sentence must have: with one of its words, with two, with the kind of answer it
 * asks for.
 */
const COVERAGE = { oneWord: 0.75, twoWords: 0.5, fitting: 0.45, followUp: 0.25 }
/** Whether a sentence answers the question and does not just share a word with it. */
function isGoodEnough(match: Match, { text, terms, kind, asksKind }: Question): boolean {
  const { coverage, own, above, named, sentence } = match
  const isFitting = match.fitsKind || match.isRule
  if (terms.some(({ isBorrowed }) => isBorrowed)) {
    // «Can I wash it?» asks something new about the same subject, so the previous answer does not fit.
    if (!match.isRelated || (own === 0 && !asksKind && !match.isRule)) return false
    // «And how long does it take?» and «after three weeks?» take their subject from the earlier question.
    if (isFitting && coverage >= COVERAGE.followUp) return true
  }
  if (asksKind && kind && isExact(kind) && !match.fitsKind) return false
  if (!match.hasCounted || (named === 0 && terms.some((term) => namesSubject(term, kind)))) return false
  if (asksKind && own + above === 0 && !match.isRule && terms.some((term) => isMissed(term, kind))) return false
  if (asksKind && kind && isMeasure(kind) && own === 0 && !leansBack(sentence.text)) return false
  if (kind === 'price' && isOtherAmount(text, sentence.text)) return false
  if (missesDenial(text, sentence.text)) return false
  const least = isFitting ? COVERAGE.fitting : named >= 2 ? COVERAGE.twoWords : COVERAGE.oneWord
  return coverage >= least
}

/** Whether a word of the question says more than the kind of answer it asks for. */
const namesSubject = (term: Term, kind: AnswerKind | undefined): boolean =>
  !term.isBorrowed && term.weight >= 1 && !isOfKind(term, kind)
const isOfKind = ({ concepts }: Term, kind: AnswerKind | undefined): boolean =>
  kind !== undefined && concepts.includes(CONCEPT_OF_KIND[kind] ?? '')

/**
 * Whether the answer has to contain the word, however common. «Where is the museum?» and «What's your address?» may be
 * answered by an address alone, «What does it cost?» not by any price.
 */
const isMissed = (term: Term, kind: AnswerKind | undefined): boolean =>
  !(kind === 'place' && isBusiness(term.stem)) && ((kind !== undefined && isExact(kind)) || !isOfKind(term, kind))

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

/** The best sentence with the neighbors that it needs or that continue the answer. */
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

/** The start of the quotation: the sentence that the best one refers to, or the opening of its list. */
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
/** The question's words are in the heading, not in the sentence: the whole section answers. */
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

/** A sentence that only makes sense after the previous one. */
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

/** Facts in the agent's own instructions: only declarative sentences that contain nearly all of the question. */
export function answerFromInstructions(prompt: Prompt): string | undefined {
  if (!prompt.instructions || prompt.passages.length > 0) return undefined
  const source: Passage = { n: 0, title: '', text: factualPart(prompt.instructions) }
  const all = sentencesOf([source])
  const facts = all
    .filter(({ text }) => isFact(text))
    .map((fact) => ({ ...fact, heading: labelOf(fact.text) ?? fact.heading }))
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
      (match.own >= 2 || match.above > 0 || match.fitsKind) &&
      match.coverage >= (asked === 1 && !match.fitsKind ? 1 : 0.7),
    1,
  )
}

export const contactSentence = (prompt: Prompt): string | undefined =>
  sentencesOf(prompt.passages).find(({ text }) => /\S@\S|\+?\d[\d\s()/.-]{5,}\d/.test(text))?.text
