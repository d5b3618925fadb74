// Says that the demo model answers, and offers to add a key.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconFlask, IconKey } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { useCan } from '../../lib/permissions.ts'

const KeyDialog = lazyWithTexts(() => import('./key-dialog.tsx'), 'KeyDialog')

interface Props {
  /** For narrow columns: only the sentence. */
  compact?: boolean
  /** The agent that switches to the key; defaults to the one in the address. */
  agentId?: string
}

export function DemoModelNotice({ compact = false, agentId }: Props) {
  const { t } = useTranslation()
  return (
    <Alert
      color="yellow"
      p={compact ? 'xs' : 'md'}
      icon={compact ? undefined : <IconFlask stroke={1.5} />}
      aria-label={t('assistant.demo.title')}
    >
      <Group gap="xs" justify="space-between">
        <Text size={compact ? 'xs' : 'sm'} flex="1 1 12rem">
          {t('assistant.demo.text')}
        </Text>
        <AddKeyButton size={compact ? 'compact-xs' : 'compact-sm'} agentId={agentId} />
      </Group>
    </Alert>
  )
}

interface ButtonProps {
  size?: 'compact-xs' | 'compact-sm' | 'sm'
  agentId?: string | undefined
}

/** Hidden without permission to store keys. */
export function AddKeyButton({ size, agentId }: ButtonProps) {
  const { t } = useTranslation()
  const mayStore = useCan('editor')
  const [adding, setAdding] = useState(false)
  if (!mayStore) return null
  return (
    <>
      <Button
        variant="default"
        size={size ?? 'sm'}
        leftSection={<IconKey size={14} stroke={1.5} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        {t('assistant.demo.addKey')}
      </Button>
      {adding && (
        <Suspense fallback={null}>
          <KeyDialog agentId={agentId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
