// Following a turn from any node at any time: live here, by its stored text elsewhere, whole once it has ended.
import {
  addItem,
  addSources,
  addText,
  endTurn,
  type NumberedPart,
  openTurn,
  replay,
  type Turn,
  type TurnStatus,
} from '@parlance/core/conversations/turn'
import { AppError } from '@parlance/core/kit/errors'
import { toCredits } from '@parlance/core/kit/money'
import { turnCost, METER_DEFAULTS } from '@parlance/core/billing/metering'
import { priceOf } from '@parlance/core/billing/prices'
import { estimateTokens } from '@parlance/core/conversations/prompt'
import type { Item } from '@parlance/core/items/items'
import { plainText } from '@parlance/core/items/plain'
import type { Actor, Ctx } from '../../platform/ctx.ts'
import type { Logger } from '../../platform/log.ts'
import { deleteLostChunks, findTurn, SILENT, type StoredTurn, takeOrphans, turnBody } from './turns.store.ts'
import { maySee } from './turns.see.ts'
import type { Turns } from './turns.ts'

const POLL_MS = 300

/**
 * Gives every part of a turn after event id `after`, then those to come; resolves after the last one or when `signal` ends.
 * Throws NOT_FOUND for a turn of another agent or visitor.
 */
export async function followTurn(
  ctx: Ctx,
  turns: Turns,
  what: { agentId: string; turnId: string; visitorId?: string | undefined; after: number },
  give: (part: NumberedPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const local = turns.get(what.turnId)
  if (local) {
    if (local.agentId !== what.agentId) throw new AppError('NOT_FOUND')
    if (!maySee(ctx.actor, local.visitorHash, what.visitorId)) {
      // Another node may have given the conversation to another key meanwhile.
      const now = await findTurn(ctx.db, what.turnId)
      if (!now || !maySee(ctx.actor, now.visitor_hash, what.visitorId)) throw new AppError('NOT_FOUND')
    }
    const tellOne = (part: NumberedPart) =>
      give(turns.forReaders(ctx, local.turn, withKey(part, keyOf(ctx.actor, what.visitorId))))
    for (const part of replay(local.turn, what.after)) tellOne(part)
    if (local.turn.ending) return
    local.listeners.add(tellOne)
    await Promise.race([
      local.ended,
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    ])
    local.listeners.delete(tellOne)
    return
  }
  let { after } = what
  for (;;) {
    const stored = await findTurn(ctx.db, what.turnId)
    if (!stored || stored.agent_id !== what.agentId || !maySee(ctx.actor, stored.visitor_hash, what.visitorId))
      throw new AppError('NOT_FOUND')
    const turn = rebuild(stored, await turnBody(ctx.db, stored), keyOf(ctx.actor, what.visitorId))
    for (const part of replay(turn, withinReach(turn, after))) {
      give(turns.forReaders(ctx, turn, part))
      after = part.id
    }
    if (turn.ending || signal.aborted) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Of a turn whose process died the last moment of text is lost: a reader who had heard it still hears the ending. */
function withinReach(turn: Turn, after: number): number {
  return turn.ending && after > turn.at ? turn.at - turn.ending.length : after
}

/** The visitor's key is told to whoever brought it, and to nobody else. */
const keyOf = (actor: Actor, visitorId: string | undefined) =>
  actor.kind === 'visitor' ? actor.key : (visitorId ?? '')

function withKey(numbered: NumberedPart, visitorId: string): NumberedPart {
  const { id, part } = numbered
  if (!('messageMetadata' in part) || part.messageMetadata.visitorId === visitorId) return numbered
  return { id, part: { ...part, messageMetadata: { ...part.messageMetadata, visitorId } } }
}

/** The same parts under the same ids as the process that ran it gave them. */
export function rebuild(stored: StoredTurn, items: readonly Item[], visitorId: string): Turn {
  const turn = openTurn(
    {
      conversationId: stored.conversation_id,
      turnId: stored.id,
      visitorId,
      model: stored.model,
      sandbox: stored.paid_by === 'sandbox',
      ...(stored.model === SILENT ? { silent: true as const } : {}),
    },
    stored.reply_id,
  )
  addSources(
    turn,
    stored.sources.filter(({ late }) => !late),
  )
  for (const item of items) {
    if (item.type === 'text') addText(turn, item.text)
    else addItem(turn, item)
  }
  turn.lateSources.push(...stored.sources.filter(({ late }) => late))
  if (stored.status !== 'running') {
    endTurn(turn, {
      status: stored.status as TurnStatus,
      ...(stored.error ? { error: stored.error } : {}),
      ...(stored.finish_reason ? { finishReason: stored.finish_reason } : {}),
      metadata: { credits: toCredits(stored.cost) },
    })
  }
  return turn
}

/** Ends turns whose process died: their appended text is kept as an interrupted answer, and what was generated is charged. */
export async function recoverTurns(
  ctx: Ctx,
  turns: Turns,
  node: string,
  everything: boolean,
  log: Logger,
): Promise<number> {
  // A lease that ran out while the database was away is no reason to end a turn that goes on right here.
  const orphans = (await takeOrphans(ctx.db, node, ctx.now(), everything)).filter(({ id }) => !turns.get(id))
  const ends = await Promise.allSettled(
    orphans.map(async (stored) => {
      const items = await turnBody(ctx.db, stored)
      const outputTokens = estimateTokens(plainText(items))
      const cost = turnCost({
        paidBy: stored.paid_by,
        price: priceOf(stored.model),
        settings: { ...METER_DEFAULTS, creditValueUsd: turns.creditValueUsd },
        usage: { inputTokens: 0, outputTokens },
      })
      await turns.writer.finish(ctx.region, {
        turnId: stored.id,
        workspaceId: stored.workspace_id,
        agentId: stored.agent_id,
        conversationId: stored.conversation_id,
        replyId: stored.reply_id,
        items,
        status: items.length === 0 ? 'failed' : 'interrupted',
        error: 'The answer broke off. You can try again.',
        finishReason: 'error',
        sources: stored.sources,
        cost: Math.min(cost, stored.hold),
        inputTokens: 0,
        outputTokens,
        hold: stored.hold,
        hasChunks: true,
        cause: 'Interrupted answer',
      })
    }),
  )
  await deleteLostChunks(ctx.db)
  // One that can't be ended is tried again by the next sweep; it keeps neither the others nor a start of the server waiting.
  for (const end of ends)
    if (end.status === 'rejected') log.error({ err: end.reason, region: ctx.region }, 'an interrupted turn stays open')
  if (orphans.length > 0)
    log.warn({ count: orphans.length, region: ctx.region }, 'interrupted turns of an earlier process were ended')
  return orphans.length
}
