/** The sandbox model on the way to an answer: rewrites a question, puts passages in order. Pure. */
import { textOf } from './prompt.ts'
import { tags } from './tags.ts'
import type { ChatMessage } from './types.ts'
import { contentStems } from './words.ts'

/** The JSON it answers; `undefined` for a chat that asks for neither. */
export function answerSearchPrompt(messages: readonly ChatMessage[]): string | undefined {
  const first = messages[0]
  if (first?.role !== 'system' && first?.role !== 'developer') return undefined
  const system = textOf(first).trimStart()
  const asked = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .join('\n')
  if (system.startsWith('<rewrite>')) return JSON.stringify({ question: rewritten(asked) })
  return system.startsWith('<rerank>') ? JSON.stringify({ order: ordered(asked) }) : undefined
}

/** The visitor's last question before this one says what it is about. */
function rewritten(asked: string): string {
  const before = tags(asked, 'turn').findLast(({ attributes }) => attributes['from'] === 'visitor')?.inner ?? ''
  const message = tags(asked, 'message')[0]?.inner ?? ''
  return `${before} ${message}`.trim()
}

/** Those with most of the question's words first; those with none are left out. */
function ordered(asked: string): number[] {
  const question = new Set(contentStems(tags(asked, 'question')[0]?.inner ?? ''))
  return tags(asked, 'passage')
    .map(({ attributes, inner }) => {
      const held = new Set(contentStems(`${attributes['title'] ?? ''} ${inner}`))
      return { n: Number(attributes['n']), shared: [...question].filter((word) => held.has(word)).length }
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || a.n - b.n)
    .map(({ n }) => n)
}
