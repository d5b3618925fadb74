// Owns notifications: their settings per person, and delivery by mail and push.
import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import {
  cutTitle,
  LATEST_PER_LEVEL,
  levelsOf,
  type Reader,
  deliveryChannelsOf,
} from '@parlance/contract/notifications/rules'
import {
  type Notification,
  type NotificationLevel,
  PersonalNotifications,
  type PersonalNotificationsChange,
  type PushSubscription,
} from '@parlance/contract/notifications/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { clientLink, type Origin } from '../../lib/origin/origin.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import { noticeTexts } from '../../mails/notices.ts'
import {
  type BudgetReached,
  type ChannelFailing,
  type CreditsNotice,
  describeBudget,
  describeEvent,
  describeFailure,
  describeLowCredits,
  type Draft,
  type Notified,
} from './describe-event.ts'
import type { MessageSubscribers } from './message-subscribers.ts'
import { COUNTED_MS, MAIL_LIMIT, mayDeliver, PUSH_LIMIT } from './delivery-limits.ts'
import type { Clients, Conversations, Members, Sender, SendMail } from './ports.ts'
import { createPush, type PushDeps } from './push.ts'
import * as repository from './repository.ts'
import type { Unsubscribe } from './unsubscribe.ts'
import type { NotificationRow } from './schema.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
export const DELIVER_MAIL = 'notifications.mail'
export const DELIVER_PUSH = 'notifications.push'

export interface NotificationsDeps extends PushDeps {
  readonly subscribers: Pick<MessageSubscribers, 'changed'>
  readonly bus: Bus
  readonly conversations: Conversations
  readonly clients: Clients
  readonly members: Members
  readonly agentTitle: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  readonly sendMail: SendMail
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  readonly unsubscribeToken: Unsubscribe['token']
  /** The origin that people open. */
  readonly originFor: (agencyId: string | undefined) => Promise<Origin>
}

interface Addressee extends Reader {
  readonly orgId: string
}
interface Delivery {
  readonly row: NotificationRow
  readonly person: Addressee
}
interface Recipient {
  readonly email: string
  readonly language: Language
  readonly agency: Sender | undefined
}

