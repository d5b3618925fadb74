import { useCallback, useEffect, useRef } from 'react'

/**
 * Gives the focus back to what opened something, once that is gone from the page (`present` turns false). The answer is to
 * be called by the click that opens it, before anything waits or loads. Focus that found another place meanwhile stays.
 */
export function useFocusBack(present: boolean): () => void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (!present) return
    return () => {
      const back = opener.current
      opener.current = null
      const { activeElement, body } = document
      const lost = activeElement === null || activeElement === body
      if (lost && back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
    }
  }, [present])
  return useCallback(() => {
    opener.current = document.activeElement
  }, [])
}
