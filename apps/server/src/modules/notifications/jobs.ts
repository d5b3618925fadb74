import { asMessageStored } from '../../lib/events.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import type { BudgetReached, ChannelFailing, CreditsNotice, Notified } from './describe-event.ts'
import { DELIVER_MAIL, DELIVER_PUSH, type Notifications } from './service.ts'

const TELLING: ReadonlySet<string> = new Set<Notified['type']>([
  'handoff.requested',
  'handoff.reopened',
  'form.submitted',
  'message.stored',
  'chat.delegated',
  'note.mentioned',
  'lead.captured',
])
/** Retries for about an hour; later the notification is useless. */
const PATIENCE = { retryLimit: 8, retryDelay: 5, retryDelayMax: 900 } as const

export const notificationsJobs = (service: Notifications): Job[] => [
  {
    name: 'notifications.heard',
    async run(ctx, told) {
      const data = asMessageStored(told)
      if (TELLING.has(String(data.type))) await service.tell(ctx, data as unknown as Notified, Number(data.eventAt))
    },
  },
  {
    name: 'notifications.channel-failing',
    run: (ctx, data) => service.tellOfChannel(ctx, data as unknown as ChannelFailing, Number(data.eventAt)),
  },
  {
    name: 'notifications.budget-reached',
    run: (ctx, data) => service.tellOfBudget(ctx, data as unknown as BudgetReached),
  },
  {
    name: 'notifications.low-credits',
    run: (ctx, data) => service.tellOfLowCredits(ctx, data as unknown as CreditsNotice),
  },
  {
    name: 'notifications.handoff-settled',
    run: (ctx, { agentId, conversationId }) =>
      service.settle(ctx, { agentId: String(agentId), conversationId: String(conversationId) }),
  },
  {
    name: DELIVER_MAIL,
    ...PATIENCE,
    run: (ctx, { notificationId, personId }) =>
      service.deliverMail(ctx, { notificationId: String(notificationId), personId: String(personId) }),
  },
  {
    name: DELIVER_PUSH,
    ...PATIENCE,
    run: (ctx, { notificationId, personId, subscriptionId }) =>
      service.deliverPush(ctx, {
        notificationId: String(notificationId),
        personId: String(personId),
        subscriptionId: String(subscriptionId),
      }),
  },
  { name: 'notifications.sweep', cron: '50 3 * * *', run: async (ctx) => void (await service.removeOld(ctx)) },
  {
    name: 'notifications.conversations-deleted',
    async run(ctx, { conversationIds }) {
      if (Array.isArray(conversationIds)) await service.removeOfConversations(ctx, conversationIds.map(String))
    },
  },
  {
    name: 'notifications.agent-deleted',
    run: async (ctx, { agentId }) => void (await service.removeOfAgent(ctx, String(agentId))),
  },
  {
    name: 'notifications.organisation-changed',
    async run(ctx, { orgId, operation }) {
      if (operation === 'deleted') await service.removeOfOrg(ctx, String(orgId))
    },
  },
  {
    name: 'notifications.client-changed',
    async run(ctx, { clientId, operation }) {
      if (operation === 'deleted') await service.removeOfPerson(ctx, String(clientId))
    },
  },
  {
    name: 'notifications.account-deleted',
    run: (ctx, { userId }) => service.removeOfPerson(ctx, String(userId)),
  },
  {
    name: 'notifications.sessions-ended',
    run: (ctx, { personId, at }) => service.removeBrowsers(ctx, String(personId), new Date(Number(at))),
  },
  { name: 'notifications.workspace-deleted', run: (ctx) => service.removeOfWorkspace(ctx) },
]
