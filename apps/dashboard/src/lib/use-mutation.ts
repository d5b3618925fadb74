// Changes to what the server holds. Every part takes this one instead of the library's own: see `useSingleFlight`.
import { type QueryClient, useMutation as useEvery, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * As the library's, but whoever presses twice sends once. The handlers given to `mutate` beside the variables are those of
 * the call that was sent.
 */
export function useMutation<Data = unknown, Failed = Error, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Failed, Variables, Before>,
  client?: QueryClient,
) {
  const every = useEvery(options, client)
  const once = useSingleFlight<Data>()
  const mutateAsync: typeof every.mutateAsync = (...asked) => once(asked[0], () => every.mutateAsync(...asked))
  const mutate: typeof every.mutate = (...asked) => {
    // What went wrong is in `error`, and told by the handlers.
    mutateAsync(...asked).catch(() => undefined)
  }
  return { ...every, mutate, mutateAsync }
}

/** What was asked for, as text; files are never the same as others. */
const keyOf = (asked: unknown) =>
  JSON.stringify(asked, (_, part: unknown) => (part instanceof Blob ? Math.random() : part)) ?? ''

/**
 * For what must not happen twice because somebody pressed twice: a button shows that it is busy one frame later at the
 * earliest. Lets what is asked for through once: asking for the very same again while it is under way, or before the page has shown
 * what came of it, does nothing and answers as the first one does. Something else goes through, and so does the first again
 * after it.
 */
export function useSingleFlight<Answer>() {
  const last = useRef<{ text: string; answer: Promise<Answer> }>(undefined)
  return (asked: unknown, run: () => Promise<Answer>): Promise<Answer> => {
    const text = keyOf(asked)
    if (last.current?.text === text) return last.current.answer
    const mine = { text, answer: run() }
    last.current = mine
    const free = () =>
      setTimeout(() => {
        if (last.current === mine) last.current = undefined
      })
    mine.answer.then(free, free)
    return mine.answer
  }
}
