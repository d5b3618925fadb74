// Finds another visitor who is the same person, previews the merged history, and merges them; can be undone.
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { randomId } from '@parlance/contract/lib/ids'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { dismiss, notify } from '../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { UndoToast } from '../../../components/feedback/undo-toast.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { VisitorName } from '../visitor-name.tsx'
import type { EarlierConversation } from './details/earlier-conversation.ts'
import classes from './details/details-panel.module.css'
import { useAct } from './use-inbox.ts'

interface Props {
  conversation: Conversation
  earlier: readonly EarlierConversation[]
  onClose: () => void
}

const FOUND = 20
const UNDO_MS = 10_000

export default function MergeDialog({ conversation, earlier, onClose }: Props) {
  const { t } = useTranslation()
  const [other, setOther] = useState<Conversation>()
  return (
    <Dialog onClose={onClose} title={t('conversations.contact.mergeTitle')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('conversations.contact.mergeText')}
        </Text>
        {other ? (
          <Preview
            conversation={conversation}
            earlier={earlier}
            other={other}
            onBack={() => setOther(undefined)}
            onClose={onClose}
          />
        ) : (
          <Search conversation={conversation} earlier={earlier} onChoose={setOther} />
        )}
      </Stack>
    </Dialog>
  )
}

interface SearchProps extends Pick<Props, 'conversation' | 'earlier'> {
  onChoose: (other: Conversation) => void
}

function Search({ conversation, earlier, onChoose }: SearchProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [search, setSearch] = useState('')
  const { agentId } = conversation
  const found = useQuery(
    api.conversations.list.queryOptions({ input: { agentId, limit: FOUND, ...(search && { search }) } }),
  )
  const known = new Set([conversation.id, ...earlier.map(({ id }) => id)])
  const others = found.data?.items.filter(({ id, channel }) => !known.has(id) && channel !== 'test') ?? []
  return (
    <>
      <SearchInput value={search} onChange={setSearch} label={t('conversations.contact.mergeSearch')} />
      {found.isPending && <RowSkeletons />}
      {found.error && <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.data && others.length === 0 && <Text size="sm">{t('conversations.contact.mergeNone')}</Text>}
      <div className={classes.choices}>
        <ul className={classes.entries}>
          {others.map((one) => (
            <li key={one.id}>
              <UnstyledButton className={classes.choice} onClick={() => onChoose(one)}>
                <Line conversation={one} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function Line({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm" fw={500} component="span" className="truncate">
        {conversation.title || t('conversations.newConversation')}
      </Text>
      <Text size="xs" c="dimmed" component="span">
        <VisitorName conversation={conversation} /> · <RelativeTime at={conversation.lastMessageAt} />
      </Text>
    </>
  )
}

interface PreviewProps extends Props {
  other: Conversation
  onBack: () => void
}

function Preview({ conversation, earlier, other, onBack, onClose }: PreviewProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const [isMerging, setIsMerging] = useState(false)
  const { agentId, id: conversationId } = conversation
  const theirs = useQuery(
    api.conversations.details.queryOptions({ input: { agentId, conversationId: other.id }, staleTime: 0 }),
  )
  const theirEarlier = theirs.data?.data.earlier
  const merge = async () => {
    setIsMerging(true)
    const merged = await act(() =>
      api.conversations.mergeContact.call({ agentId, conversationId, otherConversationId: other.id }),
    )
    setIsMerging(false)
    if (!merged) return
    onClose()
    // Visitors merged earlier must be split one by one.
    if (theirEarlier?.some(({ isMerged }) => isMerged)) return void notify.success(t('conversations.contact.merged'))
    const id = randomId(12)
    const undo = () => {
      dismiss(id)
      void act(
        () => api.conversations.separateContact.call({ agentId, conversationId: other.id }),
        t('conversations.contact.separated'),
      )
    }
    notify.info(<UndoToast text={t('conversations.contact.merged')} onUndo={undo} />, { id, autoClose: UNDO_MS })
  }
  return (
    <>
      <Text size="sm" fw={500}>
        {t('conversations.contact.mergePreview')}
      </Text>
      {theirs.isPending && <RowSkeletons />}
      {theirs.error && <ErrorMessage text={errorText(theirs.error)} onRetry={() => void theirs.refetch()} />}
      {theirEarlier && (
        <ul className={classes.entries}>
          {[
            { one: conversation, count: earlier.length + 1 },
            { one: other, count: theirEarlier.length + 1 },
          ].map(({ one, count }) => (
            <li key={one.id} className={classes.joined}>
              <Line conversation={one} />
              <Text size="xs" c="dimmed" component="span">
                {t('conversations.contact.conversations', { count })}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          {t('conversations.contact.mergeBack')}
        </Button>
        <Button loading={isMerging} disabled={!theirEarlier} onClick={() => void merge()}>
          {t('conversations.contact.mergeConfirm')}
        </Button>
      </Group>
    </>
  )
}
