/** Finds the values that a message gives or corrects, by the type and the words of their variables. */
import { toClock, toDay } from '../language/dates.ts'
import { courtesyIn, givesUp, isCorrection, isQuestion, saysNo, saysYes, wantsHuman } from '../language/intents.ts'
import { LANGUAGES } from '../language/language.ts'
import { namesNumber, toNumber } from '../language/numbers.ts'
import { REPLIES } from '../language/replies.ts'
import { contentStems, normalize } from '../language/words.ts'
import type { RouterPrompt, RouterVariable } from '../prompts/router-prompt.ts'
import { daysIn, emailIn, nameIn, phoneIn, placeIn, selfNamed, timeIn, withoutTyped } from './values.ts'
import { kindOf, labelOf, questionFor } from './variables.ts'

/** By name: the value as a text, or null when the message gives none. */
export function collectValues(prompt: RouterPrompt): Record<string, string | null> {
  const asked = askedFor(prompt)
  return Object.fromEntries(
    prompt.variables.map((variable) => {
      const value = valueOf(variable, { ...prompt, asked, isAsked: variable === asked })
      return [variable.name, value === undefined || value === variable.value ? null : value]
    }),
  )
}

/** The address that the agent asked about: «Did you mean a@gmail.com?» */
export function offeredAddress(said: string): string | undefined {
  const address = emailIn(said.split('\n').at(-1) ?? '')
  return address && LANGUAGES.some((each) => said.includes(REPLIES[each].didYouMean(address))) ? address : undefined
}

/** The variable that the agent has just asked for. */
function askedFor({ isCollecting, asking, variables, before }: RouterPrompt): RouterVariable | undefined {
  if (!before) return undefined
  const spoken = variables.filter((each) => LANGUAGES.some((one) => before.includes(questionFor(each, one))))
  const next = variables.find(({ name }) => name === asking[0])
  if (spoken.length > 0) return next && spoken.includes(next) ? next : spoken.at(-1)
  if (isCollecting && next) return next
  const question = normalize(before.split(/(?<=[.!])\s|\n/).at(-1) ?? '').trim()
  return question.endsWith('?')
    ? variables.find((each) => kindOf(each) !== 'text' && question.includes(normalize(labelOf(each))))
    : undefined
}

type Context = Pick<RouterPrompt, 'message' | 'variables' | 'before' | 'today'> & {
  asked: RouterVariable | undefined
  isAsked: boolean
}

function valueOf(variable: RouterVariable, context: Context): string | undefined {
  if (variable.options.length > 0) return optionOf(variable, context)
  const { message, isAsked } = context
  const named = namedIn(variable, message)
  const found = typed(variable, named ?? message, { ...context, isAsked: isAsked || named !== undefined })
  if (found !== undefined || !isAsked || isChat(message)) return found
  return attempt(kindOf(variable), message)
}

function typed(variable: RouterVariable, text: string, context: Context): string | undefined {
  const { isAsked, today, before } = context
  const kind = kindOf(variable)
  if (['email', 'phone', 'date', 'time', 'name'].includes(kind) && !isMeant(variable, context)) return undefined
  switch (kind) {
    case 'email':
      return emailIn(text) ?? (saysYes(text) ? offeredAddress(before) : undefined)
    case 'phone':
      return phoneIn(text)
    case 'date':
      return dayOf(variable, text, context, today)
    case 'time': {
      const time = timeIn(text, isAsked && !isQuestion(text))
      return time && (toClock(time) ?? time)
    }
    case 'name':
      return selfNamed(text) ?? (!isChat(text) && !isCorrection(text) ? nameIn(text, isAsked) : undefined)
    case 'number':
      return numberOf(variable, text, isAsked)
    case 'boolean':
      return isAsked ? yesOrNo(text) : toldOf(variable, text)
    default:
      return textOf(variable, text, context)
  }
}

const sameKind = (variable: RouterVariable, variables: readonly RouterVariable[]): RouterVariable[] =>
  variables.filter((each) => kindOf(each) === kindOf(variable) && each.options.length === 0)

/**
 * Among variables of one kind: the requested one, a known one that is corrected, one that the message names, or the
 * first.
 */
function meant(variable: RouterVariable, { message, variables, asked }: Context): RouterVariable | undefined {
  const same = sameKind(variable, variables)
  const own = same.find((each) => each === asked)
  if (own) return own
  const heard = new Set(contentStems(message))
  return (
    (isCorrection(message) ? same.find(({ value }) => value !== '') : undefined) ??
    same.find((each) => aboutOf(each).some((word) => heard.has(word))) ??
    same[0]
  )
}
const isMeant = (variable: RouterVariable, context: Context): boolean =>
  kindOf(variable) === 'date' || meant(variable, context) === variable

