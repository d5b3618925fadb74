// Mutations that ignore double presses. Every component uses this instead of the library's own: see `useSingleFlight`.
import { type QueryClient, useMutation as useEvery, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/** Like the library's, but a double press sends once. Handlers passed to `mutate` belong to the call that was sent. */
export function useMutation<Data = unknown, Failed = Error, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Failed, Variables, Before>,
  client?: QueryClient,
) {
  const every = useEvery(options, client)
  const once = useSingleFlight<Data>()
  const mutateAsync: typeof every.mutateAsync = (...asked) => once(asked[0], () => every.mutateAsync(...asked))
  const mutate: typeof every.mutate = (...asked) => {
    // The error is in `error` and passed to the handlers.
    mutateAsync(...asked).catch(() => undefined)
  }
  return { ...every, mutate, mutateAsync }
}

/** The variables as a key; files are always different. */
const keyOf = (asked: unknown) =>
  JSON.stringify(asked, (_, part: unknown) => (part instanceof Blob ? Math.random() : part)) ?? ''

/**
 * Prevents double submission: a button shows its busy state one frame later at the earliest. Repeating the same
 * variables while a call is running, or before the page shows its result, returns the first call's result. Different
 * variables go through, and so do the same ones afterwards.
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
