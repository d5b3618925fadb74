// Asks before a page is left on which something is not saved.
import { useBlocker } from '@tanstack/react-router'
import { useDiscardQuestion } from '../components/overlay/confirm-discard.ts'

/** Guards the page; answers the same question for what is closed on it. Changes of the query string alone leave it where it is. */
export function useUnsavedGuard(dirty: boolean): () => Promise<boolean> {
  const ask = useDiscardQuestion()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirty && next.pathname !== current.pathname && !(await ask()),
    enableBeforeUnload: () => dirty,
  })
  return ask
}

/** The same, put beside what is edited. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  useUnsavedGuard(dirty)
  return null
}
