import { useEffect } from 'react'

/** Sets the page's meta description; the default returns on unmount. */
export function useMetaDescription(text: string): void {
  useEffect(() => {
    const meta = document.querySelector('meta[name="description"]')
    const usual = meta?.getAttribute('content')
    if (!meta || !text) return
    meta.setAttribute('content', text)
    return () => meta.setAttribute('content', usual ?? '')
  }, [text])
}
