import type { campaignsApi } from '@parlance/contract/campaigns/api'
import type { Ctx } from '../../lib/ctx.ts'
import type { Handlers } from '../../lib/http/handlers.ts'
import { createDialCampaign, type DialDeps } from './dial.ts'
import { createDoNotCall, type DoNotCall } from './do-not-call.ts'
import { CALL_LATER_JOB, campaignsJobs, SEND_LATER_JOB } from './jobs.ts'
import { createSendCampaign, type SendDeps } from './send.ts'
import { type Campaigns, type CampaignsDeps, createCampaigns } from './service.ts'

export type { CampaignCharge } from './ports.ts'

export interface CampaignsModuleDeps extends Omit<CampaignsDeps, 'doNotCall'>, Pick<SendDeps, 'leadsByIds'> {
  /** Enqueues a job after this many milliseconds. */
  readonly enqueueLater: (ctx: Ctx, name: string, data: Record<string, string>, ms: number) => Promise<void>
}

export function createCampaignsModule({ leadsByIds, enqueueLater, ...deps }: CampaignsModuleDeps) {
  const doNotCall = createDoNotCall(deps.calls)
  const service = createCampaigns({ ...deps, doNotCall })
  const later =
    (job: string): DialDeps['later'] =>
    (ctx, named, ms) =>
      enqueueLater(ctx, job, { ...named, workspaceId: ctx.workspaceId, after: String(ms) }, ms)
  const send = createSendCampaign({
    channels: deps.channels,
    campaigns: service,
    leadsByIds,
    later: later(SEND_LATER_JOB),
  })
  const calls = createDialCampaign({ ...deps, campaigns: service, doNotCall, leadsByIds, later: later(CALL_LATER_JOB) })
  return {
    service: { ...service, send, dial: calls.dial },
    router: routerOf(service, doNotCall),
    jobs: campaignsJobs(service, send, calls),
  }
}

const routerOf = (
  {
    end: _end,
    withdraw: _withdraw,
    conversationIds: _ids,
    forget: _forget,
    stopUnpaidBy: _stop,
    listRunning: _list,
    listLeftCalling: _left,
    listUnsettled: _unsettled,
    ...service
  }: Campaigns,
  { blockedOf: _blocked, ...doNotCall }: DoNotCall,
): Handlers<typeof campaignsApi> => ({ ...service, ...doNotCall })
