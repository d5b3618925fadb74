// Visitors with a name: proven by a token their site has signed, known by one key on every device, and what they have read.
import { type Identified, readClaims, type Person } from '@parlance/contract/conversations/identity'
import { AppError } from '@parlance/contract/lib/errors'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { openHs256 } from '../../../lib/jwt.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { findConversation } from '../repository.ts'
import { maySee } from '../turn/conversation-access.ts'
import type { Turns } from '../turn/turns.ts'
import type { TurnLedger } from '../turn/ledger.ts'
import * as repository from './repository.ts'

/** What an agent's site signs with. */
export interface SigningKey {
  readonly workspaceId: string
  readonly key: string
  /** Tells one key of the agent from the next. */
  readonly mark: string
}

export interface VisitorsDeps {
  readonly turns: Pick<Turns, 'moved'>
  readonly bus: Bus
  readonly signingKey: (ctx: Ctx, agentId: string) => Promise<SigningKey | undefined>
  /** HMAC under a secret of this installation, in base64url. */
  readonly sign: (purpose: string, value: string) => string
  readonly lockBalances: TurnLedger['lockBalances']
  /** Files that wait to be sent go along with the key. */
  readonly giveUnsent: (db: Db, owner: { agentId: string; visitorHash: string }, to: string) => Promise<unknown>
}

/** A visit this long after the one before is worth writing down. */
const VISIT_MS = 10 * 60_000
/** People who never wrote are forgotten after this. */
const SILENT_MS = 24 * 3600_000
/** Lists are told of at most this many conversations at once. */
const MOST_NEWS = 50

/**
 * The same for one person wherever they come from, and worked out by this installation alone. A renewed secret key of the
 * agent makes all keys anew: whoever could sign with the old one opens nothing any more.
 */
function keyOf(deps: VisitorsDeps, { region }: Ctx, agentId: string, mark: string, subject: string): string {
  const signed = deps.sign('visitor-keys', [region, agentId, mark, subject].join('|'))
  return `vis_${signed.replace(/[-_]/g, '').slice(0, 28)}`
}

/** IDENTITY_INVALID or IDENTITY_EXPIRED in words for whoever builds the page; nothing is stored then. */
export async function identify(
  deps: VisitorsDeps,
  ctx: Ctx,
  { agentId, token }: { agentId: string; token: string },
): Promise<Identified> {
  const signing = await deps.signingKey(ctx, agentId)
  if (!signing) throw new AppError('NOT_FOUND')
  const payload = await openHs256(token, signing.key)
  if (payload === undefined)
    throw new AppError('IDENTITY_INVALID', 'The token is not signed by HS256 with the secret key of this agent.')
  const claims = readClaims(payload, agentId, ctx.now().getTime() / 1000)
  if (!claims.ok) throw new AppError(claims.expired ? 'IDENTITY_EXPIRED' : 'IDENTITY_INVALID', claims.message)
  const { person } = claims
  const visitorId = keyOf(deps, ctx, agentId, signing.mark, person.subject)
  const at = { agentId, workspaceId: signing.workspaceId, visitorHash: sha256(visitorId) }
  const brought = ctx.actor.kind === 'visitor' && ctx.actor.key !== visitorId ? sha256(ctx.actor.key) : undefined
  const moved = await settle(deps, ctx, { ...at, person, brought })
  const conversationId = await repository.newest(ctx.db, agentId, at.visitorHash)
  return { visitorId, name: person.name, email: person.email, merged: moved.length, conversationId }
}

interface Arrival {
  readonly agentId: string
  readonly workspaceId: string
  readonly visitorHash: string
  readonly person: Person
  /** Of the key that came with the token. */
  readonly brought: string | undefined
}

/** Stores who came, and gives them what is theirs. A visit that changes nothing writes nothing. */
async function settle(deps: VisitorsDeps, ctx: Ctx, arrival: Arrival): Promise<readonly repository.Moved[]> {
  const { agentId, workspaceId, visitorHash, person, brought } = arrival
  const { subject, name, email } = person
  const now = ctx.now()
  const named = { agentId, workspaceId, visitorHash, ...person, at: now }
  const known = await repository.find(ctx.db, agentId, subject)
  const isSame = known?.visitorHash === visitorHash && known.name === name && known.email === email
  if (brought === undefined && (!known || known.visitorHash === visitorHash)) {
    if (!isSame || now.getTime() - known.lastAt.getTime() > VISIT_MS) await repository.put(ctx.db, named)
    if (!known) await repository.claim(ctx.db, named)
    return []
  }
  const moved = await ctx.tx(async (tx) => {
    // Accepting and ending a turn lock the wallet first too: none of them happens in the middle of this.
    await deps.lockBalances(tx.db, [workspaceId])
    const before = (await repository.find(tx.db, agentId, subject))?.visitorHash
    await repository.put(tx.db, named)
    // The person's own key of before a renewal, and the key that came with the token unless it is somebody's.
    const isTheirs = brought !== undefined && brought !== before && !(await repository.isNamed(tx.db, agentId, brought))
    const from = new Set([before, isTheirs ? brought : undefined].filter((hash) => hash !== visitorHash))
    const all: repository.Moved[] = []
    for (const hash of from)
      if (hash !== undefined) {
        all.push(...(await repository.move(tx.db, { agentId, subject, from: hash, to: visitorHash })))
        await deps.giveUnsent(tx.db, { agentId, visitorHash: hash }, visitorHash)
      }
    return all
  })
  for (const { runningTurn } of moved) if (runningTurn !== null) deps.turns.moved(runningTurn, visitorHash)
  for (const { id } of moved.slice(0, MOST_NEWS))
    deps.bus.publish(ctx.region, `workspace:${workspaceId}`, { type: 'conversation', agentId, conversationId: id })
  return moved
}

/** NOT_FOUND for a conversation of others. Other tabs and devices of the visitor hear of it. */
export async function read(
  { bus }: Pick<VisitorsDeps, 'bus'>,
  ctx: Ctx,
  { agentId, conversationId, seq }: { agentId: string; conversationId: string; seq: number },
): Promise<{ readSeq: number }> {
  const found = await findConversation(ctx.db, agentId, conversationId)
  if (!found || !maySee(ctx.actor, found.visitor_hash)) throw new AppError('NOT_FOUND')
  const known = found.visitor_read_seq
  if (Math.min(seq, found.message_count) <= known) return { readSeq: known }
  const readSeq = (await repository.read(ctx.db, conversationId, seq)) ?? known
  bus.publish(ctx.region, `conversation:${conversationId}`, { type: 'read', agentId, conversationId, seq: readSeq })
  return { readSeq }
}

/** Answers how many people without a conversation were forgotten. */
export const sweepVisitors = (ctx: Ctx): Promise<number> =>
  repository.forget(ctx.db, new Date(ctx.now().getTime() - SILENT_MS))

export function createVisitors(deps: VisitorsDeps) {
  return {
    identify: (ctx: Ctx, input: { agentId: string; token: string }) => identify(deps, ctx, input),
    read: (ctx: Ctx, input: { agentId: string; conversationId: string; seq: number }) => read(deps, ctx, input),
    sweepVisitors,
  }
}
export type Visitors = ReturnType<typeof createVisitors>
