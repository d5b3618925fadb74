import { z } from 'zod'
import { rule } from '../lib/rules.ts'
import { NotificationsChange, NotificationsSettings } from '../orgs/schemas.ts'

/** 1: information · 2: a human is needed. */
export const NotificationLevel = z.union([z.literal(1), z.literal(2)])
export type NotificationLevel = z.infer<typeof NotificationLevel>

export const Notification = z.object({
  ID: z.string(),
  /** In the reader's language, at most 50 characters. */
  title: z.string(),
  body: z.string(),
  /** Unix seconds. */
  ts: z.number().int(),
  seen: z.boolean(),
  urlPathname: z.string(),
  notificationLevel: NotificationLevel,
  /** Empty for everyone in the org or workspace. */
  notifyOnly: z.array(z.string()),
})
export type Notification = z.infer<typeof Notification>

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Times of day, possibly across midnight; no mail, push or sound in between. */
export const QuietHours = z.strictObject({
  from: z.string().regex(TIME, rule('time_invalid')),
  to: z.string().regex(TIME, rule('time_invalid')),
  /** IANA name, e.g. `Europe/Lisbon`. */
  timeZone: z.string().max(64).refine(isTimeZone, rule('time_zone_unknown')),
})
export type QuietHours = z.infer<typeof QuietHours>

export const PersonalNotifications = NotificationsSettings.extend({
  sound: z.boolean().default(true),
  quietHours: QuietHours.nullable().default(null),
})
export type PersonalNotifications = z.infer<typeof PersonalNotifications>

export const PersonalNotificationsChange = NotificationsChange.extend({
  sound: z.boolean().optional(),
  quietHours: QuietHours.nullable().optional(),
})
export type PersonalNotificationsChange = z.infer<typeof PersonalNotificationsChange>

/** As in `PushSubscription.toJSON()`. */
export const PushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  keys: z.strictObject({
    /** An uncompressed P-256 point in base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

export interface PushMessage {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly urlPathname: string
}
