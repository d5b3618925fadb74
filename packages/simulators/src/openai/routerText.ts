/** Reads the prompt of a decision: where the conversation is, where it may go, which values are looked for. Pure. */
import { textOf, unescape } from './prompt.ts'
import type { Variable } from './stepPhrases.ts'
import type { ChatMessage } from './types.ts'

export type Candidate = { id: string; kind: string; name: string; condition: string }
export type Sought = Variable & { description: string; value: string; options: string[] }

export type RouterText = {
  /** YYYY-MM-DD. */
  today: string
  here: { id: string; kind: string; name: string; instructions: string }
  /** Names of the values still asked for, the next one first. */
  asking: string[]
  candidates: Candidate[]
  mayStay: boolean
  variables: Sought[]
  /** What was said before, oldest first. */
  turns: { from: 'visitor' | 'agent'; text: string }[]
  message: string
}

const LIMIT = { prompt: 400_000, message: 6_000, rows: 300 }

/** Whether a chat asks for a decision rather than for an answer. */
export function isRouterText(messages: readonly ChatMessage[]): boolean {
  const first = messages[0]
  return (first?.role === 'system' || first?.role === 'developer') && /^\s*<router>/.test(textOf(first))
}

/** Total: what is missing is empty. */
export function readRouterText(messages: readonly ChatMessage[]): RouterText {
  const system = messages[0] ? textOf(messages[0]).slice(0, LIMIT.prompt) : ''
  const last = messages.findLast(({ role }) => role === 'user')
  const user = last ? textOf(last).slice(0, LIMIT.prompt) : ''
  const [here] = tags(system, 'here')
  const [list] = tags(system, 'candidates')
  return {
    today: /Today is [^,<\n]{0,20},? ?(\d{4}-\d{2}-\d{2})/.exec(system)?.[1] ?? new Date().toISOString().slice(0, 10),
    here: {
      id: here?.['id'] ?? '',
      kind: here?.['kind'] ?? '',
      name: here?.['name'] ?? '',
      instructions: here?.inner ?? '',
    },
    asking: (tags(system, 'asking')[0]?.inner ?? '').split(', ').filter(Boolean),
    candidates: tags(system, 'candidate').map(({ id = '', kind = 'child', name = '', inner }) => ({
      id,
      kind,
      name,
      condition: inner,
    })),
    mayStay: list?.['stay'] !== 'no',
    variables: empties(system, 'variable').map(readVariable),
    turns: tags(user, 'turn').map(({ from, inner }) => ({
      from: from === 'visitor' ? 'visitor' : 'agent',
      text: inner,
    })),
    message: (tags(user, 'message')[0]?.inner ?? user).slice(0, LIMIT.message),
  }
}

function readVariable({ name = '', type = 'text', description = '', value = '', options = '' }: Attributes): Sought {
  return {
    name,
    type,
    description,
    value,
    required: true,
    options: options.split(' | ').filter(Boolean),
  }
}

type Attributes = Record<string, string>
type Tag = Attributes & { inner: string }

/** The tags of one name, in order; nothing that was escaped can be one. */
function tags(text: string, name: string): Tag[] {
  const found = text.matchAll(
    new RegExp(`<${name}((?: \\w+="[^"<]*")*)>([^<]*(?:<(?!/${name}>)[^<]*)*)</${name}>`, 'g'),
  )
  return Array.from(found)
    .slice(0, LIMIT.rows)
    .map(([, attributes = '', inner = '']) => ({ ...read(attributes), inner: unescape(inner).trim() }))
}

function empties(text: string, name: string): Attributes[] {
  const found = text.matchAll(new RegExp(`<${name}((?: \\w+="[^"<]*")*)/>`, 'g'))
  return Array.from(found)
    .slice(0, LIMIT.rows)
    .map(([, attributes = '']) => read(attributes))
}

const read = (attributes: string): Attributes =>
  Object.fromEntries(
    Array.from(attributes.matchAll(/(\w+)="([^"<]*)"/g), ([, name = '', value = '']) => [name, unescape(value)]),
  )
