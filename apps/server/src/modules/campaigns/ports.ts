import type { CallRules, CampaignTemplate } from '@parlance/contract/campaigns/schemas'
import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { MessageDescriptor } from '@parlance/i18n/messages'
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
type Addressee = Pick<Lead, 'name' | 'phone' | 'email' | 'conversationIds'> & {
  readonly language?: string | undefined
}

export interface SentTemplate {
  readonly template: string
  readonly language: string
  readonly name: string | undefined
  readonly media: CampaignTemplate['media']
}

/** Channels, as campaigns use them. Both calls throw CONFLICT when the agent is not connected to the channel. */
export interface CampaignChannels {
  readonly reachOf: (
    ctx: Ctx,
    of: Target,
    people: readonly Addressee[],
  ) => Promise<
    {
      readonly address: string | undefined
      /** The same for all addresses of one person. */
      readonly thread: string | undefined
      readonly isBlocked: boolean
    }[]
  >
  /** Call it in a transaction. Undefined when the recipient can't be reached or opted out. */
  readonly begin: (
    tx: Ctx,
    of: Target,
    to: Addressee,
    said: {
      text: string
      key: string
      template: SentTemplate | undefined
      mail?: { readonly subject: string; readonly sender: string } | undefined
      /** It is not sent afterwards. */
      notAfter: Date
    },
  ) => Promise<{ identityId: string; conversationId: string; outKey: string; address: string } | undefined>
  /** The template's words, with `{name}` in them. Throws what is wrong with it, or with the file above its text. */
  readonly checkTemplate: (ctx: Ctx, agentId: string, template: CampaignTemplate) => Promise<{ readonly text: string }>
  readonly wake: (ctx: Ctx, identityId: string) => void
  /** Takes messages back that were not sent yet. Returns those that it took back. */
  readonly withdraw: (
    ctx: Ctx,
    begun: readonly { identityId: string; outKey: string }[],
    reason: MessageDescriptor,
  ) => Promise<{ identityId: string; outKey: string }[]>
  readonly outcomes: (
    ctx: Ctx,
    begun: readonly { identityId: string; outKey: string; at: Date }[],
  ) => Promise<{ identityId: string; outKey: string; state: string | null; error: string; replied: boolean }[]>
}

export interface CallOutcome {
  readonly callId: string
  readonly state: 'ringing' | 'live' | 'ended'
  /** Undefined until the call is over. */
  readonly result: 'answered' | 'busy' | 'no_answer' | 'not_connected' | undefined
  readonly answeredBy: string | undefined
  readonly endReason: string | undefined
  readonly conversationId: string | undefined
  /** With people it was transferred to, like its credits. */
  readonly durationMs: number
  /** Milli-credits charged for its minutes. */
  readonly milli: number
}

export interface CampaignCalls {
  /** @throws CONFLICT when the agent has no number to call from */
  readonly terms: (ctx: Ctx, agentId: string) => Promise<{ readonly creditsPerMinute: number }>
  readonly dial: (
    ctx: Ctx,
    call: {
      readonly agentId: string
      readonly to: string
      readonly reference: string
      readonly greeting: string
      readonly onMachine: CallRules['onMachine']
      readonly message: string
    },
  ) => Promise<{ readonly callId: string }>
  readonly outcomes: (ctx: Ctx, callIds: readonly string[]) => Promise<readonly CallOutcome[]>
  /** The conversation of a recipient known by name. */
  readonly named: (ctx: Ctx, conversationId: string, name: string) => Promise<unknown>
  /** Those of these numbers that opted out of the agent's messages. */
  readonly optedOut: (ctx: Ctx, agentId: string, phones: readonly string[]) => Promise<ReadonlySet<string>>
}

export interface CampaignCharge {
  readonly campaignId: string
  readonly agentId: string
  readonly payerId: string
  readonly cost: number
  /** For campaigns that hold credits repeatedly. */
  readonly number?: number
}

export interface CampaignCredits {
  readonly hold: (ctx: Ctx, of: CampaignCharge) => Promise<void>
  readonly settle: (ctx: Ctx, of: CampaignCharge) => Promise<void>
  readonly available: (ctx: Ctx, payerId: string) => Promise<number>
  /** What budgets that stop leave, minus all holds; undefined without one. */
  readonly budgetLeft: (ctx: Ctx, of: { agentId: string; payerId: string }) => Promise<number | undefined>
  /** @throws CONFLICT when two organisations would have to pay */
  readonly payerOf: (ctx: Ctx, agentId: string) => Promise<string>
}
