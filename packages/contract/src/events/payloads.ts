// For the API description. `createdAt` is Unix seconds.
import { z } from 'zod'
import { END_REASONS } from '../voice/protocol.ts'
import { TRANSFER_ENDS } from '../voice/transfer-numbers.ts'
import { EVENT_TYPES, TEST_EVENT } from './names.ts'

const base = z.object({
  createdAt: z.number().int(),
  /** Long texts were cut to keep the body below 20,000 bytes. */
  truncated: z.literal(true).optional(),
})
const ofAgent = base.extend({ agentId: z.string() })
const ofConversation = ofAgent.extend({ conversationId: z.string(), channel: z.string(), visitor: z.string() })
const lead = ofConversation.extend({ leadId: z.string(), email: z.string().optional(), phone: z.string().optional() })
const operation = z.enum(['created', 'updated', 'deleted'])
const ofOrg = base.extend({ organisationId: z.string(), organisationName: z.string(), operation })
const ofClient = base.extend({
  organisationId: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  clientEmail: z.string(),
  operation,
})

export const EVENT_PAYLOADS: Readonly<Record<(typeof EVENT_TYPES)[number] | typeof TEST_EVENT, z.ZodType>> = {
  new_conversation: ofConversation.extend({ pageUrl: z.string(), language: z.string() }),
  message_received: ofConversation.extend({ messageId: z.string(), text: z.string().optional() }),
  handoff_requested: ofConversation,
  chat_delegated: ofConversation.extend({
    personKind: z.enum(['user', 'client']),
    personId: z.string(),
    personName: z.string(),
  }),
  form_submitted: ofConversation.extend({
    messageId: z.string().optional(),
    values: z.record(z.string(), z.unknown()).optional(),
  }),
  new_lead: lead,
  lead_captured: lead,
  call_ended: ofAgent.extend({
    callId: z.string(),
    /** Missing where the caller said nothing. */
    conversationId: z.string().optional(),
    channel: z.literal('voice'),
    visitor: z.string(),
    kind: z.enum(['web', 'phone']),
    direction: z.enum(['in', 'out']).optional(),
    /** The other side's number; missing where the agent keeps no chat history. */
    phone: z.string().optional(),
    line: z.string().optional(),
    endReason: z.enum(END_REASONS),
    /** From answer to end; 0 for a call that reached nobody. */
    durationMs: z.number().int(),
    /** For its minutes charged so far: those of a person who took it over are charged later. Turns are charged separately. */
    credits: z.number(),
  }),
  call_transferred: ofAgent.extend({
    callId: z.string(),
    to: z.string(),
    state: z.enum(['connected', ...TRANSFER_ENDS]),
  }),
  agent_created: ofAgent.extend({ copyOf: z.string().optional() }),
  agent_updated: ofAgent,
  agent_published: ofAgent,
  agent_deleted: ofAgent,
  organisation_created: ofOrg,
  organisation_updated: ofOrg,
  organisation_deleted: ofOrg,
  client_created: ofClient,
  client_updated: ofClient,
  client_deleted: ofClient,
  channel_connected: ofAgent.extend({ channel: z.string() }),
  credits_low: base.extend({ creditsLeft: z.number(), threshold: z.number() }),
  webhook_test: base.extend({ message: z.string() }),
}
