/**
 * The sandbox language model when it talks: answers from passages and facts, asks for what is to be asked for, says what the
 * directions of the place say. It quotes and fills in and never invents; nothing a visitor writes is an instruction to it. Pure.
 */
import { type Act, act } from './act.ts'
import { aboutAttached, isNothing } from './attached.ts'
import { dayInWords } from './days.ts'
import { fromInstructions, fromPassages, toHuman } from './extract.ts'
import { hintOf } from './hints.ts'
import { readQuestion } from './match.ts'
import type { Language } from './phrases.ts'
import { detectLanguage, isLanguage, PHRASES, shownLanguage } from './phrases.ts'
import type { Prompt } from './prompt.ts'
import { readPrompt } from './prompt.ts'
import { isCourtesy, isEmergency, saysBye, smallTalk, wantsHuman } from './smalltalk.ts'
import { complaint, questionFor, STEP_PHRASES } from './stepPhrases.ts'
import { told } from './told.ts'
import type { ChatMessage } from './types.ts'
import { daysIn, givesUp, isQuestion, isWish, saysNo, saysYes } from './values.ts'
import { fold } from './words.ts'

/** What the sandbox model answers to a chat. Never empty; the same messages always give the same answer. */
export function answer(messages: readonly ChatMessage[]): string {
  const prompt = readPrompt(messages)
  const language = languageOf(prompt)
  const { brings } = prompt
  if (!brings) return answerTo(prompt, language)
  const { all, before } = aboutAttached(language, { ...brings, words: prompt.question })
  const said = all ?? answerTo(prompt, language)
  return before !== undefined && isNothing(said, language) ? before : paragraphs(before, said)
}

function answerTo(prompt: Prompt, language: Language): string {
  const say = PHRASES[language]
  const { moment, question } = prompt
  const open = openQuestion(prompt, language)
  const results = moment.tools.map(({ ok, text }) => (ok ? told(text, question, language) : say.failed))
  const answered = prompt.toolResults.map((result) => afterCall(result, prompt, language)).filter(Boolean)
  if (answered.length > 0) return paragraphs(...answered, open)
  if (isEmergency(question, prompt.instructions)) return say.emergency
  const doing = act(prompt, language)
  if (wantsHuman(question) && results.length === 0)
    return paragraphs(toHuman(prompt) ?? (doing.statements.join(' ') || say.noHuman), open)
  if (moment.ask || moment.optional || moment.reopened) return asking(prompt, language, { open, results, doing })
  if (moment.shown) return paragraphs(reply(prompt, language) ?? say.unknown, lastQuestion(moment.shown))
  return freely(prompt, language, { results, doing })
}

/** What is said of one answer to a call; nothing where the call itself was the answer. */
function afterCall(result: Prompt['toolResults'][number], prompt: Prompt, language: Language): string {
  const { name, text } = result
  if (name === 'send_ui') return ''
  if (name === 'set_variable') return text === 'Set.' ? STEP_PHRASES[language].thank : text
  if (name !== 'search_knowledge') return told(text, prompt.question, language)
  return fromPassages({ ...prompt, passages: foundPassages(text) }) ?? PHRASES[language].unknown
}

function foundPassages(text: string): Prompt['passages'] {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return []
  }
  const list: unknown[] = Array.isArray(found) ? found : []
  return list.flatMap((each, n) => {
    const held: { n?: unknown; title?: unknown; text?: unknown } = typeof each === 'object' && each !== null ? each : {}
    const number = typeof held.n === 'number' ? held.n : n
    return typeof held.text === 'string' ? [{ n: number, title: String(held.title ?? ''), text: held.text }] : []
  })
}

/** The language the visitor's newest clear message shows, else the one asked for. */
export function languageOf(prompt: Prompt): Language {
  for (const said of [prompt.question, ...prompt.earlier.slice(0, 20)]) {
    const shown = shownLanguage(said)
    if (shown) return shown
  }
  return isLanguage(prompt.language) ? prompt.language : detectLanguage(prompt.question)
}

const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  [...new Set(parts)].filter(Boolean).join('\n\n')
const isReply = (text: string): boolean => saysYes(text) || saysNo(text) || givesUp(text)

/** A courtesy, or what passages and instructions hold on the message. */
function reply(prompt: Prompt, language: Language): string | undefined {
  return smallTalk(prompt, language) ?? fromPassages(prompt) ?? fromInstructions(prompt)
}

/** The question for the value that the place still asks for. */
function openQuestion({ moment }: Prompt, language: Language): string {
  const say = STEP_PHRASES[language]
  if (moment.ask) return questionFor(moment.ask, language)
  if (moment.reopened) return say.change
  return moment.optional ? `${questionFor(moment.optional, language)} ${say.optional}` : ''
}

type Doing = { open: string; results: readonly string[]; doing: Act }

