/**
 * Answers questions with sentences quoted from passages. It quotes and never composes, so that a first run without any key gives
 * true answers; it cannot be talked into anything, because nothing it reads is an instruction to it. Pure.
 */
import { isImplied, isSubject, type Question, readQuestion, type Term, type ValueKind } from './question.ts'
import { type Match, matchAll } from './relevance.ts'
import { factualPart, isFact, pricesIn } from './facts.ts'
import { answersKind, CONCEPT_OF_KIND, isOtherAmount } from './answer-kinds.ts'
import type { Language } from './language.ts'
import type { Passage } from './passages.ts'
import type { Prompt } from './prompt.ts'
import { countriesIn } from './quantities.ts'
import { REPLIES } from './replies.ts'
import type { Row, Sentence } from './sentences.ts'
import { sentencesOf } from './sentences.ts'
import { ELSEWHERE, yesOrNo } from './yes-or-no.ts'
import { normalize, words } from './words.ts'

const MAX_SENTENCES = 3
const MAX_BULLETS = 10
/** Sentences looked at in one request. */
const MAX_CANDIDATES = 3_000

/** What the passages hold on the visitor's question, with the number of the passage where that is asked for. */
export function answerFromPassages(
  prompt: Pick<Prompt, 'passages' | 'question' | 'earlier'> & Partial<Pick<Prompt, 'cites'>>,
  language: Language,
): string | undefined {
  const sentences = sentencesOf(prompt.passages).slice(0, MAX_CANDIDATES)
  if (sentences.length === 0) return undefined
  const follows = isFollowUp(prompt.question)
  const alone = readQuestion(prompt.question)
  const tries = [
    ...(follows ? prompt.earlier.slice(0, 2) : []).map((earlier) => ({
      earlier,
      question: readQuestion(prompt.question, earlier),
    })),
    { earlier: '', question: alone },
  ]
  for (const { earlier, question } of tries) {
    const best = bestOf(sentences, question, isGoodEnough)
    if (!best) continue
    const n = prompt.cites === true ? prompt.passages[best.sentence.passage]?.n : undefined
    // A file of the visitor has no number.
    const quoted = n ? cited(best.quoted, n) : best.quoted
    const { yes, no } = REPLIES[language]
    const holds = yesOrNo(prompt.question, best.sentence.text, earlier)
    const [first] = words(quoted)
    const saysSo = first === normalize(yes) || first === normalize(no)
    return holds === undefined || saysSo ? quoted : `${capitalised(holds ? yes : no)}. ${quoted}`
  }
  return undefined
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** «Nine to six [2].» */
const cited = (text: string, n: number): string => text.replace(/([.!?…]?)$/, (end) => ` [${n}]${end}`)

const FOLLOW_UP =
  /^(?:and|but|what about|how about|or|so|und|aber|oder|wie sieht es|et|mais|ou|y|pero|o|e|mas)\b|^و|\b(?:it|its|that|this|they|them|there|these|those|one|ones|davon|dafur|dort|dies|das|es|sie|cela|ca|celui|eso|esto|isso|isto|ele|ela)\b/u

/** A short message, or one that points back, leans on the question before it. */
function isFollowUp(question: string): boolean {
  const { terms } = readQuestion(question)
  return terms.length <= 1 || (terms.length <= 3 && FOLLOW_UP.test(normalize(question).trim()))
}

/** Shares of a question's weight that a sentence must have. */
const COVERAGE = { nearlyAll: 0.9, most: 0.75, ofFaq: 0.6, enough: 0.5, leaning: 0.25, least: 0.28 }

/**
 * Whether a sentence answers the question rather than sharing words with it. It must have the question's subject, the kind of
 * answer that was asked for, and about half of what the question says; less where its heading or a value in it says the rest.
 */
function isGoodEnough(match: Match, question: Question): boolean {
  const { coverage } = match
  if (isOfOtherCountries(match, question)) return false
  if (question.terms.some(({ borrowed }) => borrowed)) {
    if (match.lent === 0) return false
    // «Can I wash it?» asks something new of the same subject: what was said of it already is no answer.
    const asksNew = question.terms.some((term) => !term.borrowed && !isImplied(term) && term.weight >= 1)
    if (asksNew && !question.asksKind && match.own === 0 && !match.rule) return false
    // «And how long does it take?» and «after three weeks?» leave the subject to the earlier question.
    if ((match.fitsKind || match.rule) && coverage >= COVERAGE.leaning) return true
  }
  if (match.own + match.above + match.implied === 0) return false
  if (match.own + match.above === 0 && question.terms.some((term) => isOwnWord(term, question))) return false
  // Whoever names a language or a month asks about it.
  if (!question.asksKind && !match.rule && question.terms.some(({ kind }) => kind !== undefined && NAMED.has(kind)))
    return false
  // «How many rooms?» is not answered by a number of beds.
  if (question.kind === 'count' && question.asksKind && !match.focus) return false
  if (question.kind === 'price' && isOtherAmount(question.text, match.sentence.text)) return false
  if (coverage < COVERAGE.most && lacksSubject(match, question)) return false
  if (isFaq(match) && match.own === 0 && coverage < COVERAGE.ofFaq) return false
  // Currencies are many: a price may be told in one that is not known here.
  const isSure = question.kind === 'price' && coverage >= COVERAGE.nearlyAll
  if (asksExactly(question) && question.asksKind && !match.fitsKind && !isSure) return false
  if (coverage >= COVERAGE.enough) return true
  if (coverage < COVERAGE.least) return false
  return match.above >= 2 || match.rule || (match.topic && (match.above > 0 || match.fitsKind))
}

/** «How long to Germany?» is not answered by what holds for Norway; whether something holds is, by a list. */
function isOfOtherCountries({ sentence }: Match, { text, asksKind }: Question): boolean {
  if (!asksKind) return false
  const asked = countriesIn(text)
  const told = countriesIn(sentence.text)
  return (
    asked.size > 0 &&
    told.size > 0 &&
    ![...asked].some((one) => told.has(one)) &&
    !ELSEWHERE.test(normalize(sentence.text))
  )
}

const NAMED: ReadonlySet<ValueKind> = new Set(['languages', 'months'])

/** Whether a word of the question says more than the kind of its answer. */
function isOwnWord(term: Term, { kind }: Question): boolean {
  return !term.borrowed && !isImplied(term) && !term.concepts.includes((kind && CONCEPT_OF_KIND[kind]) ?? '')
}

/** Whether a sentence is without what the question is about, although it shares other words with it. */
function lacksSubject(match: Match, question: Question): boolean {
  if (!match.action) return true
  if (!match.subject && question.terms.some((term) => !term.borrowed && isSubject(term))) return true
  const fitsExactly = match.fitsKind && match.named > 0 && asksExactly(question)
  return !match.focus && !match.subject && !fitsExactly
}

/** «How many?» is not answered without a number. */
const EXACT: ReadonlySet<string> = new Set(['price', 'clock', 'count', 'duration', 'age', 'person', 'measure'])
const asksExactly = ({ kind }: Question): boolean => kind !== undefined && EXACT.has(kind)

function quote(
  sentences: readonly Sentence[],
  question: Question,
  accept: (match: Match, question: Question) => boolean,
  most?: number,
): string | undefined {
  return bestOf(sentences, question, accept, most)?.quoted
}

function bestOf(
  sentences: readonly Sentence[],
  question: Question,
  accept: (match: Match, question: Question) => boolean,
  most = MAX_BULLETS + 1,
): { sentence: Sentence; quoted: string } | undefined {
  if (question.terms.length === 0) return undefined
  const matches = matchAll(sentences, question)
  let best: Match | undefined
  for (const match of matches) if (accept(match, question) && match.score > (best?.score ?? 0) + 1e-9) best = match
  if (!best) return undefined
  const quoted = quoteRows(best, matches) ?? write(around(best, matches, question).slice(0, most))
  return { sentence: best.sentence, quoted }
}

/** The best sentence with those neighbours that it needs or that carry the answer on. */
function around(best: Match, matches: readonly Match[], question: Question): Sentence[] {
  const at = firstOf(best, matches)
  const chosen = matches.slice(at, matches.indexOf(best) + 1).map(({ sentence }) => sentence)
  for (let next = at + chosen.length; next < matches.length; next += 1) {
    const match = matches[next]
    const last = chosen.at(-1)
    if (!match || !last || !areNeighbours(last, match.sentence)) break
    const list = match.sentence.bullet && opensList(chosen, last)
    if (chosen.length >= (list ? MAX_BULLETS + 1 : MAX_SENTENCES)) break
    if (!list && !carriesOn(match, best, question, chosen)) break
    chosen.push(match.sentence)
  }
  return chosen
}

/** Where the quotation begins: with the sentence the best one leans on, or with the section when that is the answer. */
function firstOf(best: Match, matches: readonly Match[]): number {
  const at = matches.indexOf(best)
  let start = at
  while (start > 0 && at - start < MAX_SENTENCES - 1) {
    const before = matches[start - 1]?.sentence
    const here = matches[start]?.sentence
    if (!before || !here || !areNeighbours(before, here)) break
    const section = isSectionAnswer(best) && before.heading === here.heading && (isFaq(best) || best.sentence.bullet)
    if (!section && !leansBack(here.text)) break
    start -= 1
  }
  return start
}

/** The question's words stand above the sentence rather than in it: its whole section answers. */
function isSectionAnswer(best: Match): boolean {
  return best.above > 0 && (best.own === 0 || isFaq(best))
}

function isFaq({ sentence }: Match): boolean {
  return sentence.heading.endsWith('?')
}

function opensList(chosen: readonly Sentence[], last: Sentence): boolean {
  return last.text.endsWith(':') || chosen.some(({ text, bullet }) => !bullet && text.endsWith(':'))
}

function carriesOn(match: Match, best: Match, question: Question, chosen: readonly Sentence[]): boolean {
  if (question.kind && match.fitsKind && !best.fitsKind) return true
  if (match.sentence.bullet !== best.sentence.bullet) return false
  if (isSectionAnswer(best)) return match.sentence.heading === best.sentence.heading
  if (leansBack(match.sentence.text)) return true
  if (question.kind && best.fitsKind && !match.fitsKind) return false
  const most = match.fitsKind ? MAX_SENTENCES : 2
  return chosen.length < most && match.own > 0 && match.score >= best.score * 0.75
}

const LEANS_BACK =
  /^(?:it|its|they|them|this|that|these|those|otherwise|however|afterwards|then|also|in that case|after that|both|he|she|here|there|diese[rs]?|das|dies|dafür|danach|dann|außerdem|ansonsten|sie|er|es|dort|cela|ensuite|sinon|elle|il|ils|elles|ainsi|esto|eso|además|después|también|isso|isto|depois|além|também|ele|ela|وهذا|وهي|وهو|كما)\b/iu

/** A sentence that only makes sense after the one before it. */
function leansBack(text: string): boolean {
  return LEANS_BACK.test(text.slice(0, 30))
}

function areNeighbours(one: Sentence, other: Sentence): boolean {
  return one.passage === other.passage && other.order === one.order + 1
}

function write(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text, bullet }, at) => (at === 0 ? text : bullet ? `\n- ${text}` : ` ${text}`))
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
export function contactSentence(prompt: Prompt): string | undefined {
  const sentences = sentencesOf(prompt.passages)
  return sentences.find(({ text }) => answersKind('phone', text) || answersKind('email', text))?.text
}

