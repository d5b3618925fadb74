import { useCallback, useEffect, useRef } from 'react'

/** One function for as long as the component is there, which always calls the newest one. */
export function useStable<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(callback)
  useEffect(() => {
    newest.current = callback
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
