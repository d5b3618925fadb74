// One message: the bubble, its time, its sources and, when something went wrong, what and what to do.
import { useMemo, useRef } from 'react'
import type { Texts } from '../../texts.ts'
import type { Cites } from '../citations.ts'
import { wordsIn } from '../session/attachments.ts'
import type { Entry } from '../session/state.ts'
import { onDemand } from '../features/on-demand.tsx'
import type { NoticeProps } from '../features/lifecycle/notice.tsx'
import type { SentProps } from '../features/attachments/sent.tsx'
import type { MarkProps } from '../features/visitors/mark.tsx'
import { AlertIcon, PersonIcon } from './icons.tsx'
import { plainText } from '@parlance/contract/items/plain'
import { ItemView } from './items/item.tsx'
import type { ItemActions } from './items/item-actions.ts'
import { localeOf, useLook, useTexts } from './look.ts'
import type { SourcesProps } from './sources.tsx'

/** As high as the line that comes. */
export const Sources = onDemand<SourcesProps>(
  () => import('./sources.tsx'),
  () => <div className="sources-place" />,
)

/** What the product itself says; in the visitor's language once that is here. */
export const Notice = onDemand<NoticeProps>(
  () => import('../features/lifecycle/notice.tsx'),
  ({ entry }) => <p className="said">{entry.text}</p>,
)

/** What came with the visitor's own words. */
export const Sent = onDemand<SentProps>(
  () => import('../features/attachments/sent.tsx'),
  ({ items }) => (
    <p className="bubble" dir="auto">
      {plainText(items)}
    </p>
  ),
)
const isAttached = ({ type }: Entry['items'][number]): boolean => type !== 'text'

/** Of the visitor's own words. */
export const Mark = onDemand<MarkProps>(
  () => import('../features/visitors/mark.tsx'),
  () => <span className="mark-place" />,
)

export function Avatar({ human = false }: { human?: boolean }) {
  const { avatar, name } = useLook()
  if (human)
    return (
      <span className="avatar human" aria-hidden="true">
        <PersonIcon />
      </span>
    )
  return (
    <span className="avatar" aria-hidden="true">
      {avatar ? <img src={avatar} alt="" /> : [...name][0]?.toUpperCase()}
    </span>
  )
}

/** Three moving dots; `who` is read out. */
export function Typing({ who }: { who: string }) {
  return (
    <div className="bubble typing">
      <span className="sr">{who}</span>
      <i />
      <i />
      <i />
    </div>
  )
}

/** What an answer cites, and how a number in it is followed. */
function useCites({ sources, text, status }: Entry) {
  const { sources: label } = useTexts()
  const boxRef = useRef<HTMLDetailsElement>(null)
  const cites = useMemo((): Cites | undefined => {
    if (sources.length === 0 || status === 'streaming' || text === '') return undefined
    const open = (n: number) => {
      const item = boxRef.current?.querySelector(`[data-n="${n}"] details`)
      for (const box of [boxRef.current, item]) box?.setAttribute('open', '')
      item?.querySelector('summary')?.focus()
    }
    return { sources, text, label, open }
  }, [sources, text, status, label])
  return { cites, boxRef }
}

/** The sentence for a note; the server's own reason stands in where the visitor reads English anyway. */
function noteText({ note, reason }: Entry, texts: Texts, english: boolean): string {
  if (note === '') return ''
  return english && reason !== '' ? reason : texts[note]
}

/** The time of day, with the date when that was not today. */
function timeText(at: string, locale: string): string {
  const date = new Date(at)
  const today = date.toDateString() === new Date().toDateString()
  const day = today ? {} : ({ month: 'short', day: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...day }).format(date)
}

function Time({ at }: { at: string }) {
  const { language } = useLook()
  return (
    <time className="time" dateTime={at}>
      {timeText(at, localeOf(language.code))}
    </time>
  )
}

/** A message that has not gone out yet, and can be taken back. */
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
  /** First of several in a row by the same speaker. */
  readonly first: boolean
  readonly onRetry?: (() => void) | undefined
  readonly onDiscard?: (() => void) | undefined
  readonly actions?: ItemActions | undefined
  /** What became of the visitor's own words; absent while they are on their way. */
  readonly mark?: MarkProps['mark'] | undefined
}

/** A greeting has nothing to press. */
const NO_ACTIONS: ItemActions = {
  sent: () => undefined,
  ready: false,
  send: () => undefined,
  upload: () => Promise.reject(new Error('There is no conversation yet')),
}

export function Message({ entry, first, onRetry, onDiscard, actions = NO_ACTIONS, mark }: Props) {
  const { name, language } = useLook()
  const { texts } = language
  const own = entry.from === 'user'
  const words = own ? wordsIn(entry.items) : ''
  const note = noteText(entry, texts, language.code === 'en')
  const { cites, boxRef } = useCites(entry)
  const speaker = own ? texts.you : entry.from === 'human' ? texts.team : name
  return (
    <div className={`row ${own ? 'own' : 'theirs'}${first ? ' first' : ''}`}>
      {!own && first && <Avatar human={entry.from === 'human'} />}
      <div className="body">
        <span className={entry.from === 'human' && first ? 'speaker' : 'sr'}>{speaker}</span>
        {own && words !== '' && (
          <p className="bubble" dir="auto">
            {words}
            {mark && <Mark mark={mark} />}
          </p>
        )}
        {own && entry.items.some(isAttached) && <Sent items={entry.items.filter(isAttached)} />}
        {own && words === '' && mark && <Mark mark={mark} />}
        {!own &&
          entry.items.map((item, index) => (
            <ItemView
              // An answer only grows at its end.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              item={item}
              index={index}
              actions={actions}
              done={entry.status !== 'streaming' || index < entry.items.length - 1}
              cites={cites}
            />
          ))}
        {cites && <Sources cites={cites} boxRef={boxRef} />}
        {entry.status === 'sending' && <p className="sending">{texts.sending}</p>}
        {entry.status === 'waiting' && <WaitingLine onDiscard={onDiscard} />}
        {note !== '' && <NoteLine text={note} onRetry={onRetry} />}
        {entry.at !== '' && entry.status !== 'streaming' && <Time at={entry.at} />}
      </div>
    </div>
  )
}
