// The edges of events. That the caller belongs to the workspace was checked by the access rule of the call.
import type { eventsApi } from '@parlance/core/events/events.api'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Events } from './events.ts'

export const eventsRoutes = (events: Events): Handlers<typeof eventsApi> => ({
  settings: async (ctx, { uid }) => ({ data: await events.settings(ctx, uid) }),
  saveSettings: async (ctx, input) => ({ data: await events.save(ctx, input) }),
  secret: async (ctx, { uid }) => ({ data: await events.secret(ctx, uid) }),
  rotateSecret: async (ctx, { uid }) => ({ data: await events.rotate(ctx, uid) }),
  test: async (ctx, { uid }) => ({ data: await events.deliveries.test(ctx, uid) }),
  deliveries: (ctx, input) => events.deliveries.list(ctx, input),
  delivery: async (ctx, { uid, deliveryId }) => ({ data: await events.deliveries.get(ctx, uid, deliveryId) }),
  event: async (ctx, { uid, eventId }) => ({ data: await events.deliveries.event(ctx, uid, eventId) }),
  replay: async (ctx, { uid, deliveryId }) => ({ data: await events.deliveries.replay(ctx, uid, deliveryId) }),
  replayFailed: async (ctx, { uid, since }) => ({
    replayed: await events.deliveries.replayFailed(ctx, uid, new Date(since)),
  }),
  tryWaiting: async (ctx, { uid }) => ({ trying: await events.deliveries.tryWaiting(ctx, uid) }),
})
