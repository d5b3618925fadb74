import { Badge, Group, Text } from '@mantine/core'
import type { Answer } from '@parlance/contract/conversations/answer'
import { useTranslation } from 'react-i18next'

/** The answering model and its cost. */
export function AnswerMeta({ metadata, mt }: { metadata: Answer['metadata']; mt: number }) {
  const { t } = useTranslation()
  if (!metadata?.model && metadata?.credits === undefined) return null
  return (
    <Group gap={8} mt={mt}>
      {metadata.sandbox ? (
        <Badge size="sm" color="yellow">
          {t('panel.sandboxModel')}
        </Badge>
      ) : (
        metadata.model && (
          <Text size="xs" c="dimmed">
            {metadata.model}
          </Text>
        )
      )}
      {metadata.credits !== undefined && (
        <Text size="xs" c="dimmed">
          {t('panel.credits', { count: metadata.credits })}
        </Text>
      )}
    </Group>
  )
}