export function createNotifications(deps: NotificationsDeps) {
  const { bus, clients, conversations, enqueue, subscribers, members } = deps
  const push = createPush(deps)

  const settingsOf = async (ctx: Ctx): Promise<PersonalNotifications> => {
    const reader = readershipOf(ctx)
    if (!reader) throw new AppError('FORBIDDEN', msg('agency_admin_has_no_account'))
    const stored =
      reader.orgId === ''
        ? (await repository.readSettings(ctx.db, reader.workspaceId, [reader.personId])).get(reader.personId)
        : await clients.settingsOf(ctx, reader.personId)
    return PersonalNotifications.parse(stored ?? {})
  }

  const addresseesOf = async (ctx: Ctx, agentId: string): Promise<Addressee[]> => {
    const [people, users] = await Promise.all([members.list(ctx), clients.readersOf(ctx, agentId)])
    const ids = people.map(({ id }) => id)
    const stored = await repository.readSettings(ctx.db, ctx.workspaceId, ids)
    const settings = (given: unknown) => PersonalNotifications.parse(given ?? {})
    return [
      ...people.map(({ id }) => ({ id, orgId: '', isOnline: true, settings: settings(stored.get(id)) })),
      ...users.map(({ id, orgId, isOnline, settings: given }) => ({ id, orgId, isOnline, settings: settings(given) })),
    ]
  }

  /** Those within the delivery limits; records the delivery. */
  const takeDue = async (tx: Ctx, by: 'mailedTo' | 'pushedTo', wanted: readonly Delivery[]): Promise<Delivery[]> => {
    if (wanted.length === 0) return []
    await repository.lockDeliveries(tx.db, tx.workspaceId)
    const now = tx.now().getTime()
    const sent = await repository.listDelivered(tx.db, by, tx.workspaceId, new Date(now - COUNTED_MS))
    const limit = by === 'mailedTo' ? MAIL_LIMIT : PUSH_LIMIT
    const due = wanted.filter(({ row, person }) => mayDeliver(limit, sent.get(person.id) ?? [], { ...row, now }))
    for (const [row, of] of Map.groupBy(due, (one) => one.row)) {
      const ids = of.map(({ person }) => person.id)
      await repository.setDelivered(tx.db, by, row, ids)
    }
    return due
  }
  const mail = async (tx: Ctx, wanted: readonly Delivery[]) => {
    for (const { row, person } of await takeDue(tx, 'mailedTo', wanted))
      await enqueue(tx, DELIVER_MAIL, deliveryOf(row, { personId: person.id }))
  }
  /** Only limited if there are several recipients: messages to the person who answers are batched anyway. */
  const pushTo = async (tx: Ctx, wanted: readonly Delivery[]) => {
    const isRare = (row: Delivery['row']) => row.notifyOnly.length > 0 && row.kind === 'message'
    const [limited, rare] = [wanted.filter(({ row }) => !isRare(row)), wanted.filter(({ row }) => isRare(row))]
    const due = [...rare, ...(await takeDue(tx, 'pushedTo', limited))]
    const byPerson = new Map(due.map(({ row, person }) => [person.id, row]))
    for (const { id, personId } of await repository.listSubscriptions(tx.db, tx.workspaceId, [...byPerson.keys()])) {
      const row = byPerson.get(personId)
      if (row) await enqueue(tx, DELIVER_PUSH, deliveryOf(row, { personId, subscriptionId: id }))
    }
  }

  /** Stores the notification and enqueues mails and pushes. Returns whether it was new. */
  const store = (
    ctx: Ctx,
    event: Notified | ChannelFailing | BudgetReached | CreditsNotice,
    draft: Draft,
    addressees: readonly Addressee[],
  ): Promise<boolean> =>
    ctx.tx(async (tx) => {
      const told = draft.only ? addressees.filter(({ id }) => id === draft.only?.id) : addressees
      const rows = [...new Set(told.map(({ orgId }) => orgId))].map((orgId) => rowOf(tx, event, draft, orgId))
      const made = await repository.insertNotifications(tx.db, rows)
      const fresh = rows.filter(({ id }) => made.has(id))
      const reached = fresh.flatMap((row) =>
        told
          .filter(({ orgId }) => orgId === row.orgId)
          .map((person) => ({ row, person, channels: deliveryChannelsOf(person, audienceOf(row), tx.now()) })),
      )
      if (!draft.withoutMail)
        await mail(
          tx,
          reached.filter(({ channels }) => channels.email),
        )
      await pushTo(
        tx,
        reached.filter(({ channels }) => channels.push),
      )
      return fresh.length > 0
    })

  /** Undefined if they may not read it any more, or have read it meanwhile. */
  const recipientOf = async (ctx: Ctx, row: NotificationRow, personId: string): Promise<Recipient | undefined> => {
    if (row.readBy.includes(personId)) return undefined
    if (row.orgId === '') {
      const member = (await members.list(ctx)).find(({ id }) => id === personId)
      const language = member && (await members.languagesOf([member.email])).get(member.email)
      return member && { email: member.email, language: language ?? DEFAULT_LANGUAGE, agency: undefined }
    }
    const client = (await clients.readersOf(ctx, row.agentId)).find(({ id }) => id === personId)
    return client && { email: client.email, language: client.language, agency: client.agency }
  }

  return {
    async list(ctx: Ctx, { limit }: { readonly limit?: number | undefined }): Promise<{ items: Notification[] }> {
      const reader = readershipOf(ctx)
      if (!reader) return { items: [] }
      const [{ notifyIf }, language] = await Promise.all([settingsOf(ctx), languageOf(ctx)])
      const found = await Promise.all(
        levelsOf(notifyIf).map((level) => repository.listUnread(ctx.db, reader, level, LATEST_PER_LEVEL)),
      )
      const rows = found.flat().toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      const items = await Promise.all(
        rows
          .slice(0, limit)
          .map(async (row) => ({ ...(await textsOf(row, language)), ...asNotification(row, reader.personId) })),
      )
      return { items }
    },
    async mark(ctx: Ctx, as: 'seenBy' | 'readBy', ids: readonly string[] | undefined): Promise<void> {
      const reader = readershipOf(ctx)
      if (reader) await repository.mark(ctx.db, as, reader, ids)
    },

    settings: settingsOf,
    async updateSettings(ctx: Ctx, change: PersonalNotificationsChange): Promise<PersonalNotifications> {
      const reader = readershipOf(ctx)
      if (!reader) throw new AppError('FORBIDDEN', msg('agency_admin_has_no_account'))
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        const { workspaceId, personId: userId } = reader
        if (reader.orgId !== '') return clients.changeSettings(tx, userId, given)
        await repository.lockPerson(tx.db, workspaceId, userId)
        const before = (await repository.readSettings(tx.db, workspaceId, [userId])).get(userId)
        await repository.saveSettings(tx.db, { workspaceId, userId, settings: { ...before, ...given } })
      })
      subscribers.changed(ctx, reader.workspaceId)
      return settingsOf(ctx)
    },

    pushKey: push.publicKey,
    async subscribe(ctx: Ctx, subscription: PushSubscription): Promise<void> {
      const reader = readershipOf(ctx)
      if (!reader) throw new AppError('FORBIDDEN', msg('agency_admin_has_no_account'))
      const { workspaceId, orgId, personId } = reader
      await push.subscribe(ctx, { workspaceId, orgId, personId }, subscription)
    },
    async unsubscribe(ctx: Ctx, endpoint: string): Promise<void> {
      const reader = readershipOf(ctx)
      if (reader) await push.unsubscribe(ctx, reader, endpoint)
    },

    /** Whether this browser of the caller is still subscribed. */
    async isSubscribed(ctx: Ctx, endpoint: string): Promise<boolean> {
      const reader = readershipOf(ctx)
      return reader !== undefined && push.isSubscribed(ctx, reader, endpoint)
    },

    /** Notifies everyone concerned. Idempotent. `at`: milliseconds since 1970. */
    async tell(ctx: Ctx, event: Notified, at: number): Promise<void> {
      const { agentId, conversationId } = event
      const message = event.type === 'message.stored' ? { messageId: event.messageId } : {}
      const [conversation, agent] = await Promise.all([
        conversations.tell(ctx, { agentId, conversationId, at, ...message }),
        deps.agentTitle(ctx, agentId),
      ])
      const draft = conversation && agent !== undefined ? describeEvent(event, conversation, { agent, at }) : undefined
      if (!draft) return
      if (await store(ctx, event, draft, await addresseesOf(ctx, agentId)))
        bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, { type: 'notification', agentId })
    },

    /** An agent's channel stopped working: workspace members can reconnect it. */
    async tellOfChannel(ctx: Ctx, event: ChannelFailing, at: number): Promise<void> {
      const agent = await deps.agentTitle(ctx, event.agentId)
      if (agent === undefined) return
      const people = (await addresseesOf(ctx, event.agentId)).filter(({ orgId }) => orgId === '')
      if (await store(ctx, event, describeFailure(event, agent, at), people))
        bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, { type: 'notification', agentId: event.agentId })
    },

    /** A budget reached one of its alert percentages: workspace members are notified. */
    async tellOfBudget(ctx: Ctx, event: BudgetReached): Promise<void> {
      const people = (await addresseesOf(ctx, '')).filter(({ orgId }) => orgId === '')
      if (await store(ctx, event, describeBudget(event), people))
        bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, { type: 'notification' })
    },

    async tellOfLowCredits(ctx: Ctx, event: CreditsNotice): Promise<void> {
      const people = (await addresseesOf(ctx, '')).filter(({ orgId }) => orgId === '')
      if (await store(ctx, event, describeLowCredits(event), people))
        bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, { type: 'notification' })
    },

    /** Marks notifications of a settled request as read. */
    async settle(ctx: Ctx, { agentId, conversationId }: { agentId: string; conversationId: string }): Promise<void> {
      const readers = (await addresseesOf(ctx, agentId)).map(({ id }) => id)
      if (await repository.markHandoffsRead(ctx.db, ctx.workspaceId, conversationId, readers))
        bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, { type: 'notification', agentId })
    },

    async deliverMail(ctx: Ctx, { notificationId, personId }: { notificationId: string; personId: string }) {
      const row = await repository.findNotification(ctx.db, ctx.workspaceId, notificationId)
      const to = row && (await recipientOf(ctx, row, personId))
      if (!row || !to) return
      if (row.orgId === '' && !(await members.mailable(ctx)).includes(to.email)) return
      const at = await deps.originFor(to.agency?.id)
      const { workspaceId, orgId } = row
      const token = deps.unsubscribeToken(ctx, { workspaceId, orgId, personId, language: to.language })
      await deps.sendMail(ctx, {
        conversationId: row.conversationId,
        unsubscribe: `${at.origin}/api/${ctx.region}/notifications/unsubscribe/${token}`,
        to: to.email,
        language: to.language,
        agency: to.agency,
        ...(await textsOf(row, to.language)),
        link: to.agency ? clientLink(at, row.urlPathname, to.agency.id) : at.origin + row.urlPathname,
        key: `notification|${row.id}|${personId}`,
      })
    },
    async deliverPush(
      ctx: Ctx,
      {
        notificationId,
        personId,
        subscriptionId,
      }: { notificationId: string; personId: string; subscriptionId: string },
    ) {
      const [row, subscription] = await Promise.all([
        repository.findNotification(ctx.db, ctx.workspaceId, notificationId),
        repository.findSubscription(ctx.db, ctx.workspaceId, subscriptionId),
      ])
      if (!row || subscription?.personId !== personId) return
      const to = await recipientOf(ctx, row, personId)
      if (!to) return
      await push.send(ctx, subscription, {
        id: row.id,
        ...(await textsOf(row, to.language)),
        urlPathname: row.urlPathname,
        // At most 32 characters of base64url.
        topic: (row.conversationId || row.id).slice(0, 32),
        urgent: row.level === 2,
      })
    },

    removeOld: (ctx: Ctx) => repository.removeBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_MS)),
    removeOfConversations: (ctx: Ctx, ids: readonly string[]) => repository.removeOfConversations(ctx.db, ids),
    removeOfAgent: (ctx: Ctx, agentId: string) => repository.removeOfAgent(ctx.db, ctx.workspaceId, agentId),
    removeOfOrg: (ctx: Ctx, orgId: string) => repository.removeOfOrg(ctx.db, ctx.workspaceId, orgId),
    removeOfWorkspace: (ctx: Ctx) => repository.removeOfWorkspace(ctx.db, ctx.workspaceId),
    removeBrowsers: push.removeAll,
    removeOfPerson: (ctx: Ctx, personId: string) => repository.removeOfPerson(ctx.db, personId),
  }

  async function languageOf(ctx: Ctx): Promise<Language> {
    const { actor } = ctx
    if (actor.kind === 'session') return (await members.languagesOf([actor.email])).get(actor.email) ?? DEFAULT_LANGUAGE
    if (actor.kind === 'client') return (await clients.languageOf(ctx, actor.clientId)) ?? DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE
  }
}
export type Notifications = ReturnType<typeof createNotifications>

