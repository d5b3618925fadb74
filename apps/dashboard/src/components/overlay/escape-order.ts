// Escape closes only the overlay that opened last.
import { useEffect, useRef } from 'react'

const open: object[] = []

/** Marks something as open above the rest. Returns a function that ends it. */
export function openAbove(one: object = {}): () => void {
  open.push(one)
  // The overlay below gets the same key press.
  return () => void setTimeout(() => open.splice(open.indexOf(one), 1))
}

/** `onClose` for an overlay, ignored while another one is above it. */
export function useCloseOnTop(isOpen: boolean, onClose: () => void): () => void {
  const { current: me } = useRef({})
  useEffect(() => (isOpen ? openAbove(me) : undefined), [isOpen, me])
  return () => {
    const top = open.at(-1)
    if (top === me || top === undefined) onClose()
  }
}
