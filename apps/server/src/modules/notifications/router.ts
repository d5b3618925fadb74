import type { notificationsApi } from '@parlance/contract/notifications/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Notifications } from './service.ts'

const done = { success: true } as const

export const createNotificationsRouter = (service: Notifications): Handlers<typeof notificationsApi> => ({
  list: (ctx, query) => service.list(ctx, query),
  markSeen: async (ctx, { ids }) => {
    await service.mark(ctx, 'seenBy', ids)
    return done
  },
  markRead: async (ctx, { ids }) => {
    await service.mark(ctx, 'readBy', ids)
    return done
  },
  settings: async (ctx) => ({ data: await service.settings(ctx) }),
  updateSettings: async (ctx, { notifyThrough, notifyIf, sound, quietHours }) => ({
    ...done,
    data: await service.updateSettings(ctx, { notifyThrough, notifyIf, sound, quietHours }),
  }),
  pushKey: async (ctx) => ({ data: { publicKey: await service.pushKey(ctx) } }),
  subscribe: async (ctx, { endpoint, keys }) => {
    await service.subscribe(ctx, { endpoint, keys })
    return done
  },
  checkSubscription: async (ctx, { endpoint }) => ({
    data: { isSubscribed: await service.isSubscribed(ctx, endpoint) },
  }),
  unsubscribe: async (ctx, { endpoint }) => {
    await service.unsubscribe(ctx, endpoint)
    return done
  },
})
