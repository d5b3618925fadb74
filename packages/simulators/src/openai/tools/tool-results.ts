/** Puts tool results into words: JSON as plain sentences, texts by what fits the question. */
import { answerFromPassages } from '../answers/passage-answers.ts'
import type { Passage } from '../prompts/prompt.ts'
import { isObject } from '../protocol/check-fields.ts'
import type { Language } from '../language/language.ts'
import { REPLIES } from '../language/replies.ts'
import { capital, spaced } from '../language/words.ts'
import { cut, isHostile } from '../answers/sentences.ts'

const MOST_FIELDS = 12
const LONG = 400

/** Whether a tool answered that it could not do it. */
export function isFailure(text: string): boolean {
  const read = parse(text)
  return isObject(read) && typeof read['error'] === 'string' && read['error'] !== ''
}

/** One result in words; `question` is what the visitor wants to know. */
export function describeToolResult(text: string, question: string, language: Language): string {
  const { failed, unknown } = REPLIES[language]
  if (isFailure(text)) return failed
  const read = parse(text)
  const said = read === undefined ? text.trim() : inWords(read, language)
  if (!said || isHostile(said)) return unknown
  if (said.length <= LONG) return said
  const passages = [{ n: 0, title: '', text: said }]
  return answerFromPassages({ passages, question, earlier: [] }) ?? cut(said)[0] ?? unknown
}

function inWords(value: unknown, language: Language): string {
  if (Array.isArray(value)) {
    const rows = value.slice(0, MOST_FIELDS).map((each) => (isObject(each) ? fields(each).join(', ') : plain(each)))
    return rows
      .filter(Boolean)
      .map((row) => `- ${row}`)
      .join('\n')
  }
  if (!isObject(value)) return plain(value)
  const [only] = Object.values(value)
  // An object that only wraps a list or a text counts as that list or text.
  if (
    Object.keys(value).length === 1 &&
    (typeof only === 'object' || (typeof only === 'string' && / .*[.!?]$/.test(only)))
  )
    return inWords(only, language)
  const pairs = Object.entries(value).flatMap(([name, held]) => {
    const shown = plain(held)
    return shown ? [[spaced(name).toLowerCase(), shown] as const] : []
  })
  if (language !== 'en') return pairs.map(([name, shown]) => `${capital(name)}: ${shown}.`).join(' ')
  const clauses = pairs.slice(0, MOST_FIELDS).map(([name, shown]) => `the ${name} is ${shown}`)
  const last = clauses.pop()
  if (last === undefined) return ''
  const sentence = clauses.length > 0 ? `${clauses.join(', ')} and ${last}` : last
  return capital(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)
}

const fields = (row: Record<string, unknown>): string[] =>
  Object.values(row).map(plain).filter(Boolean).slice(0, MOST_FIELDS)

const plain = (value: unknown): string => {
  if (typeof value === 'string') return isHostile(value) ? '' : value.trim()
  if (typeof value === 'number') return String(value)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''
}

/** The passages of a knowledge search result; empty for any other result. */
export function foundPassages(text: string): Passage[] {
  const found = parse(text)
  const list: unknown[] = Array.isArray(found) ? found : []
  return list.filter(isObject).flatMap((each, at) => {
    const { n, title, text: words } = each
    return typeof words === 'string'
      ? [{ n: typeof n === 'number' ? n : at, title: String(title ?? ''), text: words }]
      : []
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
