// Events to an endpoint of the workspace: subscription, deliveries, replay.
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
/** Only what belongs to this endpoint. */
const endpointId = z.string().max(100).optional()

export const eventsApi = {
  ...endpointCalls,
  settings: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events',
    tag,
    access: member,
    summary: 'Where events of the workspace are sent, and which: its default endpoint',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: EventSettings })),
  saveSettings: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/events',
    tag,
    access: admin,
    summary: 'Set the endpoint and the events that it gets',
    description:
      'Sets the default endpoint; further ones have calls of their own. Requests are POSTs signed as Standard Webhooks describe. An empty endpoint stops them; what waits is cancelled then. Saving an endpoint again enables it, also after a 410.',
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
    summary: 'The secret that signs events',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: EventSecret })),
  rotateSecret: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/secret/rotate',
    tag,
    access: admin,
    summary: 'Make a new signing secret; for 24 hours requests carry the signatures of both',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: EventSecret })),
  test: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/test',
    tag,
    access: { ...admin, limit: 'probe' },
    errors: ['CONFLICT'],
    summary: 'Send `webhook_test` to the endpoint now and answer what came of it',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: DeliveryDetail })),
  deliveries: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events/deliveries',
    tag,
    access: member,
    summary: 'Deliveries of the last 30 days, newest first',
    description:
      'Besides a state, `state` takes `retrying`, which waits after a failed try, and `undelivered`, which is that, failed or cancelled.',
  })
    .input(
      z.strictObject({
        uid,
        state: DeliveryFilter.optional(),
        type: SentEventName.optional(),
        endpointId,
        /** Looks into ids and bodies. */
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
    summary: 'One delivery with its request and every try',
  })
    .input(z.strictObject({ uid, deliveryId }))
    .output(z.object({ data: DeliveryDetail })),
  event: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/events/sent/{eventId}',
    tag,
    access: member,
    summary: 'One event of the last 30 days: what it told, and its deliveries',
    description: 'Takes the `webhook-id` of any of its deliveries; a replay leads to the event that it repeats.',
  })
    .input(z.strictObject({ uid, eventId: deliveryId }))
    .output(z.object({ data: SentEvent })),
  replay: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/deliveries/{deliveryId}/replay',
    tag,
    access: member,
    errors: ['CONFLICT'],
    summary: 'Send the same body once more, as a delivery with an id of its own',
    description:
      'A delivery that still waits is tried now instead, under its own id, and answered as it stands; so is one that waits as a replay of the named one.',
  })
    .input(z.strictObject({ uid, deliveryId }))
    .output(z.object({ data: Delivery })),
  replayFailed: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/replay-failed',
    tag,
    access: member,
    errors: ['CONFLICT'],
    summary: 'Send again what failed since a moment and was not replayed yet, 1,000 at most',
  })
    .input(z.strictObject({ uid, endpointId, since: z.iso.datetime({ offset: true }) }))
    .output(z.object({ replayed: z.number().int() })),
  tryWaiting: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/events/try-waiting',
    tag,
    access: { ...member, limit: 'probe' },
    errors: ['CONFLICT'],
    summary: 'Try now, under their own ids, all deliveries that wait after a failed try',
    description:
      'Such a try is the next one of those that a delivery has. What is being tried at the moment is left out.',
  })
    .input(z.strictObject({ uid, endpointId }))
    .output(z.object({ trying: z.number().int() })),
}
