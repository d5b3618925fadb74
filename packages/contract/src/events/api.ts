import { z } from 'zod'
import { page, pageInput, regional } from '../lib/operation.ts'
import { endpointCalls } from './endpoints-api.ts'
import {
  Delivery,
  DeliveryDetail,
  DeliveryFilter,
  EndpointInput,
  EventName,
  EventSecret,
  EventSettings,
  SentEvent,
  SentEventName,
} from './schemas.ts'

const tag = 'Events'
const by = ['session', 'workspace'] as const
const member = { by, workspace: 'uid' } as const
const admin = { ...member, role: 'admin' } as const
const uid = z.string().max(100)
const deliveryId = z.string().max(100)
const endpointId = z.string().max(100).optional()

export const eventsApi = {
  ...endpointCalls,
  settings: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events',
    tag,
    access: member,
    summary: 'Get the default webhook endpoint and its events',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: EventSettings })),
  saveSettings: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/events',
    tag,
    access: admin,
    summary: 'Set the default webhook endpoint and its events',
    description:
      'For other endpoints, use their own calls. Requests are POSTs signed according to Standard Webhooks. An empty endpoint stops them and cancels waiting deliveries. Saving an endpoint enables it again, even after a 410.',
  })
    .input(
      z.strictObject({
        uid,
        endpoint: EndpointInput,
        subscribedEvents: z.array(EventName).max(50),
      }),
    )
    .output(z.object({ data: EventSettings })),
  secret: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events/secret',
    tag,
    access: admin,
    summary: 'Get the signing secret',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: EventSecret })),
  rotateSecret: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/secret/rotate',
    tag,
    access: admin,
    summary: 'Rotate the signing secret; for 24 hours, requests are signed with both',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: EventSecret })),
  test: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/test',
    tag,
    access: { ...admin, limit: 'probe' },
    errors: ['CONFLICT'],
    summary: 'Send a `webhook_test` event now and return the result',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: DeliveryDetail })),
  deliveries: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events/deliveries',
    tag,
    access: member,
    summary: 'List deliveries of the last 30 days, newest first',
    description:
      '`state` can also be `retrying` (waiting after a failed attempt) or `undelivered` (retrying, failed or cancelled).',
  })
    .input(
      z.strictObject({
        uid,
        state: DeliveryFilter.optional(),
        type: SentEventName.optional(),
        endpointId,
        search: z.string().trim().max(200).optional(),
        ...pageInput,
      }),
    )
    .output(page(Delivery)),
  delivery: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events/deliveries/{deliveryId}',
    tag,
    access: member,
    summary: 'Get a delivery with its request and attempts',
  })
    .input(z.strictObject({ uid, deliveryId }))
    .output(z.object({ data: DeliveryDetail })),
  event: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events/sent/{eventId}',
    tag,
    access: member,
    summary: 'Get an event of the last 30 days with its payload and deliveries',
    description: 'Accepts the `webhook-id` of any of its deliveries. A replay returns the original event.',
  })
    .input(z.strictObject({ uid, eventId: deliveryId }))
    .output(z.object({ data: SentEvent })),
  replay: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/deliveries/{deliveryId}/replay',
    tag,
    access: member,
    errors: ['CONFLICT'],
    summary: 'Replay a delivery with the same body and a new ID',
    description:
      'A delivery that is still waiting, or a waiting replay of it, is attempted now instead and keeps its own ID.',
  })
    .input(z.strictObject({ uid, deliveryId }))
    .output(z.object({ data: Delivery })),
  replayFailed: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/replay-failed',
    tag,
    access: member,
    errors: ['CONFLICT'],
    summary: 'Replay failed deliveries since a point in time that haven’t been replayed, max 1,000',
  })
    .input(z.strictObject({ uid, endpointId, since: z.iso.datetime({ offset: true }) }))
    .output(z.object({ replayed: z.number().int() })),
  tryWaiting: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/try-waiting',
    tag,
    access: { ...member, limit: 'probe' },
    errors: ['CONFLICT'],
    summary: 'Retry all waiting deliveries now',
    description: 'Counts as the next attempt of each delivery. Deliveries being attempted right now are skipped.',
  })
    .input(z.strictObject({ uid, endpointId }))
    .output(z.object({ trying: z.number().int() })),
}
