// Names of events and of how their deliveries stand, for screens too.

/** What can be chosen, in the order it is shown. */
export const EVENT_TYPES = [
  'new_conversation',
  'message_received',
  'handoff_requested',
  'chat_delegated',
  'form_submitted',
  'new_lead',
  'lead_captured',
  'call_ended',
  'call_transferred',
  'agent_created',
  'agent_updated',
  'agent_published',
  'agent_deleted',
  'organisation_created',
  'organisation_updated',
  'organisation_deleted',
  'client_created',
  'client_updated',
  'client_deleted',
  'channel_connected',
  'credits_low',
] as const

/** Sent by the test button, whatever is chosen. */
export const TEST_EVENT = 'webhook_test'

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const
/** What the log can be narrowed to: `retrying` waits after a failed try, `undelivered` is that, failed or cancelled. */
export const DELIVERY_FILTERS = [...DELIVERY_STATES, 'retrying', 'undelivered'] as const

/** The endpoint that calls without an endpoint id mean. */
export const DEFAULT_ENDPOINT = 'default'
/** Of a workspace. */
export const MAX_ENDPOINTS = 10
