import { Button } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './agent-area.module.css'

interface Props {
  /** Focuses the button after the panel was closed. */
  focused: boolean
  onOpen: () => void
}

/** Opens the test panel, which closes itself. */
export function TestToggle({ focused, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <Button
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={focused}
      className={classes.toggle}
      variant="default"
      radius="xl"
      size="xs"
      aria-expanded={false}
      leftSection={<IconMessageChatbot size={18} stroke={1.5} />}
      onClick={onOpen}
    >
      {t('shell.showTest')}
    </Button>
  )
}
