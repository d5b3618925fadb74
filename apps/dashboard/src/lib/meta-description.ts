import { useEffect } from 'react'

/** What the page says of itself to whoever links to it; the usual sentence comes back when the page is left. */
export function useMetaDescription(text: string): void {
  useEffect(() => {
    const meta = document.querySelector('meta[name="description"]')
    const usual = meta?.getAttribute('content')
    if (!meta || !text) return
    meta.setAttribute('content', text)
    return () => meta.setAttribute('content', usual ?? '')
  }, [text])
}
