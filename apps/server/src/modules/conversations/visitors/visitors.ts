// Identified visitors: named by their site's signed token, with one key on every device; and read positions.
import { type Identified, readClaims, type Person } from '@parlance/contract/conversations/identity'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { openHs256 } from '../../../lib/jwt.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { requireVisibleConversation } from '../access.ts'
import type { TurnLedger } from '../ports.ts'
import type { Turns } from '../turn/turns.ts'
import { deleteUnusedContacts } from './contacts.repository.ts'
import * as repository from './repository.ts'

export interface SigningKey {
  readonly workspaceId: string
  readonly key: string
  /** Distinguishes an agent's successive keys. */
  readonly mark: string
}

export interface VisitorsDeps {
  readonly turns: Pick<Turns, 'reassign'>
  readonly bus: Bus
  readonly signingKey: (ctx: Ctx, agentId: string) => Promise<SigningKey | undefined>
  readonly sign: (purpose: string, value: string) => string
  readonly lockBalances: TurnLedger['lockBalances']
  /** Moves unsent attachments to another key. */
  readonly moveUnsent: (db: Db, owner: { agentId: string; visitorHash: string }, to: string) => Promise<unknown>
}

const VISIT_MS = 10 * 60_000
/** Visitors without a conversation are deleted after this. */
const UNUSED_VISITOR_MS = 24 * 3600_000
/** Live updates are published for at most this many conversations at once. */
const MAX_UPDATES = 50

/** The same on every device; only this installation can compute it. Renewing the agent's secret key changes it. */
function keyOf(deps: VisitorsDeps, { region }: Ctx, agentId: string, mark: string, subject: string): string {
  const signed = deps.sign('visitor-keys', [region, agentId, mark, subject].join('|'))
  return `vis_${signed.replace(/[-_]/g, '').slice(0, 28)}`
}

/** Throws IDENTITY_INVALID or IDENTITY_EXPIRED, worded for the page's developer; then nothing is stored. */
export async function identify(
  deps: VisitorsDeps,
  ctx: Ctx,
  { agentId, token }: { agentId: string; token: string },
): Promise<Identified> {
  const signing = await deps.signingKey(ctx, agentId)
  if (!signing) throw new AppError('NOT_FOUND')
  const payload = await openHs256(token, signing.key)
  if (payload === undefined)
    throw new AppError(
      'IDENTITY_INVALID',
      untranslated('The token is not signed by HS256 with the secret key of this agent.'),
    )
  const claims = readClaims(payload, agentId, ctx.now().getTime() / 1000)
  if (!claims.ok)
    throw new AppError(claims.expired ? 'IDENTITY_EXPIRED' : 'IDENTITY_INVALID', untranslated(claims.message))
  const { person } = claims
  const visitorId = keyOf(deps, ctx, agentId, signing.mark, person.subject)
  const visitor = { agentId, workspaceId: signing.workspaceId, visitorHash: sha256(visitorId) }
  const previousHash = ctx.actor.kind === 'visitor' && ctx.actor.key !== visitorId ? sha256(ctx.actor.key) : undefined
  const moved = await storeIdentification(deps, ctx, { ...visitor, person, previousHash })
  const conversationId = await repository.newestConversation(ctx.db, agentId, visitor.visitorHash)
  return { visitorId, name: person.name, email: person.email, merged: moved.length, conversationId }
}

interface Identification {
  readonly agentId: string
  readonly workspaceId: string
  readonly visitorHash: string
  readonly person: Person
  /** Hash of the anonymous key sent with the token. */
  readonly previousHash: string | undefined
}

/** Stores the visitor and moves their conversations to their key. Writes nothing if nothing changed. */
async function storeIdentification(
  deps: VisitorsDeps,
  ctx: Ctx,
  identification: Identification,
): Promise<readonly repository.MovedConversation[]> {
  const { agentId, workspaceId, visitorHash, person, previousHash } = identification
  const { subject, name, email } = person
  const now = ctx.now()
  const named = { agentId, workspaceId, visitorHash, ...person, at: now }
  const known = await repository.findVisitor(ctx.db, agentId, subject)
  const isSame = known?.visitorHash === visitorHash && known.name === name && known.email === email
  if (previousHash === undefined && (!known || known.visitorHash === visitorHash)) {
    if (!isSame || now.getTime() - known.lastAt.getTime() > VISIT_MS) await repository.upsertVisitor(ctx.db, named)
    if (!known) await repository.claimConversations(ctx.db, named)
    return []
  }
  const moved = await ctx.tx(async (tx) => {
    // Accepting and ending turns lock the balance first too, so neither happens meanwhile.
    await deps.lockBalances(tx.db, [workspaceId])
    const before = (await repository.findVisitor(tx.db, agentId, subject))?.visitorHash
    await repository.upsertVisitor(tx.db, named)
    // The person's key from before a renewal, and the key sent with the token unless it is another person's.
    const isTheirs =
      previousHash !== undefined && previousHash !== before && !(await repository.isNamed(tx.db, agentId, previousHash))
    const from = new Set([before, isTheirs ? previousHash : undefined].filter((hash) => hash !== visitorHash))
    const all: repository.MovedConversation[] = []
    for (const hash of from)
      if (hash !== undefined) {
        all.push(...(await repository.moveConversations(tx.db, { agentId, subject, from: hash, to: visitorHash })))
        await repository.moveContact(tx.db, { agentId, subject, from: hash, to: visitorHash })
        await deps.moveUnsent(tx.db, { agentId, visitorHash: hash }, visitorHash)
      }
    return all
  })
  for (const { runningTurn } of moved) if (runningTurn !== null) deps.turns.reassign(runningTurn, visitorHash)
  for (const { id } of moved.slice(0, MAX_UPDATES))
    deps.bus.publish(ctx.region, `workspace:${workspaceId}`, { type: 'conversation', agentId, conversationId: id })
  return moved
}

/** NOT_FOUND for others' conversations. Notifies the visitor's other tabs and devices, and the team. */
export async function markRead(
  { bus }: Pick<VisitorsDeps, 'bus'>,
  ctx: Ctx,
  { agentId, conversationId, seq }: { agentId: string; conversationId: string; seq: number },
): Promise<{ readSeq: number }> {
  const found = await requireVisibleConversation(ctx, { agentId, conversationId })
  const known = found.visitor_read_seq
  if (Math.min(seq, found.message_count) <= known) return { readSeq: known }
  const readSeq = (await repository.setReadSeq(ctx.db, conversationId, seq, ctx.now())) ?? known
  const event = { type: 'read', agentId, conversationId, seq: readSeq } as const
  for (const topic of [`conversation:${conversationId}`, `workspace:${found.workspace_id}`])
    bus.publish(ctx.region, topic, event)
  return { readSeq }
}

export async function sweepVisitors(ctx: Ctx): Promise<number> {
  await deleteUnusedContacts(ctx.db)
  return repository.deleteUnusedVisitors(ctx.db, new Date(ctx.now().getTime() - UNUSED_VISITOR_MS))
}

export function createVisitors(deps: VisitorsDeps) {
  return {
    identify: (ctx: Ctx, input: { agentId: string; token: string }) => identify(deps, ctx, input),
    markRead: (ctx: Ctx, input: { agentId: string; conversationId: string; seq: number }) => markRead(deps, ctx, input),
    sweepVisitors,
  }
}
