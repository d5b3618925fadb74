// The frame of one message: on whose side it stands, who speaks, and three dots where nothing has come yet.
import type { ReactNode } from 'react'
import './message.css'

interface Props {
  /** On the visitor's side. */
  readonly own: boolean
  /** First of several in a row by the same speaker. */
  readonly first?: boolean
  /** Read out, and shown where `showSpeaker`; absent where the content says it. */
  readonly speaker?: string
  readonly showSpeaker?: boolean | undefined
  readonly avatar?: ReactNode
  /** A search led here: it stands out and can take the focus. */
  readonly sought?: boolean | undefined
  /** Bubbles and items, and what belongs below them. */
  readonly children: ReactNode
}

export function MessageRow({ own, first, speaker, showSpeaker, avatar, sought, children }: Props) {
  return (
    <div
      className={`row ${own ? 'own' : 'theirs'}${first ? ' first' : ''}`}
      {...(sought ? { 'data-sought': true, tabIndex: -1 } : {})}
    >
      {avatar}
      <div className="body">
        {speaker !== undefined && <span className={showSpeaker ? 'speaker' : 'sr'}>{speaker}</span>}
        {children}
      </div>
    </div>
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
