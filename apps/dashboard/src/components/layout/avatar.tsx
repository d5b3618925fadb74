// A person's or workspace's picture, or initial. The name is shown next to it.
import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './avatar.module.css'

interface Props {
  /** Name or address; empty if unknown. */
  name: string
  /** The picture's path; empty if none. */
  photo?: string | undefined
  /** Pixels at the default font size. */
  size: number
  /** For things, not people. */
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
