// An agent's blocked visitors, with unblock.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { BlockedVisitor } from '@parlance/contract/conversations/contacts-api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../../components/content/locale.ts'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { paged } from '../../../../lib/paged-query.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { anonymousName } from '../../visitor-name.tsx'
import { useAct } from '../use-inbox.ts'

export default function BlockedVisitors({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const blocked = useInfiniteQuery(
    api.conversations.blockedVisitors.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, ...(cursor !== undefined && { cursor }) }),
      ...paged,
      staleTime: 0,
    }),
  )
  const items = blocked.data?.pages.flatMap((page) => page.items)
  return (
    <Dialog onClose={onClose} title={t('conversations.contact.blockedList')}>
      <Stack>
        {blocked.isPending && <RowSkeletons />}
        {blocked.error && <ErrorMessage text={errorText(blocked.error)} onRetry={() => void blocked.refetch()} />}
        {items?.length === 0 && <Text size="sm">{t('conversations.contact.noneBlocked')}</Text>}
        {items?.map((one) => (
          <Blocked key={one.id} agentId={agentId} one={one} />
        ))}
        {blocked.hasNextPage && (
          <Button variant="default" loading={blocked.isFetchingNextPage} onClick={() => void blocked.fetchNextPage()}>
            {t('common.loadMore')}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}

function Blocked({ agentId, one }: { agentId: string; one: BlockedVisitor }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const { id, visitor, visitorCode, email, by, at } = one
  const name = anonymousName({
    visitor,
    ...(visitorCode && { visitorMessage: { code: 'visitor_label', params: { code: visitorCode } } }),
  })
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500} className="truncate" dir="auto">
          {email && email !== name ? `${name} · ${email}` : name}
        </Text>
        <Text size="xs" c="dimmed">
          {t('conversations.contact.blockedBy', { name: by.name, time: dateAndTime(new Date(at)) })}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="default"
        aria-label={t('conversations.contact.unblockName', { name })}
        onClick={() =>
          void act(
            () => api.conversations.unblockVisitor.call({ agentId, blockId: id }),
            t('conversations.contact.unblocked'),
          )
        }
      >
        {t('conversations.contact.unblock')}
      </Button>
    </Group>
  )
}
