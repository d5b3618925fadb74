// What a person or a workspace looks like: their picture, or the first letter of their name. The name stands beside it.
import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './avatar.module.css'

interface Props {
  /** Name or address; empty for somebody who is not known. */
  name: string
  /** Path of the picture; empty without one. */
  photo?: string | undefined
  /** Pixels, where letters have their usual size. */
  size: number
  /** As things look that are no people. */
  square?: boolean
}

const rem = (pixels: number) => `${pixels / 16}rem`

export function Avatar({ name, photo, size, square = false }: Props) {
  const [broken, setBroken] = useState('')
  const side = rem(size)
  return (
    <span
      className={classes.avatar}
      data-square={square || undefined}
      style={{ width: side, height: side, fontSize: rem(size / 2.5) }}
      aria-hidden
    >
      {photo && photo !== broken ? (
        <img src={photo} alt="" onError={() => setBroken(photo)} />
      ) : (
        ([...name][0]?.toUpperCase() ?? <IconUser size={rem(size / 2)} stroke={1.5} />)
      )}
    </span>
  )
}
