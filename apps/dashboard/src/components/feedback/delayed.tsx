// Shows a placeholder only after 200 ms, so that quick loads don't flicker.
import { useEffect, useState, type ReactNode } from 'react'

export function Delayed({ children, after = 200 }: { children: ReactNode; after?: number }) {
  const [late, setLate] = useState(after === 0)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return late ? children : null
}
