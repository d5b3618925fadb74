import { useLayoutEffect, type Ref } from 'react'

/** Stands for an element that is on the page already, where a component wants to hold the element it opens beside. */
export function Beside({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') {
      ref(element)
      return () => void ref(null)
    }
    if (ref) ref.current = element
    return undefined
  }, [element, ref])
  return null
}
