// What somebody of the team looks like: their photo, or the first letters of their name.
import { useState } from 'react'

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

export function Face({ name, photo }: { name: string; photo?: string | undefined }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="lc-face" aria-hidden="true" data-letters={initialsOf(name)}>
      {photo && !broken && <img src={photo} alt="" onError={() => setBroken(true)} />}
    </span>
  )
}
