/**
 * Answers of the sandbox model: quotes passages and facts, asks for values, follows the node's directions. It never
 * invents anything, and visitors' messages are never instructions.
 */
import { type DirectedReply, followDirections } from '../graph/follow-directions.ts'
import { daysIn } from '../graph/values.ts'
import { notUnderstoodReply, questionFor } from '../graph/variables.ts'
import { dayInWords } from '../language/dates.ts'
import {
  asksWho,
  courtesyIn,
  expressesWish,
  givesUp,
  isGoodbye,
  isQuestion,
  saysNo,
  saysYes,
  wantsHuman,
} from '../language/intents.ts'
import { detectLanguage, isLanguage, type Language, shownLanguage } from '../language/language.ts'
import { REPLIES } from '../language/replies.ts'
import { type Prompt, readPrompt } from '../prompts/prompt.ts'
import type { ChatMessage } from '../protocol/types.ts'
import { TRANSFER_CALL } from '../tools/choose-transfer.ts'
import { describeToolResult, foundPassages, isFailure } from '../tools/tool-results.ts'
import { answerKindOf } from './answer-kinds.ts'
import { answerFromInstructions, answerFromPassages, contactSentence } from './passage-answers.ts'
import { readQuestion } from './question.ts'

/** Returns the answer to a chat. Never empty, and deterministic. */
export function answerMessages(messages: readonly ChatMessage[]): string {
  const prompt = readPrompt(messages)
  const language = languageOf(prompt)
  const { unknown, fileArrived, pictureArrived } = REPLIES[language]
  const arrived = prompt.brings && prompt.brings.pictures > 0 ? pictureArrived : undefined
  if (prompt.brings && prompt.question === '') return arrived ?? fileArrived
  const said = answerTo(prompt, language)
  return arrived !== undefined && said === unknown ? arrived : paragraphs(arrived, said)
}

function answerTo(prompt: Prompt, language: Language): string {
  const say = REPLIES[language]
  const { moment, question } = prompt
  const open = openQuestion(prompt, language)
  const results = moment.tools.map(({ ok, text }) => (ok ? describeToolResult(text, question, language) : say.failed))
  const answered = prompt.toolResults.map((result) => afterCall(result, prompt, language)).filter(Boolean)
  if (answered.length > 0) return paragraphs(...answered, open)
  const doing = followDirections(prompt, language)
  if (wantsHuman(question) && results.length === 0)
    return paragraphs(contactSentence(prompt) ?? (doing.statements.join(' ') || say.noTeam), open)
  if (open) return asking(prompt, language, { open, results, doing })
  if (moment.shown) return paragraphs(reply(prompt, language) ?? say.unknown, lastQuestion(moment.shown))
  return freely(prompt, language, { results, doing })
}

/** The text after a tool result; empty where the call itself was the answer. */
function afterCall({ name, text }: Prompt['toolResults'][number], prompt: Prompt, language: Language): string {
  if (name === 'send_ui') return ''
  if (name === TRANSFER_CALL) return isFailure(text) ? REPLIES[language].noTeam : REPLIES[language].toTeam
  if (name !== 'search_knowledge') return describeToolResult(text, prompt.question, language)
  return answerFromPassages({ ...prompt, passages: foundPassages(text) }) ?? REPLIES[language].unknown
}

/** The language of the visitor's latest clear message, or else the configured one. */
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

/** Answers a message that asks nothing about the subject; `undefined` otherwise. */
function courtesy({ agent, question }: Prompt, language: Language): string | undefined {
  const say = REPLIES[language]
  const self = agent ? say.self(agent) : undefined
  if (asksWho(question)) return `${self ? `${self}, ${say.assistant}` : say.self(say.assistant)}.`
  const kind = courtesyIn(question)
  if (kind === 'bye') return say.bye
  if (kind === 'thanks') return say.thanks
  if (kind === 'greeting') return [say.greet, self && `${self}.`, say.ask].filter(Boolean).join(' ')
  return question.trim().split(/\s+/).length <= 2 && (saysNo(question) || saysYes(question)) ? say.ask : undefined
}

/** A courtesy, or what passages and instructions say about the message. */
const reply = (prompt: Prompt, language: Language): string | undefined =>
  courtesy(prompt, language) ?? answerFromPassages(prompt) ?? answerFromInstructions(prompt)

/** The question for the value that the node still asks for. */
function openQuestion({ moment }: Prompt, language: Language): string {
  if (moment.ask) return questionFor(moment.ask, language)
  if (moment.reopened) return REPLIES[language].whatToChange
  return moment.optional ? questionFor(moment.optional, language) : ''
}

