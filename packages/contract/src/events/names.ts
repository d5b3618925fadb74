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

export const TEST_EVENT = 'webhook_test'

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const
/** `retrying` waits after a failed attempt; `undelivered` also includes failed and cancelled ones. */
export const DELIVERY_FILTERS = [...DELIVERY_STATES, 'retrying', 'undelivered'] as const

export const DEFAULT_ENDPOINT = 'default'
export const MAX_ENDPOINTS = 10
