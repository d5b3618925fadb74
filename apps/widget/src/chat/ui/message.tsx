// One message: the bubble, its time, its sources and, when something went wrong, what and what to do.
import type { Source } from '@parlance/core/conversations/conversations'
import type { Texts } from '../../i18n.ts'
import type { Entry } from '../state.ts'
import { AlertIcon, BookIcon, ChevronIcon } from './icons.tsx'
import { useLook, useTexts } from './look.ts'
import { Markdown } from './markdown.tsx'

export function Avatar() {
  const { avatar, name } = useLook()
  return (
    <span class="avatar" aria-hidden="true">
      {avatar ? <img src={avatar} alt="" /> : [...name][0]?.toUpperCase()}
    </span>
  )
}

/** Three moving dots; `who` is read out. */
export function Typing({ who }: { who: string }) {
  return (
    <div class="bubble typing">
      <span class="sr">{who}</span>
      <i />
      <i />
      <i />
    </div>
  )
}

function Sources({ sources }: { sources: readonly Source[] }) {
  const texts = useTexts()
  return (
    <details class="sources">
      <summary>
        <BookIcon />
        {texts.sources} <span class="count">{sources.length}</span>
      </summary>
      <ol>
        {sources.map((source, index) => (
          <li key={`${source.docId}:${index}`}>
            <details>
              <summary>
                <span class="number">{index + 1}</span>
                <span class="source-title" dir="auto">
                  {source.title}
                </span>
                <ChevronIcon />
              </summary>
              <blockquote dir="auto">{source.text}</blockquote>
            </details>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The sentence for a note; the server's own reason stands in where the visitor reads English anyway. */
function noteText({ note, reason }: Entry, texts: Texts, english: boolean): string {
  if (note === '') return ''
  return english && reason !== '' ? reason : texts[note]
}

const sameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

function Time({ at }: { at: string }) {
  const { language } = useLook()
  const date = new Date(at)
  const day = sameDay(date, new Date()) ? {} : ({ month: 'short', day: 'numeric' } as const)
  const text = new Intl.DateTimeFormat(language.code, { hour: 'numeric', minute: '2-digit', ...day }).format(date)
  return (
    <time class="time" dateTime={at}>
      {text}
    </time>
  )
}

interface Props {
  readonly entry: Entry
  /** First of several in a row by the same speaker. */
  readonly first: boolean
  readonly onRetry?: (() => void) | undefined
}

export function Message({ entry, first, onRetry }: Props) {
  const { name, language } = useLook()
  const { texts } = language
  const own = entry.from === 'user'
  const note = noteText(entry, texts, language.code === 'en')
  const speaker = own ? texts.you : entry.from === 'human' ? texts.team : name
  return (
    <div class={`row ${own ? 'own' : 'theirs'}${first ? ' first' : ''}`}>
      {!own && first && <Avatar />}
      <div class="body">
        <span class={entry.from === 'human' && first ? 'speaker' : 'sr'}>{speaker}</span>
        {entry.text !== '' &&
          (own ? (
            <p class="bubble" dir="auto">
              {entry.text}
            </p>
          ) : (
            <div class="bubble">
              <Markdown text={entry.text} done={entry.status !== 'streaming'} />
            </div>
          ))}
        {entry.sources.length > 0 && entry.status !== 'streaming' && <Sources sources={entry.sources} />}
        {entry.status === 'sending' && <p class="sending">{texts.sending}</p>}
        {note !== '' && (
          <p class={`note ${entry.note}`}>
            <AlertIcon />
            <span>{note}</span>
            {onRetry && (
              <button type="button" class="link" onClick={onRetry}>
                {texts.retry}
              </button>
            )}
          </p>
        )}
        {entry.at !== '' && entry.status !== 'streaming' && <Time at={entry.at} />}
      </div>
    </div>
  )
}