/** While values are asked for: what was wrong, an answer to a question in between, and then what is asked for. */
function asking(prompt: Prompt, language: Language, { open, results, doing }: Doing): string {
  const { moment, question } = prompt
  if (givesUp(question) && moment.refused.length === 0) return paragraphs(...results, STEP_PHRASES[language].left)
  const asks = [...wrong(prompt, language), ...taken(prompt, language), open].join(' ')
  const first = moment.refused.length > 0 || isReply(question) ? undefined : between(prompt, language, open)
  return paragraphs(first, ...results, doing.statements.join(' '), asks)
}

/** What is said before the question: to a greeting, or to a question of the visitor. */
function between(prompt: Prompt, language: Language, open: string): string | undefined {
  const { question, turns } = prompt
  if (isCourtesy(question)) return smallTalk(prompt, language)
  if (!isQuestion(question)) return undefined
  const found = reply(prompt, language)
  const isAgain = turns.at(-1)?.before.includes(open) === true
  return found ?? (isAgain || hintOf(question) !== undefined ? PHRASES[language].unknown : undefined)
}

function wrong({ moment, question, turns }: Prompt, language: Language): string[] {
  const { ask, refused, often, problem } = moment
  if (refused.length > 0) {
    const own = refused.map(({ why }) => (language === 'en' || !ask ? why : complaint(ask, language) || why))
    return often && ask && language === 'en' ? [...own, complaint(ask, language)] : own
  }
  if (problem) return [problem]
  const again = ask && turns.at(-1)?.before.includes(questionFor(ask, language))
  if (!again || isQuestion(question) || isCourtesy(question)) return []
  return [complaint(ask, language)].filter(Boolean)
}

/** A day that was said as «tomorrow» is repeated as a full date, so that a misunderstanding shows at once. */
function taken({ moment, question }: Prompt, language: Language): string[] {
  const said = daysIn(question).filter((day) => !/^\d{4}-/.test(day))
  const dates = moment.known.filter(({ value }) => /^\d{4}-\d{2}-\d{2}$/.test(value))
  const [only] = dates
  if (said.length !== 1 || dates.length !== 1 || !only || moment.refused.length > 0) return []
  return [`${dayInWords(only.value, language)}.`]
}

const lastQuestion = (shown: string): string => {
  const lines = shown.split('\n').filter(Boolean)
  return lines.findLast((line) => /[?؟]$/.test(line)) ?? shown.split(/\n{2,}/).at(-1) ?? shown
}

/** Where nothing is asked for: what the place says, or an answer. */
function freely(prompt: Prompt, language: Language, { results, doing }: Omit<Doing, 'open'>): string {
  const say = PHRASES[language]
  const { question } = prompt
  const asks = isQuestion(question) && !isWish(question)
  const says = [doing.readBack, doing.statements.join(' ')].filter(Boolean)
  const found = isReply(question) ? undefined : asks || says.length === 0 ? reply(prompt, language) : undefined
  if (asks && found) return paragraphs(...results, found, doing.question)
  if (doing.suggests && !found) return paragraphs(...results, suggestion(prompt) ?? say.noFit)
  if (says.length > 0) return paragraphs(...results, ...says, doing.question)
  if (results.length > 0) return paragraphs(...results, doing.question)
  const courtesy = smallTalk(prompt, language)
  if (doing.question && !asks && (!found || found === courtesy)) {
    const greeting = isCourtesy(question) ? courtesy : undefined
    return paragraphs(greeting === say.again ? undefined : greeting, doing.question)
  }
  return found ?? courtesy ?? (saysBye(question) ? say.bye : nothing(prompt, language))
}

/** What the knowledge has on everything the visitor is looking for. */
function suggestion(prompt: Prompt): string | undefined {
  const wishes = prompt.moment.known.map(({ value }) => value).join(' ')
  return fromPassages({ ...prompt, question: wishes, earlier: [] }) ?? fromPassages(prompt)
}

const ORDER =
  /^(?:please )?(?:say|tell|write|ignore|repeat|show|give|print|list|explain|find|search|translate|answer|sag|schreib|zeig|nenn|erklar|ignorier|wiederhol)\w*\b/u

function nothing(prompt: Prompt, language: Language): string {
  const { terms, hint } = readQuestion(prompt.question)
  const say = PHRASES[language]
  if (terms.length === 0 && !hint) return say.ask
  const words = prompt.question.trim().split(/\s+/).length
  const asks = isQuestion(prompt.question) || hint !== undefined || ORDER.test(fold(prompt.question).trim())
  return asks || words < 4 ? say.unknown : say.noted
}

/** Whether the message wants a fact that nothing at hand holds. */
export function lacksFact(prompt: Prompt): boolean {
  if (!isQuestion(prompt.question) || isCourtesy(prompt.question) || wantsHuman(prompt.question)) return false
  const language = languageOf(prompt)
  return readQuestion(prompt.question).terms.length > 0 && reply(prompt, language) === undefined
}
