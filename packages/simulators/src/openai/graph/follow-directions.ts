/**
 * Follows the owner's directions for a node: makes statements, reads back known values, asks questions. Only plain
 * directions are followed («Say that …», «Read back …», «Ask whether …»), and none is read out.
 */
import { isFact } from '../answers/facts.ts'
import { cut, isHostile } from '../answers/sentences.ts'
import { dayInWords } from '../language/dates.ts'
import type { Language } from '../language/language.ts'
import { REPLIES } from '../language/replies.ts'
import { capital, words } from '../language/words.ts'
import type { Prompt } from '../prompts/prompt.ts'
import { usualSpelling } from './values.ts'
import { kindOf, labelOf, questionFor } from './variables.ts'

export type DirectedReply = {
  /** In order, without those the agent has already made. */
  statements: string[]
  /** The known values, said each time. */
  readBack: string
  question: string
  /** Whether something is to be suggested from the knowledge. */
  suggests: boolean
}

const MOST_LINES = 60

export function followDirections(prompt: Prompt, language: Language): DirectedReply {
  const { step } = prompt.moment
  const result: DirectedReply = { statements: [], readBack: '', question: '', suggests: false }
  const lines = step.split('\n').filter((line) => !/^\s*(?:[-*•#]|\d+[.)])\s?/.test(line))
  for (const sentence of lines.flatMap((line) => cut(line.trim())).slice(0, MOST_LINES))
    if (!isHostile(sentence) && !isFact(sentence)) follow(sentence, prompt, language, result)
  const before = prompt.turns.map((turn) => turn.before).join('\n')
  result.statements = [...new Set(result.statements)].filter((statement) => !before.includes(statement))
  const doubted = doubt(prompt)
  if (doubted) result.question = REPLIES[language].didYouMean(doubted)
  return result
}

const CONDITION = /\b(?:if|when|whenever|unless|only|never|do not|don't|until)\b/i
const VERB =
  'repeat|say|tell|ask|thank|wish|give|offer|remind|add|explain|show|read|take|keep|send|write|wait|make|let|hint|pass'
/** Where a sentence continues with the next direction. */
const AND = new RegExp(`[,;]? (?:and then|and|then) (?=(?:${VERB})\\b)|[;,] (?=(?:${VERB})\\b)`, 'gi')

function follow(sentence: string, prompt: Prompt, language: Language, result: DirectedReply): void {
  const text = sentence.replace(/[.!]$/, '')
  // No split inside quotation marks.
  const quoted = /["“«]/.exec(text)?.index ?? text.length
  const head = text.slice(0, quoted).split(AND)
  const parts = [...head.slice(0, -1), (head.at(-1) ?? '') + text.slice(quoted)].filter(Boolean)
  if (CONDITION.test(parts[0] ?? '')) return
  for (const part of parts) if (!CONDITION.test(part)) direction(part.trim(), prompt, language, result)
}

const PERSON = 'the (?:visitor|person|patient|customer|client|caller|traveller|player|user|guest)'
const WHOM = `(?:to )?(?:${PERSON}|them|him|her|visitors|people)`
const SAY = new RegExp(
  `^(?:kindly |briefly |first |also |then )*(?:say|tell(?: ${WHOM})?|explain(?: ${WHOM})?|mention|add|make clear|let ${WHOM} know|remind ${WHOM}) that (.+)$`,
  'i',
)
const QUESTION = /\bask[^"“«]{0,60}["“«]([^"”»]{2,200}[?؟])["”»]/i
const READ_BACK =
  /^(?:read (?:back|(?:the |all )?(?:details|list|values?|address)(?: back)?)|repeat the (?:details|list))\b/i
const ALONE = /^write (\S.{0,300}?) alone on its own line/i
const IS_RIGHT =
  /\bask whether (?:everything|all|it|this|they|the (?:details|list|address)|that)\b.{0,20}\b(?:right|correct|ok)\b/i
const WISH = new RegExp(`^(?:ask|learn|find out)(?: ${WHOM})? whether (?:${WHOM}|they) wants? (to .+)$`, 'i')
const FAVOUR = new RegExp(`^ask ${WHOM} to (.+)$`, 'i')
const THING = /^ask for (?:the|an?|their) ((?:[\p{L}-]+ ){0,3}[\p{L}-]+)$/iu

function direction(text: string, prompt: Prompt, language: Language, result: DirectedReply): void {
  const say = REPLIES[language]
  const alone = ALONE.exec(text)?.[1]
  if (alone) result.readBack = alone
  else if (READ_BACK.test(text)) result.readBack = readBack(prompt, language)
  const stated = SAY.exec(text)?.[1]
  if (stated) return void result.statements.push(...toVisitor(stated))
  if (/^(?:warmly |kindly )?thank\b|^sum up\b.*\bthank\b/i.test(text)) result.statements.push(say.thank)
  if (/^wish\b.*\b(?:day|evening|well|luck|journey)\b/i.test(text)) result.statements.push(say.wish)
  if (/^(?:say|wish (?:\S+ )?) ?goodbye\b/i.test(text)) result.statements.push(say.bye)
  if (/^(?:suggest|recommend|propose)\b/i.test(text)) result.suggests = true
  result.question ||= asks(text, language)
}

/** What has to be asked, as a question to the visitor. */
function asks(text: string, language: Language): string {
  const quoted = QUESTION.exec(text)?.[1]
  if (quoted) return quoted
  if (IS_RIGHT.test(text)) return REPLIES[language].isRight
  const wish = WISH.exec(text)?.[1]
  if (wish && !/,[^,]*\b(?:wants|has)\b/.test(wish)) return `Would you like ${turned(wish)}?`
  const favour = FAVOUR.exec(text)?.[1]
  if (favour) return `Could you ${turned(favour)}?`
  const name = THING.exec(text)?.[1]
    ?.replace(/^visitor'?s? /, '')
    .replace(/^e-?mail( address)?$/, 'email')
  return name ? questionFor({ name }, language) : ''
}

/**
 * The usual spelling of an address with a likely typo, if the owner wants to ask about it and the agent has not yet.
 */
function doubt({ moment, turns, instructions }: Prompt): string | undefined {
  if (!/\bslip|usual spelling|typo\b/i.test(instructions)) return undefined
  const email = moment.known.find(({ name }) => kindOf({ name }) === 'email')?.value
  const usual = email && usualSpelling(email)
  return usual && !turns.some(({ before }) => before.includes(usual)) ? usual : undefined
}

/** Turns a statement about the visitor into one to the visitor. Leaves out statements that call the agent «you». */
function toVisitor(stated: string): string[] {
  if (/\b(?:you|your|yours|yourself)\b/i.test(stated)) return []
  const said = turned(stated).replace(/,? and that /g, ', and ')
  // An address keeps its spelling.
  return [`${said.split(' ', 1)[0]?.includes('@') ? said : capital(said)}.`]
}

const turned = (text: string): string =>
  text
    .replace(new RegExp(`\\b${PERSON}'s\\b`, 'gi'), 'your')
    .replace(new RegExp(`\\b${PERSON}\\b`, 'gi'), 'you')
    .replace(/\byou has\b/g, 'you have')
    .replace(/\byou is\b/g, 'you are')
    .replace(/\byou wants\b/g, 'you want')

/** The values that the directions name, or else everything known. */
function readBack({ moment }: Prompt, language: Language): string {
  const step = ` ${words(moment.step).join(' ')} `
  const named = moment.known.filter(({ value }) => step.includes(` ${words(value).join(' ')} `))
  const held = named.length > 0 ? named : moment.known
  if (held.length <= 1) return held.map(({ value }) => shown(value, language)).join('')
  const list = held.map(({ name, value }) => `- ${labelOf({ name })}: ${shown(value, language)}`)
  return [REPLIES[language].readBack, ...list].join('\n')
}

function shown(value: string, language: Language): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return dayInWords(value, language)
  const { yes, no } = REPLIES[language]
  return value === 'true' ? yes : value === 'false' ? no : value
}
