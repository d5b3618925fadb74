import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { LATEST_PER_LEVEL } from './rules.ts'
import { Notification, PersonalNotifications, PersonalNotificationsChange, PushSubscription } from './schemas.ts'

const tag = 'Notifications'
const uid = z.string().max(100)
const own = z.strictObject({ uid })
/** Viewers too: it is about the person, not the workspace. */
const access = {
  by: ['session', 'client'],
  workspace: 'uid',
  role: 'viewer',
  client: {},
  audit: 'never',
} as const
const ids = z
  .array(z.string().max(100))
  .min(1)
  .max(4 * LATEST_PER_LEVEL)

export const notificationsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/notifications',
    tag,
    access,
    summary: 'List unread notifications, newest first, max five per level you subscribe to',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(Notification) })),
  markSeen: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/notifications/seen',
    tag,
    access,
    summary: 'Mark notifications as seen; other people’s IDs are ignored',
  })
    .input(z.strictObject({ uid, ids }))
    .output(success),
  markRead: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/notifications/read',
    tag,
    access,
    summary: 'Mark notifications as read; all of yours without `ids`',
  })
    .input(z.strictObject({ uid, ids: ids.optional() }))
    .output(success),
  settings: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/notifications/settings',
    tag,
    access,
    errors: ['FORBIDDEN'],
    summary: 'Get your notification settings',
    description: 'Returns FORBIDDEN for an agency’s admin, who isn’t a user of an organization.',
  })
    .input(own)
    .output(z.object({ data: PersonalNotifications })),
  updateSettings: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/notifications/settings',
    tag,
    access,
    errors: ['FORBIDDEN'],
    summary: 'Update your notification settings; absent fields stay unchanged',
  })
    .input(PersonalNotificationsChange.extend({ uid }))
    .output(z.object({ success: z.literal(true), data: PersonalNotifications })),
  pushKey: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/notifications/push-key',
    tag,
    access,
    summary: 'Get the public VAPID key that browsers subscribe with',
  })
    .input(own)
    .output(z.object({ data: z.object({ publicKey: z.string() }) })),
  subscribe: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/notifications/push',
    tag,
    access,
    errors: ['FORBIDDEN'],
    summary: 'Get notifications in this browser, also while the dashboard is closed',
    description: 'A browser belongs to the last person who subscribed in it.',
  })
    .input(PushSubscription.extend({ uid }))
    .output(success),
  checkSubscription: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/notifications/push/check',
    tag,
    access,
    summary: 'Check whether this browser still gets your notifications',
    description: 'A browser is unsubscribed when all of its person’s sessions are ended.',
  })
    .input(z.strictObject({ uid, endpoint: PushSubscription.shape.endpoint }))
    .output(z.object({ data: z.object({ isSubscribed: z.boolean() }) })),
  unsubscribe: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/notifications/push/remove',
    tag,
    access,
    summary: 'Stop notifications in this browser',
  })
    .input(z.strictObject({ uid, endpoint: PushSubscription.shape.endpoint }))
    .output(success),
}
