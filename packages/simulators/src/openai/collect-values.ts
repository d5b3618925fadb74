/** Finds the values that a message gives or corrects, by the type and the words of the variables they are for. Pure. */
import { toClock, toDay } from './dates.ts'
import { LANGUAGES } from './language.ts'
import { REPLIES } from './replies.ts'
import type { RouterPrompt, RouterVariable } from './router-prompt.ts'
import { isSmallTalk, wantsHuman } from './small-talk.ts'
import { isCorrection, daysIn, findValue, givesUp, isQuestion, saysNo, saysYes, withoutTyped } from './values.ts'
import { kindOf, labelOf, questionFor } from './variables.ts'
import { contentStems, normalize } from './words.ts'

/** By name: the value as a text, null where the message gives none. */
export function collectValues(prompt: RouterPrompt): Record<string, string | null> {
  const { variables, message, turns } = prompt
  const asked = askedFor(prompt)
  const found = new Map<string, string>()
  const agreed = offeredAddress(turns.findLast(({ from }) => from === 'agent')?.text ?? '')
  const email = variables.find((each) => kindOf(each) === 'email')
  if (agreed && email && saysYes(message)) found.set(email.name, agreed)
  for (const variable of variables) if (variable.options.length > 0) takeOption(variable, prompt, asked, found)
  for (const kind of ['email', 'phone', 'time', 'name']) takeKind(kind, prompt, asked, found)
  takeDays(prompt, asked, found)
  takeLoose(prompt, asked, found)
  if (asked && !found.has(asked.name) && asked.options.length === 0) takeAsked(asked, prompt, found)
  return Object.fromEntries(
    variables.map(({ name, value }) => {
      const taken = found.get(name)
      return [name, taken === undefined || taken === value ? null : taken]
    }),
  )
}

/** The address that the agent asked about: «Did you mean a@gmail.com?» */
export function offeredAddress(said: string): string | undefined {
  const address = findValue({ name: 'email', type: 'email', required: true }, said.split('\n').at(-1) ?? '')
  return address && LANGUAGES.some((each) => said.includes(REPLIES[each].didYouMean(address))) ? address : undefined
}

/** The variable that the agent has just asked for. */
function askedFor({ here, asking, variables, turns }: RouterPrompt): RouterVariable | undefined {
  const before = turns.at(-1)?.from === 'agent' ? (turns.at(-1)?.text ?? '') : ''
  if (!before) return undefined
  const spoken = variables.findLast((each) => LANGUAGES.some((one) => before.includes(questionFor(each, one))))
  if (spoken) return spoken
  if (here.kind === 'collect' && asking[0]) return variables.find(({ name }) => name === asking[0])
  const question = normalize(before.split(/(?<=[.!])\s|\n/).at(-1) ?? '').replace('e-mail', 'email')
  if (!question.trim().endsWith('?')) return undefined
  return variables.find(
    (each) => kindOf(each) !== 'text' && question.includes(normalize(labelOf(each)).replace('e-mail', 'email')),
  )
}

/** Of several variables of one kind, the one meant: what was asked for, what the message names, what is known when it corrects. */
function meant(
  same: readonly RouterVariable[],
  message: string,
  asked: RouterVariable | undefined,
): RouterVariable | undefined {
  if (same.length < 2) return same[0]
  const own = same.find((each) => each === asked)
  const heard = new Set(contentStems(message))
  const named = same
    .map((each) => ({
      each,
      score: contentStems(`${each.name.replaceAll('_', ' ')} ${each.description}`).filter((word) => heard.has(word))
        .length,
    }))
    .toSorted((one, other) => other.score - one.score)
  const [best, next] = named
  if (isCorrection(message) && !own) return same.find(({ value }) => value !== '') ?? same[0]
  return own ?? (best && best.score > (next?.score ?? 0) ? best.each : same[0])
}

const ofKind = ({ variables }: RouterPrompt, kind: string): RouterVariable[] =>
  variables.filter((each) => kindOf(each) === kind && each.options.length === 0)

function takeKind(
  kind: string,
  prompt: RouterPrompt,
  asked: RouterVariable | undefined,
  found: Map<string, string>,
): void {
  const { message } = prompt
  const variable = meant(ofKind(prompt, kind), message, asked)
  if (!variable || found.has(variable.name)) return
  if (kind === 'name') {
    if (variable === asked && isChat(message)) return
    const name = findValue(variable, message, variable === asked && !isCorrection(message))
    const proper = name?.split(/\s+/).every((word) => /^\p{Lu}|^(?:von|van|de|da|del|di|al)$/u.test(word))
    if (name && (variable === asked || proper || /\bname\b/i.test(message))) found.set(variable.name, name)
    return
  }
  const value = findValue(variable, message, variable === asked && kind === 'time' && !isQuestion(message))
  if (value) found.set(variable.name, kind === 'time' ? (toClock(value) ?? value) : value)
}

