// The sign-in page of client users is a page of its own (src/sign-in): whoever is led to it from here loads it.
import { useEffect } from 'react'

export function ClientSignInPage() {
  useEffect(() => location.replace(location.href), [])
  return null
}
