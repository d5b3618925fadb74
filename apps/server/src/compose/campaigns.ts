// Composes campaigns: leads as recipients, channels that carry the words, and whoever pays for the agent.
import type { MessageDescriptor } from '@parlance/i18n/messages'
import { msg } from '@parlance/i18n/messages'
import { AppError } from '@parlance/contract/lib/errors'
import { storedMessage } from '../lib/stored-message.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { createCampaignsModule } from '../modules/campaigns/index.ts'
import type { createChannelsModule } from '../modules/channels/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import { leadQueries } from '../modules/leads/index.ts'
import type { createPaymentsModule } from '../modules/payments/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly billing: Module<typeof createBillingModule>
  readonly channels: Module<typeof createChannelsModule>
  readonly payments: Module<typeof createPaymentsModule>
}
const TWO_PAYERS: MessageDescriptor = msg('agent_of_two_payers')

export function composeCampaigns({ infrastructure: { enqueue } }: Base, { billing, channels, payments }: Needs) {
  const charge = createCharge(billing.service, 'visitor')
  const cause = storedMessage(msg('credit_campaign'))
  const keyOf = (campaignId: string) => `campaign:${campaignId}`
  return createCampaignsModule({
    channels: channels.service.campaigns,
    credits: {
      hold: (ctx, { campaignId, agentId, payerId, cost }) =>
        charge.hold(ctx, { key: keyOf(campaignId), workspaceId: payerId, agentId, cause, amount: cost }),
      settle: (ctx, { campaignId, agentId, payerId, cost }) =>
        charge.settle(ctx, { key: keyOf(campaignId), workspaceId: payerId, of: ctx.workspaceId, agentId, cause, cost }),
      available: charge.available,
      async payerOf(ctx, agentId) {
        const payer = await payments.clientBilling.payers.payerOf(ctx, ctx.workspaceId, agentId)
        if (payer === undefined) throw new AppError('CONFLICT', TWO_PAYERS)
        return payer
      },
    },
    leadsOf: leadQueries.ofGroup,
    leadsByIds: leadQueries.byIds,
    enqueue,
  })
}
