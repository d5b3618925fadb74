// Dependencies of the calls service.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { Milli } from '@parlance/contract/lib/money'
import type { Region } from '@parlance/contract/lib/regions'
import type { Signer } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import type { PhoneDeps } from './phone/ports.ts'
import type { CallCharges, CallConversations, CallRecordings, VoiceProviders } from './ports.ts'
import type { CallClock } from './session/clock.ts'
import type { VapiDeps } from './vapi/ports.ts'

export interface CallAgent {
  readonly agentId: string
  readonly workspaceId: string
  readonly title: string
  readonly config: Pick<
    AgentConfig,
    | 'voiceConfig'
    | 'vapi'
    | 'vapiConfig'
    | 'consentRequired'
    | 'consentText'
    | 'unavailableMessage'
    | 'recordChatHistory'
  >
  readonly effective: { readonly greeting: readonly string[] }
}

export interface VoiceDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<CallAgent | undefined>
  readonly providers: VoiceProviders
  readonly creditValueUsd: number
  readonly conversations: CallConversations
  readonly charges: CallCharges
  /** Credits available to a waiting user, including those held by background work. */
  readonly available: (ctx: Ctx, payerId: string) => Promise<Milli>
  /** The payer of visitors' calls; undefined when two organisations would have to pay. */
  readonly payerOf: (ctx: Ctx, workspaceId: string, agentId: string) => Promise<string | undefined>
  /** Whether the agent's and the workspace's limits allow another answer. */
  readonly canAnswer: (ctx: Ctx, agentId: string) => Promise<boolean>
  readonly refuseBlocked: (ctx: Ctx, of: { workspaceId: string; agentId: string; visitorHash: string }) => Promise<void>
  /** Throws NOT_FOUND for another caller's conversation. */
  readonly requireVisible: (ctx: Ctx, of: { agentId: string; conversationId: string }) => Promise<unknown>
  /** Shows a new conversation's caller by this number; does nothing without one. */
  readonly nameCaller: (ctx: Ctx, conversationId: string, phone: string) => Promise<void>
  /** Counts an agent's usage outside turns. */
  readonly addUsage: (ctx: Ctx, agentId: string, cost: Milli) => Promise<void>
  /** Throws PLAN_LIMIT when the workspace has no free line; serialised until the transaction ends. */
  readonly assertLine: (tx: Ctx, workspaceId: string, used: () => Promise<number>) => Promise<void>
  readonly recordings: CallRecordings
  readonly phone: PhoneDeps
  readonly vapi: VapiDeps
  readonly vault: Signer
  readonly bus: Bus
  readonly contextFor: (region: Region, workspaceId?: string) => Ctx
  readonly regions: readonly Region[]
  readonly node: string
  readonly log: Logger
  readonly clock?: CallClock
}
