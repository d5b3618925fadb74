// Maps events to notifications: level, kind, and recipients.
import { channelLabel } from '@parlance/contract/channels/list'
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
      | 'message.stored'
      | 'chat.delegated'
      | 'note.mentioned'
      | 'lead.captured'
  }
>

/** Concerns no conversation: workspace members are notified. */
export type ChannelFailing = Extract<DomainEvent, { type: 'channel.failing' }>

export type CreditsNotice = Extract<DomainEvent, { type: 'credits.notice' }>

export type BudgetReached = Extract<DomainEvent, { type: 'budget.reached' }>

export interface Draft {
  /** Idempotency key. */
  readonly key: string
  readonly level: NotificationLevel
  readonly kind: NoticeKind
  readonly details: NoticeDetails
  readonly withoutMail?: true
  /** The only recipient; undefined for everyone. */
  readonly only?: Pick<Person, 'kind' | 'id'>
}

/** Messages, notes and assignments within this time become one notification. */
const MESSAGES_MS = 120_000
/** Requests for a human in a conversation within this time become one notification, unless a person answered in between. */
const REQUESTS_MS = 600_000
const HOUR_MS = 3_600_000
const MAX_NAME = 60
const MAX_TEXT = 200

/** At most once an hour, however often it fails. */
export const describeFailure = ({ agentId, channel }: ChannelFailing, agent: string, at: number): Draft => ({
  key: `channel|${agentId}|${channel}|${Math.floor(at / HOUR_MS)}`,
  level: 2,
  kind: 'channel',
  details: { visitor: channelLabel(channel), agent: cut(agent, MAX_NAME) },
})

export const describeBudget = ({ kind, subjectId, name, percent, month, isStopped }: BudgetReached): Draft => ({
  key: `budget|${kind}|${subjectId}|${month}|${percent}`,
  level: 2,
  kind: isStopped ? 'budgetStopped' : 'budget',
  details: { visitor: cut(name, MAX_NAME), agent: '', person: `${percent}` },
  withoutMail: true,
})

/** Once per crossing; the mail about it goes to those who manage billing. */
export const describeLowCredits = ({ mark, left, at }: CreditsNotice): Draft => ({
  key: `credits|${mark}|${at}`,
  level: 2,
  kind: mark === 0 ? 'creditsOut' : 'creditsLow',
  details: { visitor: '', agent: '', person: `${Math.floor(left)}` },
  withoutMail: true,
})

/** Undefined if nobody is notified. `at`: milliseconds since 1970. */
export function describeEvent(
  event: Notified,
  { channel, state, visitor, visitorCode, assignee, answeredSeq = 0, text = '', left = '' }: ToldConversation,
  { agent, at }: { readonly agent: string; readonly at: number },
): Draft | undefined {
  if (channel === 'test') return undefined
  const { conversationId } = event
  const names = {
    visitor: cut(visitor, MAX_NAME),
    ...(visitorCode && { visitorCode }),
    agent: cut(agent, MAX_NAME),
  }
  const withWords = (said: string) => (said.trim() === '' ? names : { ...names, text: cut(said.trim(), MAX_TEXT) })
  const words = withWords(text)
  switch (event.type) {
    case 'handoff.requested':
      // The person who took over sees the messages.
      if (state === 'human-chatting') return undefined
      return {
        key: `handoff|${conversationId}|${Math.floor(event.at / REQUESTS_MS)}|${answeredSeq}`,
        level: 2,
        kind: 'handoff',
        details: words,
      }
    case 'handoff.reopened':
      return {
        key: `reopened|${conversationId}|${Math.floor(event.at / REQUESTS_MS)}|${answeredSeq}`,
        level: 2,
        kind: 'handoff',
        details: words,
      }
    case 'form.submitted':
      return {
        key: `left|${conversationId}|${Math.floor(at / REQUESTS_MS)}`,
        level: 2,
        kind: 'left',
        details: withWords(left),
      }
    case 'message.stored':
      if (event.from !== 'user') return undefined
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
        details: { ...words, person: cut(by.name, MAX_NAME) },
        only: person,
      }
    }
    case 'chat.delegated': {
      const { by, person } = event
      // Nobody is notified of their own action.
      if (!by || (by.kind === person.kind && by.id === person.id)) return undefined
      return {
        key: `assigned|${conversationId}|${person.kind}|${person.id}|${Math.floor(at / MESSAGES_MS)}`,
        level: 2,
        kind: 'assigned',
        details: { ...words, person: cut(by.name, MAX_NAME) },
        only: person,
      }
    }
  }
}
