// What a person looks like: their photo, or the first letter of their name. The name stands beside it.
import { Avatar } from '@mantine/core'

interface Props {
  /** Name or address. */
  name: string
  /** Path of the photo; empty without one. */
  photo?: string | undefined
  size: number
}

export function Face({ name, photo, size }: Props) {
  return (
    <Avatar size={size} radius="xl" color="iris" src={photo || null} alt="" aria-hidden>
      {name.slice(0, 1).toUpperCase()}
    </Avatar>
  )
}
