// The reply and note box. Drafts are kept while the page is open.
import { sendsMessage } from '@parlance/chat-ui/sends-message.ts'
import { Button, Combobox, Group, SegmentedControl, Text, Textarea, useCombobox } from '@mantine/core'
import { useClickOutside, useMediaQuery } from '@mantine/hooks'
import type { CannedReply } from '@parlance/contract/conversations/inbox-api'
import { type Conversation, MAX_MESSAGE_CHARS } from '@parlance/contract/conversations/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../../i18n/translate-message.ts'
import { useRequestKey } from '../../../../lib/use-request-key.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useTypingSignal } from '../../typing.ts'
import { shownName } from '../../visitor-name.tsx'
import { CannedRepliesDialog } from './canned-replies.tsx'
import { ReplyWindow, useReplyWindow } from '../channel/reply-window.tsx'
import { useDelivery } from '../channel/use-delivery.ts'
import { NoteField, useMentions } from '../details/note-field.tsx'
import classes from './reply-box.module.css'
import { SuggestReply } from './suggested-reply.tsx'
import { AttachButton, AttachmentList, useReplyAttachments } from './reply-attachments.tsx'
import { TranslateButton, TranslatedFrom, useReplyTranslation } from './reply-translation.tsx'
import { useAct, useReplyPermissions } from '../use-inbox.ts'

type Kind = 'reply' | 'note'
const drafts = new Map<string, string>()

export function ReplyBox({ conversation }: { conversation: Conversation }) {
  const { isMine, isOver, mayAct, maySpeak } = useReplyPermissions(conversation)
  const [kind, setKind] = useState<Kind>('reply')
  if (!mayAct || conversation.channel === 'test') return null
  const isSilent = isOver || (!maySpeak && !isMine)
  return <Writing conversation={conversation} kind={isSilent ? 'note' : kind} onKind={isSilent ? undefined : setKind} />
}

interface WritingProps {
  conversation: Conversation
  kind: Kind
  /** Absent when only notes are possible. */
  onKind: ((kind: Kind) => void) | undefined
}

function Writing({ conversation, kind, onKind }: WritingProps) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const act = useAct()
  const { isMine, other } = useReplyPermissions(conversation)
  const place = `${conversation.id}/${kind}`
  const [text, setText] = useState(() => drafts.get(place) ?? '')
  const [shownPlace, setShownPlace] = useState(place)
  if (shownPlace !== place) {
    setShownPlace(place)
    setText(drafts.get(place) ?? '')
  }
  const mentions = useMentions(conversation.agentId, kind === 'note' ? text : '')
  const [sending, setSending] = useState(false)
  const message = useRequestKey(() => randomId(24))
  const latest = useRef(place)
  useLayoutEffect(() => {
    latest.current = place
  })
  /** Changes a draft, which may not be shown any more when a call returns. */
  const change = (of: string, next: (now: string) => string) => {
    const value = next(drafts.get(of) ?? '')
    drafts.set(of, value)
    if (latest.current === of) setText(value)
  }
  const write = (value: string) => change(place, () => value)
  const { agentId, id: conversationId } = conversation
  const one = { agentId, conversationId }
  const attachments = useReplyAttachments(one)
  const translation = useReplyTranslation({
    ...one,
    text,
    onText: write,
    onTranslated: (written, translated) => {
      if (drafts.get(place)?.trim() !== written) return false
      change(place, () => translated)
      return true
    },
  })
  const isClosed = kind === 'reply' && !isMine
  const takesFiles = kind === 'reply' && isMine
  const hasFiles = takesFiles && attachments.pending.length > 0
  const delivery = useDelivery(conversation)
  const isUnreachable = delivery?.isBlocked === true || delivery?.isConnected === false
  const isTooLate = useReplyWindow(conversation)?.isOver === true || isUnreachable
  const canSend =
    kind === 'note' ? text.trim() !== '' : (text.trim() !== '' || hasFiles) && !attachments.isWaiting && !isTooLate
  const files = useFileDrop(takesFiles, attachments.add)
  const type = useTypingSignal(() => api.conversations.typing.call(one))
  const send = async () => {
    const said = text.trim()
    const files = attachments.pending
    if (!canSend || sending) return
    setSending(true)
    const sent = await act(() =>
      kind === 'note'
        ? api.conversations.addNote.call({ ...one, text: said, mentions })
        : api.conversations.reply.call({
            ...one,
            id: message.keyOf({ conversationId, said, files: hasFiles && attachments.urls }),
            text: said,
            ...(hasFiles && { attachments: attachments.urls }),
            ...(translation.original && { original: translation.original.text }),
          }),
    )
    setSending(false)
    if (!sent) return
    message.renew()
    // Keeps text written meanwhile.
    if (drafts.get(place)?.trim() === said) drafts.delete(place)
    setText((now) => (now.trim() === said ? '' : now))
    if (kind === 'note') return
    attachments.sent(files)
    translation.forget()
  }
  const { isFolded, form, listeners } = useFolding(onKind !== undefined && !isClosed && text === '' && !hasFiles)
  const hasReplies = !client || client.org === null || client.org.settings.enableCannedResponses
  return (
    <form
      ref={form}
      className={classes.box}
      data-folded={isFolded || undefined}
      {...listeners}
      data-key="write"
      data-note={kind === 'note' || undefined}
      data-over={files.isOver || undefined}
      {...files.listeners}
      aria-label={t('conversations.inbox.write')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Group justify="space-between" gap="xs" className={classes.tools}>
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
          {other
            ? t('conversations.inbox.otherSpeaks', { name: other })
            : t(
                `conversations.inbox.${conversation.handoffAt ? 'visitorWaits' : other === undefined ? 'agentSpeaks' : 'nobodySpeaks'}`,
              )}
        </Text>
      ) : (
        <>
          {kind === 'reply' && <ReplyWindow conversation={conversation} />}
          {kind === 'reply' && (
            <div className={classes.tools}>
              <SuggestReply
                one={one}
                onInsert={(draft) => change(place, (now) => (now.trim() ? `${now}\n${draft}` : draft))}
              />
            </div>
          )}
          {takesFiles && <AttachmentList attachments={attachments} />}
          {kind === 'reply' && <TranslatedFrom translation={translation} />}
          <Field
            kind={kind}
            agentId={conversation.agentId}
            text={text}
            minRows={isFolded ? 1 : 2}
            label={t(
              `conversations.inbox.${kind === 'note' ? 'notePlaceholder' : hasReplies ? 'replyPlaceholder' : 'replyPlain'}`,
            )}
            withReplies={kind === 'reply' && hasReplies}
            onChange={(value) => {
              write(value)
              if (value.trim() === '') translation.forget()
              else if (takesFiles) type()
            }}
            onSend={() => void send()}
          />
          {kind === 'reply' && conversation.leftMessage && (
            <Text size="xs" c="dimmed" dir="auto">
              {t('conversations.inbox.mailedToo', { name: shownName(conversation) })}
            </Text>
          )}
          <Group justify="space-between" gap="xs" className={classes.tools}>
            {takesFiles && (
              <Group gap={4}>
                <AttachButton attachments={attachments} />
                <TranslateButton translation={translation} disabled={text.trim() === ''} />
              </Group>
            )}
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {t(kind === 'note' ? 'conversations.inbox.noteHint' : 'conversations.inbox.replyHint')}
            </Text>
            <Button type="submit" size="xs" ms="auto" loading={sending} disabled={!canSend}>
              {t(kind === 'note' ? 'conversations.inbox.addNote' : 'conversations.inbox.send')}
            </Button>
          </Group>
        </>
      )}
    </form>
  )
}

