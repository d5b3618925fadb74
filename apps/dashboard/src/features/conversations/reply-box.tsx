// Where a person answers a visitor, or writes a note that no visitor sees. What was begun is kept while the page is open.
import { Button, Combobox, Group, SegmentedControl, Text, Textarea, useCombobox } from '@mantine/core'
import type { CannedReply } from '@parlance/contract/conversations/inbox-api'
import { type Conversation, MAX_MESSAGE_CHARS } from '@parlance/contract/conversations/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { CannedRepliesDialog } from './canned-replies.tsx'
import classes from './reply-box.module.css'
import { useAct, useStanding } from './use-inbox.ts'

type Kind = 'reply' | 'note'
const drafts = new Map<string, string>()

export function ReplyBox({ conversation }: { conversation: Conversation }) {
  const { isMine, isOver, mayAct, maySpeak } = useStanding(conversation)
  const [kind, setKind] = useState<Kind>('reply')
  if (!mayAct || conversation.channel === 'test') return null
  const isSilent = isOver || (!maySpeak && !isMine)
  return <Writing conversation={conversation} kind={isSilent ? 'note' : kind} onKind={isSilent ? undefined : setKind} />
}

interface WritingProps {
  conversation: Conversation
  kind: Kind
  /** Absent where nothing but notes can be written. */
  onKind: ((kind: Kind) => void) | undefined
}

function Writing({ conversation, kind, onKind }: WritingProps) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const act = useAct()
  const { isMine, other } = useStanding(conversation)
  const place = `${conversation.id}/${kind}`
  const [text, setText] = useState(() => drafts.get(place) ?? '')
  const [shownPlace, setShownPlace] = useState(place)
  if (shownPlace !== place) {
    setShownPlace(place)
    setText(drafts.get(place) ?? '')
  }
  const [sending, setSending] = useState(false)
  /** Sent again after a failure it is the same message. */
  const messageId = useRef(randomId(24))
  const write = (value: string) => {
    drafts.set(place, value)
    setText(value)
  }
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  const send = async () => {
    const said = text.trim()
    if (said === '' || sending) return
    setSending(true)
    const sent = await act(() =>
      kind === 'note'
        ? api.conversations.addNote.call({ ...one, text: said })
        : api.conversations.reply.call({ ...one, id: messageId.current, text: said }),
    )
    setSending(false)
    if (!sent) return
    messageId.current = randomId(24)
    write('')
  }
  const isClosed = kind === 'reply' && !isMine
  const hasReplies = !client || client.org === null || client.org.settings.enableCannedResponses
  return (
    <form
      className={classes.box}
      data-key="write"
      data-note={kind === 'note' || undefined}
      aria-label={t('conversations.inbox.write')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Group justify="space-between" gap="xs">
        {onKind ? (
          <SegmentedControl
            size="xs"
            aria-label={t('conversations.inbox.kind')}
            value={kind}
            onChange={(value) => onKind(value as Kind)}
            data={[
              { value: 'reply', label: t('conversations.inbox.reply') },
              { value: 'note', label: t('conversations.inbox.note') },
            ]}
          />
        ) : (
          <Text size="xs" c="dimmed">
            {conversation.endedAt ? t('conversations.inbox.onlyNotes') : translateMessage(msg('handoff_disabled'))}
          </Text>
        )}
        {kind === 'reply' && <CannedRepliesDialog agentId={conversation.agentId} />}
      </Group>
      {isClosed ? (
        <Text size="sm" c="dimmed" py="xs">
          {other ? t('conversations.inbox.otherSpeaks', { name: other }) : t('conversations.inbox.agentSpeaks')}
        </Text>
      ) : (
        <>
          <Field
            agentId={conversation.agentId}
            text={text}
            label={t(
              `conversations.inbox.${kind === 'note' ? 'notePlaceholder' : hasReplies ? 'replyPlaceholder' : 'replyPlain'}`,
            )}
            withReplies={kind === 'reply' && hasReplies}
            onChange={write}
            onSend={() => void send()}
          />
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {t(kind === 'note' ? 'conversations.inbox.noteHint' : 'conversations.inbox.replyHint')}
            </Text>
            <Button type="submit" size="xs" ms="auto" loading={sending} disabled={text.trim() === ''}>
              {t(kind === 'note' ? 'conversations.inbox.addNote' : 'conversations.inbox.send')}
            </Button>
          </Group>
        </>
      )}
    </form>
  )
}

interface FieldProps {
  agentId: string
  text: string
  label: string
  withReplies: boolean
  onChange: (text: string) => void
  onSend: () => void
}

const OFFERED = 8
/** Ready answers whose shortcut begins with what stands behind `/`, or that hold it. */
function matching(items: readonly CannedReply[], text: string): CannedReply[] {
  const typed = /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const found = items.filter((item) => item.shortcut.startsWith(typed) || item.text.toLowerCase().includes(typed))
  return found.slice(0, OFFERED)
}

function Field({ agentId, text, label, withReplies, onChange, onSend }: FieldProps) {
  const { api } = useScope()
  const isAsking = withReplies && text.startsWith('/')
  const replies = useQuery(api.conversations.cannedReplies.queryOptions({ input: { agentId }, enabled: isAsking }))
  const offered = isAsking ? matching(replies.data?.items ?? [], text) : []
  const combobox = useCombobox()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || offered.length > 0) return
    event.preventDefault()
    onSend()
  }
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: offered.length > 0 }}
      position="top-start"
      width={360}
      onOptionSubmit={(shortcut) => onChange(offered.find((item) => item.shortcut === shortcut)?.text ?? text)}
    >
      <Combobox.Target>
        <Textarea
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_MESSAGE_CHARS}
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value)
            combobox.selectFirstOption()
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options>
          {offered.map((item) => (
            <Combobox.Option key={item.shortcut} value={item.shortcut}>
              <Text size="sm" fw={500}>
                /{item.shortcut}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={2}>
                {item.text}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