/** The sentences of a longer text that answer a question, else its beginning. */
export function answerFromText(text: string, question: string): string | undefined {
  const sentences = sentencesOf([{ n: 0, title: '', text }])
  return quote(sentences, readQuestion(question), isGoodEnough) ?? sentences[0]?.text.slice(0, 400)
}

const MOST_ROWS = 20

/** The rows of the best row's table that answer as well as it does: those with as many of the question's words. */
function quoteRows(best: Match, matches: readonly Match[]): string | undefined {
  const row = best.sentence.row
  if (!row) return undefined
  const rows = matches.filter(
    ({ sentence, own }) =>
      sentence.row !== undefined &&
      sentence.passage === best.sentence.passage &&
      sentence.heading === best.sentence.heading &&
      (best.own === 0 || own === best.own),
  )
  if (rows.length <= 1) return `${writeRow(row)}.`.replace(/([.!?])\.$/, '$1')
  return rows
    .slice(0, MOST_ROWS)
    .flatMap(({ sentence }) => (sentence.row ? [`- ${writeRow(sentence.row)}`] : []))
    .join('\n')
}

/** «Nordlicht: 24.50 €»; with more columns each value has its name: «Nordlicht: Price 24.50 €, Fibre wool». */
function writeRow({ cells, headers }: Row): string {
  const [name = '', ...values] = cells
  const named = values.flatMap((value, at) => {
    if (!value) return []
    const header = headers[at + 1]
    return values.length > 1 && header ? [`${header} ${value}`] : [value]
  })
  return named.length > 0 ? `${name}: ${named.join(', ')}` : name
}
