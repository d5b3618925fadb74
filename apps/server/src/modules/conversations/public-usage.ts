// Whether an agent can answer another message; public.
import { overLimit } from './turn/admission.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits, type Milli, OWN_KEY_TURN } from '@parlance/contract/lib/money'
import { monthKey } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { PayerOf } from './ports.ts'
import type { Budgets } from '../billing/index.ts'
import * as repository from './repository.ts'
import type { TurnAgent } from './turn/types.ts'
import type { Turns } from './turn/turns.ts'

export interface UsageDeps {
  readonly turns: Turns
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** The payer's credits for a visitor's turn, including those held by background work. */
  readonly available: (ctx: Ctx, payerId: string) => Promise<Milli>
  readonly payerOf: PayerOf
  /** Milli-credits that a first message must find; throws if the agent's model can't be opened. */
  readonly holdOfFirstMessage: (ctx: Ctx, agent: TurnAgent) => Promise<Milli>
  /** Whether a stopping budget is used up. */
  readonly isStopped: Budgets['isStopped']
  readonly hasEverPaid: (ctx: Ctx, workspaceId: string) => Promise<boolean>
}

interface Usage {
  readonly data: { readonly shouldContinue: boolean; readonly hasEverPaid: boolean }
}

const USAGE_MS = 1000

/** Cached for a second, or until a message is sent. */
export function createPublicUsage(deps: UsageDeps) {
  const cached = memoize(
    { ttlMs: USAGE_MS, max: 10_000, key: (ctx: Ctx, agentId: string) => `${ctx.region}|${agentId}` },
    (ctx, agentId) => readUsage(deps, ctx, agentId),
  )
  return {
    async usage(ctx: Ctx, { agentId }: { agentId: string }): Promise<Usage> {
      const found = await cached(ctx, agentId)
      if (!found) throw new AppError('NOT_FOUND')
      // On an agency's host the chat shows no name but the agency's.
      return ctx.origin.kind === 'agency' ? { data: { ...found.data, hasEverPaid: true } } : found
    },
    /** Any message may be the last one within the limits. */
    turns: {
      ...deps.turns,
      handleMessage: (ctx, request) =>
        deps.turns.handleMessage(ctx, request).finally(() => cached.forget(ctx, request.agentId)),
    } satisfies Turns,
  }
}

async function readUsage(deps: UsageDeps, ctx: Ctx, agentId: string): Promise<Usage | undefined> {
  const agent = await deps.forTurn(ctx, agentId, { draft: false })
  if (!agent) return undefined
  const payerId = await deps.payerOf(ctx, agent.workspaceId, agent.agentId)
  const [used, available, isStopped, hasEverPaid, hold] = await Promise.all([
    repository.readUsage(ctx.db, agent.agentId, monthKey(ctx.now())),
    payerId ? deps.available(ctx, payerId) : 0,
    payerId ? deps.isStopped(ctx, { agentId: agent.agentId, payerId }) : false,
    deps.hasEverPaid(ctx, agent.workspaceId),
    deps.holdOfFirstMessage(ctx, agent).catch(() => OWN_KEY_TURN),
  ])
  const limits = { messagesLimit: agent.messagesLimit, usageLimit: fromCredits(agent.maxTokensUsage) }
  const isCovered = available >= Math.max(hold, OWN_KEY_TURN)
  return { data: { shouldContinue: isCovered && !overLimit(used, limits) && !isStopped, hasEverPaid } }
}
