// What of a menu is needed once it opens; menu.tsx fetches it.
import { Menu, type MenuProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Beside } from './popover-anchor.tsx'

interface Props extends MenuProps {
  target: HTMLElement | null
  opened: boolean
}

export function MenuOpened({ target, opened, children, ...props }: Props) {
  // Opened one step after it came, as it gives the focus back to where that was before.
  const drawn = useMounted()
  return (
    <Menu {...props} opened={opened && drawn}>
      <Menu.Target>
        <Beside element={target} />
      </Menu.Target>
      {children}
    </Menu>
  )
}

export { Menu }