/** On phones shows only the field until it is used or has a draft. */
function useFolding(isEmpty: boolean) {
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const [isUsed, setUsed] = useState(false)
  // Its dialogs and lists are rendered outside the form.
  const form = useClickOutside<HTMLFormElement>(({ target }) => {
    if (target instanceof Element && target.closest('main')) setUsed(false)
  })
  return {
    isFolded: isPhone && isEmpty && !isUsed,
    form,
    listeners: {
      onFocus: ({ target }: FocusEvent) => {
        if (target instanceof HTMLTextAreaElement) setUsed(true)
      },
    },
  }
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** Handles files dropped on the form or pasted. */
function useFileDrop(isWanted: boolean, add: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer | null) => {
    const files = filesOf(data)
    if (!isWanted || files.length === 0) return
    event.preventDefault()
    add(files)
  }
  return {
    isOver,
    listeners: {
      onDragOver: (event: DragEvent) => {
        if (!isWanted || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        take(event, event.dataTransfer)
      },
      onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    },
  }
}

interface FieldProps {
  agentId: string
  text: string
  minRows: number
  label: string
  withReplies: boolean
  onChange: (text: string) => void
  onSend: () => void
}

const Field = ({ kind, ...field }: FieldProps & { kind: Kind }) =>
  kind === 'note' ? <NoteField {...field} /> : <ReplyField {...field} />

const OFFERED = 8
/** Replies whose shortcut starts with the text after `/`, or that contain it. */
function matching(items: readonly CannedReply[], text: string): CannedReply[] {
  const typed = /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const found = items.filter((item) => item.shortcut.startsWith(typed) || item.text.toLowerCase().includes(typed))
  return found.slice(0, OFFERED)
}

function ReplyField({ agentId, text, minRows, label, withReplies, onChange, onSend }: FieldProps) {
  const { api } = useScope()
  const isAsking = withReplies && text.startsWith('/')
  const replies = useQuery(api.conversations.cannedReplies.queryOptions({ input: { agentId }, enabled: isAsking }))
  const offered = isAsking ? matching(replies.data?.items ?? [], text) : []
  const combobox = useCombobox()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sendsMessage(event) || offered.length > 0) return
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
          minRows={minRows}
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
