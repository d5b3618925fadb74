// A message: bubble, time, sources and, after a failure, the reason and a retry.
import { MessageItems, type ItemUse } from '@parlance/chat-ui/items/message-items.tsx'
import type { SentProps } from '@parlance/chat-ui/items/sent-attachments.tsx'
import type { SourcesProps } from '@parlance/chat-ui/sources/sources.tsx'
import { MessageRow } from '@parlance/chat-ui/message-row.tsx'
import { useCitations } from '@parlance/chat-ui/sources/use-citations.ts'
import { useCallback } from 'react'
import type { Texts } from '../../texts.ts'
import { wordsIn } from '../session/attachments.ts'
import type { Entry } from '../session/state.ts'
import { onDemand } from '../features/on-demand.tsx'
import type { NoticeProps } from '../features/lifecycle/notice.tsx'
import type { ReadReceiptProps } from '../features/visitors/read-receipt.tsx'
import { AlertIcon } from './icons.tsx'
import { initials } from './initials.ts'
import { plainText } from '@parlance/contract/items/plain'
import { unusable } from './items/item-use.ts'
import { messageParts } from './items/parts.tsx'
import { useAppearance, useTexts } from './appearance.ts'
import type { TimeProps } from './time.tsx'

/** Reserves the height of the line. */
export const Sources = onDemand<SourcesProps>(
  () => import('./sources.tsx'),
  () => <div className="sources-place" />,
)

export const Notice = onDemand<NoticeProps>(
  () => import('../features/lifecycle/notice.tsx'),
  ({ entry }) => <p className="said">{entry.text}</p>,
)

/** Files of a visitor's or teammate's message. */
export const Sent = onDemand<SentProps>(
  () => import('../features/attachments/sent.tsx'),
  ({ items }) => (
    <p className="bubble" dir="auto">
      {plainText(items)}
    </p>
  ),
)
const isAttached = ({ type }: Entry['items'][number]): boolean => type !== 'text'

export const Mark = onDemand<ReadReceiptProps>(
  () => import('../features/visitors/read-receipt.tsx'),
  () => <span className="mark-place" />,
)

export const Time = onDemand<TimeProps>(() => import('./time.tsx'))

/** Photo of the agent or of the person who wrote the message. */
export function Avatar({ human }: { human?: Entry | undefined }) {
  const { avatar, name, language } = useAppearance()
  const image = human ? human.photo : avatar
  return (
    <span className={human ? 'avatar human' : 'avatar'} aria-hidden="true">
      {image ? <img src={image} alt="" /> : human ? initials(human.by || language.texts.team, 2) : initials(name, 1)}
    </span>
  )
}

/** The sentence for a note; English readers get the server's own reason. */
function noteText({ note, reason }: Entry, texts: Texts, english: boolean): string {
  if (note === '') return ''
  return english && reason !== '' ? reason : texts[note]
}

/** A message that has not been sent and can be deleted. */
function WaitingLine({ onDiscard }: { onDiscard: (() => void) | undefined }) {
  const texts = useTexts()
  return (
    <p className="note">
      {texts.waiting}{' '}
      {onDiscard && (
        <button type="button" className="link" onClick={onDiscard}>
          {texts.discard}
        </button>
      )}
    </p>
  )
}

function NoteLine({ text, onRetry }: { text: string; onRetry: (() => void) | undefined }) {
  const { retry } = useTexts()
  return (
    <p className="note">
      <AlertIcon />
      <span>
        {text}{' '}
        {onRetry && (
          <button type="button" className="link" onClick={onRetry}>
            {retry}
          </button>
        )}
      </span>
    </p>
  )
}

interface Props {
  readonly entry: Entry
  /** First of several consecutive messages by the same speaker. */
  readonly first: boolean
  readonly onRetry?: (() => void) | undefined
  readonly onDiscard?: (() => void) | undefined
  readonly itemUse?: ItemUse | undefined
  /** Delivery mark of the visitor's message; absent while sending. */
  readonly mark?: ReadReceiptProps['mark'] | undefined
}

export function Message({ entry, first, onRetry, onDiscard, itemUse = unusable, mark }: Props) {
  const { name, language } = useAppearance()
  const { texts } = language
  const own = entry.from === 'user'
  const words = own ? wordsIn(entry.items) : ''
  const attached = own || entry.from === 'human' ? entry.items.filter(isAttached) : []
  const note = noteText(entry, texts, language.code === 'en')
  const { citations, listRef } = useCitations({
    sources: entry.sources,
    text: entry.text,
    done: entry.status !== 'streaming',
    label: useCallback((n: number) => `${texts.sources} ${n}`, [texts]),
  })
  const speaker = own ? texts.you : entry.from === 'human' ? entry.by || texts.team : name
  return (
    <MessageRow
      own={own}
      first={first}
      speaker={speaker}
      showSpeaker={entry.from === 'human' && first}
      avatar={!own && first && <Avatar human={entry.from === 'human' ? entry : undefined} />}
    >
      {own && words !== '' && (
        <p className="bubble" dir="auto">
          {words}
          {mark && <Mark mark={mark} />}
        </p>
      )}
      {!own && (
        <MessageItems
          items={attached.length > 0 ? entry.items.filter((item) => !isAttached(item)) : entry.items}
          use={itemUse}
          growing={entry.status === 'streaming'}
          citations={citations}
          parts={messageParts}
        />
      )}
      {attached.length > 0 && <Sent items={attached} />}
      {own && words === '' && mark && <Mark mark={mark} />}
      {citations && <Sources citations={citations} listRef={listRef} />}
      {entry.status === 'sending' && <p className="sending">{texts.sending}</p>}
      {entry.status === 'waiting' && <WaitingLine onDiscard={onDiscard} />}
      {note !== '' && <NoteLine text={note} onRetry={onRetry} />}
      {entry.at !== '' && entry.status !== 'streaming' && <Time at={entry.at} />}
    </MessageRow>
  )
}
