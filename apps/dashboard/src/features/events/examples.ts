// Sample payloads in the exact format that is sent.
import type { EventName } from '@parlance/contract/events/schemas'

const at = { createdAt: 1795255200 }
const conversation = { agentId: 'k3vTq0Yb7LxNf2Ra', conversationId: 'Zt8mWc4UhS1oXe6JpQ9dBg5K' }
const said = { ...at, ...conversation, channel: 'web-chat', visitor: 'Visitor 4f2a1' }
const agent = { ...at, agentId: conversation.agentId }
const leadId = 'p7RkXw2QcVn4TzE9LbYs'
const callId = 'Hd8MnB7cRk2LqV5yTw9EaU3s'
const organisationId = 'Wq7LkTz0pRcV3nBx8YgD'
const organisation = { ...at, organisationId, organisationName: 'Harbour Bakery' }
const client = {
  ...at,
  organisationId,
  clientId: 'u5HsE2mKd9QaTf1',
  clientName: 'Mia Lund',
  clientEmail: 'mia@example.com',
}

const PAYLOADS: Record<EventName, object> = {
  new_conversation: { ...said, pageUrl: 'https://shop.example/tea', language: 'en' },
  message_received: { ...said, messageId: 'nB7cRk2LqV5yTw9EaU3sHd8M', text: 'Do you ship to Norway?' },
  handoff_requested: said,
  chat_delegated: { ...said, personKind: 'client', personId: 'kT4nVb8RzQw2', personName: 'Mia Lund' },
  form_submitted: { ...said, values: { email: 'ada@example.com', message: 'Please call me.' } },
  new_lead: { ...said, leadId, email: 'ada@example.com' },
  lead_captured: { ...said, leadId, email: 'ada@example.com', phone: '+47 22 00 00 00' },
  call_ended: {
    ...said,
    channel: 'voice',
    callId,
    kind: 'phone',
    direction: 'in',
    phone: '+4722000000',
    line: '+4721000000',
    endReason: 'caller_hung_up',
    durationMs: 84_200,
    credits: 15.4,
  },
  call_transferred: { ...agent, callId, to: 'Sales', state: 'connected' },
  agent_created: agent,
  agent_updated: agent,
  agent_published: agent,
  agent_deleted: agent,
  organisation_created: { ...organisation, operation: 'created' },
  organisation_updated: { ...organisation, operation: 'updated' },
  organisation_deleted: { ...organisation, operation: 'deleted' },
  client_created: { ...client, operation: 'created' },
  client_updated: { ...client, operation: 'updated' },
  client_deleted: { ...client, operation: 'deleted' },
  channel_connected: { ...agent, channel: 'telegram' },
  credits_low: { ...at, creditsLeft: 499.2, threshold: 500 },
}

export const exampleOf = (type: EventName): string =>
  JSON.stringify({ type, timestamp: '2026-11-21T10:00:00.000Z', payload: PAYLOADS[type] }, undefined, 2)
