// An agent's newest conversations, waiting ones first: the start of a client's home.
import { Anchor, Group, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { AppLink } from '../../../../lib/link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { ConversationRow } from '../../conversation-row.tsx'
import type { Listed } from '../../listed.ts'
import classes from '../../conversations.module.css'

const SHOWN = 6

export default function RecentChats({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const waiting = useQuery(api.conversations.list.queryOptions({ input: { agentId, view: 'waiting', limit: SHOWN } }))
  const newest = useQuery(api.conversations.list.queryOptions({ input: { agentId, limit: 2 * SHOWN } }))
  if (newest.error && !newest.data)
    return <ErrorMessage text={errorText(newest.error)} onRetry={() => void newest.refetch()} />
  if (!newest.data) return <Skeleton height={280} radius="lg" />
  const wait: readonly Listed[] = waiting.data?.items ?? []
  const ids = new Set(wait.map(({ id }) => id))
  const others: readonly Listed[] = newest.data.items.filter(({ id }) => !ids.has(id)).slice(0, SHOWN)
  const rows = (items: readonly Listed[]) => (
    <ul className={`${classes.list} ${classes.sessions}`}>
      {items.map((conversation) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          detailed
          target={paths.agent(region, agentId, 'convos', { conversation: conversation.id })}
        />
      ))}
    </ul>
  )
  return (
    <>
      {wait.length > 0 && (
        <section>
          <Title order={2} size="h4" mb={8}>
            {t('conversations.recent.waiting')}
          </Title>
          {rows(wait)}
        </section>
      )}
      {others.length > 0 && (
        <section>
          <Group justify="space-between" mb={8}>
            <Title order={2} size="h4">
              {t('conversations.recent.title')}
            </Title>
            <Anchor
              size="sm"
              renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'convos')} {...props} />}
            >
              {t('conversations.recent.all')}
            </Anchor>
          </Group>
          {rows(others)}
        </section>
      )}
    </>
  )
}
