import { TagsInput } from '@mantine/core'
import { MAX_CONVERSATION_TAGS } from '@parlance/contract/conversations/inbox-api'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useAct } from '../use-inbox.ts'

export function Tags({ conversation, tags }: { conversation: Conversation; tags: string[] }) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const queries = useQueryClient()
  const act = useAct()
  const { agentId, id: conversationId } = conversation
  // Each change replaces all tags, so it builds on the one before, and they are sent in turn.
  const [wanted, setWanted] = useState<string[]>()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const save = async (next: string[], before: Promise<unknown>) => {
    await before
    await act(() => api.conversations.setTags.call({ agentId, conversationId, tags: next }))
    await queries.invalidateQueries({ queryKey: api.conversations.get.key() })
    setWanted((now) => (now === next ? undefined : now))
  }
  return (
    <TagsInput
      size="sm"
      label={t('conversations.inbox.tags')}
      placeholder={(wanted ?? tags).length === 0 ? t('conversations.inbox.addTag') : ''}
      maxTags={MAX_CONVERSATION_TAGS}
      data={client?.org?.predefinedTags ?? []}
      value={wanted ?? tags}
      onChange={(next) => {
        setWanted(next)
        last.current = save(next, last.current)
      }}
    />
  )
}
