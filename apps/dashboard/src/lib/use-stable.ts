import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * Handlers with a stable identity that call the newest versions, so that memoized rows don't re-render. Not for use
 * while rendering.
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

/** A callback with a stable identity that calls the newest version. Not for use while rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
