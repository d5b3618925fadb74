import { useCallback, useEffect, useRef } from 'react'

/** One function for as long as the component is there, which always calls the newest one. Not for use while rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback)
  useEffect(() => {
    newest.current = callback
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
