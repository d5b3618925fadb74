// One message of a conversation, whoever said it.
import type { ItemUse } from '@parlance/chat-ui/items/message-items.tsx'
import { SentAttachments } from '@parlance/chat-ui/items/sent-attachments.tsx'
import { MessageRow, Typing } from '@parlance/chat-ui/message-row.tsx'
import { Sources } from '@parlance/chat-ui/sources/sources.tsx'
import { useCitations } from '@parlance/chat-ui/sources/use-citations.ts'
import type { Message as MessageData, Source } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../content/locale.ts'
import { Face } from '../layout/avatar.tsx'
import { PassageText } from '../content/passage.tsx'
import classes from './chat.module.css'
import { MessageItems } from './message-items.tsx'

type Items = readonly MessageData['items'][number][]

interface Props {
  from: MessageData['from']
  /** Who speaks, for screen readers. */
  name: string
  /** The first of several in a row by the same speaker: name and picture stand at it. */
  first?: boolean
  /** Who wrote, by whose name the picture of a visitor is drawn. */
  visitor?: string | undefined
  items: Items
  sources?: readonly Source[]
  /** It is still being written: it has no sources yet, and three dots stand for what has not begun. */
  growing?: boolean
  /** Absent where the conversation is only read. */
  use?: ItemUse | undefined
  /** A search led here: it stands out and can take the focus. */
  sought?: boolean | undefined
  /** Stands below. */
  children?: ReactNode
}

const NO_SOURCES: readonly Source[] = []

export function Message(props: Props) {
  const {
    from,
    name,
    first = true,
    visitor = '',
    items,
    sources = NO_SOURCES,
    growing = false,
    use,
    sought,
    children,
  } = props
  const { t } = useTranslation()
  const text = plainText(items)
  const { citations, listRef } = useCitations({
    sources,
    text,
    done: !growing,
    label: useCallback((n: number) => t('conversations.source', { n }), [t]),
  })
  const own = from === 'user'
  return (
    <div className={classes.chat}>
      <MessageRow
        own={own}
        first={first}
        speaker={name}
        showSpeaker={first}
        sought={sought}
        avatar={own && <span className={classes.avatar}>{first && <Face name={visitor} size={28} />}</span>}
      >
        {own ? (
          <OwnItems items={items} />
        ) : (
          <MessageItems items={items} use={use} growing={growing} citations={citations} />
        )}
        {growing && text === '' && <Typing who={t('panel.waiting')} />}
        {citations && (
          <Sources
            citations={citations}
            listRef={listRef}
            title={(count) => t('conversations.sources', { count })}
            renderPassage={(source) => <PassageText text={source.text} />}
          />
        )}
        {children}
      </MessageRow>
    </div>
  )
}

/** What a visitor sent: their words as they are, pictures that open in full, files, and voice notes to play. */
function OwnItems({ items }: { items: Items }) {
  const { t } = useTranslation()
  const words = items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  const attached = items.filter(({ type }) => type !== 'text')
  return (
    <>
      {words !== '' && (
        <p className="bubble" dir="auto">
          {words}
        </p>
      )}
      {attached.length > 0 && (
        <SentAttachments
          items={attached}
          texts={{
            voiceNote: t('items.voiceNote'),
            openPicture: (name) => labelled(t('items.picture'), name),
            closePicture: t('common.close'),
            saveFile: (name) => labelled(t('items.download'), name),
          }}
        />
      )}
    </>
  )
}
