/** Search tasks of the sandbox model: rewrites a question, reranks passages. */
import { lastSaid } from '../prompts/prompt.ts'
import { tagged, tags } from '../prompts/tags.ts'
import type { ChatMessage } from '../protocol/types.ts'
import { contentStems } from '../language/words.ts'

/** Returns `{ question }`, the search query: the visitor's previous question names the subject. */
export function rewrite(messages: readonly ChatMessage[]): string {
  const asked = lastSaid(messages)
  const before = tags(asked, 'turn').findLast(({ attributes }) => attributes['from'] === 'visitor')?.inner ?? ''
  return JSON.stringify({ question: `${before} ${tagged(asked, 'message')}`.trim() })
}

/** Returns `{ order }`, the numbers of the passages: those with most of the question's words first, those with none left out. */
export function rerank(messages: readonly ChatMessage[]): string {
  const asked = lastSaid(messages)
  const question = [...new Set(contentStems(tagged(asked, 'question')))]
  const order = tags(asked, 'passage')
    .map(({ attributes: { n, title = '' }, inner }) => {
      const held = new Set(contentStems(`${title} ${inner}`))
      return { n: Number(n), shared: question.filter((word) => held.has(word)).length }
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || a.n - b.n)
    .map(({ n }) => n)
  return JSON.stringify({ order })
}
