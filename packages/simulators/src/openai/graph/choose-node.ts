/**
 * The router: chooses a node by the intent of a message (agrees, refuses, corrects, …) and by the words it shares with
 * a condition.
 */
import { conceptsOf } from '../language/concepts.ts'
import {
  courtesyIn,
  expressesWish,
  givesUp,
  isCorrection,
  isGoodbye,
  isQuestion,
  saysNo,
  saysYes,
  wantsHuman,
} from '../language/intents.ts'
import { isStopWord, normalize, stem, words } from '../language/words.ts'
import { type Candidate, readRouterPrompt, type RouterPrompt } from '../prompts/router-prompt.ts'
import type { ChatMessage } from '../protocol/types.ts'
import { collectValues, offeredAddress } from './collect-values.ts'

export type RoutingChoice = { id: string; reason: string }
export const STAY = 'stay'
/** One shared word without a known concept weighs 0.7. */
const ENOUGH = 0.6

type Intent = 'person' | 'changes' | 'refuses' | 'no' | 'yes' | 'back' | 'greets' | 'done'
type Heard = {
  text: string
  marks: ReadonlySet<string>
  intents: Readonly<Record<Intent, boolean>>
  /** The message asks for an answer, not for a change of node. */
  isQuestion: boolean
  /** Names of the values in the message. */
  given: readonly string[]
}

/** Returns `{ next, values, reason }`; deterministic. It follows no text of a visitor. */
export function routerAnswer(messages: readonly ChatMessage[]): string {
  const prompt = readRouterPrompt(messages)
  const values = collectValues(prompt)
  const { id, reason } = chooseNode(prompt, values)
  return JSON.stringify({ next: id, values, reason })
}

export function chooseNode(prompt: RouterPrompt, values: Readonly<Record<string, string | null>>): RoutingChoice {
  const heard = hear(prompt, values)
  const [best] = ranked(prompt.candidates, (candidate) => rate(candidate, heard))
  if (best && best.score >= ENOUGH) return { id: best.candidate.id, reason: reasonOf(best.candidate) }
  const agreed = heard.intents.yes ? proposed(prompt) : undefined
  if (agreed) return { id: agreed.id, reason: reasonOf(agreed) }
  if (prompt.mayStay || !best) return { id: STAY, reason: 'No condition clearly fits the message.' }
  return { id: best.candidate.id, reason: 'One has to be chosen, and this fits best.' }
}

const ORDER = ['child', 'global', 'back']
/** Best first; on a tie child before global before back. */
const ranked = (candidates: readonly Candidate[], scoreOf: (candidate: Candidate) => number) =>
  candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .toSorted((a, b) => b.score - a.score || ORDER.indexOf(a.candidate.kind) - ORDER.indexOf(b.candidate.kind))

const reasonOf = ({ condition }: Candidate): string =>
  `The message fits: ${condition.split('\n')[0]?.slice(0, 200) ?? ''}`

const CHANGES =
  /\b(?:change|wrong|incorrect|mistake|something else|(?:different|another) (?:day|time|date|one|name|address)|instead|andern|anderer?n?|falsch|changer|cambiar|mudar)\b/
