// Client sign-in is a separate page (src/sign-in), so this link loads a document.
import { useEffect } from 'react'

export function ClientSignInPage() {
  useEffect(() => location.replace(location.href), [])
  return null
}
