import { z } from 'zod'
import { storable } from '../lib/text.ts'
import { DELIVERY_FILTERS, DELIVERY_STATES, EVENT_TYPES, TEST_EVENT } from './names.ts'
import { rule } from '../lib/rules.ts'
import { messageRef } from '../lib/rules.ts'

export { DEFAULT_ENDPOINT, EVENT_TYPES, MAX_ENDPOINTS, TEST_EVENT } from './names.ts'

export const EventName = z.enum(EVENT_TYPES)
export type EventName = z.infer<typeof EventName>
export const SentEventName = z.enum([...EVENT_TYPES, TEST_EVENT])
export type SentEventName = z.infer<typeof SentEventName>

export const DeliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof DeliveryState>
export const DeliveryFilter = z.enum(DELIVERY_FILTERS)
export type DeliveryFilter = z.infer<typeof DeliveryFilter>

const MAX_ENDPOINT = 2000
export const EndpointInput = z
  .string()
  .trim()
  .max(MAX_ENDPOINT)
  .refine((text) => text === '' || isWebAddress(text), rule('url_scheme_required'))

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const EventSettings = z.object({
  endpoint: z.string(),
  subscribedEvents: z.array(EventName),
  /** Set when the endpoint answered 410 Gone: nothing is sent until it is saved again. */
  stoppedAt: z.string().nullable(),
})
export type EventSettings = z.infer<typeof EventSettings>

const MAX_ENDPOINT_NAME = 100

const EndpointUrl = EndpointInput.refine((text) => text !== '', rule('endpoint_url_required'))
export const NewEventEndpoint = z.strictObject({
  endpoint: EndpointUrl,
  name: z.string().trim().max(MAX_ENDPOINT_NAME).transform(storable).default(''),
  subscribedEvents: z.array(EventName).max(50),
})
export type NewEventEndpoint = z.infer<typeof NewEventEndpoint>

export const EventEndpointChanges = z.strictObject({
  endpoint: EndpointUrl.optional(),
  name: z.string().trim().max(MAX_ENDPOINT_NAME).transform(storable).optional(),
  subscribedEvents: z.array(EventName).max(50).optional(),
  enabled: z.boolean().optional(),
})
export type EventEndpointChanges = z.infer<typeof EventEndpointChanges>

export const EventEndpoint = EventSettings.extend({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  lastError: z.string(),
  lastErrorMessage: messageRef,
})
export type EventEndpoint = z.infer<typeof EventEndpoint>

export const EventSecret = z.object({
  /** `whsec_` and base64 of 32 bytes; empty until an endpoint was saved. */
  secret: z.string(),
  /** Until when the previous secret signs too; null when there is only one. */
  oldUntil: z.string().nullable(),
})

export const Delivery = z.object({
  /** `webhook-id` of the request. */
  id: z.string(),
  /** `default` for the first endpoint of the workspace. */
  endpointId: z.string(),
  type: SentEventName,
  state: DeliveryState,
  attempts: z.number().int(),
  createdAt: z.string(),
  /** Null when no attempt follows. */
  nextAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Status of the last attempt; 0 when nothing answered or nothing was tried. */
  lastStatus: z.number().int(),
  lastError: z.string(),
  lastErrorMessage: messageRef,
  replayOf: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

export const SentEvent = z.object({
  id: z.string(),
  type: SentEventName,
  timestamp: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** The first delivery of each endpoint, then replays in order. */
  deliveries: z.array(Delivery),
})
export type SentEvent = z.infer<typeof SentEvent>

export const DeliveryAttempt = z.object({
  number: z.number().int(),
  at: z.string(),
  durationMs: z.number().int(),
  status: z.number().int(),
  error: z.string(),
  errorMessage: messageRef,
  response: z.string(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const DeliveryDetail = Delivery.extend({
  endpoint: z.string(),
  body: z.string(),
  /** Headers of the last attempt, in order; without a signature when its secret is no longer known. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  tries: z.array(DeliveryAttempt),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

export interface EventBody {
  readonly type: SentEventName
  readonly at: Date
  readonly payload: Readonly<Record<string, unknown>>
}

/** Bytes, guaranteed to receivers. */
export const MAX_BODY = 20_000
const encoder = new TextEncoder()

/** Cuts long texts until the JSON is below 20,000 bytes, and then sets `truncated`. */
export function bodyOf({ type, at, payload }: EventBody): string {
  for (let most = 8000; ; most = Math.floor(most / 2)) {
    const { value, cut } = shortened(payload, most)
    const body = JSON.stringify({
      type,
      timestamp: at.toISOString(),
      payload: { createdAt: Math.floor(at.getTime() / 1000), ...value, ...(cut ? { truncated: true } : {}) },
    })
    if (encoder.encode(body).length < MAX_BODY || most < 1) return body
  }
}

function shortened(payload: Readonly<Record<string, unknown>>, most: number) {
  let cut = false
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const whole = storable(value)
      if (whole.length <= most) return whole
      cut = true
      return whole.slice(0, most).toWellFormed()
    }
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), walk(one)]))
    return value
  }
  return { value: walk(payload) as Record<string, unknown>, cut }
}
