import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A toast's text with an undo button. */
export function UndoToast({ text, onUndo }: { text: string; onUndo: () => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm" className="truncate">
        {text}
      </Text>
      <Button size="compact-sm" variant="light" onClick={onUndo}>
        {t('common.undo')}
      </Button>
    </Group>
  )
}
