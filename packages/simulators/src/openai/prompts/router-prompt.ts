/** Parses the prompt of a decision: the current node, the possible next ones, and the values to find. */
import { firstText, lastSaid } from './prompt.ts'
import type { Variable } from '../graph/variables.ts'
import { variableOf } from './speaking-prompt.ts'
import { emptyTags, tagged, tags } from './tags.ts'
import type { ChatMessage } from '../protocol/types.ts'

export type Candidate = { id: string; kind: string; name: string; condition: string }
export type RouterVariable = Required<Variable> & { value: string }

export type RouterPrompt = {
  /** YYYY-MM-DD. */
  today: string
  /** Whether the current node asks for values. */
  isCollecting: boolean
  /** Names of the values still to be asked for, the next one first. */
  asking: string[]
  candidates: Candidate[]
  mayStay: boolean
  variables: RouterVariable[]
  /** What the agent said last; empty after another message of the visitor. */
  before: string
  message: string
}

const LIMIT = { prompt: 400_000, message: 6_000 }

/** Never fails: missing parts are empty. */
export function readRouterPrompt(messages: readonly ChatMessage[]): RouterPrompt {
  const system = firstText(messages).slice(0, LIMIT.prompt)
  const user = lastSaid(messages).slice(0, LIMIT.prompt)
  const last = tags(user, 'turn').at(-1)
  return {
    today: /Today is [^,<\n]{0,20},? ?(\d{4}-\d{2}-\d{2})/.exec(system)?.[1] ?? new Date().toISOString().slice(0, 10),
    isCollecting: tags(system, 'here')[0]?.attributes['kind'] === 'collect',
    asking: tagged(system, 'asking').split(', ').filter(Boolean),
    candidates: tags(system, 'candidate').map(({ attributes: { id = '', kind = 'child', name = '' }, inner }) => ({
      id,
      kind,
      name,
      condition: inner,
    })),
    mayStay: tags(system, 'candidates')[0]?.attributes['stay'] !== 'no',
    variables: emptyTags(system, 'variable').map((attributes) => ({
      ...variableOf(attributes, attributes['description'] ?? ''),
      value: attributes['value'] ?? '',
    })),
    before: last && last.attributes['from'] !== 'visitor' ? last.inner : '',
    message: (tags(user, 'message')[0]?.inner ?? user).slice(0, LIMIT.message),
  }
}
