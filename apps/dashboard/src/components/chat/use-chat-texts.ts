// The chat components' texts in the page's language.
import type { ItemTexts } from '@parlance/chat-ui/items/item-props.ts'
import type { MarkdownTexts } from '@parlance/chat-ui/markdown/stream-markdown.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Stable per language, so that texts rerender only when it changes. */
export function useChatTexts(): ItemTexts & MarkdownTexts {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      image: t('items.picture'),
      openPage: t('items.opensOutside'),
      cards: t('items.cards'),
      previous: t('items.previous'),
      next: t('items.next'),
      copy: t('items.copy'),
      copied: t('items.copied'),
      choose: t('items.choose'),
      send: t('items.send'),
      sent: t('items.sent'),
      notSent: t('items.notSent'),
      remove: t('upload.remove'),
      noUpload: t('items.noUpload'),
      uploading: t('items.uploading'),
      uploadFailed: t('items.uploadFailed'),
      uploadTooLarge: t('items.uploadFailed'),
      fault: ({ fault, limit = 0 }) => t(`items.fault.${fault}`, { limit }),
    }),
    [t],
  )
}
