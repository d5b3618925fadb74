import type { eventsApi } from '@parlance/contract/events/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Events } from './service.ts'

export const createEventsRouter = (events: Events): Handlers<typeof eventsApi> => ({
  endpoints: async (ctx, { uid, limit }) => ({ items: await events.endpoints.list(ctx, uid, limit) }),
  createEndpoint: (ctx, input) => events.endpoints.create(ctx, input),
  updateEndpoint: async (ctx, input) => ({ data: await events.endpoints.update(ctx, input) }),
  async deleteEndpoint(ctx, input) {
    await events.endpoints.delete(ctx, input)
    return { success: true }
  },
  endpointSecret: async (ctx, { uid, endpointId }) => ({ data: await events.endpoints.secret(ctx, uid, endpointId) }),
  rotateEndpointSecret: async (ctx, { uid, endpointId }) => ({
    data: await events.endpoints.rotate(ctx, uid, endpointId),
  }),
  testEndpoint: async (ctx, { uid, endpointId }) => ({ data: await events.deliveries.test(ctx, uid, endpointId) }),
  settings: async (ctx, { uid }) => ({ data: await events.endpoints.settings(ctx, uid) }),
  saveSettings: async (ctx, input) => ({ data: await events.endpoints.save(ctx, input) }),
  secret: async (ctx, { uid }) => ({ data: await events.endpoints.secret(ctx, uid) }),
  rotateSecret: async (ctx, { uid }) => ({ data: await events.endpoints.rotate(ctx, uid) }),
  test: async (ctx, { uid }) => ({ data: await events.deliveries.test(ctx, uid) }),
  deliveries: (ctx, input) => events.deliveries.list(ctx, input),
  delivery: async (ctx, { uid, deliveryId }) => ({ data: await events.deliveries.get(ctx, uid, deliveryId) }),
  event: async (ctx, { uid, eventId }) => ({ data: await events.deliveries.event(ctx, uid, eventId) }),
  replay: async (ctx, { uid, deliveryId }) => ({ data: await events.deliveries.replay(ctx, uid, deliveryId) }),
  replayFailed: async (ctx, { uid, endpointId, since }) => ({
    replayed: await events.deliveries.replayFailed(ctx, uid, { since: new Date(since), endpointId }),
  }),
  tryWaiting: async (ctx, { uid, endpointId }) => ({
    trying: await events.deliveries.tryWaiting(ctx, uid, endpointId),
  }),
})
