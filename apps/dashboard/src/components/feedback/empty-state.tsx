// An empty list: drawing, sentence and next step.
import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  drawing: ReactNode
  title: string
  text?: string
  action?: ReactNode
  /** 1 when it is the whole page. */
  order?: 1 | 2
}

export function EmptyState({ drawing, title, text, action, order = 2 }: Props) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      {drawing}
      <Title order={order} size="h2" mt="xs">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {action && <div style={{ marginBlockStart: 8 }}>{action}</div>}
    </Stack>
  )
}
