// Ends turns whose node is gone: at the start of a process, and whenever a lease has run out.
import { sourcesOfAnswer } from './answer-sources.ts'
import { METER_DEFAULTS, turnCost, priceOf } from '../../billing/index.ts'
import { estimateTokens } from '@parlance/engine/prompt'
import type { Region } from '@parlance/contract/lib/regions'
import { plainText } from '@parlance/contract/items/plain'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import { assertAnswering, deleteLostChunks, takeOrphans } from './recovery.repository.ts'
import { LEASE_SECONDS, type StoredTurn, turnBody } from './repository.ts'
import type { Turns } from './turns.ts'

/** How often each node looks for ended leases. */
export const CHECK_LEASES_MS = LEASE_SECONDS * 100

export interface Recovery {
  /** Ends all there is to end and tidies up; answers how many turns it ended. `everything`: this process is alone, so whatever runs elsewhere is dead. */
  readonly recover: (ctx: Ctx, everything: boolean) => Promise<number>
  /** Ends turns whose lease has run out. Never rejects; calls beside each other share one look. */
  readonly endExpired: (ctx: Ctx) => Promise<void>
  /** Calls `endExpired` from now on every few seconds; answers the way to stop, which resolves once nothing is under way. */
  readonly watchLeases: (ctx: Ctx) => () => Promise<void>
}

export function createRecovery(turns: Turns, node: string, log: Logger): Recovery {
  const looking = new Map<Region, Promise<void>>()
  const failed = new Set<Region>()

  const look = async (ctx: Ctx) => {
    try {
      if (failed.has(ctx.region)) {
        // Nobody could renew a lease while the database was away: the living get until the next look to do so.
        await assertAnswering(ctx.db)
        failed.delete(ctx.region)
        return
      }
      await endOrphans(ctx, turns, { node, everything: false, log })
    } catch (error) {
      failed.add(ctx.region)
      log.warn({ err: error, region: ctx.region }, 'expired turns could not be looked for')
    }
  }
  const endExpired = (ctx: Ctx): Promise<void> => {
    const known = looking.get(ctx.region)
    if (known) return known
    const one = look(ctx).finally(() => looking.delete(ctx.region))
    looking.set(ctx.region, one)
    return one
  }
  return {
    endExpired,
    async recover(ctx, everything) {
      await looking.get(ctx.region)
      const count = await endOrphans(ctx, turns, { node, everything, log })
      await deleteLostChunks(ctx.db)
      return count
    },
    watchLeases(ctx) {
      const timer = setInterval(() => void endExpired(ctx), CHECK_LEASES_MS)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await looking.get(ctx.region)
      }
    },
  }
}

interface Ending {
  readonly node: string
  readonly everything: boolean
  readonly log: Logger
}

/** What they had said is kept as an interrupted answer, and what was generated is charged. */
async function endOrphans(ctx: Ctx, turns: Turns, { node, everything, log }: Ending): Promise<number> {
  // A lease that ran out while the database was away is no reason to end a turn that goes on right here.
  const orphans = (await takeOrphans(ctx.db, node, ctx.now(), everything)).filter(({ id }) => !turns.get(id))
  const ends = await Promise.allSettled(orphans.map((stored) => endOrphan(ctx, turns, stored)))
  // One that can't be ended is tried again once its new lease is over; it keeps neither the others nor a start of the server waiting.
  for (const end of ends)
    if (end.status === 'rejected') log.error({ err: end.reason, region: ctx.region }, 'an interrupted turn stays open')
  if (orphans.length > 0)
    log.warn({ count: orphans.length, region: ctx.region }, 'interrupted turns of another process were ended')
  return orphans.length
}

async function endOrphan(ctx: Ctx, turns: Turns, stored: StoredTurn): Promise<void> {
  const items = await turnBody(ctx.db, stored)
  const outputTokens = estimateTokens(plainText(items))
  const cost = turnCost({
    paidBy: stored.paid_by,
    price: priceOf(stored.model),
    settings: { ...METER_DEFAULTS, creditValueUsd: turns.creditValueUsd },
    usage: { inputTokens: 0, outputTokens },
  })
  const { id: turnId, workspace_id: workspaceId, agent_id: agentId, conversation_id: conversationId } = stored
  const seq = await turns.writer.finish(ctx.region, {
    turnId,
    workspaceId,
    agentId,
    conversationId,
    replyId: stored.reply_id,
    items,
    status: items.length === 0 ? 'failed' : 'interrupted',
    error: 'The answer broke off. You can try again.',
    finishReason: 'error',
    sources: sourcesOfAnswer(stored.sources, plainText(items)),
    cost: Math.min(cost, stored.hold),
    inputTokens: 0,
    outputTokens,
    hold: stored.hold,
    hasChunks: true,
    cause: 'Interrupted answer',
  })
  if (seq === undefined) return
  const told = { agentId, conversationId }
  turns.publishNews(ctx.region, { workspaceId }, { type: 'message', ...told, seq, from: 'agent' })
  turns.publishNews(ctx.region, { workspaceId }, { type: 'turn', ...told, turnId, status: 'done' })
}
