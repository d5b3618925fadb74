// Explains that the agent's model needs a key, and offers to add one.
import { Alert, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AddKeyButton } from '../../../components/model-key/demo-model-notice.tsx'
import { useAnswering } from '../../../components/model-key/use-models.ts'
import { useDraft } from '../draft/draft.tsx'

export function NeedsKey({ text, children }: { text: string; children: ReactNode }) {
  const { config } = useDraft()
  const paidBy = useAnswering((config.vg_defaultModel ?? '').trim())?.paidBy
  if (paidBy !== 'sandbox' && paidBy !== 'nobody') return children
  return (
    <Alert color="yellow">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        <AddKeyButton />
      </Stack>
    </Alert>
  )
}
