// Campaigns of an agent. Client users see them; only an org's admins and the agency's own people start one.
import { z } from 'zod'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import {
  BlockedNumber,
  Campaign,
  CAMPAIGN_DEFAULTS,
  CampaignPlan,
  CampaignReach,
  Recipient,
  RECIPIENT_STATES,
} from './schemas.ts'

const tag = 'Campaigns'
const agentId = z.string().max(100)
const campaignId = z.string().max(100)
const by = ['session', 'workspace', 'client'] as const
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
    summary: 'Campaigns of an agent, newest first',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(Campaign) })),
  create: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns',
    tag,
    access: writing,
    errors: ['LIMIT_REACHED'],
    summary: 'Plan a campaign; nothing is sent before it is started',
  })
    .input(
      z.strictObject({
        agentId,
        ...shape,
        group: shape.group.default(CAMPAIGN_DEFAULTS.group),
        template: shape.template.default(CAMPAIGN_DEFAULTS.template),
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
    summary: 'One campaign with its figures',
  })
    .input(named)
    .output(one),
  update: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'Change a campaign that has not been started; of a paused one the hours, the pace and the retries',
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
    summary: 'Who a campaign would reach, and what that costs',
  })
    .input(named)
    .output(z.object({ data: CampaignReach })),
  start: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/start',
    tag,
    access: { ...writing, by: ['session', 'client'] },
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED'],
    summary: 'Start a campaign; its price is held first',
    description:
      'With `agreed` whoever starts it says that every recipient agreed to be written to; who and when is kept. People who opted out are left out.',
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
    summary: 'Go on with a paused campaign',
  })
    .input(named)
    .output(one),
  stop: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/stop',
    tag,
    access: writing,
    errors: ['CONFLICT'],
    summary: 'End a campaign for good; what was not sent is not paid',
  })
    .input(named)
    .output(one),
  recipients: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/recipients',
    tag,
    access: reading,
    summary: 'Recipients of a campaign and what became of each',
  })
    .input(named.extend({ state: z.enum(RECIPIENT_STATES).optional(), ...pageInput }))
    .output(page(Recipient)),
  blockedNumbers: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/do-not-call',
    tag,
    access: reading,
    summary: 'Numbers that no campaign of the agent calls, newest first',
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
    description:
      'Open campaigns of the agent leave it out too. Whoever opted out of its messages is not called either.',
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
