// The conversation header: take over, hand back and rarer actions.
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconArrowBackUp, IconCheck, IconClock, IconDots, IconMail, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { BlockItems } from './details/block-visitor.tsx'
import { useInboxHotkeys } from './inbox-keys.tsx'
import { TranscriptItems } from './thread/transcript-items.tsx'
import { useAct, useSelf, useReplyPermissions } from './use-inbox.ts'

const BlockedVisitors = lazy(() => import('./details/blocked-visitors.tsx'))

interface Props {
  conversation: Conversation
  onClose: () => void
}

export function TakeOver({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const client = useQueryClient()
  const act = useAct()
  const { isMine, isOver, maySpeak } = useReplyPermissions(conversation)
  if ((!maySpeak && !isMine) || isOver || conversation.channel === 'test') return null
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  return isMine ? (
    <Button
      size="xs"
      variant="default"
      data-key="takeOver"
      onClick={() => void act(() => api.conversations.handBack.call(one))}
    >
      {t('conversations.inbox.handBack')}
    </Button>
  ) : (
    <Button
      size="xs"
      data-key="takeOver"
      variant={conversation.handoffAt === null ? 'light' : 'filled'}
      onClick={() =>
        void act(async () => {
          await api.conversations.takeOver.call(one)
          // Taking over sets the user online.
          client.setQueriesData<ClientSession | null>(
            { queryKey: ['client-session', region] },
            (session) => session && { ...session, client: { ...session.client, status: 'online' } },
          )
        })
      }
    >
      {t('conversations.inbox.takeOver')}
    </Button>
  )
}

/** Resolves a conversation, or reopens a resolved one; an icon on phones. */
export function Resolve({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const { isOver, mayAct } = useReplyPermissions(conversation)
  const isOffered = mayAct && conversation.channel !== 'test'
  const { agentId, id: conversationId } = conversation
  const resolve = async () => {
    const yes = await confirm({
      title: t('conversations.inbox.resolveTitle'),
      body: t('conversations.inbox.resolveBody'),
      confirm: t('conversations.inbox.resolve'),
    })
    if (yes)
      await act(() => api.conversations.close.call({ agentId, conversationId }), t('conversations.inbox.resolved'))
  }
  const reopen = () =>
    act(() => api.conversations.reopen.call({ agentId, conversationId }), t('conversations.inbox.reopened'))
  useInboxHotkeys({ resolve: () => isOffered && !isOver && resolve() })
  if (!isOffered || (isOver && conversation.channel === 'voice')) return null
  const run = isOver ? reopen : resolve
  const text = t(isOver ? 'conversations.inbox.reopen' : 'conversations.inbox.resolve')
  const Icon = isOver ? IconArrowBackUp : IconCheck
  return (
    <>
      <Button
        size="xs"
        variant="default"
        visibleFrom="xs"
        leftSection={<Icon size={16} stroke={1.5} />}
        onClick={() => void run()}
      >
        {text}
      </Button>
      <Tooltip label={text}>
        <ActionIcon hiddenFrom="xs" aria-label={text} onClick={() => void run()}>
          <Icon size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

const HOUR_MS = 3600_000
/** Nine o'clock tomorrow in the user's time zone. */
export function tomorrow(): Date {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at
}
const SNOOZES = {
  hour: () => new Date(Date.now() + HOUR_MS),
  tomorrow,
  week: () => new Date(tomorrow().getTime() + 6 * 24 * HOUR_MS),
} as const

export function ConversationMenu({ conversation, onClose }: Props) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const act = useAct()
  const { isOver, mayAct } = useReplyPermissions(conversation)
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  const [listsBlocked, setListsBlocked] = useState(false)
  const isSnoozed = conversation.inbox?.snoozedUntil !== null && conversation.inbox !== undefined
  const snooze = (until: Date | null) =>
    act(
      () => api.conversations.snooze.call({ ...one, until: until && until.toISOString() }),
      t(until ? 'conversations.inbox.snoozed' : 'conversations.inbox.isBack'),
    )
  const remove = async () => {
    const yes = await confirm({
      title: t('conversations.deleteTitle'),
      body: t('conversations.deleteBody', { count: conversation.messageCount }),
      confirm: t('conversations.delete'),
    })
    if (!yes) return
    if (await act(() => api.conversations.delete.call(one), t('conversations.deleted'))) onClose()
  }
  const self = useSelf()
  useInboxHotkeys({
    assign: () =>
      mayAct &&
      !isOver &&
      act(() => api.conversations.assign.call({ ...one, assignee: { kind: self.kind, id: self.id } })),
    snooze: () => mayAct && snooze(tomorrow()),
  })
  if (!mayAct) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('conversations.more')}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isSnoozed ? (
            <Menu.Item leftSection={<IconClock size={16} stroke={1.5} />} onClick={() => void snooze(null)}>
              {t('conversations.inbox.bringBack')}
            </Menu.Item>
          ) : (
            (Object.keys(SNOOZES) as (keyof typeof SNOOZES)[]).map((until) => (
              <Menu.Item
                key={until}
                leftSection={<IconClock size={16} stroke={1.5} />}
                onClick={() => void snooze(SNOOZES[until]())}
              >
                {t(`conversations.inbox.snooze.${until}`)}
              </Menu.Item>
            ))
          )}
          <Menu.Item
            leftSection={<IconMail size={16} stroke={1.5} />}
            onClick={() =>
              void act(() => api.conversations.markSeen.call({ ...one, seq: 0 })).then((done) => done && onClose())
            }
          >
            {t('conversations.inbox.markUnread')}
          </Menu.Item>
          <TranscriptItems conversation={conversation} />
          <BlockItems conversation={conversation} onList={() => setListsBlocked(true)} />
          {!client && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => void remove()}>
                {t('conversations.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {listsBlocked && (
        <Suspense fallback={null}>
          <BlockedVisitors agentId={conversation.agentId} onClose={() => setListsBlocked(false)} />
        </Suspense>
      )}
    </>
  )
}
