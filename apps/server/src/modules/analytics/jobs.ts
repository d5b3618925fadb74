import type { Job } from '../../lib/jobs/jobs.ts'
import type { Analytics } from './service.ts'

export const analyticsJobs = (analytics: Analytics): Job[] => [
  {
    name: 'analytics.agent-created',
    async run(ctx, { agentId, at }) {
      // Ids can be reused after a deletion: the time distinguishes the two agents.
      const moment = new Date(Number(at))
      const occasion = `${String(agentId)}|${moment.toISOString()}`
      await analytics.record(ctx, { name: 'new_agent_created', agentId: String(agentId), occasion, at: moment })
    },
  },
  {
    name: 'analytics.handoff-requested',
    run: (ctx, { agentId, conversationId, at, begins }) =>
      analytics.handOff(ctx, {
        agentId: String(agentId),
        conversationId: String(conversationId),
        at: new Date(Number(at)),
        begins: begins === true,
      }),
  },
  {
    name: 'analytics.lead-captured',
    async run(ctx, { agentId, conversationId, leadId, isNew, eventAt }) {
      if (isNew !== true) return
      const of = { agentId: String(agentId), conversationId: String(conversationId), leadId: String(leadId) }
      await analytics.leadCaptured(ctx, { ...of, at: new Date(Number(eventAt)) })
    },
  },
  {
    name: 'analytics.channel-connected',
    async run(ctx, { agentId, channel, eventId, eventAt }) {
      const at = new Date(Number(eventAt))
      await analytics.channelAdded(ctx, {
        agentId: String(agentId),
        channel: String(channel),
        occasion: String(eventId),
        at,
      })
    },
  },
  {
    name: 'analytics.subscription-started',
    run: (ctx, { subscriptionId, eventAt }) =>
      analytics.subscriptionStarted(ctx, { occasion: String(subscriptionId), at: new Date(Number(eventAt)) }),
  },
  { name: 'analytics.workspace-deleted', run: (ctx) => analytics.forgetWorkspace(ctx) },
  { name: 'analytics.agent-deleted', run: (ctx, { agentId }) => analytics.forget(ctx, String(agentId)) },
  { name: 'analytics.sweep', cron: '17 3 * * *', run: analytics.sweep },
]
