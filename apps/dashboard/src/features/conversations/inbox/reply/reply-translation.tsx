// Translates a reply into the visitor's language; the result can be edited before sending.
import { Anchor, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { dateLocale } from '../../../../components/content/locale.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import classes from './reply-box.module.css'
import { refusedProps, useTranslationRefusal } from '../thread/translation-refusal.ts'

interface Original {
  readonly text: string
  /** Language of the translation. */
  readonly language: string
}
/** Original texts by conversation, kept like drafts. */
const originals = new Map<string, Original>()

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([dateLocale()], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

interface Props {
  agentId: string
  conversationId: string
  text: string
  onText: (text: string) => void
  /** Returns false if the text was changed meanwhile. */
  onTranslated: (written: string, translated: string) => boolean
}
export type ReplyTranslation = ReturnType<typeof useReplyTranslation>

export function useReplyTranslation({ agentId, conversationId, text, onText, onTranslated }: Props) {
  const { api } = useScope()
  const [original, setOriginal] = useState(() => originals.get(conversationId))
  const [isTranslating, setTranslating] = useState(false)
  const keep = (next: Original | undefined) => {
    if (next) originals.set(conversationId, next)
    else originals.delete(conversationId)
    setOriginal(next)
  }
  const refusal = useTranslationRefusal(agentId)
  return {
    refusal,
    original: text.trim() === '' ? undefined : original,
    isTranslating,
    forget: () => keep(undefined),
    undo: () => {
      if (original) onText(original.text)
      keep(undefined)
    },
    translate: async () => {
      const written = (original?.text ?? text).trim()
      setTranslating(true)
      try {
        const { data } = await api.conversations.translateReply.call({ agentId, conversationId, text: written })
        if (onTranslated(written, data.text)) keep({ text: written, language: data.language })
      } catch (error) {
        notify.error(errorText(error))
      } finally {
        setTranslating(false)
      }
    },
  }
}

export function TranslateButton({ translation, disabled }: { translation: ReplyTranslation; disabled: boolean }) {
  const { t } = useTranslation()
  const { refusal } = translation
  return (
    <Tooltip
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
      label={refusal ?? t('conversations.replies.translateCost')}
    >
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconLanguage size={16} stroke={1.5} />}
        loading={translation.isTranslating}
        disabled={!refusal && (disabled || translation.original !== undefined)}
        {...refusedProps(refusal)}
        onClick={refusal ? undefined : () => void translation.translate()}
      >
        {t('conversations.replies.translate')}
      </Button>
    </Tooltip>
  )
}

/** Shows that the field holds a translation, with its original. */
export function TranslatedFrom({ translation: { original, undo } }: { translation: ReplyTranslation }) {
  const { t } = useTranslation()
  if (!original) return null
  return (
    <output className={classes.original}>
      <Group gap="xs" justify="space-between">
        <Text size="xs" fw={500}>
          {t('conversations.replies.translated', { language: languageName(original.language) })}
        </Text>
        <Anchor component="button" type="button" size="xs" onClick={undo}>
          {t('conversations.replies.undo')}
        </Anchor>
      </Group>
      <Text size="xs" c="dimmed" lineClamp={3} dir="auto">
        {original.text}
      </Text>
    </output>
  )
}
