// A drawer with a header: title, close button, Escape.
import { Drawer, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './side-drawer.module.css'
import { useEscape } from './use-escape.ts'

interface HeadProps {
  title: string
  /** Next to the close button. */
  actions?: ReactNode
}

/** A drawer's header; its title names the dialog. */
export function DrawerHead({ title, actions }: HeadProps) {
  const { t } = useTranslation()
  return (
    // Inside a dialog it must not be a banner landmark.
    <Drawer.Header className={classes.head} role="presentation">
      <Drawer.Title dir="auto">{title}</Drawer.Title>
      <Group gap="xs" wrap="nowrap">
        {actions}
        <Drawer.CloseButton aria-label={t('common.close')} />
      </Group>
    </Drawer.Header>
  )
}

interface Props extends HeadProps {
  onClose: () => void
  /** Width; full width on phones. */
  size?: string | number
  children: ReactNode
}

export function SideDrawer({ title, actions, onClose, size = 'md', children }: Props) {
  useEscape(onClose)
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={size} closeOnEscape={false}>
      <Drawer.Overlay />
      <Drawer.Content>
        <DrawerHead title={title} actions={actions} />
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
