// Which message came from which item of an earlier answer.
import type { Submission } from './schemas.ts'

interface WithSubmission {
  readonly submission?: Pick<Submission, 'item' | 'messageId'> | undefined
}
/** An item by its message and its place there. */
export const itemKey = (messageId: string, index: number): string => `${messageId}/${index}`

/** Pure: the message by which an item was used, by `placeOf`; of several the last. Messages are oldest first. */
export const submissionsByItem = <M extends WithSubmission>(messages: readonly M[]): ReadonlyMap<string, M> =>
  new Map(
    messages.flatMap((message) => {
      const { submission } = message
      return submission ? [[itemKey(submission.messageId, submission.item), message] as const] : []
    }),
  )
