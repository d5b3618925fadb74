// The visitor's own conversations: what each was about, how it ended, what is new; one press opens it.
import { useCallback, useEffect, useState } from 'react'
import { fill } from '../../../i18n.ts'
import { more } from '../../../more-texts.ts'
import { localeOf, useLook } from '../../ui/look.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, type Listed } from '../lifecycle/calls.ts'
import { Fault, useDoing } from '../lifecycle/field.tsx'

interface Props extends FeatureProps {
  readonly onOpened: () => void
}

/** The time where it was today, the date where it was not. */
function when(at: string, locale: string): string {
  const date = new Date(at)
  const now = new Date()
  const isToday = date.toDateString() === now.toDateString()
  const isThisYear = date.getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat(
    locale,
    isToday
      ? { hour: 'numeric', minute: '2-digit' }
      : { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) },
  ).format(date)
}

const notLoaded = () => more().loadFailed

export function Conversations({ onOpened, session, engine, host }: Props) {
  const texts = more()
  const [items, setItems] = useState<readonly Listed[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const { doing, fault, run } = useDoing(notLoaded)
  const load = useCallback(
    (from?: string) =>
      run(async () => {
        const page = await callsOf({ engine, host }).list(from)
        setItems((known) => [...(from ? (known ?? []) : []), ...page.items])
        setCursor(page.nextCursor)
      }),
    [run, engine, host],
  )
  useEffect(() => void load(), [load])
  const open = (id: string) => {
    engine.dispatch({ type: 'open', conversationId: id })
    onOpened()
  }
  return (
    <>
      <output className="lc-small">
        {items === undefined && fault === '' ? texts.loading : items?.length === 0 ? texts.conversationsEmpty : ''}
      </output>
      {items && items.length > 0 && (
        <ul className="lc-list">
          {items.map((one) => (
            <Row
              key={one.id}
              conversation={one}
              current={one.id === session.conversationId}
              onOpen={() => open(one.id)}
            />
          ))}
        </ul>
      )}
      {fault !== '' && <Fault text={fault} />}
      {(cursor !== null || fault !== '') && (
        <div className="lc-buttons lc-middle">
          <button
            type="button"
            className="quiet lc-outlined"
            disabled={doing}
            onClick={() => void load(cursor ?? undefined)}
          >
            {fault === '' ? texts.conversationsMore : texts.retryLoad}
          </button>
        </div>
      )}
    </>
  )
}

function Row({ conversation, current, onOpen }: { conversation: Listed; current: boolean; onOpen: () => void }) {
  const texts = more()
  const { code } = useLook().language
  const { title, preview, lastMessageAt, unread, endedAt } = conversation
  const marks = [current ? texts.current : '', endedAt ? texts.ended : ''].filter(Boolean)
  return (
    <li>
      <button type="button" className="lc-row" aria-current={current ? 'true' : undefined} onClick={onOpen}>
        <span className="lc-row-head">
          <strong dir="auto">{title || texts.untitled}</strong>
          <time dateTime={lastMessageAt}>{when(lastMessageAt, localeOf(code))}</time>
        </span>
        <span className="lc-row-foot">
          <span dir="auto">{preview}</span>
          {marks.length > 0 && <small>{marks.join(' · ')}</small>}
          {unread > 0 && !current && (
            <span className="lc-dot">
              <span className="sr">{fill(texts.unread, { n: String(unread) })}</span>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
