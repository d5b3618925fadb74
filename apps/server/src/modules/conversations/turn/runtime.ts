// What a turn needs from outside, and what all turns of this process share.
import type { LiveEvent, Source } from '@parlance/contract/conversations/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../../lib/ctx.ts'
import type { PipelinedTransactions } from '../../../lib/db/pipelined-transaction.ts'
import type { Logger } from '../../../lib/log.ts'
import type { Metrics } from '../../../lib/metrics.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import type { AttachmentStore, ConversationFiles } from '../files.ts'
import type { CountTurns, Dialogue, EndedTurn, Models } from '../ports.ts'
import type { Running, RunningTurn } from './running-turns.ts'
import type { TurnLedger } from './ledger.ts'
import type { Telling, TurnWriter } from './persist-turn.ts'
import type { TurnAgent, TurnTools } from './types.ts'

export interface TurnsDeps extends Telling {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** Passages that a model may see, best first. */
  readonly search: (
    ctx: Ctx,
    query: {
      readonly agentId: string
      readonly query: string
      readonly limit: number
      readonly tags: readonly string[]
      readonly threshold: number | undefined
    },
  ) => Promise<readonly Source[]>
  /** Told of questions that the knowledge base could not serve; answers at once and never throws. */
  readonly unserved: (
    ctx: Ctx,
    asked: {
      readonly agentId: string
      readonly workspaceId: string
      readonly conversationId: string
      readonly turnId: string
      readonly question: string
    },
  ) => void
  readonly tools: TurnTools
  readonly files: Pick<ConversationFiles, 'isOfConversation' | 'bare' | 'forReaders'> & AttachmentStore
  readonly ledger: TurnLedger
  readonly count: CountTurns
  /** Told of messages that people answer, so that they count too; answers at once and never throws. */
  readonly unanswered: (ctx: Ctx, said: Pick<EndedTurn, 'agentId' | 'channel' | 'pageUrl'>) => void
  readonly models: Models
  readonly dialogue: Dialogue
  /** Of the copy that answers; empty when it has none. */
  readonly dialogueKey: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<string>
  readonly bus: Bus
  readonly metrics: Metrics
  readonly log: Logger
  readonly node: string
  readonly creditValueUsd: number
  readonly contextFor: (region: Region) => Ctx
  /** For the two transactions of a turn. */
  readonly transactions: (region: Region) => PipelinedTransactions
}

export type Begun =
  | { readonly kind: 'running'; readonly running: RunningTurn }
  | { readonly kind: 'earlier'; readonly turnId: string; readonly visitorId: string }

/** What all parts of turn handling share in one process. */
export interface TurnRuntime {
  readonly deps: TurnsDeps
  readonly running: Running
  readonly writer: TurnWriter
}

export type News = Exclude<LiveEvent, { type: 'ready' }>
export const publishNews = (runtime: TurnRuntime, turn: RunningTurn, event: News): void =>
  publishEvent(runtime, turn.region, turn, event)

export function publishEvent(
  { deps }: Pick<TurnRuntime, 'deps'>,
  region: Region,
  { workspaceId }: { readonly workspaceId: string },
  event: News,
): void {
  deps.bus.publish(region, `conversation:${event.conversationId}`, event)
  deps.bus.publish(region, `workspace:${workspaceId}`, event)
}
