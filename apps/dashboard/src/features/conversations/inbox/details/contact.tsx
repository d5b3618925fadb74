// Visitors merged into one contact: split or merge more.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { anonymousName } from '../../visitor-name.tsx'
import { useAct } from '../use-inbox.ts'
import type { EarlierConversation } from './earlier-conversation.ts'

const MergeDialog = lazy(() => import('../merge-dialog.tsx'))

const nameOf = ({ visitor, visitorCode }: EarlierConversation) =>
  anonymousName({
    visitor,
    ...(visitorCode && { visitorMessage: { code: 'visitor_label', params: { code: visitorCode } } }),
  })

export function Contact({
  conversation,
  earlier,
}: {
  conversation: Conversation
  earlier: readonly EarlierConversation[]
}) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const [isMerging, setMerging] = useState(false)
  const others = [...new Map(earlier.filter(({ isMerged }) => isMerged).map((one) => [nameOf(one), one])).values()]
  const separate = (conversationId: string) =>
    act(
      () => api.conversations.separateContact.call({ agentId: conversation.agentId, conversationId }),
      t('conversations.contact.separated'),
    )
  return (
    <Stack gap={8}>
      {others.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('conversations.contact.mergedWith')}
        </Text>
      )}
      {others.map((one) => (
        <Group key={one.id} justify="space-between" wrap="nowrap" gap={8}>
          <Text size="sm" className="truncate" dir="auto">
            {nameOf(one)}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('conversations.contact.separate', { name: nameOf(one) })}
            onClick={() => void separate(one.id)}
          >
            {t('conversations.contact.separateShort')}
          </Button>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUsers size={16} stroke={1.5} />}
        onClick={() => setMerging(true)}
      >
        {t('conversations.contact.merge')}
      </Button>
      {isMerging && (
        <Suspense fallback={null}>
          <MergeDialog conversation={conversation} earlier={earlier} onClose={() => setMerging(false)} />
        </Suspense>
      )}
    </Stack>
  )
}
