// The menu at the end of a row of a list: what can be done with what the row shows.
import { ActionIcon } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { Menu } from './menu.tsx'

export interface RowAction {
  text: string
  icon: Icon
  /** What cannot be had back: it stands last. */
  danger?: boolean
  onClick: () => void
}

interface Props {
  /** Says of which row. */
  label: string
  actions: readonly RowAction[]
  loading?: boolean
  className?: string | undefined
}

export function RowMenu({ label, actions, loading = false, className }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={className ?? ''} aria-label={label} loading={loading}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ text, icon: Picture, danger, onClick }) => (
          <Menu.Item
            key={text}
            {...(danger && { color: 'red' })}
            leftSection={<Picture size={16} stroke={1.5} />}
            onClick={onClick}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
