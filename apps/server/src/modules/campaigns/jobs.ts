// Background jobs of campaigns.
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { type Campaigns, SEND_JOB } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const campaignsJobs = (
  service: Campaigns,
  send: (ctx: Ctx, of: { agentId: string; campaignId: string }) => Promise<void>,
): Job[] => [
  {
    name: SEND_JOB,
    run: (ctx, data) => send(ctx, { agentId: named(data['agentId']), campaignId: named(data['campaignId']) }),
  },
  {
    name: 'campaigns.rounds',
    cron: '* * * * *',
    async run(ctx) {
      for (const { id, agentId, workspaceId } of await service.listRunning(ctx))
        await send({ ...ctx, workspaceId }, { agentId, campaignId: id }).catch((error: unknown) =>
          ctx.log.error({ err: error, campaignId: id }, 'a round of a campaign failed'),
        )
    },
  },
  { name: 'campaigns.agent-deleted', run: (ctx, data) => service.forget(ctx, { agentId: named(data['agentId']) }) },
  { name: 'campaigns.workspace-deleted', run: (ctx) => service.forget(ctx, { workspaceId: ctx.workspaceId }) },
]
