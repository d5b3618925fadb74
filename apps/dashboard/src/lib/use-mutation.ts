// Changes to what the server holds. Every part takes this one instead of the library's own: see `useSingleFlight`.
import { type QueryClient, useMutation as useEvery, type UseMutationOptions } from '@tanstack/react-query'
import { useSingleFlight } from './use-single-flight.ts'

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
