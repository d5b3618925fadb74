// The turns of this process, as used by the rest of the server: handle a message, stop a turn, drain before shutdown.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../../lib/ctx.ts'
import type { ConversationFiles } from '../files.ts'
import type { TurnLedger } from '../ports.ts'
import { beginAnswer, type EarlyAnswer } from './early-answer.ts'
import {
  type HandledMessage,
  handleMessage,
  type HandleMessageDeps,
  type LiveUpdate,
  publishLiveUpdate,
} from './handle-message.ts'
import { createTurnWriter, type TurnWriterDeps } from './persist-turn.ts'
import { createRunningTurns, SHUTTING_DOWN, STOPPED } from './running-turns.ts'
import type { NumberedPart, Turn } from './stream-parts.ts'
import type { TurnRequest } from './types.ts'

export interface TurnsDeps extends Omit<HandleMessageDeps, 'running' | 'writer'>, TurnWriterDeps {
  readonly files: HandleMessageDeps['files'] & Pick<ConversationFiles, 'signFileUrls'>
  readonly ledger: TurnLedger
  readonly contextFor: (region: Region) => Ctx
}

export function createTurns(deps: TurnsDeps) {
  const running = createRunningTurns((region) => deps.contextFor(region).db, deps.log)
  const writer = createTurnWriter(deps)
  const handleDeps: HandleMessageDeps = { ...deps, running, writer }
  return {
    handleMessage: (ctx: Ctx, request: TurnRequest, early?: EarlyAnswer): Promise<HandledMessage> =>
      handleMessage(handleDeps, ctx, request, early),
    /** Begins the answer to a message that may still change. */
    beginAnswer: (ctx: Ctx, request: TurnRequest): EarlyAnswer => beginAnswer(handleDeps, ctx, request),
    get: running.get,
    writer,
    creditValueUsd: deps.creditValueUsd,
    /** A part for the conversation's readers, with signed file URLs. */
    signFileUrls(ctx: Ctx, { metadata }: Pick<Turn, 'metadata'>, { id, part }: NumberedPart): NumberedPart {
      const signed = <T>(value: T) => deps.files.signFileUrls(ctx, metadata.conversationId, value)
      if (part.type === 'text-delta') return { id, part: { ...part, delta: signed(part.delta) } }
      return { id, part: part.type === 'data-item' ? { ...part, data: signed(part.data) } : part }
    },
    publishLiveUpdate: (region: Region, workspaceId: string, event: LiveUpdate) =>
      publishLiveUpdate(deps.bus, region, workspaceId, event),
    /** The conversation belongs to another key now: the old key loses access to the turn. */
    reassign(turnId: string, visitorHash: string): void {
      const turn = running.get(turnId)
      if (turn) turn.visitorHash = visitorHash
    },
    /** Stops a turn that runs here; resolves once its text is stored. False when it runs elsewhere. */
    async stop(turnId: string): Promise<boolean> {
      const turn = running.get(turnId)
      if (!turn) return false
      turn.abort.abort(STOPPED)
      await turn.ended
      return true
    },
    /** Lets running turns finish for `ms`, then interrupts and stores the rest. */
    async drain(ms: number): Promise<void> {
      const timer = setTimeout(() => running.all().forEach((turn) => turn.abort.abort(SHUTTING_DOWN)), ms)
      await Promise.all(running.all().map((turn) => turn.ended))
      clearTimeout(timer)
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
