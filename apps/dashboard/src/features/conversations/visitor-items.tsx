// What a visitor sent: their words as they are, pictures that open in full, files, and voice notes to play.
import { Anchor } from '@mantine/core'
import { attachedOf, isSound } from '@parlance/contract/conversations/attachments'
import type { Message } from '@parlance/contract/conversations/schemas'
import { useTranslation } from 'react-i18next'
import { FileLink, Picture } from '../../components/chat-items/media.tsx'
import bubble from './bubble.module.css'
import classes from './visitor-items.module.css'

type Items = Message['items']

export const hasAttachments = (items: Items): boolean => attachedOf(items).length > 0

export function VisitorItems({ items }: { items: Items }) {
  const words = items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  return (
    <div className={classes.all}>
      {words !== '' && <span className={bubble.plain}>{words}</span>}
      {items.map((item) => {
        if (item.type === 'visual')
          return (
            <Anchor
              key={item.image}
              className={classes.picture}
              href={item.image}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Picture url={item.image} alt={item.alt} remote={false} />
            </Anchor>
          )
        return item.type === 'file' ? <Sent key={item.url} item={item} /> : null
      })}
    </div>
  )
}

function Sent({ item }: { item: Extract<Items[number], { type: 'file' }> }) {
  const { t } = useTranslation()
  return (
    <div className={classes.file}>
      {isSound(item.mime) ? (
        // The words stand above it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          controls
          preload="metadata"
          src={item.url}
          aria-label={t('items.voiceNote')}
          className={classes.player}
        />
      ) : (
        <FileLink item={item} />
      )}
    </div>
  )
}
