// Whether the visitor has the site open, as text next to a dot.
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { useTranslation } from 'react-i18next'
import { timeOrDate } from './format-time.ts'
import classes from './visitor-presence.module.css'

/** On a single site the path is enough. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, host } = new URL(url)
  if (pathname === '/') return host
  try {
    return decodeURI(pathname)
  } catch {
    // Visitors report their page: not every path is valid UTF-8.
    return pathname
  }
}

/** `full` adds the page, or how long they have been away. Empty when unknown. */
export function VisitorPresence({ conversation, full }: { conversation: Conversation; full?: boolean }) {
  const { t } = useTranslation()
  const presence = conversation.inbox?.presence
  if (!presence) return null
  const { isHere, pageUrl, at } = presence
  const page = pageUrl && pathOf(pageUrl)
  const words = isHere
    ? full && page
      ? t('conversations.contact.hereOn', { page })
      : t('conversations.contact.here')
    : full
      ? t('conversations.contact.awaySince', { time: timeOrDate(at) })
      : t('conversations.contact.away')
  return (
    <span
      className={classes.presence}
      data-here={isHere || undefined}
      data-full={full || undefined}
      title={(isHere && pageUrl) || undefined}
    >
      <span className={classes.dot} aria-hidden="true" />
      <span className="truncate">{words}</span>
    </span>
  )
}
