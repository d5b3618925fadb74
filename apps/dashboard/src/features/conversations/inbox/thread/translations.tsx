// Translates single messages or a whole conversation; one click shows the original.
import { ActionIcon, Anchor, Tooltip } from '@mantine/core'
import { isLanguage } from '@parlance/contract/accounts/languages'
import { MAX_TRANSLATED, type Translation } from '@parlance/contract/conversations/replies-api'
import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { IconLanguage } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { refusedProps, useTranslationRefusal } from './translation-refusal.ts'
import { useReplyPermissions } from '../use-inbox.ts'

/** Conversations shown translated while the page is open. */
const translated = new Set<string>()
const listeners = new Set<() => void>()
function setTranslated(conversationId: string, on: boolean): void {
  if (on) translated.add(conversationId)
  else translated.delete(conversationId)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const useIsTranslated = (conversationId: string) =>
  useSyncExternalStore(subscribe, () => translated.has(conversationId))

const NONE: readonly Translation[] = []

function useTranslations({ agentId, id: conversationId, channel }: Conversation) {
  const { api } = useScope()
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const language = isLanguage(i18n.language) ? i18n.language : 'en'
  const input = { agentId, conversationId, language }
  const query = api.conversations.translations.queryOptions({ input, enabled: channel !== 'test' })
  const known = useQuery(query)
  return {
    language,
    isKnown: known.isSuccess,
    items: known.data?.items ?? NONE,
    /** Returns false after reporting a failure. */
    translate: async (messageIds: readonly string[]): Promise<boolean> => {
      try {
        const { data } = await api.conversations.translateMessages.call({ ...input, messageIds: [...messageIds] })
        client.setQueryData(query.queryKey, (before) => ({
          items: [
            ...(before?.items ?? []).filter(({ messageId }) => !data.some((one) => one.messageId === messageId)),
            ...data,
          ],
        }))
        return data.length > 0
      } catch (error) {
        notify.error(errorText(error))
        return false
      }
    },
  }
}

const mayTranslate = ({ from, status, items }: Message) =>
  (from === 'user' || from === 'agent') && status !== 'streaming' && wordsOf(items) !== ''
const wordsOf = (items: Message['items']) =>
  plainText(items.filter(({ type }) => type !== 'visual' && type !== 'file')).trim()

/** Translates the whole conversation and new messages until switched off. */
export function TranslateConversation({
  conversation,
  messages,
}: {
  conversation: Conversation
  messages: readonly Message[]
}) {
  const { t } = useTranslation()
  const { mayAct } = useReplyPermissions(conversation)
  const isOn = useIsTranslated(conversation.id)
  const { items, isKnown, translate } = useTranslations(conversation)
  const refusal = useTranslationRefusal(conversation.agentId)
  const [isRunning, setRunning] = useState(false)
  // Newest first: they are on screen.
  const missing = messages
    .filter((message) => mayTranslate(message) && !items.some(({ messageId }) => messageId === message.id))
    .slice(-MAX_TRANSLATED)
    .map(({ id }) => id)
  const next = isOn && isKnown && !isRunning ? missing.join() : ''
  useEffect(() => {
    if (next === '') return
    setRunning(true)
    void translate(next.split(',')).then((done) => {
      setRunning(false)
      if (!done) setTranslated(conversation.id, false)
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function with every drawing
  }, [next, conversation.id])
  if (!mayAct || conversation.channel === 'test') return null
  const label = t('conversations.replies.translateAll')
  return (
    <Tooltip
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
      label={`${label}. ${refusal ?? t('conversations.replies.translateCost')}`}
    >
      <ActionIcon
        aria-label={label}
        aria-pressed={isOn}
        {...refusedProps(refusal)}
        loading={isOn && isRunning}
        onClick={refusal ? undefined : () => setTranslated(conversation.id, !isOn)}
      >
        <IconLanguage size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}

/** A message's shown text and the toggle below it. */
export function useShownItems(
  conversation: Conversation,
  message: Message,
): { items: Message['items']; switcher: ReactNode } {
  const { t } = useTranslation()
  const { mayAct } = useReplyPermissions(conversation)
  const { items: known, language, translate } = useTranslations(conversation)
  const isForeign = useIsForeign(conversation, language)
  const refusal = useTranslationRefusal(conversation.agentId)
  const isAllTranslated = useIsTranslated(conversation.id)
  const [chosen, choose] = useState<boolean>()
  const [isRunning, setRunning] = useState(false)
  const found = known.find(({ messageId }) => messageId === message.id)
  const isOriginal = found?.isOriginal ?? false
  const isSwitched = found !== undefined && (chosen ?? (isAllTranslated && !isOriginal))
  const link = (text: string, onClick: () => void) => (
    <Anchor component="button" type="button" size="xs" mt={4} disabled={isRunning} onClick={onClick}>
      {text}
    </Anchor>
  )
  if (found && (isOriginal || found.text !== wordsOf(message.items))) {
    const attached = message.items.filter(({ type }) => type === 'visual' || type === 'file')
    const items = isSwitched ? [{ type: 'text' as const, text: found.text }, ...attached] : message.items
    const text = isOriginal
      ? t(isSwitched ? 'conversations.replies.showSent' : 'conversations.replies.showWritten')
      : t(isSwitched ? 'conversations.replies.showOriginal' : 'conversations.replies.showTranslation')
    return { items, switcher: link(text, () => choose(!isSwitched)) }
  }
  if (found || !mayAct || message.from !== 'user' || !isForeign || !mayTranslate(message))
    return { items: message.items, switcher: null }
  const start = async () => {
    setRunning(true)
    if (await translate([message.id])) choose(true)
    setRunning(false)
  }
  if (refusal) {
    const refused = (
      <Tooltip multiline maw={280} events={{ hover: true, focus: true, touch: true }} label={refusal}>
        <Anchor
          component="button"
          type="button"
          size="xs"
          mt={4}
          c="dimmed"
          underline="never"
          {...refusedProps(refusal)}
        >
          {t('conversations.replies.translate')}
        </Anchor>
      </Tooltip>
    )
    return { items: message.items, switcher: refused }
  }
  const text = t(isRunning ? 'conversations.replies.translating' : 'conversations.replies.translate')
  return { items: message.items, switcher: link(text, () => void start()) }
}

/** Whether the visitor's browser language differs from the reader's or is unknown. */
function useIsForeign({ agentId, id: conversationId, channel }: Conversation, language: string): boolean {
  const { api } = useScope()
  const details = useQuery(
    api.conversations.details.queryOptions({ input: { agentId, conversationId }, enabled: channel !== 'test' }),
  )
  const spoken = details.data?.data.language
  return spoken !== undefined && spoken.split('-')[0]?.toLowerCase() !== language
}
