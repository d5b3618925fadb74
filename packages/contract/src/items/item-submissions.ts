// Which message used which item of an earlier answer.
import type { Submission } from './schemas.ts'

interface WithSubmission {
  readonly submission?: Pick<Submission, 'item' | 'messageId'> | undefined
}
/** Identifies an item by its message and index. */
export const itemKey = (messageId: string, index: number): string => `${messageId}/${index}`

/** Pure: the message that used an item, by `placeOf`; the last of several. Messages are oldest first. */
export const submissionsByItem = <M extends WithSubmission>(messages: readonly M[]): ReadonlyMap<string, M> =>
  new Map(
    messages.flatMap((message) => {
      const { submission } = message
      return submission ? [[itemKey(submission.messageId, submission.item), message] as const] : []
    }),
  )
