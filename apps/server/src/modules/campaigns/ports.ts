import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { Ctx } from '../../lib/ctx.ts'

export interface Lead {
  readonly id: string
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly conversationIds: readonly string[]
}
interface Target {
  readonly agentId: string
  readonly channel: MessagingChannel
}
type Addressee = Pick<Lead, 'name' | 'phone' | 'email' | 'conversationIds'>

/** What campaigns need of channels. Both throw CONFLICT where the agent is not connected to the channel. */
export interface CampaignChannels {
  readonly reachOf: (
    ctx: Ctx,
    of: Target,
    people: readonly Addressee[],
  ) => Promise<{ readonly address: string | undefined; readonly isBlocked: boolean }[]>
  /** In a transaction. Undefined where they can't be reached or opted out. */
  readonly begin: (
    tx: Ctx,
    of: Target,
    to: Addressee,
    said: {
      text: string
      key: string
      template: { template: string; language: string; name: string | undefined } | undefined
    },
  ) => Promise<{ identityId: string; conversationId: string; outKey: string; address: string } | undefined>
  readonly wake: (ctx: Ctx, identityId: string) => void
  readonly outcomes: (
    ctx: Ctx,
    begun: readonly { identityId: string; outKey: string; at: Date }[],
  ) => Promise<{ identityId: string; outKey: string; state: string | null; error: string; replied: boolean }[]>
}

/** Credits of whoever pays for the agent. */
export interface CampaignCredits {
  /** @throws CREDITS_EXHAUSTED */
  readonly hold: (ctx: Ctx, of: { campaignId: string; agentId: string; payerId: string; cost: number }) => Promise<void>
  readonly settle: (
    ctx: Ctx,
    of: { campaignId: string; agentId: string; payerId: string; cost: number },
  ) => Promise<void>
  readonly available: (ctx: Ctx, payerId: string) => Promise<number>
  /** @throws CONFLICT where two organisations would have to pay */
  readonly payerOf: (ctx: Ctx, agentId: string) => Promise<string>
}
