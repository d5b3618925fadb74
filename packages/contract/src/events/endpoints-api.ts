import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { DeliveryDetail, EventEndpoint, EventEndpointChanges, EventSecret, NewEventEndpoint } from './schemas.ts'

const tag = 'Events'
const member = { by: ['session', 'workspace'], workspace: 'uid' } as const
const admin = { ...member, role: 'admin' } as const
const uid = z.string().max(100)
const endpointId = z.string().max(100)
const path = '/v2/workspaces/{uid}/events/endpoints'

export const endpointCalls = {
  endpoints: regional({
    method: 'GET',
    path,
    tag,
    access: member,
    summary: 'List the webhook endpoints of a workspace, the default one first',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(EventEndpoint) })),
  createEndpoint: regional({
    method: 'POST',
    path,
    tag,
    access: admin,
    errors: ['LIMIT_REACHED'],
    summary: 'Add a webhook endpoint and get its signing secret',
    description:
      'Max 10 per workspace. The first one becomes the default endpoint with the ID `default`, used by calls without an endpoint ID.',
  })
    .input(NewEventEndpoint.extend({ uid }))
    .output(z.object({ data: EventEndpoint, secret: z.string() })),
  updateEndpoint: regional({
    method: 'PATCH',
    path: `${path}/{endpointId}`,
    tag,
    access: admin,
    summary: 'Update a webhook endpoint; absent fields stay unchanged',
    description:
      'Disabling an endpoint cancels its waiting deliveries. Enabling it, or saving its URL or events, resumes it after a 410.',
  })
    .input(EventEndpointChanges.extend({ uid, endpointId }))
    .output(z.object({ data: EventEndpoint })),
  deleteEndpoint: regional({
    method: 'DELETE',
    path: `${path}/{endpointId}`,
    tag,
    access: admin,
    summary: 'Delete a webhook endpoint and cancel its waiting deliveries',
    description: 'Its deliveries stay in the log for 30 days.',
  })
    .input(z.strictObject({ uid, endpointId }))
    .output(success),
  endpointSecret: regional({
    method: 'GET',
    path: `${path}/{endpointId}/secret`,
    tag,
    access: admin,
    summary: 'Get the signing secret of a webhook endpoint',
  })
    .input(z.strictObject({ uid, endpointId }))
    .output(z.object({ data: EventSecret })),
  rotateEndpointSecret: regional({
    method: 'POST',
    path: `${path}/{endpointId}/secret/rotate`,
    tag,
    access: admin,
    summary: 'Rotate the signing secret of a webhook endpoint; for 24 hours requests carry both signatures',
  })
    .input(z.strictObject({ uid, endpointId }))
    .output(z.object({ data: EventSecret })),
  testEndpoint: regional({
    method: 'POST',
    path: `${path}/{endpointId}/test`,
    tag,
    access: { ...admin, limit: 'probe' },
    errors: ['CONFLICT'],
    summary: 'Send `webhook_test` to a webhook endpoint now and get the result',
  })
    .input(z.strictObject({ uid, endpointId }))
    .output(z.object({ data: DeliveryDetail })),
}