const DONE =
  /\b(?:that(?:'s| is| was) (?:all|it|everything)|nothing (?:else|more)|i(?:'m| am) done|no,? thank(?:s| you)|that (?:helped|worked)|(?:it|that) works(?: now)?|solved|das (?:war|ist) alles|nichts weiter|c'est tout|eso es todo|isso e tudo)\b/
const BACK =
  /\b(?:(?:go|get|take me) back|back to|previous (?:step|one)|start (?:over|again)|zuruck|retour|volver|voltar)\b|^back\b/

function hear({ message, before, variables }: RouterPrompt, values: Readonly<Record<string, string | null>>): Heard {
  const text = normalize(message)
  const changed = variables.some(({ name, value }) => value !== '' && (values[name] ?? null) !== null)
  // A correction or an answer to «Did you mean …?» is not a yes or no to the node.
  const answers = offeredAddress(before) === undefined && !changed
  const corrects = !isQuestion(message) && (CHANGES.test(text) || (isCorrection(message) && text.length > 25))
  const intents = {
    person: wantsHuman(message),
    changes: changed || corrects,
    refuses: givesUp(message),
    no: saysNo(message) && answers,
    yes: saysYes(message) && answers,
    back: BACK.test(text),
    greets: courtesyIn(message) === 'greeting',
    done: isGoodbye(message) || DONE.test(text),
  }
  return {
    text,
    marks: marksOf(message),
    intents,
    isQuestion: isQuestion(message) && !expressesWish(message),
    given: Object.keys(values).filter((name) => values[name] !== null),
  }
}

const DECLINES =
  /\b(?:declines?|refuses?|rejects?|disagrees?|(?:does not|doesn't|do not) (?:want|wish)|will not|says no)\b/
const REFUSES = new RegExp(`${DECLINES.source}|\\b(?:wrong|not (?:right|correct|agree|accept))\\b`)
const FAILS = new RegExp(`${REFUSES.source}|\\bnot (?:yet|work|help|solved)\\b`)
const CHANGE = /\b(?:change[sd]?|corrects?|corrections?|another|different)\b/
/** Wordings of conditions that a message with this intent fulfils without a shared word. */
const FULFILLED: readonly (readonly [Intent, RegExp, score: number])[] = [
  ['person', /\b(?:person|human|agent|staff|team|colleague|operator|doctor)\b/, 4],
  ['changes', CHANGE, 3],
  ['refuses', DECLINES, 3],
  ['changes', FAILS, 2.5],
  ['done', /\b(?:nothing else|is answered|is solved|is done|leaves|sets? out|goodbye|is finished)\b/, 2.2],
  ['no', FAILS, 2],
  ['greets', /\b(?:greets?|says hello)\b/, 2],
  ['no', CHANGE, 1.5],
  ['back', /\b(?:goes? (?:on|back)|continues?|returns?)\b/, 1.5],
]
const AGREEMENT =
  /\b(?:(?:is|are) (?:all )?(?:right|correct|fine|ok(?:ay)?)|agrees?|confirms?|accepts?|is willing|says (?:yes|that)|wants to (?:go on|continue)|goes on|continues)\b/
/** Conditions on unavailable people; no message fulfils them. */
const ABSENT = /\b(?:nobody|no (?:one|person|human)|not available|unavailable|is free)\b/
const ASKS = /\b(?:asks?|questions?|wants to know)\b/

function rate(candidate: Candidate, heard: Heard): number {
  const { name, kind } = candidate
  // The label of a button, quoted in the condition.
  const quotes = candidate.condition.matchAll(/[“"]([^“”"]+)[”"]/g)
  if ([...quotes].some(([, quoted = '']) => normalize(quoted).trim() === heard.text.trim())) return 6
  const isNamed = candidate.condition.startsWith(`${name}: `)
  const condition = normalize(isNamed ? name : candidate.condition)
  if (ABSENT.test(condition)) return 0
  if (kind === 'back') return rateBack(candidate, heard)
  const fulfilled = FULFILLED.find(([intent, pattern]) => heard.intents[intent] && pattern.test(condition))
  if (fulfilled) return fulfilled[2]
  if (heard.intents.yes && !FAILS.test(condition) && AGREEMENT.test(condition)) return 2
  const score = shared(heard.marks, condition) + (names(condition, heard.given) ? 1 : 0)
  if (heard.isQuestion && !ASKS.test(condition) && score < 1.7) return 0
  return score < ENOUGH || REFUSES.test(condition) ? 0 : score + shared(heard.marks, name) * 0.1
}

const GIVES = /\b(?:gives?|names?|writes?|tells?|provides?|sends?|enters?)\b/
const ALSO_CALLED: Readonly<Record<string, string>> = { email: 'address', phone: 'number', date: 'day' }
/** «The visitor writes an e-mail address»: fulfilled by that value. */
function names(condition: string, given: readonly string[]): boolean {
  const told = new Set(words(condition).map(stem))
  const spoken = given.flatMap((name) => words(`${name.replaceAll('_', ' ')} ${ALSO_CALLED[name] ?? ''}`))
  return GIVES.test(condition) && spoken.some((word) => told.has(stem(word)))
}

function rateBack({ name, condition }: Candidate, { text, marks, intents, given }: Heard): number {
  if (!intents.back && !(intents.changes && given.length === 0)) return 0
  const score = shared(marks, `${name} ${/\(([^)]*)\)/.exec(condition)?.[1]?.replaceAll('_', ' ') ?? ''}`)
  if (score >= ENOUGH) return 1.5 + score * 0.1
  // A bare «Back» leads to the visitor's previous node.
  return intents.back && marksOf(text.replace(BACK, ' ')).size === 0 ? 1 : 0
}

/** «Yes» to what the agent proposed. A tie chooses none. */
function proposed({ candidates, before }: RouterPrompt): Candidate | undefined {
  const question = before.split(/(?<=[.!?])\s+/).findLast((sentence) => sentence.endsWith('?')) ?? ''
  const marks = marksOf(question)
  const children = candidates.filter(({ kind, condition }) => kind === 'child' && !REFUSES.test(normalize(condition)))
  const [best, next] = ranked(children, ({ condition }) => shared(marks, condition))
  return best && best.score >= ENOUGH && best.score > (next?.score ?? 0) + 0.5 ? best.candidate : undefined
}

/** Words of conditions that don't distinguish wishes. */
const COMMON = new Set(
  'visitor person traveller customer client patient player caller user guest wants says gives names asks writes takes already known details everything there clearly agrees something anything talks about describes needs'
    .split(' ')
    .map(stem),
)
const NEGATORS = new Set('not no never without nicht kein keine keinen nie pas jamais sin nunca sem nao'.split(' '))
const REACH = 2

/** Stems and concepts of a text; negated ones start with «!»: «did not help» is not «help». */
function marksOf(text: string): Set<string> {
  const marks = new Set<string>()
  const clauses = normalize(text)
    .replace(/\bcannot\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .replace(/\be-mail/g, 'email')
    .split(/[,.;:!?]|\bbut\b|\baber\b|\bmais\b|\bpero\b/)
  for (const clause of clauses) {
    let denied = 0
    for (const word of clause.match(/[\p{L}\p{N}]+/gu) ?? []) {
      if (NEGATORS.has(word)) denied = REACH
      if (isStopWord(word) || COMMON.has(stem(word))) continue
      for (const mark of [stem(word), ...conceptsOf(word).map((concept) => `=${concept}`)])
        marks.add(denied > 0 ? `!${mark}` : mark)
      if (denied > 0) denied -= 1
    }
  }
  return marks
}

/** How much a text shares with the message; a word of a shared concept counts for the concept as well. */
function shared(heard: ReadonlySet<string>, text: string): number {
  const marks = marksOf(text)
  return [...heard].filter((mark) => marks.has(mark)).reduce((sum, mark) => sum + (/^!?=/.test(mark) ? 1 : 0.7), 0)
}
