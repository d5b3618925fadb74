// The side navigation on phones; other screens never load it.
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEscape } from '../../components/overlay/use-escape.ts'

interface Props {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

export default function PhoneDrawer({ opened, onClose, children }: Props) {
  const { t } = useTranslation()
  useEscape(onClose, opened)
  return (
    <Drawer.Root opened={opened} onClose={onClose} closeOnEscape={false} position="left" size="80vw" padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('shell.navigation')}>{children}</Drawer.Content>
    </Drawer.Root>
  )
}
