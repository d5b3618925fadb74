// Ends turns whose node died: at process start, and when a lease has expired.
import { INTERRUPTED_CAUSE } from '@parlance/contract/billing/schemas'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../../lib/stored-message.ts'
import { METER_DEFAULTS, turnCost, priceOf, usedUnits } from '../../billing/index.ts'
import { estimateTokens } from '@parlance/engine/prompt'
import type { Region } from '@parlance/contract/lib/regions'
import { plainText } from '@parlance/contract/items/plain'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Logger } from '../../../lib/log.ts'
import { sourcesOfAnswer } from './assess-answer.ts'
import {
  assertReachable,
  deleteOrphanedChunks,
  LEASE_SECONDS,
  type StoredTurn,
  takeOrphans,
  turnBody,
} from './repository.ts'
import type { Turns } from './turns.ts'

export const CHECK_LEASES_MS = LEASE_SECONDS * 100

export interface Recovery {
  /** Ends orphaned turns; returns how many. With `everything`, this is the only process: all others' are orphaned. */
  readonly recover: (ctx: Ctx, everything: boolean) => Promise<number>
  /** Ends turns whose lease has run out. Never rejects; concurrent calls share one run. */
  readonly endExpired: (ctx: Ctx) => Promise<void>
  /** Calls `endExpired` every few seconds. The returned function stops that, and resolves once nothing is running. */
  readonly watchLeases: (ctx: Ctx) => () => Promise<void>
}

type RecoveryTurns = Pick<Turns, 'get' | 'writer' | 'creditValueUsd' | 'publishLiveUpdate'>

export function createRecovery(turns: RecoveryTurns, node: string, log: Logger): Recovery {
  const checks = new Map<Region, Promise<void>>()
  const unreachable = new Set<Region>()

  const check = async (ctx: Ctx) => {
    try {
      if (unreachable.has(ctx.region)) {
        // While the database was unreachable no lease could be renewed: other nodes get until the next check.
        await assertReachable(ctx.db)
        unreachable.delete(ctx.region)
        return
      }
      await endOrphans(ctx, turns, { node, everything: false, log })
    } catch (error) {
      unreachable.add(ctx.region)
      log.warn({ err: error, region: ctx.region }, 'reading expired turns failed')
    }
  }
  const endExpired = (ctx: Ctx): Promise<void> => {
    const known = checks.get(ctx.region)
    if (known) return known
    const one = check(ctx).finally(() => checks.delete(ctx.region))
    checks.set(ctx.region, one)
    return one
  }
  return {
    endExpired,
    async recover(ctx, everything) {
      await checks.get(ctx.region)
      const count = await endOrphans(ctx, turns, { node, everything, log })
      await deleteOrphanedChunks(ctx.db)
      return count
    },
    watchLeases(ctx) {
      const timer = setInterval(() => void endExpired(ctx), CHECK_LEASES_MS)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await checks.get(ctx.region)
      }
    },
  }
}

interface RecoveryScope {
  readonly node: string
  readonly everything: boolean
  readonly log: Logger
}

/** Their text is stored as an interrupted answer, and generated tokens are charged. */
async function endOrphans(ctx: Ctx, turns: RecoveryTurns, { node, everything, log }: RecoveryScope): Promise<number> {
  // A turn that still runs here continues, even if its lease expired during an outage.
  const orphans = (await takeOrphans(ctx.db, node, everything)).filter(({ id }) => !turns.get(id))
  const ends = await Promise.allSettled(orphans.map((stored) => endOrphan(ctx, turns, stored)))
  // A turn that can't be ended is retried after its new lease; the others and the start don't wait.
  for (const end of ends)
    if (end.status === 'rejected') log.error({ err: end.reason, region: ctx.region }, 'ending an orphaned turn failed')
  if (orphans.length > 0)
    log.warn({ count: orphans.length, region: ctx.region }, 'orphaned turns of another process were ended')
  return orphans.length
}

async function endOrphan(ctx: Ctx, turns: RecoveryTurns, stored: StoredTurn): Promise<void> {
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
    error: storedMessage(msg('turn_broke_off')),
    finishReason: 'error',
    sources: sourcesOfAnswer(stored.sources, plainText(items)),
    cost: Math.min(cost, stored.hold),
    inputTokens: 0,
    outputTokens,
    hold: stored.hold,
    hasChunks: true,
    cause: storedMessage(INTERRUPTED_CAUSE),
    // The visitor's message may tell contacts, and its form's values are stored.
    variablesChanged: stored.channel !== 'test',
    payerId: stored.payer_id ?? workspaceId,
    usage: {
      channel: stored.channel,
      units: [usedUnits({ name: stored.model, paidBy: stored.paid_by }, { inputTokens: 0, outputTokens })],
    },
  })
  if (seq === undefined) return
  turns.publishLiveUpdate(ctx.region, workspaceId, { type: 'message', agentId, conversationId, seq, from: 'agent' })
  turns.publishLiveUpdate(ctx.region, workspaceId, { type: 'turn', agentId, conversationId, turnId, status: 'done' })
}
