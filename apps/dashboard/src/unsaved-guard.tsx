// Asks before a page is left on which something is not saved.
import { useBlocker } from '@tanstack/react-router'
import { useDiscardQuestion } from './ui/discard.ts'

/** Put beside what is edited; changes of the query string alone leave the page where it is. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const ask = useDiscardQuestion()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirty && next.pathname !== current.pathname && !(await ask()),
    enableBeforeUnload: () => dirty,
  })
  return null
}
