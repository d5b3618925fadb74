import type { Job } from '../../lib/jobs/jobs.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { DialCampaign } from './dial.ts'
import { CALL_JOB, type Campaigns, SEND_JOB } from './service.ts'

export const CALL_LATER_JOB = 'campaigns.call-later'
export const SEND_LATER_JOB = 'campaigns.send-later'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const campaignsJobs = (
  service: Campaigns,
  send: (ctx: Ctx, of: { agentId: string; campaignId: string }) => Promise<void>,
  { dial, changed }: DialCampaign,
): Job[] => [
  {
    name: CALL_JOB,
    run: (ctx, data) => dial(ctx, { agentId: named(data['agentId']), campaignId: named(data['campaignId']) }),
  },
  {
    name: CALL_LATER_JOB,
    onlyOne: ({ campaignId }) => named(campaignId),
    run: (ctx, data) => dial(ctx, { agentId: named(data['agentId']), campaignId: named(data['campaignId']) }),
  },
  {
    name: 'campaigns.call-changed',
    run: (ctx, { agentId, callId, reference }) =>
      changed(ctx, { agentId: named(agentId), callId: named(callId), reference: named(reference) }),
  },
  {
    name: SEND_JOB,
    run: (ctx, data) => send(ctx, { agentId: named(data['agentId']), campaignId: named(data['campaignId']) }),
  },
  {
    name: SEND_LATER_JOB,
    onlyOne: ({ campaignId, after }) => `${named(campaignId)}:${named(after)}`,
    run: (ctx, data) => send(ctx, { agentId: named(data['agentId']), campaignId: named(data['campaignId']) }),
  },
  {
    name: 'campaigns.rounds',
    cron: '* * * * *',
    async run(ctx) {
      const rounds = [...(await service.listRunning(ctx)), ...(await service.listLeftCalling(ctx))]
      for (const { id, agentId, workspaceId, channel } of rounds) {
        const round = channel === 'voice' ? dial : send
        await round({ ...ctx, workspaceId }, { agentId, campaignId: id }).catch((error: unknown) =>
          ctx.log.error({ err: error, campaignId: id }, 'a round of a campaign failed'),
        )
      }
    },
  },
  {
    name: 'campaigns.follow',
    cron: '*/10 * * * *',
    async run(ctx) {
      for (const { id, agentId, workspaceId } of await service.listUnsettled(ctx))
        await send({ ...ctx, workspaceId }, { agentId, campaignId: id }).catch((error: unknown) =>
          ctx.log.error({ err: error, campaignId: id }, 'following a campaign failed'),
        )
    },
  },
  {
    name: 'campaigns.organisation-changed',
    run: (ctx, { orgId }) => service.stopUnpaidBy(ctx, named(orgId)),
  },
  { name: 'campaigns.agent-deleted', run: (ctx, data) => service.forget(ctx, { agentId: named(data['agentId']) }) },
  { name: 'campaigns.workspace-deleted', run: (ctx) => service.forget(ctx, { workspaceId: ctx.workspaceId }) },
]
