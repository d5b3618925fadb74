import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * The same handlers for as long as the component is there, which always call the newest ones, so that memoized rows are not
 * rendered again with the page around them. Not for use while rendering.
 */
export function useStableHandlers<Handlers extends object>(handlers: Handlers): Handlers {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [stable] = useState(() => {
    const through = (name: string) => {
      const handler = name as keyof Handlers
      return (...given: unknown[]) => (latest.current[handler] as (...given: unknown[]) => unknown)(...given)
    }
    return Object.fromEntries(Object.keys(handlers).map((name) => [name, through(name)])) as Handlers
  })
  return stable
}

/** One function for as long as the component is there, which always calls the newest one. Not for use while rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
