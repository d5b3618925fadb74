import type { Submission } from './schemas.ts'

interface WithSubmission {
  readonly submission?: Pick<Submission, 'item' | 'messageId'> | undefined
}
export const itemKey = (messageId: string, index: number): string => `${messageId}/${index}`

/** Keyed by `itemKey`; the last submission counts. Messages are oldest first. */
export const submissionsByItem = <M extends WithSubmission>(messages: readonly M[]): ReadonlyMap<string, M> =>
  new Map(
    messages.flatMap((message) => {
      const { submission } = message
      return submission ? [[itemKey(submission.messageId, submission.item), message] as const] : []
    }),
  )
