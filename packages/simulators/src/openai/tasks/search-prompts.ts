/** Search tasks of the sandbox model: rewrites a question, reranks passages. */
import { textOf } from '../prompts/prompt.ts'
import { tags } from '../prompts/tags.ts'
import type { ChatMessage } from '../protocol/types.ts'
import { contentStems } from '../language/words.ts'

const askedIn = (messages: readonly ChatMessage[]): string =>
  messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .join('\n')

/** Returns `{ question }`, the search query. */
export const rewrite = (messages: readonly ChatMessage[]): string =>
  JSON.stringify({ question: rewritten(askedIn(messages)) })
/** Returns `{ order }`, the numbers of the passages, best first. */
export const rerank = (messages: readonly ChatMessage[]): string =>
  JSON.stringify({ order: ordered(askedIn(messages)) })

/** The visitor's previous question names the subject. */
function rewritten(asked: string): string {
  const before = tags(asked, 'turn').findLast(({ attributes }) => attributes['from'] === 'visitor')?.inner ?? ''
  const message = tags(asked, 'message')[0]?.inner ?? ''
  return `${before} ${message}`.trim()
}

/** Passages with most of the question's words first; those with none are left out. */
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
