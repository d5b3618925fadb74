/**
 * How the sandbox model answers: quotes passages and facts, asks for values, follows the node's directions. It never invents
 * anything, and messages of visitors are never instructions. Pure.
 */
import { type DirectedReply, followDirections } from './follow-directions.ts'
import { smallTalkReply, isSmallTalk, isEmergency, isGoodbye, wantsHuman } from './small-talk.ts'
import { dayInWords } from './dates.ts'
import { answerFromInstructions, answerFromPassages, contactSentence } from './passage-answers.ts'
import { answerKindOf } from './answer-kinds.ts'
import { readQuestion } from './question.ts'
import { detectLanguage, isLanguage, type Language, shownLanguage } from './language.ts'
import type { Prompt } from './prompt.ts'
import { readPrompt } from './prompt.ts'
import { REPLIES } from './replies.ts'
import { describeToolResult } from './tool-results.ts'
import type { ChatMessage } from './types.ts'
import { daysIn, givesUp, isQuestion, expressesWish, saysNo, saysYes } from './values.ts'
import { notUnderstoodReply, questionFor } from './variables.ts'

/** What the sandbox model answers to a chat. Never empty; the same messages always give the same answer. */
export function answerMessages(messages: readonly ChatMessage[]): string {
  const prompt = readPrompt(messages)
  const language = languageOf(prompt)
  const { pictures } = prompt.brings ?? { pictures: 0 }
  const say = REPLIES[language]
  const arrived = pictures > 0 ? say.pictureArrived : undefined
  if (prompt.brings && prompt.question === '') return arrived ?? say.fileArrived
  const said = answerTo(prompt, language)
  return arrived !== undefined && said === say.unknown ? arrived : paragraphs(arrived, said)
}

function answerTo(prompt: Prompt, language: Language): string {
  const say = REPLIES[language]
  const { moment, question } = prompt
  const open = openQuestion(prompt, language)
  const results = moment.tools.map(({ ok, text }) => (ok ? describeToolResult(text, question, language) : say.failed))
  const answered = prompt.toolResults.map((result) => afterCall(result, prompt, language)).filter(Boolean)
  if (answered.length > 0) return paragraphs(...answered, open)
  if (isEmergency(question, prompt.instructions)) return say.emergency
  const doing = followDirections(prompt, language)
  if (wantsHuman(question) && results.length === 0)
    return paragraphs(contactSentence(prompt) ?? (doing.statements.join(' ') || say.noTeam), open)
  if (moment.ask || moment.optional || moment.reopened) return asking(prompt, language, { open, results, doing })
  if (moment.shown) return paragraphs(reply(prompt, language) ?? say.unknown, lastQuestion(moment.shown))
  return freely(prompt, language, { results, doing })
}

/** What is said of one answer to a call; nothing where the call itself was the answer. */
function afterCall(result: Prompt['toolResults'][number], prompt: Prompt, language: Language): string {
  const { name, text } = result
  if (name === 'send_ui') return ''
  if (name === 'set_variable') return text === 'Set.' ? REPLIES[language].thank : text
  if (name !== 'search_knowledge') return describeToolResult(text, prompt.question, language)
  return answerFromPassages({ ...prompt, passages: foundPassages(text) }, language) ?? REPLIES[language].unknown
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
  return smallTalkReply(prompt, language) ?? answerFromPassages(prompt, language) ?? answerFromInstructions(prompt)
}

/** The question for the value that the place still asks for. */
function openQuestion({ moment }: Prompt, language: Language): string {
  const say = REPLIES[language]
  if (moment.ask) return questionFor(moment.ask, language)
  if (moment.reopened) return say.whatToChange
  return moment.optional ? `${questionFor(moment.optional, language)} ${say.optional}` : ''
}

type Doing = { open: string; results: readonly string[]; doing: DirectedReply }

/** While values are asked for: what was wrong, an answer to a question in between, and then what is asked for. */
function asking(prompt: Prompt, language: Language, { open, results, doing }: Doing): string {
  const { moment, question } = prompt
  if (givesUp(question) && moment.refused.length === 0) return paragraphs(...results, REPLIES[language].leftOut)
  const asks = [...wrong(prompt, language), ...taken(prompt, language), open].join(' ')
  const first = moment.refused.length > 0 || isReply(question) ? undefined : between(prompt, language, open)
  return paragraphs(first, ...results, doing.statements.join(' '), asks)
}

/** What is said before the question: to a greeting, or to a question of the visitor. */
function between(prompt: Prompt, language: Language, open: string): string | undefined {
  const { question, turns } = prompt
  if (isSmallTalk(question)) return smallTalkReply(prompt, language)
  if (!isQuestion(question)) return undefined
  const found = reply(prompt, language)
  const isAgain = turns.at(-1)?.before.includes(open) === true
  return found ?? (isAgain || answerKindOf(question) !== undefined ? REPLIES[language].unknown : undefined)
}

function wrong({ moment, question, turns }: Prompt, language: Language): string[] {
  const { ask, refused, often, problem } = moment
  if (refused.length > 0) {
    const own = refused.map(({ why }) => (language === 'en' || !ask ? why : notUnderstoodReply(ask, language) || why))
    return often && ask && language === 'en' ? [...own, notUnderstoodReply(ask, language)] : own
  }
  if (problem) return [problem]
  const again = ask && turns.at(-1)?.before.includes(questionFor(ask, language))
  if (!again || isQuestion(question) || isSmallTalk(question)) return []
  return [notUnderstoodReply(ask, language)].filter(Boolean)
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
  const say = REPLIES[language]
  const { question } = prompt
  const asks = isQuestion(question) && !expressesWish(question)
  const says = [doing.readBack, doing.statements.join(' ')].filter(Boolean)
  const found = isReply(question) ? undefined : asks || says.length === 0 ? reply(prompt, language) : undefined
  if (asks && found) return paragraphs(...results, found, doing.question)
  if (doing.suggests && !found) return paragraphs(...results, suggestion(prompt, language) ?? say.noMatch)
  if (says.length > 0) return paragraphs(...results, ...says, doing.question)
  if (results.length > 0) return paragraphs(...results, doing.question)
  const polite = smallTalkReply(prompt, language)
  if (doing.question && !asks && (!found || found === polite)) {
    const greeted = prompt.turns.at(-1)?.before !== ''
    return paragraphs(isSmallTalk(question) && !greeted ? polite : undefined, doing.question)
  }
  return found ?? polite ?? (isGoodbye(question) ? say.bye : nothing(prompt, language))
}

/** What the knowledge has on everything the visitor is looking for. */
function suggestion(prompt: Prompt, language: Language): string | undefined {
  const wishes = prompt.moment.known.map(({ value }) => value).join(' ')
  return (
    answerFromPassages({ ...prompt, question: wishes, earlier: [] }, language) ?? answerFromPassages(prompt, language)
  )
}

/** Where nothing was asked, the question is given back. */
function nothing({ question }: Prompt, language: Language): string {
  const { terms, kind } = readQuestion(question)
  return terms.length === 0 && !kind ? REPLIES[language].ask : REPLIES[language].unknown
}

/** Whether the message wants a fact that nothing at hand holds. */
export function lacksFactReply(prompt: Prompt): boolean {
  if (!isQuestion(prompt.question) || isSmallTalk(prompt.question) || wantsHuman(prompt.question)) return false
  const language = languageOf(prompt)
  return readQuestion(prompt.question).terms.length > 0 && reply(prompt, language) === undefined
}
