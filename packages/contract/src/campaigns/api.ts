// Campaigns of an agent. Client users can see them; only an org's admins and the agency's members can start one.
import { z } from 'zod'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import {
  BlockedNumber,
  Campaign,
  CAMPAIGN_DEFAULTS,
  CampaignMeans,
  CampaignPlan,
  CampaignReach,
  Recipient,
  RECIPIENT_STATES,
} from './schemas.ts'

const tag = 'Campaigns'
const agentId = z.string().max(100)
const campaignId = z.string().max(100)
const by = ['session', 'workspace', 'agency', 'client'] as const
const reading = { by, agent: 'agentId', client: { tabs: ['/campaigns'] } } as const
const writing = { by, agent: 'agentId', client: { tabs: ['/campaigns'], admin: true } } as const
const named = z.strictObject({ agentId, campaignId })
const one = z.object({ data: Campaign })
const shape = CampaignPlan.shape

export const campaignsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/campaigns',
    tag,
    access: reading,
    summary: 'List campaigns of an agent, newest first, and what new ones can use',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(Campaign), means: CampaignMeans })),
  create: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns',
    tag,
    access: writing,
    errors: ['LIMIT_REACHED'],
    summary: 'Create a campaign; nothing is sent until you start it',
  })
    .input(
      z.strictObject({
        agentId,
        ...shape,
        group: shape.group.default(CAMPAIGN_DEFAULTS.group),
        template: shape.template.default(CAMPAIGN_DEFAULTS.template),
        mail: shape.mail.default(CAMPAIGN_DEFAULTS.mail),
        timeZone: shape.timeZone.default(CAMPAIGN_DEFAULTS.timeZone),
        from: shape.from.default(CAMPAIGN_DEFAULTS.from),
        until: shape.until.default(CAMPAIGN_DEFAULTS.until),
        days: shape.days.default([...CAMPAIGN_DEFAULTS.days]),
        perMinute: shape.perMinute.default(CAMPAIGN_DEFAULTS.perMinute),
        retries: shape.retries.default(CAMPAIGN_DEFAULTS.retries),
        calls: shape.calls.default(CAMPAIGN_DEFAULTS.calls),
      }),
    )
    .output(one),
  get: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}',
    tag,
    access: reading,
    summary: 'Get a campaign with its statistics',
  })
    .input(named)
    .output(one),
  update: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'Update a campaign before it starts; while paused, only hours, pace and retries',
  })
    .input(CampaignPlan.partial().extend({ agentId, campaignId }).strict())
    .output(one),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'Delete a campaign that is not running',
  })
    .input(named)
    .output(success),
  reach: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/reach',
    tag,
    access: { ...writing, role: 'editor', limit: 'keyTest' },
    summary: 'Estimate a campaign’s recipients and cost',
  })
    .input(named)
    .output(z.object({ data: CampaignReach })),
  start: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/start',
    tag,
    access: { ...writing, by: ['session', 'client'] },
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED'],
    summary: 'Start a campaign and hold its price',
    description:
      'With `agreed`, you confirm that every recipient agreed to be contacted; we record who confirmed and when. People who opted out are skipped.',
  })
    .input(named.extend({ agreed: z.literal(true) }))
    .output(one),
  pause: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/pause',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'Pause a running campaign',
  })
    .input(named)
    .output(one),
  resume: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/resume',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'Resume a paused campaign',
  })
    .input(named)
    .output(one),
  retryFailed: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/retry-failed',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'Send again to recipients whose message failed, unless the campaign was stopped',
  })
    .input(named)
    .output(one),
  stop: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/stop',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'Stop a campaign for good; you pay only for what was sent',
  })
    .input(named)
    .output(one),
  recipients: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/recipients',
    tag,
    access: reading,
    summary: 'List recipients of a campaign with their status',
  })
    .input(named.extend({ state: z.enum(RECIPIENT_STATES).optional(), ...pageInput }))
    .output(page(Recipient)),
  blockedNumbers: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/do-not-call',
    tag,
    access: reading,
    summary: 'List blocked numbers, newest first',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(page(BlockedNumber)),
  blockNumber: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/do-not-call',
    tag,
    access: writing,
    errors: ['LIMIT_REACHED'],
    summary: 'Never call a number again',
    description: 'Open campaigns of the agent skip it too. People who opted out of its messages aren’t called either.',
  })
    .input(z.strictObject({ agentId, phone: z.string().max(40) }))
    .output(z.object({ data: BlockedNumber })),
  unblockNumber: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/do-not-call/{phone}',
    tag,
    access: writing,
    summary: 'Let campaigns call a number again',
  })
    .input(z.strictObject({ agentId, phone: z.string().regex(/^\+\d{6,15}$/) }))
    .output(success),
}
