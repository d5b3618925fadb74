// Following a turn from any node at any time: live on the node that runs it, by its stored text elsewhere and later.
import { readMessage } from '../../../lib/stored-message.ts'
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
} from './stream-parts.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits } from '@parlance/contract/lib/money'
import type { Item } from '@parlance/contract/items/schemas'
import type { Actor, Ctx } from '../../../lib/ctx.ts'
import { maySee } from '../access.ts'
import { findTurn, NO_MODEL, type StoredTurn, turnBody } from './repository.ts'
import type { RunningTurn } from './running-turns.ts'
import type { Turns } from './turns.ts'

const POLL_MS = 300

interface FollowRequest {
  readonly agentId: string
  readonly turnId: string
  readonly visitorId?: string | undefined
  /** Event id of the reader's last part. */
  readonly after: number
}
/** Sends the missing parts, then new ones; resolves after the last one or when `signal` aborts. */
export type FollowTurn = (send: (part: NumberedPart) => void, signal: AbortSignal) => Promise<void>

export interface FollowDeps {
  readonly turns: Turns
  readonly endExpired: (ctx: Ctx) => Promise<void>
}

/** Finds a turn and returns how to follow it. Throws NOT_FOUND for a turn of another agent or visitor. */
export async function findTurnToFollow(ctx: Ctx, deps: FollowDeps, request: FollowRequest): Promise<FollowTurn> {
  const local = deps.turns.get(request.turnId)
  if (!local) {
    const stored = await readTurn(ctx, request)
    return (send, signal) => followStored(ctx, deps, { ...request, stored }, send, signal)
  }
  if (local.agentId !== request.agentId) throw new AppError('NOT_FOUND')
  // Another node may have given the conversation to another key in the meantime.
  if (!maySee(ctx.actor, local.visitorHash, request.visitorId)) await readTurn(ctx, request)
  return (send, signal) => followLocal(ctx, deps.turns, { ...request, local }, send, signal)
}

async function readTurn(ctx: Ctx, { agentId, turnId, visitorId }: FollowRequest): Promise<StoredTurn> {
  const stored = await findTurn(ctx.db, turnId)
  if (!stored || stored.agent_id !== agentId || !maySee(ctx.actor, stored.visitor_hash, visitorId))
    throw new AppError('NOT_FOUND')
  return stored
}

async function followLocal(
  ctx: Ctx,
  turns: Turns,
  { local, after, visitorId }: FollowRequest & { readonly local: RunningTurn },
  send: (part: NumberedPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const sendPart = (part: NumberedPart) =>
    send(turns.signFileUrls(ctx, local.turn, withKey(part, keyOf(ctx.actor, visitorId))))
  for (const part of replay(local.turn, after)) sendPart(part)
  if (local.turn.ending) return
  local.listeners.add(sendPart)
  await Promise.race([
    local.ended,
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  ])
  local.listeners.delete(sendPart)
}

async function followStored(
  ctx: Ctx,
  { turns, endExpired }: FollowDeps,
  request: FollowRequest & { readonly stored: StoredTurn },
  send: (part: NumberedPart) => void,
  signal: AbortSignal,
): Promise<void> {
  let { after, stored } = request
  for (;;) {
    const turn = rebuild(stored, await turnBody(ctx.db, stored), keyOf(ctx.actor, request.visitorId))
    for (const part of replay(turn, clampToEnding(turn, after))) {
      send(turns.signFileUrls(ctx, turn, part))
      after = part.id
    }
    if (turn.ending || signal.aborted) return
    if (stored.is_expired) await endExpired(ctx)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    stored = await readTurn(ctx, request)
  }
}

/** The last text of a turn whose process died is lost: readers who got it still get the ending. */
function clampToEnding(turn: Turn, after: number): number {
  return turn.ending && after > turn.at ? turn.at - turn.ending.length : after
}

/** The visitor's key is only returned to a caller who presented it. */
const keyOf = (actor: Actor, visitorId: string | undefined) =>
  actor.kind === 'visitor' ? actor.key : (visitorId ?? '')

function withKey(numbered: NumberedPart, visitorId: string): NumberedPart {
  const { id, part } = numbered
  if (!('messageMetadata' in part) || part.messageMetadata.visitorId === visitorId) return numbered
  return { id, part: { ...part, messageMetadata: { ...part.messageMetadata, visitorId } } }
}

/** With the same parts and event ids as on the original process. */
export function rebuild(stored: StoredTurn, items: readonly Item[], visitorId: string): Turn {
  const turn = openTurn(
    {
      conversationId: stored.conversation_id,
      turnId: stored.id,
      visitorId,
      model: stored.model,
      sandbox: stored.paid_by === 'sandbox',
      ...(stored.model === NO_MODEL ? { silent: true as const } : {}),
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
      ...(stored.error ? { error: readMessage(stored.error) } : {}),
      ...(stored.finish_reason ? { finishReason: stored.finish_reason } : {}),
      metadata: { credits: toCredits(stored.cost) },
    })
  }
  return turn
}
