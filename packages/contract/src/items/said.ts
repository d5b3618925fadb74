// Which message came from which item of an earlier answer.
import type { Submission } from './schemas.ts'

interface Said {
  readonly submission?: Pick<Submission, 'item' | 'messageId'> | undefined
}
/** An item by its message and its place there. */
export const placeOf = (messageId: string, index: number): string => `${messageId}/${index}`

/** Pure: the message by which an item was used, by `placeOf`; of several the last. Messages are oldest first. */
export const sentFrom = <M extends Said>(messages: readonly M[]): ReadonlyMap<string, M> =>
  new Map(
    messages.flatMap((message) => {
      const { submission } = message
      return submission ? [[placeOf(submission.messageId, submission.item), message] as const] : []
    }),
  )
