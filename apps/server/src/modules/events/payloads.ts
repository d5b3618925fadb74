// Maps domain events to the events sent to endpoints: type, payload, time.
import type { EventBody, EventName } from '@parlance/contract/events/schemas'
import type { DomainEvent } from '../../lib/events.ts'
import type { CallDetails, ConversationDetails } from './ports.ts'

/** A domain event as its job receives it; a repeated job has the same id. */
export type EmittedEvent = DomainEvent & {
  readonly eventId: string
  readonly eventAt: number
}

export interface EndpointEvent extends EventBody {
  readonly type: EventName
  /** Events of the same type and key are sent once. */
  readonly dedupeKey: string
  /** Not sent before this time. */
  readonly notBefore?: Date
}

/** Changes of an agent within one window are one event, sent when it ends: the editor saves at every pause. */
export const BATCH_WINDOW_MS = 60_000

/** Undefined where the event has none, or it was deleted. */
interface EventSubject {
  readonly conversation?: ConversationDetails | undefined
  readonly call?: CallDetails | undefined
}

export function endpointEvents(event: EmittedEvent, { conversation, call }: EventSubject = {}): EndpointEvent[] {
  const build = (
    type: EventName,
    payload: EndpointEvent['payload'],
    more: Partial<EndpointEvent> = {},
  ): EndpointEvent => ({
    type,
    at: new Date(event.eventAt),
    dedupeKey: event.eventId,
    payload,
    ...more,
  })
  switch (event.type) {
    case 'agent.created':
      return [build('agent_created', { agentId: event.agentId, ...(event.copyOf ? { copyOf: event.copyOf } : {}) })]
    case 'agent.published':
      return [build('agent_published', { agentId: event.agentId })]
    case 'agent.deleted':
      return [build('agent_deleted', { agentId: event.agentId })]
    case 'agent.updated': {
      const span = Math.floor(event.eventAt / BATCH_WINDOW_MS)
      const notBefore = new Date((span + 1) * BATCH_WINDOW_MS)
      return [build('agent_updated', { agentId: event.agentId }, { dedupeKey: `${event.agentId}|${span}`, notBefore })]
    }
    case 'organisation.changed':
      return [
        build(`organisation_${event.operation}`, {
          organisationId: event.orgId,
          organisationName: event.name,
          operation: event.operation,
        }),
      ]
    case 'client.changed':
      return [
        build(`client_${event.operation}`, {
          organisationId: event.orgId,
          clientId: event.clientId,
          clientName: event.name,
          clientEmail: event.email,
          operation: event.operation,
        }),
      ]
    case 'channel.connected':
      return [build('channel_connected', { agentId: event.agentId, channel: event.channel })]
    case 'call.ended': {
      if (!call) return []
      const { agentId, callId, conversationId, withNumber } = event
      const { direction, phone, line, ...rest } = call
      const payload = {
        agentId,
        callId,
        ...(conversationId === undefined ? {} : { conversationId }),
        channel: 'voice',
        visitor: conversation?.visitor ?? '',
        ...rest,
        ...(direction ? { direction, line, ...(withNumber ? { phone } : {}) } : {}),
      }
      return [build('call_ended', payload, { dedupeKey: callId })]
    }
    case 'call.transferred': {
      const { agentId, callId, to, state } = event
      return [build('call_transferred', { agentId, callId, to, state })]
    }
    case 'credits.low':
      return [build('credits_low', { creditsLeft: event.left, threshold: event.mark })]
    case 'message.stored':
    case 'handoff.requested':
    case 'chat.delegated':
    case 'form.submitted':
    case 'lead.captured':
      return conversationEvents(event, conversation, build)
    default:
      return []
  }
}

type ConversationEvent = Extract<
  EmittedEvent,
  { type: 'message.stored' | 'handoff.requested' | 'chat.delegated' | 'form.submitted' | 'lead.captured' }
>

function conversationEvents(
  event: ConversationEvent,
  details: ConversationDetails | undefined,
  build: (type: EventName, payload: EndpointEvent['payload']) => EndpointEvent,
): EndpointEvent[] {
  const { agentId, conversationId } = event
  const base = { agentId, conversationId, channel: details?.channel ?? '', visitor: details?.visitor ?? '' }
  const started = build('new_conversation', {
    ...base,
    pageUrl: details?.pageUrl ?? '',
    language: details?.language ?? '',
  })
  switch (event.type) {
    case 'message.stored': {
      if (event.from !== 'user') return []
      const { messageId, begins, form } = event
      const { text, values } = details?.message ?? {}
      return [
        ...(begins ? [started] : []),
        build('message_received', { ...base, messageId, ...(text === undefined ? {} : { text }) }),
        ...(form ? [build('form_submitted', { ...base, messageId, ...(values ? { values } : {}) })] : []),
      ]
    }
    case 'handoff.requested':
      return [...(event.begins ? [started] : []), build('handoff_requested', base)]
    case 'chat.delegated': {
      const { kind: personKind, id: personId, name: personName } = event.person
      return [build('chat_delegated', { ...base, personKind, personId, personName })]
    }
    case 'form.submitted': {
      const left = details?.contactForm
      const values = left ? { values: { email: left.email, message: left.message } } : {}
      return [build('form_submitted', { ...base, ...values })]
    }
    case 'lead.captured': {
      const { leadId, isNew } = event
      const left = details?.contactForm ? { email: details.contactForm.email } : {}
      const lead = { ...base, leadId, ...left, ...details?.contacts }
      return [...(isNew ? [build('new_lead', lead)] : []), build('lead_captured', lead)]
    }
  }
}
