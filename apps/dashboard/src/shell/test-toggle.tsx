import { Button } from '@mantine/core'
import { IconMessageChatbot, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './agent-area.module.css'

export function TestToggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      className={classes.toggle}
      data-open={open || undefined}
      variant="default"
      radius="xl"
      aria-expanded={open}
      leftSection={open ? <IconX size={16} stroke={1.5} /> : <IconMessageChatbot size={18} stroke={1.5} />}
      onClick={onToggle}
    >
      {open ? t('shell.hideTest') : t('shell.showTest')}
    </Button>
  )
}
