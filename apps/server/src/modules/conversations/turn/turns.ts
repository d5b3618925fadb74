// A turn from the visitor's message to the stored answer. Every channel speaks through these lines.
import type { NumberedPart, Turn } from './stream-parts.ts'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../../lib/ctx.ts'
import { begin } from './accept-message.ts'
import { type Begun, type TurnRuntime, type News, publishEvent, type TurnsDeps } from './runtime.ts'
import type { TurnRequest } from './types.ts'
import { createRunning, SHUTTING_DOWN, STOPPED } from './running-turns.ts'
import { createTurnWriter } from './persist-turn.ts'

export function createTurns(deps: TurnsDeps) {
  const running = createRunning(
    (region) => deps.contextFor(region).db,
    () => new Date(),
    deps.log,
  )
  const runtime: TurnRuntime = {
    deps,
    running,
    writer: createTurnWriter(deps.ledger, deps.node, deps.transactions, deps.count, deps),
  }
  return {
    begin: (ctx: Ctx, request: TurnRequest): Promise<Begun> => begin(runtime, ctx, request),
    get: running.get,
    writer: runtime.writer,
    creditValueUsd: deps.creditValueUsd,
    /** A part of a turn as it is told to whoever may read its conversation: what visitors sent opens from it. */
    forReaders(ctx: Ctx, { metadata }: Pick<Turn, 'metadata'>, { id, part }: NumberedPart): NumberedPart {
      const signed = <T>(value: T) => deps.files.forReaders(ctx, metadata.conversationId, value)
      if (part.type === 'text-delta') return { id, part: { ...part, delta: signed(part.delta) } }
      return { id, part: part.type === 'data-item' ? { ...part, data: signed(part.data) } : part }
    },
    publishNews: (region: Region, of: { readonly workspaceId: string }, event: News) =>
      publishEvent(runtime, region, of, event),
    /** Its conversation belongs to another key now: the old one follows it here no further. */
    moved(turnId: string, visitorHash: string): void {
      const one = running.get(turnId)
      if (one) one.visitorHash = visitorHash
    },
    /** Stops a turn that runs here; resolves once what there is of it is stored. False when it does not run here. */
    async stop(turnId: string): Promise<boolean> {
      const one = running.get(turnId)
      if (!one) return false
      one.abort.abort(STOPPED)
      await one.ended
      return true
    },
    /** Lets running turns end for `ms`, then interrupts and stores what is left. */
    async drain(ms: number): Promise<void> {
      const timer = setTimeout(() => running.all().forEach((one) => one.abort.abort(SHUTTING_DOWN)), ms)
      await Promise.all(running.all().map((one) => one.ended))
      clearTimeout(timer)
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
