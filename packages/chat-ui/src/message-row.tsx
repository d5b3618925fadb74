// Layout of a message: side, speaker, and dots while empty.
import type { ReactNode } from 'react'
import './message.css'

interface Props {
  /** On the visitor's side. */
  readonly own: boolean
  /** First of several consecutive messages by the same speaker. */
  readonly first?: boolean
  /** Announced, and visible with `showSpeaker`; absent when the content includes it. */
  readonly speaker?: string
  readonly showSpeaker?: boolean | undefined
  readonly avatar?: ReactNode
  /** A search result: highlighted and focusable. */
  readonly sought?: boolean | undefined
  /** Bubbles and items with their footer. */
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

/** Three animated dots; `who` is announced. */
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
