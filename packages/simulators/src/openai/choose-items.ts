/** The buttons and forms the sandbox model shows: those that the directions name, or whose options are known. Pure. */
import type { DirectedReply } from './follow-directions.ts'
import type { Language } from './language.ts'
import type { Prompt } from './prompt.ts'
import { REPLIES } from './replies.ts'
import { cut } from './sentences.ts'
import { isQuestion, expressesWish } from './values.ts'
import { kindOf, questionFor } from './variables.ts'
import { normalize } from './words.ts'

export type ShownItems = { text: string; items: object[] }

const SHOWS =
  /\b(?:show|offer|display|give|present|send|use|ask with)\b[^.:]{0,80}\b(?:buttons?|choices?|options?|quick replies)\b/i
const SHOWS_FORM = /\b(?:show|offer|display|give|present|send|use|ask with)\b[^.:]{0,40}\bform\b/i
const WANTS =
  /\b(?:show|see|list|which|what)\b.{0,40}\b(?:options?|choices?|buttons?|auswahl|optionen)\b|\bwas gibt es zur auswahl\b/
const WANTS_FORM = /\b(?:show|send|give|open|fill(?: in| out)?)\b.{0,30}\bform(?:ular)?\b/
const MOST = 12

/** `undefined` where nothing is to be shown, or the visitor has just chosen. */
export function chooseItems(prompt: Prompt, doing: DirectedReply, language: Language): ShownItems | undefined {
  const { moment, question, turns } = prompt
  const heard = normalize(question)
  const sentences = cut(moment.step.replaceAll('\n', ' '))
  const wanted = WANTS.test(heard)
  const asks = isQuestion(question) && !expressesWish(question)
  const form = sentences.find((sentence) => SHOWS_FORM.test(sentence))
  const fields = form ? fieldsIn(form) : []
  const missing = fields.filter(({ name }) => !moment.known.some((held) => held.name === name))
  if (fields.length > 0 && missing.length > 0 && (WANTS_FORM.test(heard) || !asks))
    return { text: doing.statements.join(' '), items: [formOf(missing)] }
  const told = sentences.find((sentence) => SHOWS.test(sentence))
  const named = told ? choicesIn(told) : []
  const options = named.length > 0 ? named : [...(moment.ask?.options ?? [])]
  const before = normalize(turns.at(-1)?.before ?? '')
  const isAgain = options.every((option) => before.includes(normalize(option)))
  const chose = options.some((option) => heard.includes(normalize(option)))
  if (options.length < 2 || chose || !(wanted || (told && !isAgain && !asks))) return undefined
  const message = moment.ask
    ? questionFor({ ...moment.ask, options: [] }, language)
    : doing.question || REPLIES[language].ask
  return { text: doing.statements.join(' '), items: [choiceOf(message, options)] }
}

const choiceOf = (message: string, options: readonly string[]): object => ({
  type: 'choice',
  message,
  buttons: options.slice(0, MOST).map((name) => ({ name, request: { type: 'text', payload: null } })),
})

type Field = { name: string; label: string; type: string }
const formOf = (fields: readonly Field[]): object => ({
  type: 'form',
  title: null,
  description: null,
  fields: fields.map((field) => ({
    ...field,
    required: true,
    placeholder: null,
    options: null,
    min: null,
    max: null,
  })),
  submitLabel: null,
})

/** «Offer the choices Red, Blue and Green», «Show buttons: "Yes", "No"». */
function choicesIn(sentence: string): string[] {
  const quoted = Array.from(sentence.matchAll(/["“«]([^"”»]{1,80})["”»]/g), ([, name = '']) => name)
  if (quoted.length > 1) return quoted
  const list =
    /\b(?:buttons?|choices?|options?|quick replies)\b(?: (?:for|of|with|named|called))?:?\s+(.{3,300}?)[.!]?$/i.exec(
      sentence,
    )?.[1]
  return (list ?? '')
    .split(/,\s*(?:and|or)?\s*|\s+(?:and|or)\s+/)
    .map((name) => name.trim())
    .filter((name) => /^\p{Lu}|^\d/u.test(name) && name.length <= 80)
}

/** «Show a form with name, e-mail and date»: a field each, of the type that its name says. */
function fieldsIn(sentence: string): Field[] {
  const list =
    /\bform\b(?: (?:with|for|asking for|that asks for))?:?\s+(?:the )?(.{3,300}?)[.!]?$/i.exec(sentence)?.[1] ?? ''
  return list
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .map((label) => label.replace(/^(?:the|a|an|their|your)\s+/i, '').trim())
    .filter((label) => /^\p{L}[\p{L}\d -]{1,60}$/u.test(label))
    .slice(0, MOST)
    .map((label) => {
      const bare = normalize(label)
        .replace(/e-mail(?: address)?/, 'email')
        .replace(/(?:phone|telephone) number/, 'phone')
      const name = bare.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'field'
      return { name, label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`, type: typeOf(name) }
    })
}

function typeOf(name: string): string {
  const kind = kindOf({ name, type: 'text', required: true })
  if (kind === 'email') return 'email'
  if (kind === 'phone') return 'tel'
  if (kind === 'about') return 'textarea'
  if (/(?:^|_)(?:date|day)$/.test(name)) return 'date'
  if (/(?:^|_)time$/.test(name)) return 'time'
  return /^(?:number|count|how_many|people|guests|age|amount)|_(?:count|number_of)/.test(name) ? 'number' : 'text'
}
