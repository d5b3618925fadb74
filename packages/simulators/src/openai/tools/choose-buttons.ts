/** The sandbox model's buttons: those that the directions name, or the options of the requested value. */
import { questionFor } from '../graph/variables.ts'
import { expressesWish, isQuestion } from '../language/intents.ts'
import type { Language } from '../language/language.ts'
import { REPLIES } from '../language/replies.ts'
import { normalize } from '../language/words.ts'
import { cut } from '../answers/sentences.ts'
import type { Prompt } from '../prompts/prompt.ts'

const SHOWS =
  /\b(?:show|offer|display|give|present|send)\b[^.:]{0,80}\b(?:buttons?|choices?|options?|quick replies)\b(?: (?:for|of|with))?:?\s+(.{3,300}?)[.!]?$/i
const WANTS = /\b(?:show|see|list|which|what)\b.{0,40}\b(?:options?|choices?|buttons?|auswahl|optionen)\b/
const MOST = 12

/** An item with buttons; `undefined` when there is nothing to show, or the visitor has just chosen. */
export function chooseButtons(prompt: Prompt, question: string, language: Language): object | undefined {
  const { ask, step } = prompt.moment
  const heard = normalize(prompt.question)
  const told = cut(step.replaceAll('\n', ' ')).flatMap((sentence) => SHOWS.exec(sentence)?.[1] ?? [])[0]
  const options = told ? namesIn(told) : (ask?.options ?? [])
  if (options.length < 2 || options.some((option) => heard.includes(normalize(option)))) return undefined
  const before = normalize(prompt.turns.at(-1)?.before ?? '')
  const isNew = told !== undefined && !options.every((option) => before.includes(normalize(option)))
  const asks = isQuestion(prompt.question) && !expressesWish(prompt.question)
  if (!WANTS.test(heard) && (!isNew || asks)) return undefined
  return {
    type: 'choice',
    message: ask ? questionFor({ ...ask, options: [] }, language) : question || REPLIES[language].ask,
    buttons: options.slice(0, MOST).map((name) => ({ name, request: { type: 'text', payload: null } })),
  }
}

/** «Red, Blue and Green», «"Yes", "No"». */
function namesIn(list: string): string[] {
  const quoted = Array.from(list.matchAll(/["“«]([^"”»]{1,80})["”»]/g), ([, name = '']) => name)
  if (quoted.length > 1) return quoted
  return list
    .split(/,\s*(?:and|or)?\s*|\s+(?:and|or)\s+/)
    .map((name) => name.trim())
    .filter((name) => /^\p{Lu}|^\d/u.test(name) && name.length <= 80)
}
