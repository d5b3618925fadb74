// Shows a placeholder only when something really takes time: nothing for the first 200 ms.
import { useEffect, useState, type ReactNode } from 'react'

export function Delayed({ children, after = 200 }: { children: ReactNode; after?: number }) {
  const [late, setLate] = useState(after === 0)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return late ? children : null
}
