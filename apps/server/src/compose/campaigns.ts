import type { MessageDescriptor } from '@parlance/i18n/messages'
import { msg } from '@parlance/i18n/messages'
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits } from '@parlance/contract/lib/money'
import { storedMessage } from '../lib/stored-message.ts'
import type { createAgenciesModule } from '../modules/agencies/index.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { type CampaignCharge, createCampaignsModule } from '../modules/campaigns/index.ts'
import type { createChannelsModule } from '../modules/channels/index.ts'
import { conversationQueries } from '../modules/conversations/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import { leadQueries } from '../modules/leads/index.ts'
import type { createPaymentsModule } from '../modules/payments/index.ts'
import type { createVoiceModule } from '../modules/voice/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly agencies: Module<typeof createAgenciesModule>
  readonly billing: Module<typeof createBillingModule>
  readonly channels: Module<typeof createChannelsModule>
  readonly payments: Module<typeof createPaymentsModule>
  readonly voice: Module<typeof createVoiceModule>
}
const TWO_PAYERS: MessageDescriptor = msg('agent_of_two_payers')

export function composeCampaigns(
  { infrastructure: { enqueue, enqueueLater } }: Base,
  { agencies, billing, channels, payments, voice }: Needs,
) {
  const charge = createCharge(billing.service, 'visitor')
  const cause = storedMessage(msg('credit_campaign'))
  const keyOf = ({ campaignId, number = 0 }: CampaignCharge) =>
    number === 0 ? `campaign:${campaignId}` : `campaign:${campaignId}:${number}`
  return createCampaignsModule({
    channels: channels.campaigns,
    credits: {
      hold: (ctx, of) => {
        const { agentId, payerId, cost } = of
        return charge.hold(ctx, { key: keyOf(of), workspaceId: payerId, agentId, cause, amount: cost })
      },
      settle: (ctx, of) => {
        const { agentId, payerId, cost } = of
        return charge.settle(ctx, {
          key: keyOf(of),
          workspaceId: payerId,
          of: ctx.workspaceId,
          agentId,
          cause,
          cost,
        })
      },
      available: charge.available,
      budgetLeft: billing.budgets.leftOf,
      async payerOf(ctx, agentId) {
        const payer = await payments.clientBilling.payers.currentPayerOf(ctx, ctx.workspaceId, agentId)
        if (payer === undefined) throw new AppError('CONFLICT', TWO_PAYERS)
        return payer
      },
    },
    calls: {
      async terms(ctx, agentId) {
        if ((await channels.service.numbers.lines.ofAgent(ctx, agentId)).length === 0)
          throw new AppError('CONFLICT', msg('agent_has_no_number'))
        const { creditsPerMinute } = (await voice.service.services(ctx, { agentId })).data
        return { creditsPerMinute }
      },
      dial: voice.service.phone.dial,
      outcomes: async (ctx, callIds) =>
        (await voice.service.phone.outcomes(ctx, callIds)).map((outcome) => ({
          ...outcome,
          milli: fromCredits(outcome.credits),
        })),
      named: conversationQueries.nameVisitor,
      optedOut: channels.service.campaigns.optedOut,
    },
    async channelsOf(ctx, agentId) {
      const [{ items }, numbers] = await Promise.all([
        channels.service.connections.list(ctx, { agentId }),
        channels.service.numbers.lines.ofAgent(ctx, agentId),
      ])
      return [...items.map(({ channel }) => channel), ...(numbers.length > 0 ? ['voice'] : [])]
    },
    leadsOf: leadQueries.ofGroup,
    leadsByIds: leadQueries.byIds,
    async senderOf(ctx) {
      const profile = (await agencies.service.findOfWorkspace(ctx, ctx.workspaceId))?.profile
      return profile && profile.address.trim() !== '' ? `${profile.name}\n${profile.address.trim()}` : ''
    },
    enqueue,
    enqueueLater,
  })
}
