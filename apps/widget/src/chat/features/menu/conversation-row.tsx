import { fill } from '../../../i18n.ts'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { localeOf } from '../../ui/locale-of.ts'
import { useAppearance } from '../../ui/appearance.ts'
import type { Listed } from '../lifecycle/calls.ts'
import './conversation-row.css'

interface Props {
  readonly conversation: Listed
  readonly current: boolean
  readonly onOpen: () => void
}

export function ConversationRow({ conversation, current, onOpen }: Props) {
  const texts = onDemandTexts()
  const { code } = useAppearance().language
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