function takeDays(prompt: RouterPrompt, asked: RouterVariable | undefined, found: Map<string, string>): void {
  const { message, today } = prompt
  const dates = ofKind(prompt, 'date')
  const days = daysIn(message)
  // A correction says the right day last: «not the 4th, the 5th».
  const [first, ...more] = isCorrection(message) ? days.slice(-1) : days
  const variable = meant(dates, message, asked)
  if (!variable || first === undefined) return
  found.set(variable.name, toDay(first, today, variable.value) ?? first)
  const others = dates.slice(dates.indexOf(variable) + 1)
  for (const [at, day] of more.entries()) {
    const next = others[at]
    if (next && /\b(?:to|until|till|bis|au|hasta|ate)\b|[-–]/i.test(normalize(message)))
      found.set(next.name, toDay(day, today) ?? day)
  }
}

const holds = (text: string, part: string): boolean => part !== '' && ` ${text} `.includes(` ${part} `)
const plain = (text: string): string =>
  normalize(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The option that the message names; what was asked for and is none of them is given as written. */
function takeOption(
  variable: RouterVariable,
  prompt: RouterPrompt,
  asked: RouterVariable | undefined,
  found: Map<string, string>,
): void {
  const { message } = prompt
  const heard = plain(message).replace(/\b(?:not|no|nicht|kein\w*|instead of|rather than) (?:the |a |an )?\S+/g, ' ')
  const named = variable.options.filter((option) => holds(heard, plain(option)))
  const longest = named.filter(
    (option) => !named.some((other) => other !== option && holds(plain(other), plain(option))),
  )
  if (longest.length === 1 && longest[0] && (variable === asked || plain(longest[0]).length > 2))
    return void found.set(variable.name, longest[0])
  if (variable !== asked || longest.length > 0 || isChat(message) || isCorrection(message)) return
  const place = /^(?:the )?(first|second|third|last)(?: one| option)?$/.exec(plain(message))?.[1]
  const at = place === 'last' ? -1 : ['first', 'second', 'third'].indexOf(place ?? '')
  const chosen = place ? variable.options.at(at) : undefined
  if (chosen) found.set(variable.name, chosen)
  else if (message.trim().split(/\s+/).length <= 5) found.set(variable.name, message.trim())
}

/** Values that a message gives without being asked: «for 4 people», «the budget is 900», «it is my first visit». */
function takeLoose(prompt: RouterPrompt, asked: RouterVariable | undefined, found: Map<string, string>): void {
  const { message, variables } = prompt
  for (const variable of variables) {
    if (found.has(variable.name) || variable.options.length > 0) continue
    const value = named(variable, message) ?? (isQuestion(message) ? undefined : loose(variable, message))
    if (value !== undefined) found.set(variable.name, value)
  }
  const when = variables.filter(
    (each) => kindOf(each) === 'text' && /time$/i.test(each.name) && each.options.length === 0,
  )
  const first = when.find((each) => each === asked) ?? when[0]
  const part = DAYPART.exec(message)?.[0] ?? findValue({ name: 'time', type: 'time', required: true }, message)
  const timed = ofKind(prompt, 'time').length > 0
  if (first && part && !timed && !found.has(first.name) && first !== asked) found.set(first.name, part)
}
const DAYPART = /\b(?:in the |early |late )?(?:mornings?|afternoons?|evenings?|vormittags?|nachmittags?|abends?)\b/i

function loose(variable: RouterVariable, message: string): string | undefined {
  const about = new Set(contentStems(`${variable.name.replaceAll('_', ' ')} ${variable.description}`))
  switch (kindOf(variable)) {
    case 'number':
      for (const [, count = '', unit = ''] of message.matchAll(
        /(?<![\p{L}\d.,:])(\d+(?:[.,]\d+)?|\p{L}+) (\p{L}+)/gu,
      )) {
        const number = findValue({ ...variable, type: 'number' }, count, true)
        if (number && contentStems(unit).some((word) => about.has(word))) return digits(number)
      }
      return /people|person|guest|seat|party/i.test(`${variable.name} ${variable.description}`)
        ? headcount(message)
        : undefined
    case 'boolean': {
      const has = had(variable, message)
      if (has !== undefined) return has
      const shared = new Set(contentStems(message).filter((word) => about.has(word))).size
      if (shared < 2) return undefined
      return /\b(?:not|no|n't|nicht|pas)\b/.test(normalize(message).replaceAll('’', "'")) ? 'false' : 'true'
    }
    case 'about':
      return /\b(?:about|regarding|concerning|because of|wegen)\s+((?:my |the |an? |meine\w* )?[^,.;!?]{3,120})/iu
        .exec(withoutTyped(message))?.[1]
        ?.trim()
    case 'text':
      return findValue(variable, message)
    default:
      return undefined
  }
}

/** «A table for ten», «there are four of us». */
function headcount(message: string): string | undefined {
  const found =
    /\b(?:(?:table|room|seats?|booking|reservation|tisch|tickets?) (?:for|fur)|party of|group of|we are|there are|wir sind) (\d{1,4}|\p{L}+)\b/u.exec(
      normalize(message),
    )?.[1]
  return found !== undefined && (/^\d/.test(found) || NUMBERS.includes(found)) ? digits(found) : undefined
}

/** «No dog», «with my dog»: yes or no by the very word. */
function had({ name }: RouterVariable, message: string): string | undefined {
  const word = normalize(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const before = new RegExp(
    `\\b(no|without|with|have|bring|bringing|ohne|mit) (?:an? |my |our |the |einen |meinen )?${word}\\b`,
  ).exec(normalize(message))?.[1]
  return before && (/^(?:no|without|ohne)$/.test(before) ? 'false' : 'true')
}

/** «The topic should be teeth», «change the budget to 900»: a value by the name of its variable. */
function named(variable: RouterVariable, message: string): string | undefined {
  const spoken = variable.name
    .replace(/[_-]+/g, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
  if (!spoken || isQuestion(message)) return undefined
  const pattern = new RegExp(`\\b${spoken}\\s*(?:is|are|to|should be|will be|:|=|ist|soll)\\s*(.{1,200})$`, 'iu')
  const value = pattern.exec(message)?.[1]
  return value === undefined ? undefined : asWritten(variable, value)
}

function asWritten(variable: RouterVariable, text: string): string | undefined {
  const value = findValue(variable, text, true)
  if (value === undefined) return undefined
  if (kindOf(variable) === 'number') return digits(value)
  if (kindOf(variable) === 'boolean') return value === 'yes' ? 'true' : 'false'
  return kindOf(variable) === 'time' ? (toClock(value) ?? value) : value
}

const NUMBERS =
  'zero one two three four five six seven eight nine ten null eins zwei drei vier funf sechs sieben acht neun zehn'.split(
    ' ',
  )
function digits(text: string): string {
  const at = NUMBERS.indexOf(normalize(text))
  return at < 0 ? text : String(at % 11)
}

/** A message that is no value: a courtesy, a question, a wish for a person, a refusal. */
const isChat = (message: string): boolean =>
  isQuestion(message) ||
  givesUp(message) ||
  wantsHuman(message) ||
  isSmallTalk(message) ||
  GO_BACK.test(normalize(message))
const GO_BACK = /\b(?:go back|back to|start over|start again|zuruck zu)\b/

/** The reply to a question, where less shape is enough; one that can not be right is given as it was written. */
function takeAsked(asked: RouterVariable, { message }: RouterPrompt, found: Map<string, string>): void {
  const kind = kindOf(asked)
  const give = (value: string | undefined): void => void (value && found.set(asked.name, value))
  if (kind === 'boolean') return give(saysYes(message) ? 'true' : saysNo(message) ? 'false' : undefined)
  if (isChat(message)) return
  if (kind === 'name') return
  if (kind === 'text' || kind === 'about') {
    if (
      (found.size > 0 && isCorrection(message)) ||
      ((saysYes(message) || saysNo(message)) && message.trim().length < 6)
    )
      return
    const emptied = withoutTyped(message).replace(
      /[\s,.;:!?]+|\b(?:my|and|number|is|phone|e-?mail|address|at|on)\b/gi,
      '',
    )
    const timed = /time|date|day|when/i.test(`${asked.name} ${asked.description}`)
    return give(emptied === '' && !timed ? undefined : findValue(asked, message, true))
  }
  const value = asWritten(asked, message)
  if (value !== undefined) return give(value)
  give(attempt(kind, message))
}

/** What looks like a try at a value that there is not: «anna@example», «32 May», «25:00». */
function attempt(kind: string, message: string): string | undefined {
  const text = message.trim()
  if (kind === 'email') return /\S{0,100}@\S{0,100}/.exec(text)?.[0]
  const tries = text.length <= 40 && text.split(/\s+/).length <= 5 && /\d/.test(text)
  return tries && ['date', 'time', 'phone'].includes(kind) ? text.replace(/[.!]+$/, '') : undefined
}
