import type { Item } from '../items/schemas.ts'
import { plainText } from '../items/plain.ts'
import type { StreamPart } from './schemas.ts'
import type { Answer } from './no-answer.ts'

export { NO_ANSWER, type Answer } from './no-answer.ts'

/** Parts that repeat after a resume must be filtered by event id before. */
export function readAnswer(answer: Answer, part: StreamPart): Answer {
  switch (part.type) {
    case 'start':
      return { ...answer, messageId: part.messageId, metadata: part.messageMetadata }
    case 'source-document': {
      const { passage, ...source } = part.providerMetadata.parlance
      return { ...answer, sources: [...answer.sources, { ...source, title: part.title, text: passage }] }
    }
    case 'text-delta':
      return withItems(answer, withText(answer.items, part.delta))
    case 'data-item':
      return withItems(answer, [...answer.items, part.data])
    case 'error':
      return { ...answer, error: part.errorText, status: answer.text === '' ? 'failed' : 'interrupted' }
    case 'abort':
      return { ...answer, status: 'interrupted' }
    case 'finish': {
      const ended = answer.status === 'failed' || answer.status === 'interrupted'
      return { ...answer, metadata: part.messageMetadata, status: ended ? answer.status : 'complete' }
    }
    default:
      return answer
  }
}

const withItems = (answer: Answer, items: readonly Item[]): Answer => ({
  ...answer,
  items,
  text: plainText(items),
  status: 'streaming',
})

/** Adjacent texts are merged, as in the stored message, because submissions refer to items by index. */
function withText(items: readonly Item[], delta: string): readonly Item[] {
  const last = items.at(-1)
  if (last?.type !== 'text') return delta === '' ? items : [...items, { type: 'text', text: delta }]
  return items.with(-1, { type: 'text', text: last.text + delta })
}
