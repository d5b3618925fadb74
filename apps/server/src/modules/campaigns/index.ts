import type { campaignsApi } from '@parlance/contract/campaigns/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import { campaignsJobs } from './jobs.ts'
import { createSendCampaign, type SendDeps } from './send.ts'
import { type Campaigns, type CampaignsDeps, createCampaigns } from './service.ts'

export function createCampaignsModule({ leadsByIds, ...deps }: CampaignsDeps & Pick<SendDeps, 'leadsByIds'>) {
  const service = createCampaigns(deps)
  const send = createSendCampaign({ channels: deps.channels, campaigns: service, leadsByIds })
  return { service: { ...service, send }, router: routerOf(service), jobs: campaignsJobs(service, send) }
}

/** Access was checked by the request pipeline. */
const routerOf = ({
  end: _end,
  forget: _forget,
  listRunning: _list,
  ...service
}: Campaigns): Handlers<typeof campaignsApi> => service
