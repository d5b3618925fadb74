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

/** `full` adds the page, or how long they have been away; `isDot` leaves out the words. Empty when unknown. */
interface Props {
  conversation: Conversation
  full?: boolean
  isDot?: boolean
}

export function VisitorPresence({ conversation, full, isDot }: Props) {
  const { t } = useTranslation()
  const presence = conversation.inbox?.presence
  if (!presence) return null
  const { isHere, pageUrl, at } = presence
  const page = full && pageUrl ? pathOf(pageUrl) : ''
  const words = isHere
    ? page
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
      title={(isHere && pageUrl) || (isDot ? words : undefined)}
    >
      <span className={classes.dot} aria-hidden="true" />
      <span className={isDot ? 'visually-hidden' : 'truncate'}>{words}</span>
    </span>
  )
}