/** Undefined for the agency's admin, who has no account. */
function readershipOf({ actor, workspaceId }: Ctx): repository.Readership | undefined {
  if (actor.kind === 'session') return { workspaceId, orgId: '', personId: actor.userId, agentIds: undefined }
  if (actor.kind !== 'client' || actor.clientId === '') return undefined
  const agentIds = actor.canAccess.includes('/convos') ? (actor.agentIds ?? []) : []
  return { workspaceId, orgId: actor.orgId, personId: actor.clientId, agentIds }
}

const rowOf = (
  tx: Ctx,
  event: Notified | ChannelFailing | BudgetReached | CreditsNotice,
  draft: Draft,
  orgId: string,
): NotificationRow => ({
  id: randomId(20),
  workspaceId: tx.workspaceId,
  orgId,
  agentId: 'agentId' in event ? event.agentId : 'subjectId' in event && event.kind === 'agent' ? event.subjectId : '',
  conversationId: 'conversationId' in event ? event.conversationId : '',
  key: draft.key,
  level: draft.level,
  kind: draft.kind,
  details: draft.details,
  urlPathname:
    'conversationId' in event
      ? `/app/${tx.region}/agents/${event.agentId}/convos?conversation=${event.conversationId}`
      : 'channel' in event
        ? `/app/${tx.region}/agents/${event.agentId}/channels?channel=${event.channel}`
        : `/app/${tx.region}/account/billing?workspace=${tx.workspaceId}`,
  notifyOnly: draft.only ? [draft.only.id] : [],
  seenBy: [],
  readBy: [],
  mailedTo: [],
  pushedTo: [],
  createdAt: tx.now(),
})

async function textsOf({ kind, details }: NotificationRow, language: Language) {
  const { title, body } = await noticeTexts(language, kind, details)
  return { title: cutTitle(title), body }
}

const levelOf = ({ level }: NotificationRow): NotificationLevel => (level === 2 ? 2 : 1)
const audienceOf = (row: NotificationRow) => ({ notificationLevel: levelOf(row), notifyOnly: row.notifyOnly })
const deliveryOf = ({ workspaceId, id }: NotificationRow, more: Readonly<Record<string, string>>) => ({
  workspaceId,
  notificationId: id,
  ...more,
})

const asNotification = (row: NotificationRow, personId: string) => ({
  ID: row.id,
  ts: unixSeconds(row.createdAt),
  seen: row.seenBy.includes(personId),
  urlPathname: row.urlPathname,
  notificationLevel: levelOf(row),
  notifyOnly: row.notifyOnly,
})
