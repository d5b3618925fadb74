import { Badge, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Bubble } from '../bubble.tsx'
import { Sources } from '../sources.tsx'
import type { Entry } from './panel-state.ts'

interface Props {
  entry: Entry
  running: boolean
  canRetry: boolean
  onRetry: () => void
}

/** A question and what came of it. */
export function TestEntry({ entry, running: here, canRetry, onRetry }: Props) {
  const { t } = useTranslation()
  const { answer } = entry
  // An answer can be under way without this page having asked: it was loaded again meanwhile.
  const running = here || answer.status === 'streaming'
  const failed = answer.status === 'failed' || answer.status === 'interrupted'
  return (
    <>
      <Bubble from="user" name={t('panel.you')} text={entry.text} />
      {answer.text || running ? (
        <Bubble from="agent" name={t('panel.agent')} text={answer.text} waiting={running && !answer.text}>
          {!running && <Sources sources={answer.sources} />}
          {!running && <Meta entry={entry} />}
        </Bubble>
      ) : null}
      {failed && !running && (
        <Group gap="xs" role="alert">
          <Text size="sm" c="red">
            {answer.error || t('panel.broken')}
          </Text>
          <Button size="compact-sm" variant="default" disabled={!canRetry} onClick={onRetry}>
            {t('panel.retry')}
          </Button>
        </Group>
      )}
    </>
  )
}

function Meta({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { metadata } = entry.answer
  if (!metadata?.model && metadata?.credits === undefined) return null
  return (
    <Group gap={8} mt={6}>
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
