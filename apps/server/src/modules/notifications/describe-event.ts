// What an event is to people: on which level they are told of it, what of it, and who alone is.
import type { Person } from '@parlance/contract/conversations/schemas'
import type { NotificationLevel } from '@parlance/contract/notifications/schemas'
import { cut } from '@parlance/contract/lib/text'
import type { DomainEvent } from '../../lib/events.ts'
import type { NoticeDetails, NoticeKind } from '../../mails/notices.ts'
import type { ToldConversation } from './ports.ts'

export type Notified = Extract<
  DomainEvent,
  {
    type:
      | 'handoff.requested'
      | 'handoff.reopened'
      | 'form.submitted'
      | 'message.received'
      | 'chat.delegated'
      | 'note.mentioned'
      | 'lead.captured'
  }
>

export interface Draft {
  /** The same thing is told once. */
  readonly key: string
  readonly level: NotificationLevel
  readonly kind: NoticeKind
  readonly details: NoticeDetails
  /** Undefined for everybody. */
  readonly only?: Pick<Person, 'kind' | 'id'>
}

/** Of what a visitor writes, or colleagues note or assign, one after the other in this time, people are told once. */
const MESSAGES_MS = 120_000
/** However often humans are asked for in a conversation, people are told once in this time. */
const REQUESTS_MS = 600_000
const MAX_NAME = 60
const MAX_TEXT = 200

/** Undefined where nobody is told. `at`: milliseconds since 1970. */
export function describeEvent(
  event: Notified,
  { channel, state, visitor, assignee, text = '', left = '', question = '' }: ToldConversation,
  { agent, at }: { readonly agent: string; readonly at: number },
): Draft | undefined {
  // Owners who try their agent out are no visitors.
  if (channel === 'test') return undefined
  const { conversationId } = event
  const names = { visitor: cut(visitor, MAX_NAME), agent: cut(agent, MAX_NAME) }
  const withWords = (said: string) => (said.trim() === '' ? names : { ...names, text: cut(said.trim(), MAX_TEXT) })
  const words = withWords(text)
  const asked = withWords(question)
  switch (event.type) {
    case 'handoff.requested':
      // Whoever came first knows.
      if (state === 'human-chatting') return undefined
      return {
        key: `handoff|${conversationId}|${Math.floor(event.at / REQUESTS_MS)}`,
        level: 2,
        kind: 'handoff',
        details: asked,
      }
    case 'handoff.reopened':
      return {
        key: `reopened|${conversationId}|${Math.floor(event.at / REQUESTS_MS)}`,
        level: 2,
        kind: 'handoff',
        details: asked,
      }
    case 'form.submitted':
      return {
        key: `left|${conversationId}|${Math.floor(at / REQUESTS_MS)}`,
        level: 2,
        kind: 'left',
        details: withWords(left),
      }
    case 'message.received':
      if (event.begins) return { key: `new|${conversationId}`, level: 1, kind: 'new', details: words }
      if (state !== 'human-chatting') return undefined
      return {
        key: `message|${conversationId}|${Math.floor(at / MESSAGES_MS)}`,
        level: 1,
        kind: 'message',
        details: words,
        ...(assignee && { only: assignee }),
      }
    case 'lead.captured':
      return event.isNew ? { key: `lead|${conversationId}`, level: 1, kind: 'lead', details: names } : undefined
    case 'note.mentioned': {
      const { by, person } = event
      if (by.kind === person.kind && by.id === person.id) return undefined
      return {
        key: `mentioned|${conversationId}|${person.kind}|${person.id}|${Math.floor(at / MESSAGES_MS)}`,
        level: 2,
        kind: 'mentioned',
        details: { ...names, person: cut(by.name, MAX_NAME) },
        only: person,
      }
    }
    case 'chat.delegated': {
      const { by, person } = event
      // Whoever takes a conversation over, or gives it to themselves, knows.
      if (!by || (by.kind === person.kind && by.id === person.id)) return undefined
      return {
        key: `assigned|${conversationId}|${person.kind}|${person.id}|${Math.floor(at / MESSAGES_MS)}`,
        level: 2,
        kind: 'assigned',
        details: { ...names, person: cut(by.name, MAX_NAME) },
        only: person,
      }
    }
  }
}
