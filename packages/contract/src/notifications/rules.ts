// Who is notified of what, and by which channel, for the server that sends and the browser that shows.
import type { NotificationsSettings } from '../orgs/schemas.ts'
import type { NotificationLevel, PersonalNotifications, QuietHours } from './schemas.ts'

export const LATEST_PER_LEVEL = 5
export const TOAST_MAX_AGE_SECONDS = 120
export const TOAST_MS = 5000
/** The bell highlights unread notifications that are younger. */
export const RECENT_SECONDS = 60
export const TITLE_MAX = 50

/** The specification's numbers of `notifyIf`. */
export const NOTIFY_IF_NUMBERS = { none: 0, all: 1, requestsOnly: 2 } as const satisfies Record<
  NotificationsSettings['notifyIf'],
  number
>

type NotifyIf = NotificationsSettings['notifyIf']
export const wantsLevel = (notifyIf: NotifyIf, level: NotificationLevel): boolean =>
  notifyIf === 'all' || (notifyIf === 'requestsOnly' && level === 2)

export const levelsOf = (notifyIf: NotifyIf): NotificationLevel[] =>
  ([1, 2] as const).filter((level) => wantsLevel(notifyIf, level))

export const isFor = (notifyOnly: readonly string[], personId: string): boolean =>
  notifyOnly.length === 0 || notifyOnly.includes(personId)

function minuteOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(at)
    .map(({ type, value }) => [type, Number(value)] as const)
  const { hour = 0, minute = 0 } = Object.fromEntries(parts) as { hour?: number; minute?: number }
  return hour * 60 + minute
}
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The end is exclusive. Equal times mean the whole day. */
export function isQuiet(hours: QuietHours | null, at: Date): boolean {
  if (!hours) return false
  const [from, to, now] = [minutesOf(hours.from), minutesOf(hours.to), minuteOfDay(at, hours.timeZone)]
  if (from < to) return from <= now && now < to
  return now >= from || now < to
}

export interface Reader {
  readonly id: string
  readonly isOnline: boolean
  readonly settings: PersonalNotifications
}
export interface NotificationAudience {
  readonly notificationLevel: NotificationLevel
  readonly notifyOnly: readonly string[]
}
export interface DeliveryChannels {
  readonly shown: boolean
  readonly email: boolean
  readonly push: boolean
}

const NO_CHANNELS: DeliveryChannels = { shown: false, email: false, push: false }

/** Outside the dashboard, offline people get only requests for a human, and nobody is disturbed in quiet hours. */
export function deliveryChannelsOf(
  { id, isOnline, settings }: Reader,
  audience: NotificationAudience,
  at: Date,
): DeliveryChannels {
  const { notifyIf, notifyThrough, quietHours } = settings
  if (!isFor(audience.notifyOnly, id) || !wantsLevel(notifyIf, audience.notificationLevel)) return NO_CHANNELS
  const reaches = (isOnline || audience.notificationLevel === 2) && !isQuiet(quietHours, at)
  const by = (way: 'email' | 'push') => reaches && (notifyThrough === way || notifyThrough === 'all')
  return { shown: true, email: by('email'), push: by('push') }
}

/** `ts` in Unix seconds, `now` in milliseconds. */
const ageOf = (ts: number, now: number): number => now / 1000 - ts
export const isToast = ({ ts, seen }: { readonly ts: number; readonly seen: boolean }, now: number): boolean =>
  !seen && ageOf(ts, now) <= TOAST_MAX_AGE_SECONDS
export const isRecent = ({ ts }: { readonly ts: number }, now: number): boolean => ageOf(ts, now) < RECENT_SECONDS

/** At most 50 characters including the ellipsis; never splits a character. */
export function cutTitle(title: string): string {
  const characters = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment)
  return characters.length <= TITLE_MAX
    ? title
    : `${characters
        .slice(0, TITLE_MAX - 1)
        .join('')
        .trimEnd()}…`
}
