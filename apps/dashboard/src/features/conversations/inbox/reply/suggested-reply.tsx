// Asks the agent for a reply from the knowledge base, with sources; a person sends it.
import { Anchor, Button, Group, Text } from '@mantine/core'
import type { SuggestedReply } from '@parlance/contract/conversations/replies-api'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useAct } from '../use-inbox.ts'

interface Props {
  one: { agentId: string; conversationId: string }
  onInsert: (text: string) => void
}

export function SuggestReply({ one, onInsert }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const [asking, setAsking] = useState(false)
  const [suggested, setSuggested] = useState<SuggestedReply>()
  const ask = async () => {
    setAsking(true)
    setSuggested(undefined)
    await act(async () => {
      const { data } = await api.conversations.suggestReply.call(one)
      setSuggested(data)
      if (data.text !== '') onInsert(data.text)
    })
    setAsking(false)
  }
  return (
    <Group gap={8} aria-live="polite">
      <Button
        size="compact-xs"
        variant="subtle"
        data-key="suggest"
        leftSection={<IconSparkles size={14} stroke={1.5} />}
        title={t('conversations.inbox.briefCost')}
        loading={asking}
        onClick={() => void ask()}
      >
        {t('conversations.inbox.suggest.button')}
      </Button>
      {suggested && (
        <Text size="xs" c="dimmed">
          {suggested.text === '' ? t('conversations.inbox.suggest.none') : t('conversations.inbox.suggest.inserted')}
        </Text>
      )}
      {suggested && suggested.sources.length > 0 && (
        <Text size="xs" c="dimmed" component="div">
          {t('conversations.inbox.suggest.sources')}:{' '}
          {suggested.sources.map(({ title, url }, at) => (
            <span key={`${title}|${url ?? ''}`}>
              {at > 0 && ', '}
              {url ? (
                <Anchor size="xs" href={url} target="_blank" rel="noreferrer noopener">
                  <bdi>{title}</bdi>
                </Anchor>
              ) : (
                <bdi>{title}</bdi>
              )}
            </span>
          ))}
        </Text>
      )}
    </Group>
  )
}
