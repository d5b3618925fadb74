// One message by visitor, agent or teammate.
import type { ItemUse } from '@parlance/chat-ui/items/message-items.tsx'
import { SentAttachments } from '@parlance/chat-ui/items/sent-attachments.tsx'
import { MessageRow, Typing } from '@parlance/chat-ui/message-row.tsx'
import { Sources } from '@parlance/chat-ui/sources/sources.tsx'
import { useCitations } from '@parlance/chat-ui/sources/use-citations.ts'
import type { Message as MessageData, Source } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { IconRobot } from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../content/locale.ts'
import { Avatar } from '../layout/avatar.tsx'
import { PassageText } from '../content/passage.tsx'
import classes from './chat.module.css'
import { MessageItems } from './message-items.tsx'

type Items = readonly MessageData['items'][number][]

interface Props {
  from: MessageData['from']
  /** The speaker's name for screen readers. */
  name: string
  /** The first of several by the same speaker shows name and picture. */
  first?: boolean
  /** The user plays the visitor and is shown on the visitor's side. */
  asVisitor?: boolean
  /** Names that select the pictures of visitors and people. */
  visitor?: string | undefined
  person?: string | undefined
  items: Items
  sources?: readonly Source[]
  /** Still being written: no sources, and dots before the first text. */
  growing?: boolean
  /** Absent in read-only transcripts. */
  use?: ItemUse | undefined
  /** A search result: highlighted and focusable. */
  sought?: boolean | undefined
  /** Shown below. */
  children?: ReactNode
}

const NO_SOURCES: readonly Source[] = []

export function Message(props: Props) {
  const {
    from,
    name,
    first = true,
    asVisitor = false,
    visitor = '',
    person = '',
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
  const attached = own || from === 'human' ? items.filter(({ type }) => type !== 'text') : []
  const said = attached.length > 0 ? items.filter(({ type }) => type === 'text') : items
  return (
    <div className={asVisitor ? classes.chat : `${classes.chat} ${classes.inbox}`} data-from={from}>
      <MessageRow
        own={own}
        first={first}
        speaker={name}
        showSpeaker={first}
        sought={sought}
        avatar={
          !asVisitor && (
            <span className={classes.avatar}>
              {first && (from === 'agent' ? <AgentAvatar /> : <Avatar name={own ? visitor : person} size={28} />)}
            </span>
          )
        }
      >
        {own ? (
          <OwnWords items={said} />
        ) : (
          <MessageItems items={said} use={use} growing={growing} citations={citations} />
        )}
        {attached.length > 0 && <Attached items={attached} />}
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

const AgentAvatar = () => (
  <span className={classes.agent}>
    <IconRobot size={16} stroke={1.5} aria-hidden="true" />
  </span>
)

/** A visitor's text verbatim. */
function OwnWords({ items }: { items: Items }) {
  const words = items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  return words === '' ? null : (
    <p className="bubble" dir="auto">
      {words}
    </p>
  )
}

/** Attachments: pictures that open full size, files, and voice notes. */
function Attached({ items }: { items: Items }) {
  const { t } = useTranslation()
  return (
    <SentAttachments
      items={items}
      texts={{
        voiceNote: t('items.voiceNote'),
        openPicture: (name) => labelled(t('items.picture'), name),
        closePicture: t('common.close'),
        saveFile: (name) => labelled(t('items.download'), name),
      }}
    />
  )
}
