import { useState } from 'react'
import { initials } from '../../ui/initials.ts'
import './lifecycle.css'

export interface AvatarProps {
  readonly name: string
  readonly photo?: string | undefined
}

export default function Avatar({ name, photo }: AvatarProps) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="lc-avatar" aria-hidden="true" data-letters={initials(name, 2)}>
      {photo && !broken && <img src={photo} alt="" onError={() => setBroken(true)} />}
    </span>
  )
}
