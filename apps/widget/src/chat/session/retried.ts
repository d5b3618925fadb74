// A failed answer is stored: trying again asks the question in a new turn.
import { attachedOf } from '@parlance/contract/conversations/attachments'
import { wordsIn } from './attachments.ts'
import type { Entry, QueuedMessage } from './state.ts'

/** An attachment can be sent once; the agent still has it from the first attempt. */
const wordsAgain = ({ items }: Entry): string =>
  wordsIn(items) ||
  attachedOf(items)
    .map(({ name }) => name)
    .join(', ')

/** Its id follows from the failed turn, so that two tabs ask once. */
export const askAgain = (question: Entry, failed: Entry, at: string): QueuedMessage => ({
  id: `again-${failed.turnId}`,
  text: wordsAgain(question),
  submission: question.submission,
  at,
})

/** Hides failed turns that were asked again. A question with attachments stays: only the first one shows them. */
export const hideRetried = (entries: readonly Entry[]): readonly Entry[] => {
  const isRetried = (at: number) => {
    const [question, failed, again] = [entries[at], entries[at + 1], entries[at + 2]]
    return (
      failed?.status === 'failed' &&
      question?.from === 'user' &&
      again?.from === 'user' &&
      wordsIn(again.items) === wordsAgain(question)
    )
  }
  return entries.map((entry, at) =>
    isRetried(at - 1) || (isRetried(at) && attachedOf(entry.items).length === 0) ? { ...entry, hidden: true } : entry,
  )
}
