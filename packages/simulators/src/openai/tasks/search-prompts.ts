/** The sandbox model on the way to an answer: rewrites a question, puts passages in order. Pure. */
import { textOf } from '../prompts/prompt.ts'
import { tags } from '../prompts/tags.ts'
import type { ChatMessage } from '../protocol/types.ts'
import { contentStems } from '../language/words.ts'

const askedIn = (messages: readonly ChatMessage[]): string =>
  messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .join('\n')

/** `{ question }`: what is to be searched for. */
export const rewrite = (messages: readonly ChatMessage[]): string =>
  JSON.stringify({ question: rewritten(askedIn(messages)) })
/** `{ order }`: numbers of the passages, the best first. */
export const rerank = (messages: readonly ChatMessage[]): string =>
  JSON.stringify({ order: ordered(askedIn(messages)) })

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
