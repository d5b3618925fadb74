import type { Person } from '@parlance/contract/conversations/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { deleteOfWorkspace, forgetPerson } from './inbox/inbox.ts'
import type { Conversations } from './service.ts'

export const conversationsJobs = (service: Conversations): Job[] => [
  { name: 'conversations.recover', cron: '* * * * *', run: async (ctx) => void (await service.recover(ctx, false)) },
  {
    name: 'conversations.sweep-ephemeral',
    cron: '*/10 * * * *',
    run: (ctx) => service.sweepEphemeral(ctx),
  },
  {
    name: 'conversations.mail-replies',
    cron: '* * * * *',
    run: async (ctx) => void (await service.replyMails.mailReplies(ctx)),
  },
  {
    name: 'conversations.plan-reply-mail',
    run: async (ctx, { conversationId, seq, eventAt }) =>
      service.replyMails.plan(ctx, {
        conversationId: String(conversationId),
        seq: Number(seq),
        at: new Date(Number(eventAt)),
      }),
  },
  {
    name: 'conversations.sweep-mails',
    cron: '17 * * * *',
    async run(ctx) {
      await service.lifecycle.sweepMails(ctx)
      await service.mailAnswers.sweep(ctx)
    },
  },
  {
    name: 'conversations.sweep-visitors',
    cron: '20 4 * * *',
    run: async (ctx) => void (await service.sweepVisitors(ctx)),
  },
  {
    name: 'conversations.sweep-presence',
    cron: '* * * * *',
    run: async (ctx) => void (await service.visitorPresence.sweepPresence(ctx)),
  },
  {
    name: 'conversations.handoff-requested',
    run: async (ctx, { agentId, conversationId }) => {
      if (typeof agentId === 'string' && typeof conversationId === 'string')
        await service.requests.assign(ctx, { agentId, conversationId })
    },
  },
  {
    name: 'conversations.time-out-handoffs',
    cron: '* * * * *',
    run: async (ctx) => void (await service.requests.timeOut(ctx)),
  },
  {
    name: 'conversations.reopen-abandoned',
    cron: '* * * * *',
    run: async (ctx) => void (await service.requests.reopenAbandoned(ctx)),
  },
  {
    name: 'conversations.client-availability',
    run: async (ctx, { clientId, isOnline }) => {
      if (isOnline === true) await service.presence.clientCame(ctx, String(clientId))
    },
  },
  {
    name: 'conversations.account-deleted',
    run: async (ctx, { userId, pseudonym, workspaceIds }) => {
      if (typeof userId !== 'string' || typeof pseudonym !== 'string') return
      const own: readonly unknown[] = Array.isArray(workspaceIds) ? workspaceIds : []
      await personDeleted(service, ctx, { kind: 'user', id: userId, name: pseudonym }, own)
    },
  },
  {
    name: 'conversations.client-changed',
    run: async (ctx, { clientId, name, operation }) => {
      if (operation === 'deleted' && typeof clientId === 'string' && typeof name === 'string')
        await personDeleted(service, ctx, { kind: 'client', id: clientId, name })
      if (operation === 'updated') await service.requests.reopenLost(ctx)
    },
  },
  {
    name: 'conversations.member-changed',
    run: async (ctx, { after }) => {
      if (after !== null && after !== 'viewer') return
      await service.teams.forgetStrangers(ctx)
      await service.requests.reopenLost(ctx)
    },
  },
  {
    name: 'conversations.organisation-changed',
    run: async (ctx, { orgId, operation }) => {
      if (typeof orgId !== 'string') return
      if (operation === 'deleted') {
        await service.teams.organisationDeleted(ctx, orgId)
        await service.blocks.organisationDeleted(ctx, orgId)
      } else await service.blocks.orgAgentsChanged(ctx, orgId)
      if (operation === 'updated') await service.requests.reopenLost(ctx)
    },
  },
  {
    name: 'conversations.workspace-deleted',
    run: async (ctx, { workspaceId }) => {
      if (typeof workspaceId === 'string') await deleteOfWorkspace(ctx, workspaceId)
    },
  },
  {
    name: 'conversations.agent-deleted',
    run: async (ctx, data) => {
      if (typeof data.agentId === 'string') await service.removeOfAgent(ctx, data.agentId)
    },
  },
]

/** Asks others about their conversations, except in workspaces that are deleted as well. */
async function personDeleted(
  { requests }: Conversations,
  ctx: Ctx,
  person: Person,
  deletedWorkspaces: readonly unknown[] = [],
): Promise<void> {
  for (const workspaceId of await requests.workspacesHeldBy(ctx, person))
    if (!deletedWorkspaces.includes(workspaceId)) await requests.reopenLost({ ...ctx, workspaceId })
  await forgetPerson(ctx, person)
}
