// What an event is to people: on which level they are told of it, in which words, and who alone is.
import type { Person } from '@parlance/contract/conversations/schemas'
import type { NotificationLevel } from '@parlance/contract/notifications/schemas'
import { cut } from '@parlance/contract/lib/text'
import { msg } from '@parlance/i18n/messages'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import type { DomainEvent } from '../../lib/events.ts'
import type { ToldConversation } from './ports.ts'

export type Notified = Extract<
  DomainEvent,
  { type: 'handoff.requested' | 'message.received' | 'chat.delegated' | 'lead.captured' }
>

export interface Draft {
  /** The same thing is told once. */
  readonly key: string
  readonly level: NotificationLevel
  readonly title: MessageDescriptor
  readonly body: MessageDescriptor
  /** Undefined for everybody. */
  readonly only?: Person
}

/** Of what a visitor writes one after the other in this time, people are told once. */
const MESSAGES_MS = 120_000
const MAX_NAME = 60
const MAX_BODY = 200

/** Undefined where nobody is told. `at`: milliseconds since 1970. */
export function describeEvent(
  event: Notified,
  { channel, state, visitor: name, assignee, text }: ToldConversation,
  { agent: agentName, at }: { readonly agent: string; readonly at: number },
): Draft | undefined {
  // Owners who try their agent out are no visitors.
  if (channel === 'test') return undefined
  const { conversationId } = event
  const visitor = name === '' ? msg('notice_visitor') : cut(name, MAX_NAME)
  const agent = cut(agentName, MAX_NAME)
  const words =
    text === undefined || text.trim() === ''
      ? msg('notice_at_agent', { agent })
      : msg('notice_words', { text: cut(text.trim(), MAX_BODY) })
  switch (event.type) {
    case 'handoff.requested':
      return {
        key: `handoff|${conversationId}|${event.at}`,
        level: 2,
        title: msg('notice_handoff', { visitor }),
        body: msg('notice_handoff_body', { agent }),
      }
    case 'message.received':
      if (event.begins)
        return { key: `new|${conversationId}`, level: 1, title: msg('notice_new', { visitor }), body: words }
      if (state !== 'human-chatting') return undefined
      return {
        key: `message|${conversationId}|${Math.floor(at / MESSAGES_MS)}`,
        level: 1,
        title: msg('notice_message', { visitor }),
        body: words,
        ...(assignee && { only: assignee }),
      }
    case 'lead.captured':
      if (!event.isNew) return undefined
      return {
        key: `lead|${conversationId}`,
        level: 1,
        title: msg('notice_lead', { visitor }),
        body: msg('notice_lead_body', { agent }),
      }
    case 'chat.delegated': {
      const { by, person } = event
      // Whoever takes a conversation over, or gives it to themselves, knows.
      if (!by || (by.kind === person.kind && by.id === person.id)) return undefined
      return {
        key: `assigned|${conversationId}|${person.kind}|${person.id}|${Math.floor(at / 1000)}`,
        level: 2,
        title: msg('notice_assigned', { person: cut(by.name, MAX_NAME) }),
        body: msg('notice_assigned_body', { visitor, agent }),
        only: person,
      }
    }
  }
}
