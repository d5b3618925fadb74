// Client sign-in is a separate page (src/sign-in), so a link to it from the dashboard loads that page.
import { useEffect } from 'react'

export function ClientSignInPage() {
  useEffect(() => location.replace(location.href), [])
  return null
}
