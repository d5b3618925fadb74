/** The values that a node collects: the kind of each, and the question for it. */
import type { Language } from '../language/language.ts'
import { REPLIES } from '../language/replies.ts'

export type Variable = {
  name: string
  /** `text` by default. */
  type?: string
  description?: string
  /** The only possible values. */
  options?: readonly string[]
}

/** The kind of value of a variable, by its type and then by its name. */
export function kindOf({ name, type = 'text' }: Variable): string {
  if (type !== 'text') return type
  if (/^(?:full_?|last_?|first_?|your_?|customer_?|visitor_?|contact_?)?name$/i.test(name.trim())) return 'name'
  if (/^e-?mail(?:_?address)?$/i.test(name.trim())) return 'email'
  if (/^(?:phone|telephone|mobile)(?:_?number)?$/i.test(name.trim())) return 'phone'
  return /^(?:topic|reason|summary|subject|concern|issue|problem|message|description|question)$/i.test(name.trim())
    ? 'about'
    : 'text'
}

/** The name of a variable for visitors. */
export const labelOf = ({ name }: Variable): string => name.replace(/[_-]+/g, ' ').trim()

/** English questions by the name or the kind of a variable; others use its label. */
const ENGLISH: Readonly<Record<string, string>> = {
  preferred_date: 'Which day would you like?',
  preferred_time: 'Which time would suit you?',
  name: 'What name may I note?',
  email: 'What is your email address?',
  phone: 'What is your phone number?',
  date: 'Which day?',
  time: 'At what time?',
  about: 'What is it about, in a few words?',
}

/** «red, blue or green» */
export const joinOptions = (options: readonly string[], language: Language): string =>
  [options.slice(0, -1).join(', '), options.at(-1)].filter(Boolean).join(` ${REPLIES[language].or} `)

/** The question for a variable, with its options. */
export function questionFor(variable: Variable, language: Language): string {
  const { options = [] } = variable
  const question = plainQuestion(variable, language)
  if (options.length === 0) return question
  const list = joinOptions(options.slice(0, 20), language)
  return question.endsWith('?') ? `${question.slice(0, -1).trim()}: ${list}?` : `${question} (${list})`
}

function plainQuestion(variable: Variable, language: Language): string {
  const { name, description = '', options = [] } = variable
  const asked = description.trim()
  if (asked.endsWith('?') && asked.length <= 200) return asked
  // «q1» is not a word to ask a visitor for.
  if (/^\W*\p{L}{0,5}_?\d+$/u.test(name) && asked) return `${asked.replace(/[.:]+$/, '')}?`
  if (/^how many\b/i.test(asked) && asked.length <= 100) return `${asked.replace(/[.:]+$/, '')}?`
  const english = options.length === 0 ? (ENGLISH[name] ?? ENGLISH[kindOf(variable)]) : undefined
  if (language === 'en' && english) return english
  const label = labelOf(variable)
  const { askFor, yes, no, or } = REPLIES[language]
  return kindOf(variable) === 'boolean' ? `${label} – ${yes} ${or} ${no}?` : askFor(label)
}

const TYPED = new Set(['email', 'phone', 'date', 'time', 'number', 'boolean'])

/** The reply to a value that was not understood; empty for free text, which always is. */
export const notUnderstoodReply = (variable: Variable, language: Language): string =>
  TYPED.has(kindOf(variable)) ? REPLIES[language].notUnderstood : ''