/** A second day is for the next date; a correction names the right day last: «not the 4th, the 5th». */
function dayOf(variable: RouterVariable, text: string, context: Context, today: string): string | undefined {
  const dates = sameKind(variable, context.variables)
  const first = meant(variable, context)
  const days = isCorrection(text) ? daysIn(text).slice(-1) : daysIn(text)
  const day = days[first ? dates.indexOf(variable) - dates.indexOf(first) : 0]
  return day && (toDay(day, today, variable.value) ?? day)
}

const aboutOf = ({ name, description }: RouterVariable): string[] =>
  contentStems(`${name.replaceAll('_', ' ')} ${description}`)

function numberOf(variable: RouterVariable, text: string, isAsked: boolean): string | undefined {
  const folded = normalize(text)
  const figures = (word: string): string => (/^-?\d/.test(word) ? word : String(toNumber(word)))
  const about = new Set(aboutOf(variable))
  for (const [, count = '', unit = ''] of folded.matchAll(/(?<![\p{L}\d.,:])(\d+(?:[.,]\d+)?|\p{L}+) (\p{L}+)/gu))
    if (namesNumber(count) && contentStems(unit).some((word) => about.has(word))) return figures(count)
  const number = isAsked ? folded.match(/-?\d+(?:[.,]\d+)?|\p{L}+/gu)?.find(namesNumber) : undefined
  return number && figures(number)
}

const yesOrNo = (text: string): string | undefined => (saysYes(text) ? 'true' : saysNo(text) ? 'false' : undefined)

/** «It is my first visit», when two words match the variable's description. */
function toldOf(variable: RouterVariable, text: string): string | undefined {
  const about = aboutOf(variable)
  const shared = new Set(contentStems(text).filter((word) => about.includes(word))).size
  if (shared < 2 || isQuestion(text)) return undefined
  return /\b(?:not|no|nicht|kein\w*|pas|nao)\b|n't\b/.test(normalize(text)) ? 'false' : 'true'
}

function textOf(variable: RouterVariable, text: string, { isAsked, message }: Context): string | undefined {
  if (!isAsked) return isQuestion(message) ? undefined : placeIn(variable.name, text)
  if (isChat(text) || (text.length < 6 && yesOrNo(text) !== undefined)) return undefined
  // A message with only a phone number or an address gives those.
  const isTyped = withoutTyped(text).replace(/[\s,.;:!?]+/g, '') === ''
  const wantsTime = /time|date|day|when/i.test(`${variable.name} ${variable.description}`)
  return isTyped && !wantsTime ? undefined : trimmed(text)
}

const trimmed = (text: string): string | undefined =>
  text.replace(/^[\s,.;:!-]+|[\s,;:!-]+$/g, '').slice(0, 200) || undefined

/** «The topic should be teeth», «change the budget to 900»: sets a variable by its name. */
function namedIn({ name }: RouterVariable, message: string): string | undefined {
  const spoken = name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (!spoken || isQuestion(message)) return undefined
  return new RegExp(`\\b${spoken}\\s*(?:is|are|to|should be|will be|:|=|ist|soll)\\s*(.{1,200})$`, 'iu').exec(
    message,
  )?.[1]
}

const plain = (text: string): string =>
  normalize(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const holds = (text: string, part: string): boolean => part !== '' && ` ${text} `.includes(` ${part} `)

/** The option that the message names; an answer outside the options is returned as written. */
function optionOf({ options }: RouterVariable, { message, isAsked }: Context): string | undefined {
  const heard = plain(message).replace(/\b(?:not|no|nicht|kein\w*) (?:the |a |an )?\S+/g, ' ')
  const named = options.filter((option) => holds(heard, plain(option)))
  const longest = named.filter((one) => !named.some((other) => other !== one && holds(plain(other), plain(one))))
  if (longest.length === 1) return longest[0]
  const isWord = isAsked && longest.length === 0 && !isChat(message) && !isCorrection(message)
  return isWord && message.trim().split(/\s+/).length <= 5 ? message.trim() : undefined
}

/** A message without a value: a courtesy, a question, a request for a person, a refusal, a step back. */
const isChat = (message: string): boolean =>
  isQuestion(message) ||
  givesUp(message) ||
  wantsHuman(message) ||
  courtesyIn(message) !== undefined ||
  /\b(?:go back|back to|start (?:over|again)|zuruck zu)\b/.test(normalize(message))

/** A failed try at a value: «anna@example», «32 May», «25:00». */
function attempt(kind: string, message: string): string | undefined {
  const text = message.trim()
  if (kind === 'email') return /\S{0,100}@\S{0,100}/.exec(text)?.[0]
  const isTry = text.length <= 40 && text.split(/\s+/).length <= 5 && /\d/.test(text)
  return isTry && ['date', 'time', 'phone'].includes(kind) ? text.replace(/[.!]+$/, '') : undefined
}
