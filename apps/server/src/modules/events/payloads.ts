// What a happening in the product is called at an endpoint, and what is told of it.
import type { EventBody, EventName } from '@parlance/contract/events/schemas'
import type { DomainEvent } from '../../lib/events.ts'
import type { ToldConversation } from './ports.ts'

/** As its job brings it: the same one again has the same id. */
export type Heard = DomainEvent & {
  readonly eventId: string
  /** Milliseconds since 1970. */
  readonly eventAt: number
}

export interface Told extends EventBody {
  readonly type: EventName
  /** Two with the same type and key are one. */
  readonly key: string
  /** It is not sent before. */
  readonly notBefore?: Date
}

/** Changes of an agent within one such span are one event, sent when it is over: editors save at every pause. */
export const GATHER_MS = 60_000

/** `conversation` is what the event's conversation tells; undefined where it has none or is gone. */
export function toldOf(event: Heard, conversation: ToldConversation | undefined): Told[] {
  const told = (type: EventName, payload: Told['payload'], more: Partial<Told> = {}): Told => ({
    type,
    at: new Date(event.eventAt),
    key: event.eventId,
    payload,
    ...more,
  })
  switch (event.type) {
    case 'agent.created':
      return [told('agent_created', { agentId: event.agentId, ...(event.copyOf ? { copyOf: event.copyOf } : {}) })]
    case 'agent.published':
      return [told('agent_published', { agentId: event.agentId })]
    case 'agent.deleted':
      return [told('agent_deleted', { agentId: event.agentId })]
    case 'agent.updated': {
      const span = Math.floor(event.eventAt / GATHER_MS)
      const notBefore = new Date((span + 1) * GATHER_MS)
      return [told('agent_updated', { agentId: event.agentId }, { key: `${event.agentId}|${span}`, notBefore })]
    }
    case 'organisation.changed':
      return [
        told(`organisation_${event.operation}`, {
          organisationId: event.orgId,
          organisationName: event.name,
          operation: event.operation,
        }),
      ]
    case 'client.changed':
      return [
        told(`client_${event.operation}`, {
          organisationId: event.orgId,
          clientId: event.clientId,
          clientName: event.name,
          clientEmail: event.email,
          operation: event.operation,
        }),
      ]
    case 'credits.low':
      return [told('credits_low', { creditsLeft: event.left, threshold: event.mark })]
    case 'message.received':
    case 'handoff.requested':
    case 'chat.delegated':
    case 'form.submitted':
    case 'lead.captured':
      return ofConversation(event, conversation, told)
    default:
      return []
  }
}

type OfConversation = Extract<
  Heard,
  { type: 'message.received' | 'handoff.requested' | 'chat.delegated' | 'form.submitted' | 'lead.captured' }
>

function ofConversation(
  event: OfConversation,
  about: ToldConversation | undefined,
  told: (type: EventName, payload: Told['payload']) => Told,
): Told[] {
  const { agentId, conversationId } = event
  const place = { agentId, conversationId, channel: about?.channel ?? '', visitor: about?.visitor ?? '' }
  const begun = told('new_conversation', { ...place, pageUrl: about?.pageUrl ?? '', language: about?.language ?? '' })
  switch (event.type) {
    case 'message.received': {
      const { messageId, begins, form } = event
      const { text, values } = about?.message ?? {}
      return [
        ...(begins ? [begun] : []),
        told('message_received', { ...place, messageId, ...(text === undefined ? {} : { text }) }),
        ...(form ? [told('form_submitted', { ...place, messageId, ...(values ? { values } : {}) })] : []),
      ]
    }
    case 'handoff.requested':
      return [...(event.begins ? [begun] : []), told('handoff_requested', place)]
    case 'chat.delegated': {
      const { kind: personKind, id: personId, name: personName } = event.person
      return [told('chat_delegated', { ...place, personKind, personId, personName })]
    }
    case 'form.submitted': {
      const left = about?.left
      const values = left ? { values: { email: left.email, message: left.message } } : {}
      return [told('form_submitted', { ...place, ...values })]
    }
    case 'lead.captured': {
      const { leadId, isNew } = event
      const left = about?.left ? { email: about.left.email } : {}
      const lead = { ...place, leadId, ...left, ...about?.contacts }
      return [...(isNew ? [told('new_lead', lead)] : []), told('lead_captured', lead)]
    }
  }
}
