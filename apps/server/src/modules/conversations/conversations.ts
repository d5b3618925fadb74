// Owns conversations and turns: what visitors and agents said, who may read it, and what an agent still may answer.
import { overLimit } from '@parlance/core/conversations/admit'
import { AppError } from '@parlance/core/kit/errors'
import { fromCredits, OWN_KEY_TURN, type Milli } from '@parlance/core/kit/money'
import { monthKey } from '@parlance/core/kit/time'
import type { Ctx } from '../../platform/ctx.ts'
import type { Logger } from '../../platform/log.ts'
import type { Bus } from '../../platform/realtime/bus.ts'
import * as store from './conversations.store.ts'
import { maySee, recoverTurns } from './turns.follow.ts'
import { findTurn } from './turns.store.ts'
import type { TurnAgent, Turns } from './turns.ts'

export interface ConversationsDeps {
  readonly turns: Turns
  readonly bus: Bus
  readonly node: string
  readonly log: Logger
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  readonly available: (ctx: Ctx, workspaceId: string) => Promise<Milli>
  readonly agentTitles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const EPHEMERAL_IDLE_MS = 30 * 60_000
const cursorOf = (row: store.ConversationRow) =>
  Buffer.from(JSON.stringify([new Date(row.last_message_at).toISOString(), row.id])).toString('base64url')

function readCursor(cursor: string | undefined): readonly [string, string] | undefined {
  if (cursor === undefined) return undefined
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string') return [at, id]
  } catch {
    // Falls through: a cursor is ours or it is not valid.
  }
  throw new AppError('INVALID_INPUT', 'This page is not valid any more. Start again from the first one.')
}

export function createConversations(deps: ConversationsDeps) {
  async function seen(ctx: Ctx, agentId: string, conversationId: string) {
    const found = await store.findConversation(ctx.db, agentId, conversationId)
    if (!found || !maySee(ctx.actor, found.visitor_hash)) throw new AppError('NOT_FOUND')
    return found
  }

  async function pageOf(
    ctx: Ctx,
    owner: store.ListQuery['owner'],
    input: { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
  ) {
    const limit = input.limit ?? 30
    const found = await store.listConversations(ctx.db, {
      owner,
      search: input.search?.trim() || undefined,
      after: readCursor(input.cursor),
      limit,
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return { rows: items, nextCursor: found.length > limit && last ? cursorOf(last) : null }
  }

  return {
    turns: deps.turns,
    bus: deps.bus,
    seen,

    async list(
      ctx: Ctx,
      input: { agentId: string; search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
    ) {
      const { rows, nextCursor } = await pageOf(ctx, { agentId: input.agentId }, input)
      return { items: rows.map((row) => ({ ...store.toConversation(row), preview: row.preview })), nextCursor }
    },

    async listWorkspace(
      ctx: Ctx,
      input: { uid: string; search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
    ) {
      const { rows, nextCursor } = await pageOf(ctx, { workspaceId: ctx.workspaceId }, input)
      const titles = await deps.agentTitles(ctx, [...new Set(rows.map((row) => row.agent_id))])
      return {
        items: rows.map((row) => ({
          ...store.toConversation(row),
          preview: row.preview,
          agentTitle: titles.get(row.agent_id) ?? '',
        })),
        nextCursor,
      }
    },

    /** The newest messages first page; `before` leads to older ones. */
    async get(
      ctx: Ctx,
      input: { agentId: string; conversationId: string; before?: number | undefined; limit?: number | undefined },
    ) {
      const row = await seen(ctx, input.agentId, input.conversationId)
      const messages = await store.readMessages(ctx.db, row.id, input.before, input.limit ?? 50)
      const first = messages[0]?.seq
      return {
        conversation: store.toConversation(row),
        messages,
        before: first !== undefined && first > 1 ? first : null,
      }
    },

    async remove(ctx: Ctx, input: { agentId: string; conversationId: string }) {
      if (!(await store.deleteConversation(ctx.db, input.agentId, input.conversationId)))
        throw new AppError('NOT_FOUND')
      deps.bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, {
        type: 'conversation',
        agentId: input.agentId,
        conversationId: input.conversationId,
      })
      return { success: true as const }
    },

    /** Whether the agent can answer another message: credits, its month's messages and its month's credits. */
    async usage(ctx: Ctx, input: { agentId: string }) {
      const agent = await deps.forTurn(ctx, input.agentId, { draft: false })
      if (!agent) throw new AppError('NOT_FOUND')
      const [used, available] = await Promise.all([
        store.readUsage(ctx.db, agent.agentId, monthKey(ctx.now())),
        deps.available(ctx, agent.workspaceId),
      ])
      const limits = { messagesLimit: agent.config.messagesLimit, usageLimit: fromCredits(agent.config.maxTokensUsage) }
      return { data: { shouldContinue: available >= OWN_KEY_TURN && !overLimit(used, limits) } }
    },

    /** Stops a turn wherever it runs and answers how it stands. */
    async stop(ctx: Ctx, input: { agentId: string; turnId: string }) {
      const local = deps.turns.get(input.turnId)
      const turn = local ?? (await findTurn(ctx.db, input.turnId))
      const agentId = turn && ('agentId' in turn ? turn.agentId : turn.agent_id)
      const hash = turn && ('visitorHash' in turn ? turn.visitorHash : turn.visitor_hash)
      if (!turn || agentId !== input.agentId || !maySee(ctx.actor, hash ?? '')) throw new AppError('NOT_FOUND')
      if (!(await deps.turns.stop(input.turnId))) deps.bus.publish(ctx.region, 'stop', { turnId: input.turnId })
      const stored = await findTurn(ctx.db, input.turnId)
      return {
        success: true as const,
        status: (stored?.status === 'running' ? 'streaming' : (stored?.status ?? 'interrupted')) as
          | 'complete'
          | 'streaming'
          | 'interrupted'
          | 'failed',
      }
    },

    recover: (ctx: Ctx, everything: boolean) => recoverTurns(ctx, deps.turns, deps.node, everything, deps.log),
    removeOfAgent: (ctx: Ctx, agentId: string) => store.deleteOfAgent(ctx.db, agentId),
    sweepEphemeral: (ctx: Ctx) => store.deleteEphemeral(ctx.db, new Date(ctx.now().getTime() - EPHEMERAL_IDLE_MS)),
  }
}
export type Conversations = ReturnType<typeof createConversations>