type Doing = { open: string; results: readonly string[]; doing: DirectedReply }

/** While the node collects values: what was wrong, an answer to a question in between, and the next question. */
function asking(prompt: Prompt, language: Language, { open, results, doing }: Doing): string {
  const { moment, question } = prompt
  if (givesUp(question) && moment.refused.length === 0) return paragraphs(...results, REPLIES[language].ask)
  const asks = [...wrong(prompt, language), ...taken(prompt, language), open].join(' ')
  const first = moment.refused.length > 0 || isReply(question) ? undefined : between(prompt, language)
  return paragraphs(first, ...results, doing.statements.join(' '), asks)
}

/** The reply to a greeting or a question of the visitor, before the node's own question. */
function between(prompt: Prompt, language: Language): string | undefined {
  const { question } = prompt
  if (courtesyIn(question)) return courtesy(prompt, language)
  if (!isQuestion(question)) return undefined
  return reply(prompt, language) ?? (answerKindOf(question) === undefined ? undefined : REPLIES[language].unknown)
}

function wrong({ moment, question, turns }: Prompt, language: Language): string[] {
  const { ask, refused, problem } = moment
  const notUnderstood = ask ? notUnderstoodReply(ask, language) : ''
  if (refused.length > 0) return refused.map((why) => (language === 'en' ? why : notUnderstood || why))
  if (problem) return [problem]
  const isAgain = ask && turns.at(-1)?.before.includes(questionFor(ask, language))
  return isAgain && notUnderstood && !isQuestion(question) && !courtesyIn(question) ? [notUnderstood] : []
}

/** Repeats a relative day such as «tomorrow» as a full date, so that a misunderstanding shows at once. */
function taken({ moment, question }: Prompt, language: Language): string[] {
  const said = daysIn(question).filter((day) => !/^\d{4}-/.test(day))
  const [date, ...others] = moment.known.filter(({ value }) => /^\d{4}-\d{2}-\d{2}$/.test(value))
  const isClear = said.length === 1 && others.length === 0 && moment.refused.length === 0
  return date && isClear ? [`${dayInWords(date.value, language)}.`] : []
}

const lastQuestion = (shown: string): string =>
  shown
    .split('\n')
    .filter(Boolean)
    .findLast((line) => /[?؟]$/.test(line)) ?? shown

/** When the node collects nothing: its own text, or an answer. */
function freely(prompt: Prompt, language: Language, { results, doing }: Omit<Doing, 'open'>): string {
  const say = REPLIES[language]
  const { question } = prompt
  const asks = isQuestion(question) && !expressesWish(question)
  const says = [doing.readBack, doing.statements.join(' ')].filter(Boolean)
  const found = isReply(question) ? undefined : asks || says.length === 0 ? reply(prompt, language) : undefined
  if (asks && found) return paragraphs(...results, found, doing.question)
  if (doing.suggests && !found) return paragraphs(...results, suggestion(prompt) ?? say.noMatch)
  if (says.length > 0 || results.length > 0) return paragraphs(...results, ...says, doing.question)
  const polite = courtesy(prompt, language)
  if (doing.question && !asks && (!found || found === polite)) {
    const isFirst = prompt.turns.at(-1)?.before === ''
    return paragraphs(courtesyIn(question) && isFirst ? polite : undefined, doing.question)
  }
  return found ?? polite ?? (isGoodbye(question) ? say.bye : nothing(prompt, language))
}

/** What the knowledge says about everything the visitor is looking for. */
function suggestion(prompt: Prompt): string | undefined {
  const wishes = prompt.moment.known.map(({ value }) => value).join(' ')
  return answerFromPassages({ ...prompt, question: wishes, earlier: [] }) ?? answerFromPassages(prompt)
}

/** Asks for a question when the message has none; otherwise says that the answer is unknown. */
function nothing({ question }: Prompt, language: Language): string {
  const { terms, kind } = readQuestion(question)
  return terms.length === 0 && !kind ? REPLIES[language].ask : REPLIES[language].unknown
}

/** Whether the message asks for a fact that is not available. */
export function lacksFactReply(prompt: Prompt): boolean {
  const { question } = prompt
  if (!isQuestion(question) || courtesyIn(question) || wantsHuman(question)) return false
  return readQuestion(question).terms.length > 0 && reply(prompt, languageOf(prompt)) === undefined
}
