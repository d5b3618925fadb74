import { useEffect, useRef } from 'react'

/** Focuses a field when its form appears. */
export function useFocusFirst<T extends HTMLElement = HTMLInputElement>() {
  const ref = useRef<T>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
