/**
 * Does what the owner's directions for a place say: says what is to be said, reads back what is known, asks what is to be asked.
 * Only directions of plain forms are followed («Say that …», «Read back …», «Ask whether …»); none of them is read out. Pure.
 */
import { dayInWords } from './dates.ts'
import { isFact } from './facts.ts'
import type { Language } from './language.ts'
import type { Prompt } from './prompt.ts'
import { cut, isHostile } from './sentences.ts'
import { REPLIES } from './replies.ts'
import { usualSpelling } from './values.ts'
import { kindOf, labelOf, questionFor } from './variables.ts'
import { words } from './words.ts'

export type DirectedReply = {
  /** In order; what the agent has said before is left out. */
  statements: string[]
  /** A list of what is known, said each time. */
  readBack: string
  question: string
  /** To be suggested from the knowledge. */
  suggests: boolean
}

const MOST_LINES = 60

export function followDirections(prompt: Prompt, language: Language): DirectedReply {
  const result: DirectedReply = { statements: [], readBack: '', question: '', suggests: false }
  const lines = prompt.moment.step.split('\n').filter((line) => !/^\s*(?:[-*•#]|\d+[.)])\s?/.test(line))
  const opening = lines[0]?.startsWith('At the start of a conversation:')
  const sentences = opening ? [] : lines.flatMap((line) => cut(line.trim())).slice(0, MOST_LINES)
  for (const sentence of sentences) if (!isHostile(sentence)) follow(sentence, prompt, language, result)
  const before = prompt.turns.map((turn) => turn.before).join('\n')
  result.statements = [...new Set(result.statements)].filter((statement) => !before.includes(statement))
  return result
}

const CONDITION = /\b(?:if|when|whenever|unless|only|never|do not|don't|until)\b/i
const VERB =
  'repeat|say|tell|ask|thank|wish|give|offer|remind|add|explain|mention|show|read|take|keep|send|write|wait|make|let|do|hint|leave|pass|connect'
/** Where a sentence of directions goes on to the next one. */
const AND = new RegExp(
  `[,;]? (?:and|then|and then) (?=(?:${VERB})\\b)|; (?=(?:${VERB})\\b)|, (?=(?:wish|thank|remind|say|tell|ask|add)\\b)`,
  'i',
)

function follow(sentence: string, prompt: Prompt, language: Language, result: DirectedReply): void {
  if (isFact(sentence)) return
  const parts = splitOnce(sentence.replace(/[.!]$/, ''))
  if (CONDITION.test(parts[0] ?? '')) return
  for (const part of parts) if (!CONDITION.test(part)) direction(part.trim(), prompt, language, result)
}

/** Cut at each «and tell …», but not inside of quotation marks. */
function splitOnce(sentence: string): string[] {
  const quoted = /["“«]/.exec(sentence)?.index ?? sentence.length
  const head = sentence.slice(0, quoted).split(new RegExp(AND.source, 'gi'))
  const last = head.pop() ?? ''
  return [...head, last + sentence.slice(quoted)].filter(Boolean)
}

const WHOM =
  '(?:to )?(?:the (?:visitor|person|patient|customer|client|caller|traveller|player|user|guest)|them|him|her|visitors|people)'
const SAY = new RegExp(
  `^(?:kindly |briefly |first |also |then )*(?:say|tell(?: ${WHOM})?|explain(?: ${WHOM})?|mention|add|make clear|let ${WHOM} know|remind ${WHOM})(?:,[^,]{1,40},)? that (.+)$`,
  'i',
)
const TELL = /^(?:[\p{L} ]{1,30} and )?tell\b[^:]{0,120}: (.+)$/iu
const QUESTION = /\bask[^"“«]{0,60}["“«]([^"”»]{2,200}[?؟])["”»]/i
const READ_BACK =
  /^(?:read (?:back|(?:the |all )?(?:details|list|values?|address)(?: back)?)|repeat the (?:details|list))\b/i
const ALONE = /^write (\S.{0,300}?) alone on its own line/i
const TO_PERSON =
  /^(?:pass|connect|transfer|hand|put)\b.{1,60}\b(?:team|person|agents?|staff|colleagues?|human|operator)\b|^hand over\b/i

function direction(text: string, prompt: Prompt, language: Language, result: DirectedReply): void {
  const say = REPLIES[language]
  const asked = QUESTION.exec(text)?.[1]
  if (asked) result.question = asked
  const alone = ALONE.exec(text)?.[1]
  if (alone) result.readBack = alone
  if (READ_BACK.test(text)) result.readBack = readBack(prompt, language)
  if (
    /\bask whether (?:everything|all|it|this|they|the (?:details|list|address|data)|that)\b.{0,20}\b(?:right|correct|ok)\b/i.test(
      text,
    )
  )
    result.question = say.isRight
  const stated = SAY.exec(text)?.[1] ?? TELL.exec(text)?.[1]
  if (stated) return void result.statements.push(...toVisitor(stated))
  if (/^(?:warmly |kindly )?thank\b|^sum up\b.*\bthank\b/i.test(text)) result.statements.push(say.thank)
  if (/^wish\b.*\b(?:day|evening|well|luck|journey)\b/i.test(text)) result.statements.push(say.wish)
  if (/^(?:say|wish (?:\S+ )?) ?goodbye\b/i.test(text)) result.statements.push(say.bye)
  if (TO_PERSON.test(text)) result.statements.push(say.toTeam)
  if (/^(?:suggest|recommend|propose)\b/i.test(text)) result.suggests = true
  if (!result.question) result.question = asks(text, language)
  if (/\bslip|usual spelling|typo\b/i.test(prompt.instructions)) doubt(prompt, language, result)
}

/** «Ask whether they want to go on» and the like as a question to the visitor. */
function asks(text: string, language: Language): string {
  const wish = new RegExp(`^(?:ask|learn|find out)(?: ${WHOM})? whether (?:${WHOM}|they) wants? (to .+)$`, 'i').exec(
    text,
  )?.[1]
  if (wish && !/,[^,]*\b(?:wants|has)\b/.test(wish)) return `Would you like ${turned(wish)}?`
  const favour = new RegExp(`^ask ${WHOM} to (.+)$`, 'i').exec(text)?.[1]
  if (favour) return `Could you ${turned(favour)}?`
  const thing = /^ask for (?:the|an?|their|his or her) ((?:[\p{L}-]+ ){0,3}[\p{L}-]+)$/iu.exec(text)?.[1]
  const name = thing?.replace(/^visitor'?s? /, '').replace(/^e-mail( address)?$/, 'email')
  return name ? questionFor({ name, type: 'text', required: true }, language) : ''
}

function doubt({ moment, turns }: Prompt, language: Language, result: DirectedReply): void {
  const email = moment.known.find(({ name }) => kindOf({ name, type: 'text', required: true }) === 'email')?.value
  const usual = email && usualSpelling(email)
  const { didYouMean } = REPLIES[language]
  if (usual && !turns.some(({ before }) => before.includes(didYouMean(usual)))) result.question = didYouMean(usual)
}

/** What is said about the visitor, said to the visitor. Nothing that speaks of the agent as «you» is. */
function toVisitor(stated: string): string[] {
  if (/\b(?:you|your|yours|yourself)\b/i.test(stated)) return []
  const said = turned(stated).replace(/,? and that /g, ', and ')
  // An address stays as it is written.
  const first = said.split(' ', 1)[0]?.includes('@') ? said : `${said.charAt(0).toUpperCase()}${said.slice(1)}`
  return [`${first}.`]
}

const turned = (text: string): string =>
  text
    .replace(
      new RegExp(`\\b${WHOM.replace('(?:to )?', '').replace('|them|him|her|visitors|people', '')}'s\\b`, 'gi'),
      'your',
    )
    .replace(/\bthe (?:visitor|person|patient|customer|client|caller|traveller|player|user|guest)\b/gi, 'you')
    .replace(/\byou has\b/g, 'you have')
    .replace(/\byou is\b/g, 'you are')
    .replace(/\byou wants\b/g, 'you want')

/** Those the directions name, or else everything that is known. */
function readBack({ moment }: Prompt, language: Language): string {
  const say = REPLIES[language]
  const named = moment.known.filter(({ value }) =>
    ` ${words(moment.step).join(' ')} `.includes(` ${words(value).join(' ')} `),
  )
  const held = named.length > 0 ? named : moment.known
  const [only] = held
  if (!only) return ''
  if (held.length === 1) return shown(only.value, language)
  const list = held.map(
    ({ name, value }) => `- ${labelOf({ name, type: 'text', required: true })}: ${shown(value, language)}`,
  )
  return [say.readBack, ...list].join('\n')
}

function shown(value: string, language: Language): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return dayInWords(value, language)
  if (/^\["[^[{]*"\]$/.test(value)) return new Intl.ListFormat(language).format(JSON.parse(value) as string[])
  const { yes, no } = REPLIES[language]
  return value === 'true' ? yes : value === 'false' ? no : value
}
