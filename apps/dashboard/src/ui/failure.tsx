// A part of a page that could not be loaded: the sentence and a way to try again.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function Failure({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle stroke={1.5} />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
