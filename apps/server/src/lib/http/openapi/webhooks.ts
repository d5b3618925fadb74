// Events as webhooks of the API description: payload and signature headers.
import { EVENT_PAYLOADS } from '@parlance/contract/events/payloads'
import { type Components, pascal } from './components.ts'
import { type Json, jsonOf } from './named.ts'

const HEADERS: readonly Json[] = [
  { name: 'webhook-id', description: 'The same in every attempt to deliver this event.', schema: { type: 'string' } },
  { name: 'webhook-timestamp', description: 'Unix seconds of this attempt.', schema: { type: 'string' } },
  {
    name: 'webhook-signature',
    description:
      'Standard Webhooks: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`. Two of them, separated by a space, for a day after the secret was rotated.',
    schema: { type: 'string' },
  },
].map((header) => ({ in: 'header', required: true, ...header }))

const bodyOf = (type: string, payload: Json): Json => ({
  type: 'object',
  required: ['type', 'timestamp', 'payload'],
  properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, payload },
})

export function webhooksOf({ count, refer }: Components): Readonly<Record<string, Json>> {
  const bodies = Object.entries(EVENT_PAYLOADS).map(([type, payload]) => ({
    type,
    body: bodyOf(type, jsonOf(payload, 'output')),
  }))
  for (const { body } of bodies) count(body)
  return Object.fromEntries(
    bodies.map(({ type, body }) => [type, { post: operation(type, refer(body, `Event${pascal(type)}`)) }]),
  )
}

const operation = (type: string, schema: Json): Json => ({
  operationId: `webhooks.${type}`,
  summary: `The event ${type}`,
  tags: ['Webhooks'],
  parameters: HEADERS,
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: {
    '2XX': { description: 'Received. Anything else is a failure and is tried again.' },
    '410': { description: 'The endpoint is gone: nothing more is sent until it is saved again.' },
  },
})
