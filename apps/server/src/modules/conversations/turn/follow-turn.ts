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
} from './stream-parts.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits } from '@parlance/contract/lib/money'
import type { Item } from '@parlance/contract/items/schemas'
import type { Actor, Ctx } from '../../../lib/ctx.ts'
import { findTurn, SILENT, type StoredTurn, turnBody } from './repository.ts'
import type { RunningTurn } from './running-turns.ts'
import { maySee } from './conversation-access.ts'
import type { Turns } from './turns.ts'

const POLL_MS = 300

interface Followed {
  readonly agentId: string
  readonly turnId: string
  readonly visitorId?: string | undefined
  /** The event id of the last part that was heard. */
  readonly after: number
}
/** Gives every part after the one that was heard last, then those to come; resolves after the last one or when `signal` ends. */
export type FollowTurn = (give: (part: NumberedPart) => void, signal: AbortSignal) => Promise<void>

export interface FollowDeps {
  readonly turns: Turns
  /** Ends turns whose node is gone. */
  readonly endExpired: (ctx: Ctx) => Promise<void>
}

/** Finds a turn and answers the way to follow it. Throws NOT_FOUND for a turn of another agent or visitor. */
export async function findTurnToFollow(ctx: Ctx, deps: FollowDeps, what: Followed): Promise<FollowTurn> {
  const local = deps.turns.get(what.turnId)
  if (!local) {
    const stored = await readTurn(ctx, what)
    return (give, signal) => followStored(ctx, deps, { ...what, stored }, give, signal)
  }
  if (local.agentId !== what.agentId) throw new AppError('NOT_FOUND')
  // Another node may have given the conversation to another key meanwhile.
  if (!maySee(ctx.actor, local.visitorHash, what.visitorId)) await readTurn(ctx, what)
  return (give, signal) => followLocal(ctx, deps.turns, { ...what, local }, give, signal)
}

async function readTurn(ctx: Ctx, { agentId, turnId, visitorId }: Followed): Promise<StoredTurn> {
  const stored = await findTurn(ctx.db, turnId)
  if (!stored || stored.agent_id !== agentId || !maySee(ctx.actor, stored.visitor_hash, visitorId))
    throw new AppError('NOT_FOUND')
  return stored
}

async function followLocal(
  ctx: Ctx,
  turns: Turns,
  { local, after, visitorId }: Followed & { readonly local: RunningTurn },
  give: (part: NumberedPart) => void,
  signal: AbortSignal,
): Promise<void> {
  const tellOne = (part: NumberedPart) =>
    give(turns.forReaders(ctx, local.turn, withKey(part, keyOf(ctx.actor, visitorId))))
  for (const part of replay(local.turn, after)) tellOne(part)
  if (local.turn.ending) return
  local.listeners.add(tellOne)
  await Promise.race([
    local.ended,
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  ])
  local.listeners.delete(tellOne)
}

async function followStored(
  ctx: Ctx,
  { turns, endExpired }: FollowDeps,
  what: Followed & { readonly stored: StoredTurn },
  give: (part: NumberedPart) => void,
  signal: AbortSignal,
): Promise<void> {
  let { after, stored } = what
  for (;;) {
    const turn = rebuild(stored, await turnBody(ctx.db, stored), keyOf(ctx.actor, what.visitorId))
    for (const part of replay(turn, withinReach(turn, after))) {
      give(turns.forReaders(ctx, turn, part))
      after = part.id
    }
    if (turn.ending || signal.aborted) return
    if (stored.lease_ms < ctx.now().getTime()) await endExpired(ctx)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    stored = await readTurn(ctx, what)
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
