import type { Attached } from '@parlance/contract/conversations/attachments'
import type { Submission } from '@parlance/contract/items/schemas'

/** A message as it is kept over a reload, until the server has acknowledged it. */
export interface QueuedMessage {
  readonly id: string
  readonly text: string
  readonly submission?: Submission | undefined
  readonly attachments?: readonly Attached[] | undefined
  /** ISO time at which it was written. */
  readonly at: string
}
