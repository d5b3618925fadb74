// The action menu at the end of a list row.
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface RowAction {
  text: string
  icon: Icon
  /** Destructive; shown last. */
  danger?: boolean
  disabled?: boolean
  onClick?: () => void
  /** Renders a link instead of a button. */
  renderRoot?: (props: Record<string, unknown>) => ReactNode
}

interface Props {
  /** Names the row. */
  label: string
  actions: readonly RowAction[]
  loading?: boolean
  size?: 'md' | 'lg'
  className?: string | undefined
}

export function RowMenu({ label, actions, loading = false, size = 'lg', className }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={size} className={className ?? ''} aria-label={label} loading={loading}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ text, icon: Picture, danger, ...does }) => (
          <Menu.Item
            key={text}
            {...(danger && { color: 'red' })}
            leftSection={<Picture size={16} stroke={1.5} />}
            {...does}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
